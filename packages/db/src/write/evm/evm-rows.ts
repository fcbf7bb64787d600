/** The rows of a batch in COPY form. Pure: values in, bytes out. Columns are in the order of {@link COPY_TARGETS}. */
import {
  type Amount,
  type BlockRef,
  type EvmBlock,
  type InternalBlock,
  type KeyTable,
  NO_NUMBER,
  TOKEN_STANDARDS,
  TRANSFER_KINDS,
  type TransferColumns,
} from '@chaintrail/chains';
import type { GapReason } from '../../tables/sync-tables.js';
import { FIRST_INTERNAL_IDX, txKey } from '../../tx-key.js';
import {
  type AccountTables,
  type PreparedAccountBlock,
  preparedEffects,
  preparedRows,
  requireStorable,
} from '../account/prepared-block.js';
import { CopyRows } from '../copy-rows.js';

/** The tables of a prepared block. */
export const COPY_TARGETS = {
  transactions:
    '(tx_key, txid, type, succeeded, from_key, to_key, created_contract, value, nonce, gas_limit, gas_used, gas_price, fee, blob_fee, l1_fee, operator_fee, method)',
  transfers: '(tx_key, idx, kind, from_key, to_key, asset, standard, amount, token_id)',
  wrapped_logs: '(tx_key, idx, mints, asset, owner_key, amount)',
} as const satisfies AccountTables;

const KIND_TEXT = TRANSFER_KINDS.map((kind) => Buffer.from(kind));
const STANDARD_TEXT = TOKEN_STANDARDS.map((standard) => Buffer.from(standard));

function transactionRows(height: number, block: EvmBlock): CopyRows {
  const rows = new CopyRows();
  for (let t = 0; t < block.type.length; t++) putTransaction(rows, height, block, t);
  return rows;
}

function putTransaction(rows: CopyRows, height: number, block: EvmBlock, t: number): void {
  rows.row(17);
  rows.int8(txKey(height, t));
  rows.bytea(block.txids, 32 * t, 32 * t + 32);
  if (block.type[t] === NO_NUMBER) rows.null();
  else rows.int2(block.type[t]!);
  if (block.status[t] === NO_NUMBER) rows.null();
  else rows.bool(block.status[t] === 1);
  putKey(rows, block.keys, block.from[t]!);
  putKey(rows, block.keys, block.to[t]!);
  putKey(rows, block.keys, block.createdContract[t]!);
  if (block.type[t] === NO_NUMBER) rows.null();
  else rows.numeric(block.value[t]!);
  putNumber(rows, block.nonce[t]!);
  putNumber(rows, block.gasLimit[t]!);
  putNumber(rows, block.gasUsed[t]!);
  putAmount(rows, block.gasPrice[t]!);
  putAmount(rows, block.fee[t]!);
  putAmount(rows, block.blobFee?.[t] ?? null);
  putAmount(rows, block.l1Fee?.[t] ?? null);
  putAmount(rows, block.operatorFee?.[t] ?? null);
  if (block.method[t] === NO_NUMBER) rows.null();
  else rows.fourBytes(block.method[t]!);
}

/** @param firstInternal index of each entry's first internal transfer: they have numbers of their own */
function transferRows(height: number, { keys, transfers, firstInternal }: EvmBlock): CopyRows {
  const rows = new CopyRows();
  const { start } = transfers;
  for (let entry = 0; entry + 1 < start.length; entry++) {
    const key = txKey(height, entry);
    const end = start[entry + 1]!;
    const inside = firstInternal?.[entry] ?? end;
    putTransfers(rows, key, keys, transfers, { from: start[entry]!, to: inside, firstIdx: 0 });
    putTransfers(rows, key, keys, transfers, { from: inside, to: end, firstIdx: FIRST_INTERNAL_IDX });
  }
  return rows;
}

/** Transfers and effects of a block that only traces tell. */
export function internalTransferRows(height: number, { keys, transfers }: InternalBlock, rows: CopyRows): void {
  const { start } = transfers;
  for (let entry = 0; entry + 1 < start.length; entry++) {
    const span = { from: start[entry]!, to: start[entry + 1]!, firstIdx: FIRST_INTERNAL_IDX };
    putTransfers(rows, txKey(height, entry), keys, transfers, span);
  }
}

/** Transfers `from … to - 1` of one entry, and the `idx` of the first of them. */
interface TransferSpan {
  readonly from: number;
  readonly to: number;
  readonly firstIdx: number;
}

function putTransfers(
  rows: CopyRows,
  key: number,
  keys: KeyTable,
  { kind, from, to, asset, standard, amount, tokenId }: TransferColumns,
  span: TransferSpan,
): void {
  for (let i = span.from; i < span.to; i++) {
    rows.row(9);
    rows.int8(key);
    rows.int4(span.firstIdx + i - span.from);
    rows.bytea(KIND_TEXT[kind[i]!]!);
    putKey(rows, keys, from[i]!);
    putKey(rows, keys, to[i]!);
    putKey(rows, keys, asset[i]!);
    if (standard[i] === NO_NUMBER) rows.null();
    else rows.bytea(STANDARD_TEXT[standard[i]!]!);
    rows.numeric(amount[i]!);
    putAmount(rows, tokenId[i]!);
  }
}

function wrappedRows(height: number, { keys, wrapped }: EvmBlock): CopyRows {
  const rows = new CopyRows();
  let idx = 0;
  for (const [i, entry] of wrapped.entry.entries()) {
    idx = entry === wrapped.entry[i - 1] ? idx + 1 : 0;
    rows.row(6);
    rows.int8(txKey(height, entry));
    rows.int4(idx);
    rows.bool(wrapped.mints[i] === 1);
    putKey(rows, keys, wrapped.asset[i]!);
    putKey(rows, keys, wrapped.owner[i]!);
    rows.numeric(wrapped.amount[i]!);
  }
  return rows;
}

function putKey(rows: CopyRows, { bytes, starts }: KeyTable, number: number): void {
  if (number === NO_NUMBER) rows.null();
  else rows.bytea(bytes, starts[number]!, starts[number + 1]!);
}

function putNumber(rows: CopyRows, value: number): void {
  if (Number.isNaN(value)) rows.null();
  else rows.int8(value);
}

function putAmount(rows: CopyRows, value: Amount | null): void {
  if (value === null) rows.null();
  else rows.numeric(value);
}

export interface PreparedEvmBlock extends PreparedAccountBlock {
  /** Why the block's traces are not part of it; null where they are. */
  readonly gap: GapReason | null;
  /** Keys of contracts whose code changed. */
  readonly changedCode: readonly Uint8Array[];
}

/** @throws DecodeError where a number of the block is larger than what it is stored as */
export function prepareEvmBlock(
  { height, hash }: BlockRef,
  block: EvmBlock,
  gap: GapReason | null = 'off',
): PreparedEvmBlock {
  const { parentHash, time, txCount, size, keys, effects } = block;
  requireStorable(height, size);
  return {
    ...{ height, hash, parentHash, time, txCount, size, keys, gap },
    changedCode: block.changedCode.map((n) => keys.bytes.slice(keys.starts[n]!, keys.starts[n + 1]!)),
    rows: {
      transactions: preparedRows(transactionRows(height, block)),
      transfers: preparedRows(transferRows(height, block)),
      wrapped_logs: preparedRows(wrappedRows(height, block)),
    },
    effects: preparedEffects(effects),
  };
}
