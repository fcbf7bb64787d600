import { type BlockRef, type CosmosBlock, type CosmosEntry, DecodeError, EffectRows } from '@chaintrail/chains';
import { txKey } from '../../tx-key.js';
import {
  MAX_INTEGER,
  type PreparedAccountBlock,
  preparedEffects,
  preparedRows,
  requireStorable,
} from '../account/prepared-block.js';
import { AddressBook } from '../address-book.js';
import { type Amount, amountOf } from '../amount.js';
import { CopyRows } from '../copy-rows.js';
import { putPayout, putTransaction, putTransfer } from './cosmos-rows.js';

/**
 * No denomination has more than 128 characters (cosmos-sdk types/coin.go), and an index holds no more than a few
 * kilobytes.
 */
const MAX_DENOM_LENGTH = 512;

/** @throws DecodeError where something of the block is larger than what it is stored as */
export function prepareCosmosBlock({ height, hash }: BlockRef, block: CosmosBlock): PreparedAccountBlock {
  const { parentHash, time, txCount, size, entries } = block;
  requireStorable(height, size);
  const [transactions, transfers, payouts] = [new CopyRows(), new CopyRows(), new CopyRows()];
  const book = new AddressBook();
  const effects = new EffectRows();
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
    effects: preparedEffects(effects.columns()),
  };
}

/**
 * Effects of the entry on everybody it touches, in the chain's own coin: 0 where it moves other denominations, or
 * nothing.
 */
function putEffects(effects: EffectRows, book: AddressBook, { from: signer, transfers }: CosmosEntry): void {
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
