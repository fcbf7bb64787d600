/** Blocks of other forks and clients than those that simulated and real nodes have in these tests. */
import { type BytesLike, concat, encodeRlp, keccak256, type RlpStructuredData, toBeHex, ZeroHash } from 'ethers';
import { describe, expect, it } from 'vitest';
import { chainIdOf } from '../src/evm/commitments/compared-transactions.js';
import { checkCommitments, type EvmChainNetwork, type EvmDoubt } from '../src/index.js';
import { ARB, address, ETH, envelope, evmPlace, hash, OP, topic } from './support/evm-answers.js';
import { recordedAnswer, recordedResult, recordings } from './support/evm-recorded.js';
import { vectorsPresent } from './support/vectors.js';

type Members = Readonly<Record<string, unknown>>;

const EMPTY_ROOT = keccak256('0x80');
const NO_UNCLES = keccak256('0xc0');
/** Byte string of a quantity. */
const bytes = (quantity: string): string => (BigInt(quantity) === 0n ? '0x' : toBeHex(BigInt(quantity)));

/** The root of a list with one item: a leaf whose path is the place 0 in RLP. */
const rootOfOne = (item: BytesLike): string => keccak256(encodeRlp(['0x2080', concat([item])]));

/** The first filled block of the network, and what it would be with another receipt. */
const TRANSACTION = {
  ...{ nonce: '0x0', gasPrice: '0x2d79883d2000', gas: '0x5208', value: '0x7a69', input: '0x', type: '0x0' },
  ...{ from: '0xa1e4380a3b1f749673e270229993ee55f35663b4', to: '0x5df9b87991262f6ba471f09758cde1c0fc1de734' },
  ...{ v: '0x1c', r: '0x88ff6cf0fefd94db46111149ae4bfc179e9b94721fffd821d38d16464b3f71d0' },
  s: '0x45e0aff800961cfce805daef7016b9b675c137a6a41a548f7b60a3484c06a33a',
  hash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
};
const TRANSACTIONS_ROOT = '0x4513310fcb9f6f616972a3b948dc5d547f280849a87ebb5af0191f98b87be598';
const HEIGHT = 46_147;
const LOG = { address: address(0xc0), topics: [topic(7)], data: '0x05' };

/** The filter of {@link LOG}, made by the definition. */
function bloomOf(...items: readonly string[]): string {
  let bloom = 0n;
  for (const item of items) {
    const digits = keccak256(item);
    for (let at = 2; at < 14; at += 4) bloom |= 1n << BigInt(Number.parseInt(digits.slice(at, at + 4), 16) & 0x7ff);
  }
  return toBeHex(bloom, 256);
}

const RECEIPT = {
  ...{ cumulativeGasUsed: '0x5208', gasUsed: '0x5208', contractAddress: null, effectiveGasPrice: '0x2d79883d2000' },
  ...{ logs: [LOG], logsBloom: bloomOf(LOG.address, LOG.topics[0]!), root: hash(0x57a7e) },
};

function receiptsRoot({ logsBloom, logs, root, cumulativeGasUsed }: typeof RECEIPT): string {
  const written = logs.map((log) => [log.address, log.topics, log.data]);
  return rootOfOne(encodeRlp([root, bytes(cumulativeGasUsed), logsBloom, written]));
}

interface Block {
  readonly header?: Members;
  readonly transactions?: readonly Members[];
  readonly receipts?: readonly Members[];
  /** Members that the header's hash is not made of. */
  readonly beside?: Members;
}

/** Checks a block as a node shows it. Its header is hashed with the members as they are given. */
function check(place: EvmChainNetwork, block: Block, height = HEIGHT): EvmDoubt | null {
  const { transactions = [TRANSACTION], receipts = [RECEIPT], beside = {} } = block;
  const header = {
    ...{ parentHash: ZeroHash, sha3Uncles: NO_UNCLES, miner: address(1), stateRoot: hash(2) },
    ...{ transactionsRoot: TRANSACTIONS_ROOT, receiptsRoot: receiptsRoot(RECEIPT), logsBloom: RECEIPT.logsBloom },
    ...{ difficulty: '0x2', number: toBeHex(height), gasLimit: '0x5208', gasUsed: '0x5208', timestamp: '0x55c42659' },
    ...{ extraData: '0x', mixHash: hash(3), nonce: '0x0000000000000000' },
    ...block.header,
  };
  const numbers = new Set(['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp']);
  const fields: RlpStructuredData = Object.entries(header).map(([name, value]) =>
    numbers.has(name) ? bytes(value as string) : (value as string),
  );
  const blockHash = keccak256(encodeRlp(fields));
  const answer = { ...header, ...beside, hash: blockHash, uncles: [], transactions };
  const answers = { block: envelope(answer), receipts: envelope(receipts), uncles: null };
  return checkCommitments(place, { height, hash: blockHash.slice(2) }, answers);
}

describe('what a header commits to', () => {
  const { root, ...withoutRoot } = RECEIPT;
  const byStatus = { ...withoutRoot, status: '0x1' };

  it('has the state in receipts before Byzantium', () => {
    expect(check(ETH, {})).toBeNull();
    expect(() => check(ETH, { receipts: [{ ...RECEIPT, root: hash(1) }] })).toThrow('the receipts have root');
    expect(() => check(ETH, { receipts: [byStatus] }, 5_000_000)).toThrow('the receipts have root');
  });

  it('is compared by logs and gas where a client has a status instead', () => {
    const doubt = check(ETH, { receipts: [byStatus] });
    expect(doubt?.reason).toContain('no state root for blocks before Byzantium');
    const gas = { cumulativeGasUsed: '0x5209', gasUsed: '0x5209' };
    expect(() => check(ETH, { receipts: [{ ...byStatus, logs: [] }] })).toThrow('do not give the logsBloom');
    expect(() => check(ETH, { receipts: [{ ...byStatus, ...gas }] })).toThrow('another sum');
    expect(() => check(ETH, { receipts: [{ ...byStatus, gasUsed: '0x1' }] })).toThrow('a wrong gasUsed');
    expect(() => check(ETH, { receipts: [] })).toThrow('there are 0 receipts');
    // Private networks do not tell when Byzantium was.
    const local = evmPlace(ETH.chain, 'local');
    expect(check(local, {})).toBeNull();
    expect(check(local, { receipts: [byStatus] })?.reason).toContain('Byzantium');
  });

  it('may be made of transactions that are not known here', () => {
    const unknown = { transactions: [{ ...TRANSACTION, type: '0x79' }], header: { transactionsRoot: hash(5) } };
    expect(check(OP, unknown, 120_000_000)?.reason).toContain('transactions of type 0x79 are not known here');
    expect(() => check(OP, { ...unknown, receipts: [{ ...byStatus, logs: [] }] }, 120_000_000)).toThrow('logsBloom');
    expect(() => check(OP, { ...unknown, transactions: [], receipts: [] }, 120_000_000)).toThrow('there are 0 trans');
  });

  it('may have members of a later fork', () => {
    const later = { header: { laterRoot: hash(6), receiptsRoot: hash(7) } };
    // Whatever that member is hashed as, it is not known here.
    expect(check(ETH, { ...later, receipts: [RECEIPT] })?.reason).toContain('a member laterRoot are of a later fork');
    expect(() => check(ETH, { ...later, transactions: [], receipts: [] })).toThrow('there are 0 transactions');
    // A member that no hash is made of excuses nothing.
    expect(check(ETH, { beside: { providersOwn: '0x1' } })).toBeNull();
    expect(() => check(ETH, { beside: { providersOwn: '0x1', miner: address(9) } })).toThrow('a field of the header');
  });

  it('is not held against blocks from before a chain had its present software', () => {
    const lost = { transactions: [], receipts: [], header: { transactionsRoot: ZeroHash, receiptsRoot: ZeroHash } };
    expect(check(ARB, lost, 1_000)?.reason).toContain('before this chain had its present software');
    expect(() => check(ARB, lost, 22_207_818)).toThrow('there are 0 transactions');
    expect(
      check(ARB, { ...lost, header: { transactionsRoot: EMPTY_ROOT, receiptsRoot: EMPTY_ROOT } }, 1_000),
    ).toBeNull();
  });

  it('is of the chain id of its own private network, beside others in the process', () => {
    const [arbitrum, other] = [evmPlace(ARB.chain, 'local'), evmPlace(OP.chain, 'local')];
    const telling = (id: string): Buffer => envelope([{ type: '0x6a', chainId: id }]);
    const silent = envelope([{ type: '0x6a' }]);
    expect(chainIdOf(other, telling('0x385'))).toBe(0x385);
    // That of Nitro's development mode, until one is told.
    expect(chainIdOf(arbitrum, silent)).toBe(412_346);
    expect(chainIdOf(arbitrum, telling('0x5a2c9'))).toBe(0x5a2c9);
    expect(chainIdOf(arbitrum, silent)).toBe(0x5a2c9);
    expect(chainIdOf(other, silent)).toBe(0x385);
    expect(chainIdOf(ARB, telling('0x1'))).toBe(42_161);
  });

  it.skipIf(!vectorsPresent)('is right in what a node was recorded with', () => {
    const local = evmPlace(ETH.chain, 'local');
    let compared = 0;
    const receiptsOf = new Map(
      recordings('eth_getBlockReceipts').flatMap((path) => {
        const list = recordedResult(path);
        return list?.length > 0 ? [[list[0].blockHash, recordedAnswer(path)] as const] : [];
      }),
    );
    for (const path of ['eth_getBlockByHash', 'eth_getBlockByNumber'].flatMap(recordings)) {
      const said = recordedResult(path);
      if (said === null || (said.transactions.length > 0 && typeof said.transactions[0] === 'string')) continue;
      const receipts = receiptsOf.get(said.hash) ?? (said.transactions.length === 0 ? envelope([]) : undefined);
      if (receipts === undefined) continue;
      const ref = { hash: said.hash.slice(2), height: Number(said.number) };
      expect(checkCommitments(local, ref, { block: recordedAnswer(path), receipts, uncles: null })).toBeNull();
      compared++;
    }
    expect(compared).toBeGreaterThan(2);
  });
});
