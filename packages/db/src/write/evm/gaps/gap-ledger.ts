/** The owner's work on blocks without traces, on the session that writes its blocks. */
import type { ChainCode, TracedBlockRef } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import type { InternalMode } from '../../../tables/sync-tables.js';
import { closeGap, type GapClosing, MOST_MOVED, type PlacedInternalBlock, relabelGap } from './close-gap.js';
import { type InternalGap, saveInternalSync } from './internal-sync.js';

export interface GapLedger {
  /** The newest gap that may be closed, but for those that begin at one of these heights; null where there is none. */
  newestGap(except: readonly number[]): Promise<InternalGap | null>;
  /** Stored blocks `from … to`, inclusive. */
  toTrace(from: number, to: number): Promise<BlockToTrace[]>;
  close(blocks: readonly PlacedInternalBlock[]): Promise<GapClosing>;
  relabel(gap: InternalGap): Promise<void>;
  save(mode: InternalMode, reason: string | null): Promise<void>;
}

/** @param session the owner's session @param mostMoved rows that one transaction may number anew */
export function openGapLedger(session: Session, chain: ChainCode, mostMoved = MOST_MOVED): GapLedger {
  return {
    async newestGap(except) {
      const { rows } = await session.query<InternalGap>({
        name: `newest_gap_${chain}`,
        text: `SELECT from_height AS "from", to_height AS "to", reason_code AS reason FROM ${chain}.internal_gaps
          WHERE reason_code <> 'off' AND from_height <> ALL ($1::integer[]) ORDER BY from_height DESC LIMIT 1`,
        values: [except],
      });
      return rows[0] ?? null;
    },
    toTrace: (from, to) => readBlocksToTrace(session, chain, from, to),
    close: (blocks) => closeGap(session, chain, blocks, mostMoved),
    relabel: (gap) => relabelGap(session, chain, gap),
    save: (mode, reason) => saveInternalSync(session, chain, mode, reason),
  };
}

/** A stored block, as far as asking for its traces and reading them takes. */
export interface BlockToTrace extends TracedBlockRef {
  /** Transactions, without what the block itself moved. */
  readonly transactions: number;
  /** Entries, what the block itself moved included. */
  readonly entries: number;
  /** Ids of all entries, 32 bytes each, display order. */
  readonly txids: Buffer;
  readonly statuses: Buffer;
}

interface Row {
  readonly height: number;
  readonly time: number;
  readonly hash: Buffer;
  readonly transactions: number;
  readonly entries: number;
  readonly txids: Buffer | null;
  readonly statuses: Buffer | null;
}

/** A `TRACED_STATUS`: where a receipt does not tell the outcome, whether the value counts as moved. */
const STATUS = (chain: ChainCode) => `CASE
            WHEN succeeded THEN '\\x01'::bytea WHEN NOT succeeded THEN '\\x00'
            WHEN EXISTS (SELECT FROM ${chain}.transfers x WHERE x.tx_key = t.tx_key AND x.idx = 0 AND x.kind = 'native') THEN '\\x03'
            ELSE '\\x02' END`;

/** @returns stored blocks `from … to`, inclusive, in order of height */
async function readBlocksToTrace(
  session: Session,
  chain: ChainCode,
  from: number,
  to: number,
): Promise<BlockToTrace[]> {
  const { rows } = await session.query<Row>({
    name: `read_blocks_to_trace_${chain}`,
    text: `
      SELECT b.height, b.time::float8 AS time, b.hash, t.transactions, t.entries, t.txids, t.statuses FROM ${chain}.blocks b
      CROSS JOIN LATERAL (
        SELECT count(type)::int AS transactions, count(*)::int AS entries, string_agg(txid, ''::bytea ORDER BY tx_key) AS txids,
          string_agg(${STATUS(chain)}, ''::bytea ORDER BY tx_key) AS statuses
        FROM ${chain}.transactions t WHERE tx_key >= b.height::bigint << 20 AND tx_key < (b.height + 1)::bigint << 20
      ) t
      WHERE b.height BETWEEN $1 AND $2 ORDER BY b.height`,
    values: [from, to],
  });
  return rows.map(({ hash, txids, statuses, ...rest }) => ({
    ...rest,
    hash: hash.toString('hex'),
    txids: txids ?? Buffer.alloc(0),
    statuses: statuses ?? Buffer.alloc(0),
  }));
}
