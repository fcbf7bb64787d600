/** The row of first_sync: where a first sync stands, so that it goes on after it was interrupted. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { orm, run } from '../../tables/orm.js';
import { firstSyncOf, type Stage, syncStateOf } from '../../tables/sync-tables.js';
import type { ShownProgress } from './first-sync.js';

export interface FirstSyncState {
  readonly stage: Stage;
  /** Outputs of transactions below this tx_key that are unspent are in unspent_outputs. */
  readonly unspentTo: number;
  /** Buckets below this one are sorted. */
  readonly sortedTo: number;
  /**
   * Account chains: transfers of transactions below this tx_key are staged for token_balances, or in token_history;
   * null where none is.
   */
  readonly touchedTo: number | null;
  readonly transactions: number;
  readonly events: number;
}

/** @returns null when no first sync is under way */
export async function readFirstSync(session: Session, chain: ChainCode): Promise<FirstSyncState | null> {
  const [row] = await run(orm(session).select().from(firstSyncOf(chain)));
  return row ?? null;
}

/** Moves on within the caller's transaction. */
export async function moveFirstSync(session: Session, chain: ChainCode, to: Partial<FirstSyncState>): Promise<void> {
  await run(orm(session).update(firstSyncOf(chain)).set(to));
}

/** @returns what sync_state says of how much is done */
export async function readShown(session: Session, chain: ChainCode): Promise<ShownProgress> {
  const { share, nodeHeight } = syncStateOf(chain);
  const [row] = await run(orm(session).select({ share, nodeHeight }).from(syncStateOf(chain)));
  return row ?? { share: null, nodeHeight: null };
}
