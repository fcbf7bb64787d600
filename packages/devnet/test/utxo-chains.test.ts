/** Every simulated UTXO chain: others read its blocks, nothing in them is wrong, and they have what is hard to index. */
import {
  addressKeyOfScript,
  decodeSpentOutputs,
  decodeUtxoBlock,
  displayHash,
  formatAddress,
  readCashToken,
  SHIELDED_POOLS,
  scriptType,
  UTXO_CHAINS,
} from '@chaintrail/chains';
import { Block as ReferenceBlock } from 'bitcoinjs-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Token, tokenPrefix } from '../src/utxo/bch/token.js';
import { addressOf } from '../src/utxo/destination.js';
import { isUnspendable } from '../src/utxo/ledger.js';
import { type Block, serializeBlock, serializeSpentOutputs } from '../src/utxo/utxo-block.js';
import type { UtxoSimulator } from '../src/utxo/utxo-simulator.js';
import type { Coin, Transaction } from '../src/utxo/utxo-transaction.js';
import { gainOf } from '../src/zcash/pools.js';
import { branchIdAt, NU6_3, versionsAt } from '../src/zcash/upgrades.js';
import { POOLS } from '../src/zcash/zcash-transaction.js';
import { simulate } from './helpers.js';

const BLOCKS = 250;
const hashes = ({ blocks }: UtxoSimulator): string[] => blocks.map(({ hash }) => hash);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const tokensOf = (coins: readonly Coin[]): Token[] => coins.flatMap(({ token }) => token ?? []);

/** Blocks of each chain, for all tests of it. */
const chains = new Map<string, UtxoSimulator>();
function simulated(code: string): { simulator: UtxoSimulator; blocks: readonly Block[]; payments: Transaction[] } {
  const simulator = chains.get(code)!;
  const blocks = simulator.blocks.slice(1);
  const payments = blocks.flatMap(({ transactions }) => transactions.filter(({ kind }) => kind === 'payment'));
  return { simulator, blocks, payments };
}

describe.each(UTXO_CHAINS.map((chain) => [chain.code, chain] as const))('%s', (code, chain) => {
  let before: string[];
  let removed: Transaction[];
  beforeAll(() => {
    const simulator = simulate(code, BLOCKS);
    before = hashes(simulator);
    removed = simulator.blocks.slice(-4).flatMap(({ transactions }) => transactions.slice(1));
    simulator.reorg(4);
    chains.set(code, simulator);
  });

  test('a reorganization replaces the last blocks by others, of which most carry the same payments', () => {
    const { simulator } = simulated(code);
    expect(simulator.tip.height).toBe(BLOCKS + 1);
    expect(hashes(simulator).slice(0, BLOCKS - 3)).toEqual(before.slice(0, BLOCKS - 3));
    for (let height = BLOCKS - 3; height <= BLOCKS; height++) {
      expect(simulator.blocks[height]?.hash).not.toBe(before[height]);
      expect(simulator.blocksByHash.get(before[height]!)?.height).toBe(height);
    }
    const back = removed.filter(({ id }) => simulator.confirmed.has(id));
    expect(back.length).toBeGreaterThan(removed.length / 2);
    expect(back.length).toBeLessThan(removed.length);
  });

  test('one seed is one chain, whatever came between blocks and was taken back', () => {
    const run = (trickles: boolean): UtxoSimulator => {
      const simulator = simulate(code, 140);
      simulator.reorg(8);
      simulator.invalidate(3);
      for (let block = 0; block < 10; block++) {
        if (trickles) simulator.advance(5);
        simulator.mine();
      }
      simulator.reorg(20, 22);
      return simulator;
    };
    expect(hashes(run(true))).toEqual(hashes(run(false)));
    const { hash } = simulate(code, 1).tip;
    expect(simulate(code, 1, { seed: 8 }).tip.hash).not.toBe(hash);
    expect(simulate(code, 1, { startTime: 1_700_000_001 }).tip.hash).not.toBe(hash);
  });

  test('the decoder of the product, written apart, reads what was written', () => {
    const { simulator } = simulated(code);
    const { network } = simulator.options;
    for (const block of simulator.blocks) {
      const decoded = decodeUtxoBlock(chain, serializeBlock(block));
      expect(decoded).toMatchObject({ hash: block.hash, parentHash: block.parentHash });
      expect(block.parentHash).toBe(simulator.blocks[block.height - 1]?.hash ?? '0'.repeat(64));
      expect(decoded.txids).toEqual(Buffer.concat(block.transactions.map(({ txid }) => txid)));
      expect(decoded.hogEx).toBe(block.mweb === null ? -1 : block.transactions.length - 1);
      const coins = block.transactions.flatMap(({ outputs }) => outputs);
      const read = coins.map((_, index) => {
        const [at, length] = [decoded.outputScriptOffset[index]!, decoded.outputScriptLength[index]!];
        const key = addressKeyOfScript(chain, decoded.bytes, at, length);
        const prefix = decoded.outputTokenLength?.[index] ?? 0;
        return {
          value: decoded.outputValue[index],
          address: key && formatAddress(network, key),
          type: scriptType(chain, decoded.bytes.subarray(at, at + length)),
          token: prefix > 0 ? readCashToken(decoded.bytes, at - prefix, prefix) : null,
        };
      });
      const written = coins.map(({ value, destination, token }) => ({
        ...{ value, address: addressOf(destination, network), type: destination.type },
        token: token && tokenText(token),
      }));
      expect(read).toEqual(written);
      const gains = block.transactions.flatMap((transaction) =>
        SHIELDED_POOLS.map((pool) => (pool === 'sprout' ? 0n : gainOf(transaction, pool))),
      );
      expect([...(decoded.poolDeltas ?? [])].slice(0, gains.length)).toEqual(chain.shielded ? gains : []);
      const versions = block.transactions.map(({ version }) => version);
      expect([...decoded.txVersion].slice(0, versions.length)).toEqual(versions);
      if (code === 'btc' && block.height > 0) expectSpent(block, decoded);
    }
  });

  test('creates no value, and spends only what exists and is mature', () => {
    const { simulator, blocks } = simulated(code);
    const { unspent, total, unspendable } = replayed(blocks, simulator.chain.coinbaseMaturity);
    const minted = sum(blocks.map(({ height }) => simulator.chain.subsidy(height)));
    expect(total + unspendable).toBe(simulator.tip.pools?.transparent ?? minted);
    for (const { pools } of blocks) expect(Object.values(pools ?? {}).every((amount) => amount >= 0n)).toBe(true);
    if (simulator.tip.pools) expect(sum(Object.values(simulator.tip.pools))).toBe(minted);
    const { utxoCount, utxoTotal } = simulator.model();
    expect([utxoCount, utxoTotal]).toEqual([unspent, total]);
  });

  test('what waits has parents before children, and no coin is spent twice', () => {
    const simulator = simulate(code, 150);
    simulator.invalidate(3);
    const seen = new Set<string>();
    const spent = new Set<string>();
    for (const { id, inputs } of simulator.mempool.transactions()) {
      for (const { transaction, vout } of inputs) {
        expect(transaction.height !== null || seen.has(transaction.id)).toBe(true);
        expect(spent.has(`${transaction.id}:${vout}`)).toBe(false);
        spent.add(`${transaction.id}:${vout}`);
      }
      seen.add(id);
    }
    expect(seen.size).toBeGreaterThan(10);
  });

  test('has a hot address, large payments and small ones, and blocks without any', () => {
    const { simulator, blocks, payments } = simulated(code);
    const counts = [...simulator.model().addresses.values()].map(({ txids }) => txids.length);
    expect(Math.max(...counts)).toBeGreaterThan(payments.length * 0.15);
    expect(counts.filter((count) => count <= 2).length).toBeGreaterThan(counts.length / 2);
    expect(payments.some(({ inputs }) => inputs.length >= 20)).toBe(true);
    expect(payments.some(({ outputs }) => outputs.length >= 20)).toBe(true);
    expect(payments.some(({ inputs, height }) => inputs.some((coin) => coin.transaction.height === height))).toBe(true);
    const isZero = ({ value, destination }: Coin): boolean => value === 0n && destination.type !== 'nulldata';
    expect(payments.some(({ outputs }) => outputs.some(isZero))).toBe(true);
    const empty = blocks.slice(105).filter(({ transactions }) => transactions.every(({ kind }) => kind !== 'payment'));
    expect(empty.length).toBeGreaterThan(0);
  });
});

function tokenText({ category, amount, nft }: Token) {
  return {
    ...{ category: displayHash(category), amount: amount.toString() },
    nft: nft && { ...nft, commitment: nft.commitment.toString('hex') },
  };
}

function expectSpent(block: Block, decoded: ReturnType<typeof decodeUtxoBlock>): void {
  const spent = decodeSpentOutputs(serializeSpentOutputs(block), decoded);
  const inputs = block.transactions.flatMap((transaction) => transaction.inputs);
  expect([...spent.value.subarray(0, inputs.length)]).toEqual(inputs.map(({ value }) => value));
}

/** Replays blocks by outpoint, knowing nothing of the simulator's own books. */
function replayed(blocks: readonly Block[], maturity: number) {
  const unspent = new Map<string, { value: bigint; height: number; kind: string }>();
  let unspendable = 0n;
  for (const { height, transactions } of blocks) {
    // All outputs of a block first: in the order of Bitcoin Cash, a payment may stand before the one it spends from.
    for (const coin of transactions.flatMap(({ outputs }) => outputs)) {
      const { id, kind } = coin.transaction;
      if (isUnspendable(coin)) unspendable += coin.value;
      else unspent.set(`${id}:${coin.vout}`, { value: coin.value, height, kind });
    }
    for (const { transaction, vout } of transactions.flatMap(({ inputs }) => inputs)) {
      const made = unspent.get(`${transaction.id}:${vout}`);
      if (!made) throw new Error(`${transaction.id}:${vout} is spent at ${height} and does not exist`);
      if (made.kind === 'coinbase') expect(height - made.height).toBeGreaterThanOrEqual(maturity);
      unspent.delete(`${transaction.id}:${vout}`);
    }
  }
  return { unspent: unspent.size, total: sum([...unspent.values()].map(({ value }) => value)), unspendable };
}

describe('bitcoin', () => {
  test('is read by bitcoinjs-lib: roots, witness commitment, ids, weights, heights (BIP34)', () => {
    const scripts = simulated('btc').blocks.map((block) => {
      const reference = ReferenceBlock.fromBuffer(serializeBlock(block));
      const transactions = reference.transactions ?? [];
      expect(reference.getId()).toBe(block.hash);
      expect(reference.checkTxRoots()).toBe(true);
      expect(transactions.map((each) => [each.getId(), each.weight()])).toEqual(
        block.transactions.map(({ id, strippedSize, bytes }) => [id, strippedSize * 3 + bytes.length]),
      );
      return Buffer.from(transactions[0]!.ins[0]!.script).toString('hex');
    });
    for (const [height, script] of Object.entries({ 1: '51', 16: '60', 17: '0111', 127: '017f', 128: '028000' }))
      expect(scripts[Number(height) - 1]?.slice(0, script.length)).toBe(script);
  });

  test('has outputs of every kind', () => {
    const found = new Set(simulated('btc').blocks.flatMap(({ transactions }) => transactions.flatMap(typesOf)));
    const old = ['pubkey', 'pubkeyhash', 'scripthash', 'multisig', 'nulldata'];
    const segwit = ['witness_v0_keyhash', 'witness_v0_scripthash', 'witness_v1_taproot', 'witness_unknown', 'anchor'];
    expect(found).toEqual(new Set([...old, ...segwit]));
  });
});

function typesOf({ outputs }: Transaction): string[] {
  return outputs.map(({ destination }) => destination.type);
}

test('litecoin chains its HogEx: the HogAddr before it first, then exactly the peg-ins of its block', () => {
  let previous: Coin | undefined;
  let [pegIns, pegOuts] = [0, 0];
  const { blocks } = simulated('ltc');
  expect(blocks.map(({ mweb }) => mweb !== null)).toEqual(blocks.map(({ height }) => height >= 110));
  for (const { transactions } of blocks.slice(109)) {
    const hogEx = transactions.at(-1)!;
    const wanted = transactions.flatMap(({ outputs }) =>
      outputs.filter(({ destination }) => destination.type === 'witness_mweb_pegin'),
    );
    expect([hogEx.kind, hogEx.inputs]).toEqual(['hogex', previous ? [previous, ...wanted] : wanted]);
    [previous] = hogEx.outputs as [Coin];
    expect(previous.destination.type).toBe('witness_mweb_hogaddr');
    pegIns += wanted.length;
    pegOuts += hogEx.outputs.length - 1;
  }
  expect(Math.min(pegIns, pegOuts)).toBeGreaterThan(10);
});

test('dogecoin has AuxPoW on a share of the blocks from height 20 on, and the version announces it', () => {
  const { blocks } = simulated('doge');
  for (const { height, header, proof } of blocks) {
    expect(header.readUInt32LE(0)).toBe(proof.length > 0 ? 0x00620104 : 0x00620004);
    if (height < 20) expect(proof).toHaveLength(0);
  }
  const merged = blocks.filter(({ proof }) => proof.length > 0).length;
  expect(merged).toBeGreaterThan(90);
  expect(merged).toBeLessThan(200);
});

describe('bitcoin cash', () => {
  test('writes prefixes of tokens as BCHN does', () => {
    const hex = (amount: bigint, nft: Token['nft'] = null): string =>
      tokenPrefix({ category: Buffer.alloc(32, 0xbb), amount, nft })
        .subarray(33)
        .toString('hex');
    const commitment = Buffer.from([0xcc]);
    expect([1n, 253n, 2n ** 63n - 1n].map((amount) => hex(amount))).toEqual([
      '1001',
      '10fdfd00',
      '10ffffffffffffffff7f',
    ]);
    expect(hex(0n, { capability: 'none', commitment: Buffer.alloc(0) })).toBe('20');
    expect(hex(0n, { capability: 'minting', commitment })).toBe('6201cc');
    expect(hex(65_536n, { capability: 'mutable', commitment })).toBe('7101ccfe00000100');
  });

  test('has canonical order, so that some payments come before what they spend', () => {
    let forward = 0;
    for (const { transactions } of simulated('bch').blocks) {
      const ids = transactions.map(({ id }) => id);
      expect(ids.slice(1)).toEqual(ids.slice(1).sort());
      for (const [place, { inputs }] of transactions.entries())
        forward += inputs.filter(({ transaction }) => ids.indexOf(transaction.id) > place).length;
    }
    expect(forward).toBeGreaterThan(10);
  });

  const amounts = (tokens: readonly Token[]): Map<string, bigint> => {
    const sums = new Map<string, bigint>();
    for (const { category, amount } of tokens) {
      const key = category.toString('hex');
      sums.set(key, (sums.get(key) ?? 0n) + amount);
    }
    return sums;
  };

  test('keeps the rules of CashTokens', () => {
    for (const { inputs, outputs } of simulated('bch').payments) {
      const spent = tokensOf(inputs);
      const before = amounts(spent);
      const candidates = new Set(inputs.flatMap(({ vout, transaction }) => (vout === 0 ? [transaction.txid] : [])));
      const isCandidate = (category: string): boolean =>
        [...candidates].some((txid) => txid.toString('hex') === category);
      for (const [category, amount] of amounts(tokensOf(outputs))) {
        expect(amount).toBeLessThan(2n ** 63n);
        if (!isCandidate(category)) expect(amount).toBeLessThanOrEqual(before.get(category) ?? -1n);
      }
      for (const { category, amount, nft } of tokensOf(outputs)) {
        expect(amount > 0n || nft !== null).toBe(true);
        if (!nft || isCandidate(category.toString('hex'))) continue;
        const parents = spent.flatMap((token) => (token.category.equals(category) && token.nft ? [token.nft] : []));
        const allowed = parents.some(
          (parent) =>
            parent.capability === 'minting' ||
            (parent.capability === 'mutable' && nft.capability !== 'minting') ||
            (nft.capability === 'none' && parent.commitment.equals(nft.commitment)),
        );
        expect(allowed).toBe(true);
      }
    }
  });

  test('has transfers, burns, all kinds of NFT, wide script hashes and malformed prefixes', () => {
    const { payments } = simulated('bch');
    const coins = payments.flatMap(({ outputs }) => outputs);
    const tokens = tokensOf(coins);
    expect(new Set(tokens.flatMap(({ nft }) => nft?.capability ?? []))).toEqual(
      new Set(['none', 'mutable', 'minting']),
    );
    const lengths = new Set(tokens.flatMap(({ nft }) => nft?.commitment.length ?? []));
    expect(lengths.has(0) && lengths.has(128)).toBe(true);
    expect(tokens.some(({ amount, nft }) => amount > 0n && nft)).toBe(true);
    expect(tokens.some(({ amount }) => amount > 2n ** 53n)).toBe(true);
    expect(payments.some(({ inputs, outputs }) => tokensOf(inputs).length > 0 && tokensOf(outputs).length === 0)).toBe(
      true,
    );
    const scripts = coins.map(({ destination }) => destination.script);
    expect(scripts.some((script) => script.length === 35 && script[0] === 0xaa)).toBe(true);
    expect(scripts.some((script) => script[0] === 0xef)).toBe(true);
  });
});

describe('zcash', () => {
  test('has every transaction version, for the rules of their height', () => {
    const seen = new Set<number>();
    for (const { height, transactions } of simulated('zec').blocks) {
      for (const { zcash } of transactions) {
        seen.add(zcash!.version);
        expect(versionsAt(height)).toContain(zcash!.version);
        expect(zcash!.branchId).toBe(branchIdAt(height));
        if (zcash!.expiryHeight !== 0) expect(zcash!.expiryHeight).toBeGreaterThanOrEqual(height);
      }
    }
    expect([...seen].sort()).toEqual([4, 5, 6]);
  });

  test('moves value in, out, within and between the pools, with transparent sides and without', () => {
    const { blocks, payments } = simulated('zec');
    for (const pool of POOLS) {
      const gains = payments.map((payment) => gainOf(payment, pool));
      expect([gains.some((gain) => gain > 0n), gains.some((gain) => gain < 0n)]).toEqual([true, true]);
    }
    const hidden = payments.filter(({ inputs, outputs }) => inputs.length + outputs.length === 0);
    expect(hidden.length).toBeGreaterThan(10);
    const moves = hidden.map(({ zcash }) => Object.keys(zcash!.gains));
    expect(moves.some((pools) => pools.includes('orchard') && pools.includes('ironwood'))).toBe(true);
    const late = payments.filter(({ height }) => height! >= NU6_3.height);
    expect(late.every((payment) => gainOf(payment, 'orchard') <= 0n)).toBe(true);
    const coinbases = blocks.map(({ transactions }) => transactions[0]!);
    expect(coinbases.filter(({ zcash }) => Object.keys(zcash!.gains).length > 0).length).toBeGreaterThan(8);
    expect(coinbases.some(({ outputs }) => outputs.length === 0)).toBe(true);
  });

  test('lets transactions expire', () => {
    const simulator = simulate('zec', 150);
    let expired = 0;
    for (let block = 0; block < 30; block++) {
      simulator.advance();
      const waiting = [...simulator.mempool.transactions()];
      simulator.mine();
      const next = simulator.tip.height + 1;
      for (const { id, height, zcash } of waiting) {
        if (height !== null || zcash!.expiryHeight === 0 || zcash!.expiryHeight >= next) continue;
        expect(simulator.mempool.get(id)).toBeUndefined();
        expired++;
      }
    }
    expect(expired).toBeGreaterThan(1);
  });
});
