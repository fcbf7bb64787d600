/** The rows of a block in COPY form. Pure: values in, bytes out. Columns are in the order of {@link COPY_TARGETS}. */
import {
  type Amount,
  amountOf,
  type BlockRef,
  type CosmosBlock,
  type CosmosEntry,
  type CosmosPayout,
  type CosmosTransfer,
  DecodeError,
  EffectColumnsBuilder,
} from '@chaintrail/chains';
import { txKey } from '../../tx-key.js';
import {
  type AccountTables,
  MAX_INTEGER,
  type PreparedAccountBlock,
  preparedEffects,
  preparedRows,
  requireStorable,
} from '../account/prepared-block.js';
import { AddressBook } from '../address-book.js';
import { CopyRows } from '../copy-rows.js';

/** The tables of a prepared block. */
export const COPY_TARGETS = {
  transactions:
    '(tx_key, txid, block_index, code, from_key, in_txid, gas_wanted, gas_used, fee, memo, failure, messages, in_asset, in_amount, in_memo)',
  transfers: '(tx_key, idx, kind, from_key, to_key, asset, amount)',
  payouts: '(tx_key, idx, in_txid, out_txid, to_chain, to_address, asset, amount, memo)',
} as const satisfies AccountTables;

function putTransaction(rows: CopyRows, txKey: number, entry: CosmosEntry): void {
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

function putTransfer(rows: CopyRows, txKey: number, idx: number, transfer: CosmosTransfer): void {
  rows.row(7);
  rows.int8(txKey);
  rows.int4(idx);
  rows.text(transfer.kind);
  putBytes(rows, transfer.from);
  putBytes(rows, transfer.to);
  putText(rows, transfer.denom);
  rows.numeric(amountOf(transfer.amount));
}

function putPayout(rows: CopyRows, txKey: number, idx: number, payout: CosmosPayout): void {
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

/** Denominations have 128 characters at most (cosmos-sdk types/coin.go); an index holds no more than a few KB. */
const MAX_DENOM_LENGTH = 512;

/** @throws DecodeError where something of the block is larger than what it is stored as */
export function prepareCosmosBlock({ height, hash }: BlockRef, block: CosmosBlock): PreparedAccountBlock {
  const { parentHash, time, txCount, size, entries } = block;
  requireStorable(height, size);
  const [transactions, transfers, payouts] = [new CopyRows(), new CopyRows(), new CopyRows()];
  const book = new AddressBook();
  const effects = new EffectColumnsBuilder();
  for (const [e, entry] of entries.entries()) {
    requireStorableEntry(height, entry);
    const key = txKey(height, e);
    putTransaction(transactions, key, entry);
    for (const [idx, transfer] of entry.transfers.entries()) putTransfer(transfers, key, idx, transfer);
    for (const [idx, payout] of entry.payouts.entries()) putPayout(payouts, key, idx, payout);
    putEffects(effects, book, entry);
    effects.endEntry();
  }
  return {
    ...{ height, hash, parentHash, time, txCount, size },
    // Slices: the rest of the buffers would travel between threads with them.
    keys: {
      bytes: Uint8Array.from(book.bytes.subarray(0, book.starts[book.count])),
      starts: book.starts.slice(0, book.count + 1),
    },
    rows: {
      transactions: preparedRows(transactions),
      transfers: preparedRows(transfers),
      payouts: preparedRows(payouts),
    },
    effects: preparedEffects(effects.finish()),
  };
}

/**
 * Effects of the entry on everybody it touches, in the chain's own coin: 0 where it moves other denominations, or
 * nothing.
 */
function putEffects(effects: EffectColumnsBuilder, book: AddressBook, { from: signer, transfers }: CosmosEntry): void {
  if (signer !== null) effects.touch(book.numberOf(signer));
  for (const { kind, from, to, denom, amount } of transfers) {
    const moved: Amount = denom === null ? amountOf(amount) : 0;
    if (from !== null) effects.charge(book.numberOf(from), moved);
    if (to === null) continue;
    // Coins from before the first block count for the balance. Nobody was paid them in any block.
    if (kind === 'genesis') effects.charge(book.numberOf(to), -moved);
    else effects.pay(book.numberOf(to), moved);
  }
}

function requireStorableEntry(height: number, { code, transfers }: CosmosEntry): void {
  if ((code ?? 0) > MAX_INTEGER)
    throw new DecodeError(`block ${height}: no transaction has the result code ${code}`, 0);
  if (transfers.some(({ denom }) => denom !== null && denom.length > MAX_DENOM_LENGTH))
    throw new DecodeError(`block ${height}: no denomination has more than ${MAX_DENOM_LENGTH} characters`, 0);
}
