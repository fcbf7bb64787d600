import type { ChainCode, TracedBlockRef } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';

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
export async function readBlocksToTrace(
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
