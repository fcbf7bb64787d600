/**
 * Wrapped coins that no list names. `Deposit(address,uint256)` and `Withdrawal(address,uint256)` are logged by contracts
 * of every kind, so they are kept apart. Where a contract is proved to be a wrapped coin, they become transfers: those
 * of the past in steps, those of new blocks with their blocks.
 */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { FIRST_INTERNAL_IDX, type TxSpan } from '../../tx-key.js';
import { EITHER, NOTED, touches, ZERO_ADDRESS } from './token-tables.js';

/** A log that can prove its contract: as much of the chain's coin moved between the same two in its transaction. */
export interface WrappedCandidate {
  readonly asset: Buffer;
  readonly owner: Buffer;
  readonly block: BlockRef;
  readonly parent: BlockRef;
  /** Sum that logs of the block add to what the owner has, in decimal. */
  readonly expected: string;
}

/** Blocks until a contract that was not proved is asked again, doubled with each attempt, so many times at most. */
const BLOCKS_BETWEEN = 300;
const MOST_DOUBLINGS = 12;
/** Logs that are looked at for candidates, the newest first. */
const LOOKED_AT = 1_000;
/** Logs of the past that become transfers at once. */
const MOVED_AT_ONCE = 5_000;

/** Contracts to be asked, each with its newest log that may prove it. */
export async function wrappedCandidates(
  session: Session,
  chain: ChainCode,
  limit: number,
): Promise<WrappedCandidate[]> {
  const { rows } = await session.query<CandidateRow>({
    name: `wrapped_candidates_${chain}`,
    text: `WITH recent AS MATERIALIZED (
        SELECT * FROM ${chain}.wrapped_logs ORDER BY tx_key DESC, idx DESC LIMIT ${LOOKED_AT}
      ), paid AS MATERIALIZED (
        SELECT DISTINCT ON (asset) w.asset, w.owner_key, (w.tx_key >> 20)::integer AS height FROM recent w
        WHERE w.amount > 0 AND NOT EXISTS (SELECT FROM ${chain}.wrapped_coins c WHERE c.asset = w.asset
            AND (c.is_proved OR c.asked_height + (${BLOCKS_BETWEEN} << least(c.attempts, ${MOST_DOUBLINGS})) > w.tx_key >> 20))
          AND EXISTS (SELECT FROM ${chain}.transfers f WHERE f.tx_key = w.tx_key AND f.asset IS NULL AND f.kind IN ('native', 'internal')
            AND f.amount = w.amount AND f.from_key = CASE WHEN w.mints THEN w.owner_key ELSE w.asset END
            AND f.to_key = CASE WHEN w.mints THEN w.asset ELSE w.owner_key END)
        ORDER BY asset, w.tx_key DESC)
      SELECT p.asset, p.owner_key AS owner, p.height, encode(b.hash, 'hex') AS hash, encode(b.parent_hash, 'hex') AS parent,
        (coalesce((SELECT sum(CASE WHEN mints THEN amount ELSE -amount END) FROM ${chain}.wrapped_logs
           WHERE tx_key >= p.height::bigint << 20 AND tx_key < (p.height + 1)::bigint << 20 AND asset = p.asset AND owner_key = p.owner_key), 0)
         + coalesce((SELECT sum(CASE WHEN to_key = p.owner_key THEN amount ELSE 0 END - CASE WHEN from_key = p.owner_key THEN amount ELSE 0 END)
           FROM ${chain}.transfers WHERE tx_key >= p.height::bigint << 20 AND tx_key < (p.height + 1)::bigint << 20 AND asset = p.asset
             AND standard = 'erc20' AND (from_key = p.owner_key OR to_key = p.owner_key)), 0))::text AS expected
      FROM paid p JOIN ${chain}.blocks b ON b.height = p.height ORDER BY p.height DESC LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ asset, owner, height, hash, parent, expected }) => ({
    ...{ asset, owner, expected },
    block: { height, hash },
    parent: { height: height - 1, hash: parent },
  }));
}

interface CandidateRow {
  readonly asset: Buffer;
  readonly owner: Buffer;
  readonly height: number;
  readonly hash: string;
  readonly parent: string;
  readonly expected: string;
}

/** Notes what was found of a candidate, unless its block is not indexed any more. */
export async function saveProof(
  session: Session,
  chain: ChainCode,
  { asset, block }: WrappedCandidate,
  isProved: boolean,
): Promise<void> {
  await session.query({
    name: `save_wrapped_${chain}`,
    text: `INSERT INTO ${chain}.wrapped_coins AS c (asset, asked_height, attempts, is_proved)
      SELECT $1, $2, 1, $4 WHERE EXISTS (SELECT FROM ${chain}.blocks WHERE height = $2 AND hash = decode($3, 'hex'))
      ON CONFLICT (asset) DO UPDATE SET asked_height = excluded.asked_height, attempts = c.attempts + 1,
        is_proved = c.is_proved OR excluded.is_proved`,
    values: [asset, block.height, block.hash, isProved],
  });
}

/** Rows that move out of wrapped_logs, as rows of transfers behind those of their transactions. */
function moved(chain: ChainCode, condition: string): string {
  return `gone AS (
      DELETE FROM ${chain}.wrapped_logs w WHERE ${condition} RETURNING *
    ), moved AS (
      INSERT INTO ${chain}.transfers (tx_key, idx, kind, standard, from_key, to_key, asset, amount)
      SELECT tx_key, coalesce((SELECT f.idx + 1 FROM ${chain}.transfers f
            WHERE f.tx_key = gone.tx_key AND f.idx < ${FIRST_INTERNAL_IDX} ORDER BY f.tx_key DESC, f.idx DESC LIMIT 1), 0)
          + row_number() OVER (PARTITION BY tx_key ORDER BY idx)::integer - 1,
        'token', 'erc20', CASE WHEN mints THEN ${ZERO_ADDRESS} ELSE owner_key END, CASE WHEN mints THEN owner_key ELSE ${ZERO_ADDRESS} END,
        asset, amount
      FROM gone RETURNING *)`;
}

/** Moves the logs of proved contracts in a span that is being written. */
export async function moveProved(session: Session, chain: ChainCode, { from, to }: TxSpan): Promise<void> {
  const isProved = `EXISTS (SELECT FROM ${chain}.wrapped_coins c WHERE c.asset = w.asset AND c.is_proved)`;
  await session.query({
    name: `move_wrapped_${chain}`,
    text: `WITH ${moved(chain, `w.tx_key BETWEEN $1 AND $2 AND ${isProved}`)} SELECT`,
    values: [from, to],
  });
}

/**
 * Moves a bounded number of older logs of proved contracts, in one statement, so that it happens or does not. Whom they
 * brought some may have lost it: that logs invented that was found without them.
 * @returns whether there were any
 */
export async function moveOldWrapped(session: Session, chain: ChainCode): Promise<boolean> {
  const { rowCount } = await session.query({
    name: `move_old_wrapped_${chain}`,
    // Coin by coin: in the order of the chain, all logs of others would be looked at each time, as a rule for nothing.
    text: `WITH oldest AS MATERIALIZED (
        SELECT w.tx_key, w.idx FROM (SELECT asset FROM ${chain}.wrapped_coins WHERE is_proved) c
        CROSS JOIN LATERAL (SELECT tx_key, idx FROM ${chain}.wrapped_logs
          WHERE asset = c.asset ORDER BY tx_key, idx LIMIT ${MOVED_AT_ONCE}) w
        LIMIT ${MOVED_AT_ONCE}
      ), ${moved(chain, '(w.tx_key, w.idx) IN (SELECT tx_key, idx FROM oldest)')},
      noted AS (
        INSERT INTO ${chain}.tokens AS t (asset, address, standard, first_height, plain_from)
        SELECT asset, '0x' || encode(asset, 'hex'), 'erc20', (min(tx_key) >> 20)::integer, (min(tx_key) >> 20)::integer FROM gone GROUP BY asset
        ON CONFLICT (asset) DO UPDATE SET first_height = least(t.first_height, excluded.first_height),
          plain_from = least(t.plain_from, excluded.plain_from))
      INSERT INTO ${chain}.token_balances AS b (${NOTED})
      ${touches(chain, () => 'true', 'moved')} ORDER BY address_key, asset, token_id
      ON CONFLICT (address_key, asset, token_id) DO UPDATE SET first_touched = least(b.first_touched, excluded.first_touched),
        touched = greatest(b.touched, excluded.touched), ${EITHER}, forged_to = CASE WHEN NOT excluded.had THEN b.forged_to END`,
  });
  return rowCount !== 0;
}
