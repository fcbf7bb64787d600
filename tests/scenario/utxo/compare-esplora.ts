/** Compares what Esplora's routes say with what the node says of blocks, transactions and scripts, on any chain. */
import { createHash } from 'node:crypto';
import type { ChainCode } from '@chaintrail/chains';
import { expect } from 'vitest';
import type { Ledger, LedgerNode, LedgerOutput, LedgerTransaction, NodeBlock } from './node-chain.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by the assertions
type Json = any;

interface EsploraCompared {
  readonly code: ChainCode;
  /** URL of an API that may ask the node, and finds scripts by their hash. */
  readonly url: string;
  readonly node: LedgerNode;
  readonly ledger: Ledger;
  /** False of a recorded node, which was not asked for proofs. */
  readonly hasProofs?: boolean;
  /** False of a recorded node that was asked for blocks, not for single transactions of them. */
  readonly hasSingle?: boolean;
}

const PAGE = 25;
/** So many transactions are read with their block. */
const WHOLE_BLOCK_FROM = 8;
const BLOCKS = 12;
/** Owners of scripts of each kind: so many of the oldest, and of the newest. */
const OWNERS = 3;
const COINBASE = { txid: '0'.repeat(64), vout: 2 ** 32 - 1, prevout: null, is_coinbase: true };
const HEADER_BYTES = { zec: 140 } as const;

/** The newest blocks with all of their transactions, and owners of every kind of address. */
export async function expectEsploraEqualsNode(world: EsploraCompared): Promise<void> {
  const { ledger, code, url } = world;
  const get = async (path: string): Promise<string> => {
    const reply = await fetch(`${url}/esplora/${code}${path}`);
    const text = await reply.text();
    expect(reply.status, `${path}: ${text.slice(0, 200)}`).toBe(200);
    return text;
  };
  const json = async (path: string): Promise<Json> => JSON.parse(await get(path));
  const { hasSingle = true, hasProofs = true } = world;
  const isRead = ({ tx }: NodeBlock): boolean => hasSingle || (tx.length - 1) % PAGE >= WHOLE_BLOCK_FROM - 1;
  const known = new Map(ledger.transactions.map(({ block }) => [block.hash, block]));
  const hashes = [...known.values()].filter(isRead).slice(-BLOCKS);
  expect(hashes.length).toBeGreaterThan(0);
  const spenders = new Map<string, readonly [string, number]>();
  for (const { transaction, inputs } of ledger.transactions)
    for (const [n, { txid, vout }] of inputs.entries()) spenders.set(`${txid}:${vout}`, [transaction.txid, n]);

  async function compareBlock(hash: string): Promise<void> {
    const own = ledger.transactions.filter(({ block }) => block.hash === hash);
    const header: Json = await world.node.rpc('getblockheader', hash, true);
    expect(await json(`/block/${hash}`)).toMatchObject({
      ...{ id: hash, height: header.height, version: header.version, timestamp: header.time, tx_count: own.length },
      ...{ merkle_root: header.merkleroot, previousblockhash: header.previousblockhash },
      bits: Number.parseInt(header.bits, 16),
      ...(header.mediantime === undefined ? {} : { mediantime: header.mediantime }),
      ...(typeof header.nonce === 'number' ? { nonce: header.nonce } : {}),
    });
    const bytes = HEADER_BYTES[code as keyof typeof HEADER_BYTES] ?? 80;
    const raw = await world.node.rpc<string>('getblock', hash, 0);
    expect(await get(`/block/${hash}/header`)).toBe(raw.slice(0, 2 * bytes));
    expect(await json(`/block/${hash}/txids`)).toEqual(own.map(({ transaction }) => transaction.txid));
    const shown: Json[] = [];
    for (let start = 0; start < own.length; start += PAGE) shown.push(...(await json(`/block/${hash}/txs/${start}`)));
    expect(shown).toHaveLength(own.length);
    for (const [n, each] of own.entries()) await compareTransaction(each, shown[n], header.merkleroot, raw);
  }

  async function compareTransaction(expected: LedgerTransaction, shown: Json, root: string, raw: string) {
    const { transaction, inputs, outputs, block, index } = expected;
    const { txid } = transaction;
    const status = { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time };
    expect(shown, txid).toMatchObject({
      ...{ txid, version: transaction.version | 0, locktime: transaction.locktime, status },
      vin:
        index === 0
          ? [COINBASE]
          : inputs.map(({ txid: spent, vout, ...output }) => ({ txid: spent, vout, prevout: shownOutput(output) })),
      vout: outputs.map(shownOutput),
    });
    expect(await json(`/tx/${txid}/status`)).toEqual(status);
    const hex = await get(`/tx/${txid}/hex`);
    expect(raw).toContain(hex);
    const proof = await json(`/tx/${txid}/merkle-proof`);
    expect([proof.block_height, proof.pos, rootOf(txid, proof)]).toEqual([block.height, index, root]);
    if (hasProofs && code !== 'zec' && index < PAGE)
      expect(await get(`/tx/${txid}/merkleblock-proof`)).toBe(
        await world.node.rpc('gettxoutproof', [txid], block.hash),
      );
    const outspends: Json[] = await json(`/tx/${txid}/outspends`);
    // Some are spent by unconfirmed ones.
    const confirmed = outspends.map(({ status, txid: by, vin }) => (status?.confirmed ? [by, vin] : null));
    expect(confirmed).toEqual(outputs.map((_, vout) => spenders.get(`${txid}:${vout}`) ?? null));
  }

  async function compareOwner(script: string): Promise<void> {
    const isOwn = (output: LedgerOutput): boolean => output.script === script;
    const own = ledger.transactions.filter(({ inputs, outputs }) => inputs.some(isOwn) || outputs.some(isOwn));
    const [funded, spent] = [own.flatMap(({ outputs }) => outputs), own.flatMap(({ inputs }) => inputs)].map((list) =>
      list.filter(isOwn).map(({ amount }) => amount),
    ) as [bigint[], bigint[]];
    const sum = (amounts: bigint[]): number => Number(amounts.reduce((total, amount) => total + amount, 0n));
    const txids = own.map(({ transaction }) => transaction.txid).reverse();
    const address = ledger.addressOfScript.get(script);
    const hash = createHash('sha256').update(Buffer.from(script, 'hex')).digest('hex');
    for (const base of [`/address/${address}`, `/scripthash/${hash}`]) {
      expect((await json(base)).chain_stats, `${base} of ${script}`).toEqual({
        ...{ funded_txo_count: funded.length, funded_txo_sum: sum(funded) },
        ...{ spent_txo_count: spent.length, spent_txo_sum: sum(spent), tx_count: own.length },
      });
      const shown: Json[] = await json(`${base}/txs/${hasSingle ? 'chain' : 'summary'}`);
      expect(shown.slice(0, PAGE).map(({ txid }) => txid)).toEqual(txids.slice(0, PAGE));
      const unspent: Json[] = await json(`${base}/utxo`);
      const left = unspent.reduce((total, { value, status }) => total + (status.confirmed ? value : 0), 0);
      expect(left).toBeLessThanOrEqual(sum(funded) - sum(spent));
    }
  }

  for (const { hash } of hashes) await compareBlock(hash);
  const kinds = new Map<string, string[]>();
  for (const script of ledger.addressOfScript.keys()) {
    const kind = `${script.slice(0, 4)} ${script.length}`;
    if (!isBareKey(script)) kinds.set(kind, [...(kinds.get(kind) ?? []), script]);
  }
  for (const own of kinds.values())
    for (const script of new Set([...own.slice(0, OWNERS), ...own.slice(-OWNERS)])) await compareOwner(script);
}

const shownOutput = ({ amount, script }: LedgerOutput) => ({ scriptpubkey: script, value: Number(amount) });
const isBareKey = (script: string): boolean => script.endsWith('ac') && !script.startsWith('76a914');

function rootOf(txid: string, { merkle, pos }: { merkle: readonly string[]; pos: number }): string {
  const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
  const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex').reverse();
  let [hash, at] = [bytesOf(txid), pos];
  for (const sibling of merkle) {
    const pair = at % 2 === 0 ? [hash, bytesOf(sibling)] : [bytesOf(sibling), hash];
    hash = sha256(sha256(Buffer.concat(pair))) as typeof hash;
    at >>= 1;
  }
  return hash.reverse().toString('hex');
}
