/** The wire bytes of transactions that blocks have, for which no node needs `txindex`. */
import { displayHash, HASH_BYTES } from '../../bytes/hash.js';
import type { BlockRef } from '../../chain.js';
import { BlockNotFoundError } from '../../errors.js';
import { inBatches } from '../../rpc/batches.js';
import { type Check, checked, hasCode, RPC_METHOD_NOT_FOUND, refusalOf } from '../../rpc/rpc-errors.js';
import { decodeUtxoBlock, transactionsStart } from '../decode-utxo-block.js';
import { decodeUtxoTransaction } from '../decode-utxo-transaction.js';
import { hashAnswer, hexAnswer } from './answer-schemas.js';
import { BITCOIND_ERRORS, isUnknown, RPC_NOT_FOUND } from './bitcoind-errors.js';
import { readUncheckedBlock } from './blocks.js';
import type { UtxoConnection } from './utxo-connection.js';

/** Transactions of one block. */
export interface BlockTransactions {
  readonly block: BlockRef;
  /** Display form. */
  readonly txids: readonly string[];
}

/** From so many on, the block as a whole is cheaper: without an index, a node reads it anew for each transaction. */
const WHOLE_BLOCK_FROM = 8;
/** A page of 25 is three batches, which a node serves at once. */
const PER_BATCH = 9;
/** A batch with a larger answer is halved. */
const BATCH_MAX_BYTES = 16 * 2 ** 20;

/**
 * @returns by txid, without those that their block does not have
 * @throws BlockNotFoundError where the node does not have a block; NodeLieError for bytes that have another txid
 */
export async function readBlockTransactions(
  node: UtxoConnection,
  wanted: readonly BlockTransactions[],
): Promise<Map<string, Buffer>> {
  const { describes } = await node.profile();
  const found = new Map<string, Buffer>();
  const isWhole = ({ txids }: BlockTransactions): boolean =>
    describes === 'decoderawtransaction' || txids.length >= WHOLE_BLOCK_FROM;
  const single = wanted
    .filter((each) => !isWhole(each))
    .flatMap(({ block, txids }) => txids.map((txid) => ({ block, txid })));
  const answers = await inBatches(single, PER_BATCH, (batch) => askForTransactions(node, batch));
  const wholes = new Map(wanted.filter(isWhole).map(({ block, txids }) => [block.hash, [...txids]]));
  for (const [n, { block, txid }] of single.entries()) {
    const bytes = answers[n];
    if (bytes) found.set(txid, bytes);
    // Nodes refuse the genesis coinbase, and have it in its block.
    else wholes.set(block.hash, [...(wholes.get(block.hash) ?? []), txid]);
  }
  for (const [hash, txids] of wholes) {
    for (const [txid, bytes] of await cutFromBlock(node, hash, txids)) found.set(txid, bytes);
  }
  return found;
}

/** @returns null for each that the node does not find in the block */
async function askForTransactions(
  node: UtxoConnection,
  wanted: readonly { readonly block: BlockRef; readonly txid: string }[],
): Promise<(Buffer | null)[]> {
  const { largePool: pool } = await node.profile();
  const limit = wanted.length > 1 ? { maxBytes: BATCH_MAX_BYTES } : {};
  const params = wanted.map(({ block, txid }) => [txid, 0, block.hash]);
  const read = (value: unknown, n: number): Buffer => {
    const bytes = hexAnswer(value);
    requireTxid(node, bytes, wanted[n]!.txid);
    return bytes;
  };
  return node.readEach('getrawtransaction', params, read, isUnknown, { pool, ...limit });
}

function requireTxid({ chainParams }: UtxoConnection, bytes: Buffer, txid: string): void {
  const decoded = decodeUtxoTransaction(chainParams, bytes);
  const got = decoded && displayHash(decoded.txids);
  if (got !== txid) throw new TypeError(`asked for transaction ${txid}, got ${got}`);
}

/** @returns by txid, in the order of their block, those of the wanted transactions that the block has */
export async function cutFromBlock(
  node: UtxoConnection,
  blockHash: string,
  wanted: readonly string[],
): Promise<Map<string, Buffer>> {
  const { chainParams } = node;
  const { asked, bytes } = await readUncheckedBlock(node, blockHash).catch((error: unknown) => {
    if (!hasCode(error, RPC_NOT_FOUND)) throw error;
    throw new BlockNotFoundError(`it has no block ${blockHash} (${(error as Error).message})`, {
      ...node.asked('getblock'),
      code: RPC_NOT_FOUND,
      cause: error,
    });
  });
  return checked(asked, bytes, () => {
    const { txids, txSize } = decodeUtxoBlock(chainParams, bytes, { hash: blockHash });
    const places = wanted
      .map((txid) => ({ txid, place: placeOf(txids, txid) }))
      .filter(({ place }) => place >= 0)
      .sort((one, other) => one.place - other.place);
    const cut = new Map<string, Buffer>();
    let [next, start] = [0, transactionsStart(chainParams, bytes)];
    for (const { txid, place } of places) {
      for (; next < place; next++) start += txSize[next]!;
      // A copy: a slice would keep the whole block in memory.
      cut.set(txid, Buffer.from(bytes.subarray(start, start + txSize[place]!)));
    }
    return cut;
  });
}

/** @returns the place of a transaction in its block; -1 where it is not there */
function placeOf(txids: Buffer, txid: string): number {
  const wanted = Buffer.from(txid, 'hex').reverse();
  let at = txids.indexOf(wanted);
  // Two neighbours may have its bytes between them.
  while (at > 0 && at % HASH_BYTES !== 0) at = txids.indexOf(wanted, at + 1);
  return at < 0 ? -1 : at / HASH_BYTES;
}

/**
 * Sending a transaction again that the node has accepted does nothing, so a call whose answer was lost may be repeated.
 * @returns its txid
 * @throws BroadcastRefusedError in the node's own words
 */
export function sendTransaction(node: UtxoConnection, hex: string): Promise<string> {
  return judged(node, 'sendrawtransaction', hex, hashAnswer);
}

/** A call whose errors are told in the node's own words: a batch of one leaves them as they are. */
async function judged<T>(
  node: UtxoConnection,
  method: string,
  param: string | readonly string[],
  check: Check<T>,
): Promise<T> {
  const asked = node.asked(method);
  const [outcome] = await node.rpc.batch(method, [{ method, params: [param] }]);
  if ('error' in outcome!) throw refusalOf(asked, outcome.error, BITCOIND_ERRORS);
  return checked(asked, outcome!.result, check);
}

/**
 * Gives several transactions to the node, which judges them together: a child may pay for its parents.
 * @returns what the node says of them; null where it does not offer it (Bitcoin Core before 28, other nodes)
 * @throws BroadcastRefusedError in the node's own words, where it does not even look at them
 */
export async function sendPackage(node: UtxoConnection, hexes: readonly string[]): Promise<object | null> {
  const answer = judged(node, 'submitpackage', hexes, (value) => ({ ...(value as object) }));
  return answer.catch((error: unknown) => {
    if (hasCode(error, RPC_METHOD_NOT_FOUND)) return null;
    throw error;
  });
}
