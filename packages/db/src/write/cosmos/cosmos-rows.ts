/** The rows of a block in COPY form. Pure: values in, bytes out. Columns are in the order of {@link COPY_TARGETS}. */
import type { CosmosEntry, CosmosPayout, CosmosTransfer } from '@chaintrail/chains';
import type { AccountTables } from '../account/prepared-block.js';
import { amountOf } from '../amount.js';
import type { CopyRows } from '../copy-rows.js';

/** The tables of a prepared block. */
export const COPY_TARGETS = {
  transactions:
    '(tx_key, txid, block_index, code, from_key, in_txid, gas_wanted, gas_used, fee, memo, failure, messages, in_asset, in_amount, in_memo)',
  transfers: '(tx_key, idx, kind, from_key, to_key, asset, amount)',
  payouts: '(tx_key, idx, in_txid, out_txid, to_chain, to_address, asset, amount, memo)',
} as const satisfies AccountTables;

export function putTransaction(rows: CopyRows, txKey: number, entry: CosmosEntry): void {
  rows.row(15);
  rows.int8(txKey);
  rows.bytea(entry.txid);
  putInteger(rows, entry.index);
  putInteger(rows, entry.code);
  putBytes(rows, entry.from);
  putBytes(rows, entry.inTxid);
  putGas(rows, entry.gasWanted);
  putGas(rows, entry.gasUsed);
  if (entry.fee === null) rows.null();
  else rows.numeric(amountOf(entry.fee));
  putText(rows, entry.memo);
  putText(rows, entry.log);
  // An entry of the block itself has none, unless it has something to tell.
  if (entry.index === null && entry.messages.length === 0) rows.null();
  else rows.jsonb(storableJson(entry.messages));
  putText(rows, entry.input?.asset ?? null);
  if (entry.input === null) rows.null();
  else rows.numeric(amountOf(entry.input.amount));
  putText(rows, entry.input?.memo ?? null);
}

export function putTransfer(rows: CopyRows, txKey: number, idx: number, transfer: CosmosTransfer): void {
  rows.row(7);
  rows.int8(txKey);
  rows.int4(idx);
  rows.text(transfer.kind);
  putBytes(rows, transfer.from);
  putBytes(rows, transfer.to);
  putText(rows, transfer.denom);
  rows.numeric(amountOf(transfer.amount));
}

export function putPayout(rows: CopyRows, txKey: number, idx: number, payout: CosmosPayout): void {
  rows.row(9);
  rows.int8(txKey);
  rows.int4(idx);
  rows.bytea(payout.inTxid);
  putBytes(rows, payout.txid);
  putText(rows, payout.chain);
  putText(rows, payout.to);
  putText(rows, payout.asset);
  rows.numeric(amountOf(payout.amount));
  putText(rows, payout.memo);
}

function putInteger(rows: CopyRows, value: number | null): void {
  if (value === null) rows.null();
  else rows.int4(value);
}

/** Who signs a transaction declares its gas, and may declare any. */
function putGas(rows: CopyRows, value: number | null): void {
  if (value === null || !Number.isSafeInteger(value)) rows.null();
  else rows.int8(value);
}

function putBytes(rows: CopyRows, value: Uint8Array | null): void {
  if (value === null) rows.null();
  else rows.bytea(value);
}

function putText(rows: CopyRows, value: string | null): void {
  if (value === null) rows.null();
  else rows.text(storableText(value));
}

/**
 * Text that anybody may have written, as PostgreSQL can hold it: it has no character 0, and jsonb takes no half of a
 * surrogate pair. Both become U+FFFD, as undecodable bytes do. (Half a pair in text becomes that when it is encoded.)
 */
function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}

/** Text that JSON.stringify writes of both, beside every other escape. */
const UNSTORABLE = /\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g;

/** @param value whatever JSON can say */
function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\u')) return json;
  // An escaped backslash is taken whole, so that what follows it is not taken for an escape.
  return json.replace(UNSTORABLE, (written, what: string) => (what.length > 1 ? '\\ufffd' : written));
}
