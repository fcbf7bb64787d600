/** The rows of a batch in COPY form. Pure: values in, bytes out. Columns are in the order of {@link COPY_TARGETS}. */
import {
  type BlockRef,
  type EvmBlock,
  type KeyTable,
  NO_NUMBER,
  TOKEN_STANDARDS,
  TRANSFER_KINDS,
  type TransferColumns,
} from '@chaintrail/chains';
import { txKey } from '../../tx-key.js';
import {
  type AccountTables,
  type PreparedAccountBlock,
  preparedEffects,
  preparedRows,
  requireStorable,
} from '../account/prepared-block.js';
import type { Amount } from '../amount.js';
import { CopyRows } from '../copy-rows.js';

/** The tables of a prepared block. */
export const COPY_TARGETS = {
  transactions:
    '(tx_key, txid, type, succeeded, from_key, to_key, created_contract, value, nonce, gas_limit, gas_used, gas_price, fee, blob_fee, l1_fee, operator_fee, method)',
  transfers: '(tx_key, idx, kind, from_key, to_key, asset, standard, amount, token_id)',
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

function transferRows(height: number, { keys, transfers }: EvmBlock): CopyRows {
  const rows = new CopyRows();
  putTransfers(rows, height, keys, transfers, 0);
  return rows;
}

/** @param firstIdx `idx` of the first transfer of each entry */
export function putTransfers(
  rows: CopyRows,
  height: number,
  keys: KeyTable,
  transfers: TransferColumns,
  firstIdx: number,
): void {
  const { start, kind, from, to, asset, standard, amount, tokenId } = transfers;
  for (let entry = 0; entry + 1 < start.length; entry++) {
    const key = txKey(height, entry);
    const first = start[entry]!;
    for (let i = first; i < start[entry + 1]!; i++) {
      rows.row(9);
      rows.int8(key);
      rows.int4(firstIdx + i - first);
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

/** @throws DecodeError where a number of the block is larger than what it is stored as */
export function prepareEvmBlock({ height, hash }: BlockRef, block: EvmBlock): PreparedAccountBlock {
  const { parentHash, time, txCount, size, keys, effects } = block;
  requireStorable(height, block.type.length, size);
  return {
    ...{ height, hash, parentHash, time, txCount, size, keys },
    rows: {
      transactions: preparedRows(transactionRows(height, block)),
      transfers: preparedRows(transferRows(height, block)),
    },
    effects: preparedEffects(effects),
  };
}
