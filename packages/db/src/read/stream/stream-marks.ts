/** How far the tables of a chain are: what a stream of events goes by. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { mempoolTables } from '../../tables/chain-tables.js';
import { orm, run } from '../../tables/orm.js';
import { INSTALLATION_KEY } from '../../tables/shared-tables.js';
import { NEWEST_STATE } from '../../tables/sync-tables.js';
import { queryChain, withState } from '../chain-state.js';

/** All of one snapshot. Each only rises, but for what a reorganisation takes back, and `pendingId`. */
export interface StreamMarks {
  readonly network: string;
  /** Height of the first indexed block. */
  readonly historyFrom: number;
  /** Unix seconds: another one is another sync of the chain. Null during the first sync. */
  readonly liveSince: number | null;
  readonly height: number | null;
  /** Hex, as is every hash here. */
  readonly hash: string | null;
  readonly time: number | null;
  /** Id of the last reorganisation; 0 before the first. */
  readonly reorgId: number;
  /** The last unconfirmed transaction that arrived and is still stored; null for none. */
  readonly pendingId: number | null;
  /** When they were compared with the node's, in microseconds; null where too long ago, and where not followed. */
  readonly pendingAt: number | null;
}

/** Where somebody stands who was told of a chain. */
export interface StreamBlock {
  readonly reorgId: number;
  readonly height: number;
}

/** The marks, and what became of a block that somebody was told of. */
export interface StreamFork {
  readonly marks: StreamMarks;
  /** The last block that stayed, over all reorganisations since; null where there was none. */
  readonly lowest: number | null;
  /** The block of now at the lower of the two heights. Null where there is none. */
  readonly base: { readonly height: number; readonly hash: string } | null;
}

/** {@link StreamMarks} as JSON, for statements that begin with `withState`. */
export function marksJson(chain: ChainCode): string {
  const pending = mempoolTables(chain).length > 0 ? `(SELECT max(id) FROM ${chain}.mempool_transactions)` : 'NULL';
  return `(SELECT json_build_object('network', m.network, 'historyFrom', m.history_from, 'liveSince', floor(extract(epoch FROM m.live_since)),
      'height', m.height, 'hash', encode(m.hash, 'hex'), 'time', m.block_time,
      'reorgId', coalesce((SELECT max(id) FROM ${chain}.reorgs), 0), 'pendingId', ${pending},
      'pendingAt', CASE WHEN (SELECT followed FROM state) THEN floor(extract(epoch FROM m.mempool_at) * 1000000) END)
    FROM ${chain}.sync_state m ${NEWEST_STATE})`;
}

function forkStatement(chain: ChainCode): string {
  return `${withState(chain)}, lowest AS MATERIALIZED (
    SELECT min(to_height) AS height FROM ${chain}.reorgs WHERE id > $1::bigint
  )
  SELECT ${marksJson(chain)} AS marks, l.height AS lowest,
    (SELECT json_build_object('height', b.height, 'hash', encode(b.hash, 'hex'))
     FROM ${chain}.blocks b WHERE (SELECT live FROM state) AND b.height = least($2::integer, l.height)) AS base
  FROM lowest l`;
}

/** @returns null where the database has no such chain */
export async function readStreamFork(db: Queryable, chain: ChainCode, told: StreamBlock): Promise<StreamFork | null> {
  const [found] = await queryChain<Omit<StreamFork, 'marks'> & { readonly marks: StreamMarks | null }>(
    db,
    'stream_fork',
    chain,
    forkStatement,
    [told.reorgId, told.height],
  );
  return found?.marks ? { ...found, marks: found.marks } : null;
}

/** @returns the secret of the installation, which every server of the same data has */
export async function readInstallationKey(db: Queryable): Promise<Buffer> {
  const [row] = await run(orm(db).select({ key: INSTALLATION_KEY.key }).from(INSTALLATION_KEY));
  if (!row) throw new Error('chaintrail.installation_key is empty: run npx chaintrail migrate on a new database');
  return row.key;
}

/** Read again and again. It reads tables of one row, the end of an index, and the few rows of `reorgs`. */
export async function readStreamMarks(db: Queryable, chain: ChainCode): Promise<StreamMarks | null> {
  const build = () => `${withState(chain)} SELECT ${marksJson(chain)} AS marks`;
  const [found] = await queryChain<{ readonly marks: StreamMarks | null }>(db, 'stream_marks', chain, build);
  return found?.marks ?? null;
}
