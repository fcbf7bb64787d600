/** The rows of a batch in COPY form. Pure: values in, bytes out. Columns are in the order of {@link COPY_TARGETS}. */
import {
  type Amount,
  addAmounts,
  amountOf,
  amountOfWords,
  HIGH_WORD,
  headerBytes,
  LOW_WORD,
  readCashToken,
  SHIELDED_POOLS,
  scriptIsDerivedFrom,
  type UtxoBlock,
  type UtxoChain,
  type UtxoTransactions,
} from '@chaintrail/chains';
import { txKey } from '../../tx-key.js';
import { BYTEA, CopyRows, INT4, INT8, JSONB } from '../copy-rows.js';
import { type AddressStates, groupEvents, HISTORY_COLUMNS, HistoryRows } from '../history/history-rows.js';
import type { AddressEvents } from './address-events.js';
import { NONE, type UtxoBatch } from './utxo-batch.js';

export const COPY_TARGETS = {
  blocks: '(height, hash, parent_hash, time, max_time, tx_count, size, fees, reward, weight, coinbase_script, header)',
  transactions:
    '(tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts, output_values, output_keys, output_scripts, input_txids, input_values, input_keys, output_tokens, sprout_delta, sapling_delta, orchard_delta, ironwood_delta)',
  address_transactions: HISTORY_COLUMNS,
  unspent_outputs: '(txid, vout, tx_key, value, address_key)',
  unaddressed_spends: '(made_tx_key, tx_key, vout, vin)',
} as const;

/** @param latestTime header time that no earlier block exceeds. @returns with it, the latest of these blocks */
export function blockRows(
  batch: UtxoBatch,
  { fees }: AddressEvents,
  latestTime: number,
  rows = new CopyRows(),
): { rows: CopyRows; latestTime: number } {
  let latest = latestTime;
  for (const [b, { height, hash, parentHash, block }] of batch.blocks.entries()) {
    rows.row(12);
    rows.int4(height);
    rows.bytea(Buffer.from(hash, 'hex'));
    rows.bytea(Buffer.from(parentHash, 'hex'));
    rows.int8(block.time);
    if (block.time < latest) rows.int8(latest);
    else rows.null();
    latest = Math.max(latest, block.time);
    rows.int4(block.txCount);
    rows.int4(block.size);
    const first = batch.txBase[b]!;
    putBlockTotals(rows, batch.chain, block, fees.slice(first, first + block.txCount));
    rows.bytea(block.bytes, 0, headerBytes(batch.chain));
  }
  return { rows, latestTime: latest };
}

export function transactionRows(batch: UtxoBatch, events: AddressEvents, rows = new CopyRows()): CopyRows {
  for (let tx = 0; tx < batch.txBlock.length; tx++) {
    const b = batch.txBlock[tx]!;
    const { block, height } = batch.blocks[b]!;
    const t = tx - batch.txBase[b]!;
    rows.row(20);
    rows.int8(txKey(height, t));
    rows.reversedHash(block.txids, 32 * t);
    rows.int8(block.txVersion[t]!);
    rows.int8(block.lockTime[t]!);
    rows.int4(block.txSize[t]!);
    rows.int4(Math.ceil(block.txWeight[t]! / 4));
    const fee = events.fees[tx]!;
    if (fee === null) rows.null();
    else rows.numeric(fee);
    const firstInput = block.inputStart[t]!;
    const inputCount = t === 0 ? 0 : block.inputStart[t + 1]! - firstInput;
    putInputs(rows, batch, b, firstInput, inputCount);
    putOutputs(rows, batch, b, t);
    putEarlyInputs(rows, batch, b, firstInput, inputCount);
    putTokens(rows, block, t);
    putPoolDeltas(rows, batch.poolWords[b]!, t);
  }
  return rows;
}

function putInputs(rows: CopyRows, batch: UtxoBatch, b: number, firstInput: number, count: number): void {
  const { block } = batch.blocks[b]!;
  const base = batch.inputBase[b]! + firstInput;
  const keys = rows.beginArray(INT8, count);
  for (let i = 0; i < count; i++) {
    const made = batch.inputTxKey[base + i]!;
    if (made === NONE) rows.null();
    else rows.int8(made);
  }
  rows.endArray(keys);
  const vouts = rows.beginArray(INT4, count);
  for (let i = 0; i < count; i++) rows.int4(block.inputPrevVout[firstInput + i]! | 0);
  rows.endArray(vouts);
}

function putOutputs(rows: CopyRows, batch: UtxoBatch, b: number, t: number): void {
  const { block } = batch.blocks[b]!;
  const { addresses, outputAddress, outputWords } = batch;
  const first = block.outputStart[t]!;
  const count = block.outputStart[t + 1]! - first;
  const base = batch.outputBase[b]! + first;
  const values = rows.beginArray(INT8, count);
  for (let o = base; o < base + count; o++) {
    rows.int8Words(outputWords[2 * o + HIGH_WORD]!, outputWords[2 * o + LOW_WORD]!);
  }
  rows.endArray(values);
  let anyStored = false;
  const keys = rows.beginArray(BYTEA, count);
  for (let o = 0; o < count; o++) {
    const address = outputAddress[base + o]!;
    if (address === NONE) rows.null();
    else rows.bytea(addresses.bytes, addresses.starts[address]!, addresses.starts[address + 1]!);
    anyStored ||= isStored(batch, b, first + o);
  }
  rows.endArray(keys);
  if (!anyStored) {
    rows.null();
    return;
  }
  const scripts = rows.beginArray(BYTEA, count);
  for (let o = first; o < first + count; o++) {
    const offset = block.outputScriptOffset[o]!;
    if (isStored(batch, b, o)) rows.bytea(block.bytes, offset, offset + block.outputScriptLength[o]!);
    else rows.null();
  }
  rows.endArray(scripts);
}

/** A script that is the template of its address is not stored twice. @param o output of block `b` */
function isStored(batch: UtxoBatch, b: number, o: number): boolean {
  const { block } = batch.blocks[b]!;
  const address = batch.outputAddress[batch.outputBase[b]! + o]!;
  if (address === NONE) return true;
  const { bytes, starts } = batch.addresses;
  const start = starts[address]!;
  const length = block.outputScriptLength[o]!;
  return !scriptIsDerivedFrom(
    block.bytes,
    block.outputScriptOffset[o]!,
    length,
    bytes,
    start,
    starts[address + 1]! - start,
  );
}

/** Outpoints before the indexed history cannot be named by tx_key: these columns hold what is known of them. */
function putEarlyInputs(rows: CopyRows, batch: UtxoBatch, b: number, firstInput: number, count: number): void {
  const { block } = batch.blocks[b]!;
  const { inputTxKey, inputKnown, inputWords, inputAddress, addresses } = batch;
  const base = batch.inputBase[b]! + firstInput;
  let anyEarly = false;
  for (let i = base; i < base + count && !anyEarly; i++) anyEarly = inputTxKey[i] === NONE;
  if (!anyEarly) {
    for (let column = 0; column < 3; column++) rows.null();
    return;
  }
  const txids = rows.beginArray(BYTEA, count);
  for (let i = 0; i < count; i++) {
    if (inputTxKey[base + i] === NONE) rows.reversedHash(block.bytes, block.inputPrevTxidOffset[firstInput + i]!);
    else rows.null();
  }
  rows.endArray(txids);
  const values = rows.beginArray(INT8, count);
  for (let i = base; i < base + count; i++) {
    if (inputTxKey[i] !== NONE || inputKnown[i] === 0) rows.null();
    else rows.int8Words(inputWords[2 * i + HIGH_WORD]!, inputWords[2 * i + LOW_WORD]!);
  }
  rows.endArray(values);
  const keys = rows.beginArray(BYTEA, count);
  for (let i = base; i < base + count; i++) {
    const address = inputAddress[i]!;
    if (inputTxKey[i] !== NONE || address === NONE) rows.null();
    else rows.bytea(addresses.bytes, addresses.starts[address]!, addresses.starts[address + 1]!);
  }
  rows.endArray(keys);
}

/** The outputs that are still unspent after the batch, sorted by txid so that their index is written in order. */
export function unspentOutputRows(batch: UtxoBatch): CopyRows {
  const rows = new CopyRows();
  const { addresses, txids } = batch;
  const display = Array.from(batch.txBlock, (_, tx) => Buffer.from(txids.subarray(32 * tx, 32 * tx + 32)).reverse());
  const order = Uint32Array.from(display.keys()).sort((x, y) => display[x]!.compare(display[y]!));
  for (const tx of order) {
    const b = batch.txBlock[tx]!;
    const { block, height } = batch.blocks[b]!;
    const t = tx - batch.txBase[b]!;
    for (let o = block.outputStart[t]!; o < block.outputStart[t + 1]!; o++) {
      const output = batch.outputBase[b]! + o;
      if (batch.outputUnspendable[output] === 1 || batch.outputSpent[output] === 1) continue;
      rows.row(5);
      rows.bytea(display[tx]!);
      rows.int4(o - block.outputStart[t]!);
      rows.int8(txKey(height, t));
      rows.int8Words(batch.outputWords[2 * output + HIGH_WORD]!, batch.outputWords[2 * output + LOW_WORD]!);
      const address = batch.outputAddress[output]!;
      if (address === NONE) rows.null();
      else rows.bytea(addresses.bytes, addresses.starts[address]!, addresses.starts[address + 1]!);
    }
  }
  return rows;
}

/** Which inputs spend outputs without an address: no history has them. Those of earlier outputs must be resolved. */
export function unaddressedSpendRows(batch: UtxoBatch, rows = new CopyRows()): CopyRows {
  const { inputTxKey, inputAddress } = batch;
  for (const [b, { block, height }] of batch.blocks.entries()) {
    const base = batch.inputBase[b]!;
    for (let t = 1; t < block.txCount; t++) {
      const first = block.inputStart[t]!;
      for (let i = first; i < block.inputStart[t + 1]!; i++) {
        if (inputAddress[base + i] !== NONE || inputTxKey[base + i] === NONE) continue;
        rows.row(4);
        rows.int8(inputTxKey[base + i]!);
        rows.int8(txKey(height, t));
        rows.int4(block.inputPrevVout[i]! | 0);
        rows.int4(i - first);
      }
    }
  }
  return rows;
}

/** Rows that continue the histories of the batch's addresses, in key order. @param states advanced in place */
export function historyRows({ addresses }: UtxoBatch, events: AddressEvents, states: AddressStates): CopyRows {
  const { txKey: keys, deltaHigh, deltaLow, receivedHigh, receivedLow } = events;
  const { order, start } = groupEvents(events.address, events.count, addresses.count);
  const rows = new HistoryRows(addresses, states, true);
  for (const address of addresses.sorted()) {
    for (let i = start[address]!; i < start[address + 1]!; i++) {
      const e = order[i]!;
      const received = amountOfWords(receivedHigh[e]!, receivedLow[e]!);
      rows.add(address, keys[e]!, amountOfWords(deltaHigh[e]!, deltaLow[e]!), received);
    }
  }
  return rows.history;
}

const HEADER_BYTES = 80;
/** A txid and an index stand in front of the script of an input. */
const OUTPOINT_BYTES = 36;
/** Longer ones are no coinbase's (bitcoin src/consensus/tx_check.cpp): their length is one byte. */
const MOST_SCRIPT_BYTES = 100;

/** `fees`, `reward`, `weight` and `coinbase_script`. @param fees of its transactions, null where one is not known */
function putBlockTotals(
  rows: CopyRows,
  { segwit }: UtxoChain,
  block: UtxoBlock,
  fees: readonly (Amount | null)[],
): void {
  const sum = sumOf(fees);
  if (sum === null) rows.null();
  else rows.numeric(sum);
  rows.numeric(amountOf(rewardOf(block)));
  if (segwit) rows.int4(weightOf(block));
  else rows.null();
  const at = block.inputPrevTxidOffset[0]! + OUTPOINT_BYTES;
  const length = block.bytes[at]!;
  if (length <= MOST_SCRIPT_BYTES) rows.bytea(block.bytes, at + 1, at + 1 + length);
  else rows.null();
}

function sumOf(fees: readonly (Amount | null)[]): Amount | null {
  let sum: Amount = 0;
  for (const fee of fees) {
    if (fee === null) return null;
    sum = addAmounts(sum, fee);
  }
  return sum;
}

function rewardOf({ outputStart, outputValue, poolDeltas }: UtxoBlock): bigint {
  const paid = outputValue.subarray(outputStart[0]!, outputStart[1]!);
  const shielded = poolDeltas?.subarray(0, SHIELDED_POOLS.length) ?? [];
  return [...paid, ...shielded].reduce((sum, value) => sum + value, 0n);
}

/** As GetBlockWeight has it (bitcoin src/consensus/validation.h): neither header nor count are witnesses. */
function weightOf({ txCount, txWeight }: UtxoBlock): number {
  const countBytes = txCount < 0xfd ? 1 : txCount <= 0xffff ? 3 : 5;
  return txWeight.reduce((sum, weight) => sum + weight, 4 * (HEADER_BYTES + countBytes));
}

/** `output_tokens` of transaction `t`, unconfirmed or not: NULL where none of its outputs holds any. */
export function putTokens(rows: CopyRows, transactions: UtxoTransactions, t: number): void {
  const { bytes, outputStart, outputTokenLength, outputScriptOffset } = transactions;
  const first = outputStart[t]!;
  const end = outputStart[t + 1]!;
  if (outputTokenLength === null || !hasTokens(outputTokenLength, first, end)) {
    rows.null();
    return;
  }
  const tokens = rows.beginArray(JSONB, end - first);
  for (let o = first; o < end; o++) {
    const length = outputTokenLength[o]!;
    if (length === 0) rows.null();
    else rows.jsonb(JSON.stringify(readCashToken(bytes, outputScriptOffset[o]! - length, length)));
  }
  rows.endArray(tokens);
}

function hasTokens(lengths: Uint32Array, first: number, end: number): boolean {
  for (let o = first; o < end; o++) if (lengths[o] !== 0) return true;
  return false;
}

/**
 * `sprout_delta` … `ironwood_delta` of transaction `t`, which Zcash alone fills: NULL for a pool that neither gains nor
 * loses. The same for unconfirmed transactions.
 * @param words of `poolDeltas`; null on chains without pools
 */
export function putPoolDeltas(rows: CopyRows, words: Uint32Array | null, t: number): void {
  const pools = SHIELDED_POOLS.length;
  for (let pool = t * pools; pool < (t + 1) * pools; pool++) {
    const high = words === null ? 0 : words[2 * pool + HIGH_WORD]!;
    const low = words === null ? 0 : words[2 * pool + LOW_WORD]!;
    if (high === 0 && low === 0) rows.null();
    else rows.int8Words(high, low);
  }
}
