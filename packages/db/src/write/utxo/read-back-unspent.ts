/** After an interruption: fills the cache of unspent outputs again from the transactions that were loaded. */
import { type ChainCode, isUnspendable, type UtxoNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { type ArrayField, CopyReader, copyOut } from '../copy.js';
import { summariseLoadIndex } from '../first-sync/first-sync-state.js';
import type { UnspentCache } from './unspent-cache.js';

/** Transactions read at once, and a block more. */
const TRANSACTIONS_AT_ONCE = 50_000;
const BLOCKS_AT_ONCE = 10_000;
const INDEX_SLOTS = txKey(1, 0);

interface Span {
  /** Heights, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/**
 * Adds the outputs that transactions from `fromTxKey` on made and none of them spent. The transactions are read once,
 * in chain order, and their inputs name the spent outputs by tx_key. What is older is in unspent_outputs already.
 * @param cursorHeight last loaded block
 * @param onShare told now and then, 0 to 1
 */
export async function readBackUnspent(
  session: Session,
  chain: ChainCode,
  network: UtxoNetwork,
  cache: UnspentCache,
  fromTxKey: number,
  cursorHeight: number,
  onShare: (share: number) => void,
): Promise<void> {
  const firstHeight = Math.floor(fromTxKey / INDEX_SLOTS);
  await summariseLoadIndex(session, chain);
  for await (const { from, to } of spansFrom(session, chain, firstHeight)) {
    const answer = await copyOut(
      session,
      `SELECT tx_key, txid, input_tx_keys, input_vouts, output_values, output_keys, output_scripts FROM ${chain}.transactions
       WHERE tx_key >= ${txKey(from, 0)} AND tx_key < ${txKey(to + 1, 0)} ORDER BY tx_key`,
    );
    // In some chains a transaction may come before those whose outputs it spends. So outputs go first, and inputs also
    // of transactions in front of the first one.
    for (const transaction of transactionsOf(answer)) {
      if (transaction.key >= fromTxKey) addOutputs(transaction, network, cache);
    }
    for (const transaction of transactionsOf(answer)) takeInputs(transaction, cache, fromTxKey);
    onShare((to - firstHeight + 1) / (cursorHeight - firstHeight + 1));
  }
}

/** A transaction where it lies in an answer. */
interface TransactionFields {
  readonly reader: CopyReader;
  readonly key: number;
  /** Display order. */
  readonly txid: Buffer;
  readonly inputKeys: ArrayField;
  readonly inputVouts: ArrayField;
  readonly values: ArrayField;
  readonly keys: ArrayField;
  readonly scripts: ArrayField;
}

function* transactionsOf(answer: Buffer): Generator<TransactionFields> {
  const reader = new CopyReader(answer);
  while (reader.nextRow()) {
    yield {
      reader,
      key: reader.int8(),
      txid: reader.bytea(),
      inputKeys: reader.array(),
      inputVouts: reader.array(),
      values: reader.array(),
      keys: reader.array(),
      scripts: reader.array(),
    };
  }
}

function addOutputs(transaction: TransactionFields, network: UtxoNetwork, cache: UnspentCache): void {
  const { reader, key, values, keys, scripts } = transaction;
  const isCoinbase = key % INDEX_SLOTS === 0;
  if (isCoinbase && network.unspendableCoinbases.includes(Math.floor(key / INDEX_SLOTS))) return;
  const txid = Buffer.from(transaction.txid).reverse();
  for (let o = 0; o < values.count; o++) {
    const keyLength = Math.max(0, keys.lengths[o]!);
    const hasScript = scripts.count > 0 && scripts.lengths[o]! >= 0;
    if (keyLength === 0 && hasScript && isUnspendable(reader.bytes, scripts.starts[o]!, scripts.lengths[o]!)) continue;
    const at = values.starts[o]!;
    const high = reader.bytes.readUInt32BE(at);
    const low = reader.bytes.readUInt32BE(at + 4);
    cache.add(txid, 0, o, key, high, low, reader.bytes, keys.starts[o]!, keyLength);
  }
}

function takeInputs(transaction: TransactionFields, cache: UnspentCache, fromTxKey: number): void {
  const { reader, inputKeys, inputVouts } = transaction;
  for (let i = 0; i < inputKeys.count; i++) {
    if (inputKeys.lengths[i]! < 0) continue; // made before the history
    const made = reader.int8At(inputKeys.starts[i]!);
    if (made >= fromTxKey) cache.takeMade(made, reader.int4At(inputVouts.starts[i]!));
  }
}

/** Runs of whole blocks with about {@link TRANSACTIONS_AT_ONCE} transactions, from a height to the last block. */
async function* spansFrom(session: Session, chain: ChainCode, firstHeight: number): AsyncGenerator<Span> {
  for (let next = firstHeight; ; ) {
    const { rows } = await session.query<{ from: number | null; to: number }>(
      `SELECT min(height) AS from, max(height) AS to FROM (
         SELECT height, sum(tx_count) OVER (ORDER BY height) - tx_count AS before
         FROM (SELECT height, tx_count FROM ${chain}.blocks WHERE height >= $1 ORDER BY height LIMIT ${BLOCKS_AT_ONCE}) next
       ) counted WHERE before < ${TRANSACTIONS_AT_ONCE}`,
      [next],
    );
    const [span] = rows;
    if (span === undefined || span.from === null) return;
    yield { from: span.from, to: span.to };
    next = span.to + 1;
  }
}
