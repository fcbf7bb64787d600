/** The sort stage of what was traced after the fact: staged events, bucket by bucket, become rows. */
import type { ChainCode, EvmChainNetwork } from '@chaintrail/chains';
import { eq, sql } from 'drizzle-orm';
import type { Session } from '../../../connection.js';
import { orm, run } from '../../../tables/orm.js';
import { internalSyncOf } from '../../../tables/sync-tables.js';
import { txKey } from '../../../tx-key.js';
import { AddressBook } from '../../address-book.js';
import type { Amount } from '../../amount.js';
import { copyInto } from '../../copy.js';
import type { CopyRows } from '../../copy-rows.js';
import { ACCOUNT_BUCKETS } from '../../first-sync/address-buckets.js';
import { GroupReader } from '../../first-sync/event-chunk.js';
import { VarintReader } from '../../first-sync/varint.js';
import { groupEvents } from '../../history/group-events.js';
import { inTransaction } from '../../transaction.js';
import type { InternalEvents } from './internal-batch.js';
import { INTERNAL_HISTORY_COLUMNS, internalHistoryRows } from './internal-history-rows.js';
import type { InternalBackfillState } from './internal-state.js';
import { readInternalStates } from './read-internal-states.js';
import {
  countInternalChunks,
  type InternalChunk,
  readInternalChunks,
  removeInternalChunks,
} from './staged-internal.js';

/** Numbered rows of the chunks that came first, for as long as nothing else is written or taken back. */
export interface SortedPiece {
  readonly state: InternalBackfillState;
  readonly chunks: readonly InternalChunk[];
  readonly rows: CopyRows;
}

/**
 * Reads and numbers the next chunks. For any session; changes nothing.
 * @returns null when all are sorted
 */
export async function numberNextPiece(
  session: Session,
  { chain: { code } }: EvmChainNetwork,
  state: InternalBackfillState,
  pieceBytes: number,
): Promise<SortedPiece | null> {
  const chunks = await readInternalChunks(session, code, state.sortedTo, pieceBytes);
  if (chunks.length === 0) return null;
  // What was staged above the last block was taken back after it was staged.
  const below = txKey(state.to + 1, 0);
  const { events, listed } = unpack(chunks, below);
  const states = await readInternalStates(session, code, events.book, false, below);
  const rows = internalHistoryRows(events, listed, false, states);
  return { state, chunks, rows };
}

/**
 * Writes a piece in one transaction of the owner's session.
 * @returns false, with nothing written, when the piece is not the next one (any more)
 */
export async function writePiece(session: Session, chain: ChainCode, piece: SortedPiece): Promise<boolean> {
  const { state, chunks, rows } = piece;
  const last = chunks.at(-1)!;
  return inTransaction(session, async () => {
    const { rowCount } = await session.query(
      `SELECT FROM ${chain}.internal_sync WHERE stage = 'sort' AND sorted_to = $1 AND backfill_from = $2 AND backfill_to = $3
       FOR UPDATE`,
      [state.sortedTo, state.from, state.to],
    );
    if (rowCount !== 1) return false;
    // The chunks go with the piece: one that was written before is recognised by their absence.
    const there = await countInternalChunks(session, chain, state.sortedTo, last);
    if (there !== chunks.length) return false;
    await removeInternalChunks(session, chain, state.sortedTo, last);
    await copyInto(session, `${chain}.internal_address_transactions ${INTERNAL_HISTORY_COLUMNS}`, rows);
    await run(orm(session).update(internalSyncOf(chain)).set({ sortedTo: last.bucket, updatedAt: sql`now()` }));
    return true;
  });
}

/** @param below events from this tx_key on are left out */
function unpack(chunks: readonly InternalChunk[], below: number): { events: InternalEvents; listed: Uint8Array } {
  const book = new AddressBook();
  const address: number[] = [];
  const keys: number[] = [];
  const delta: Amount[] = [];
  const received: Amount[] = [];
  const listed: number[] = [];
  const reader = new GroupReader();
  for (const chunk of chunks) {
    for (const [isListed, bytes] of [chunk.unlisted, chunk.listed].entries()) {
      for (let at = 0; at < bytes.length; ) {
        const length = bytes[at]!;
        const number = book.numberOf(bytes, at + 1, length);
        const varints = new VarintReader(bytes, at + 1 + length);
        const count = varints.nextNumber();
        at = varints.at;
        reader.open(bytes, at, chunk.firstTxKey);
        for (let left = count; left > 0; left--) {
          at = reader.next();
          if (reader.txKey >= below) continue;
          address.push(number);
          keys.push(reader.txKey);
          delta.push(reader.delta);
          received.push(reader.received);
          listed.push(isListed);
        }
      }
    }
  }
  const groups = groupEvents(Int32Array.from(address), address.length, book.count);
  for (let a = 0; a < book.count; a++) {
    // Listed ones and the others lie apart.
    groups.order.subarray(groups.start[a], groups.start[a + 1]).sort((x, y) => keys[x]! - keys[y]!);
  }
  const columns = { address: Int32Array.from(address), txKey: Float64Array.from(keys), delta, received };
  return { events: { count: address.length, book, ...columns, groups }, listed: Uint8Array.from(listed) };
}

/** Ends the sort stage, inside the caller's transaction: every bucket is written. */
export async function endBackfillSort(session: Session, chain: ChainCode): Promise<void> {
  const internalSync = internalSyncOf(chain);
  const sorted = { stage: 'index', sortedTo: ACCOUNT_BUCKETS.count, updatedAt: sql`now()` } as const;
  await run(orm(session).update(internalSync).set(sorted).where(eq(internalSync.stage, 'sort')));
}
