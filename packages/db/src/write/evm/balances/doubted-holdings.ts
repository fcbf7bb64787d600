import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';

/**
 * Which tokens of a contract an address has; `tokenId` where ERC-1155 transfers told of them, which counts each id
 * apart.
 */
export interface TokenHolding {
  readonly addressKey: Buffer;
  readonly asset: Buffer;
  readonly tokenId: bigint | null;
}

/** A loss that logs alone tell: none ever came, and it has none. */
export interface DoubtedHolding extends TokenHolding {
  /** The block before the first of those logs. */
  readonly before: BlockRef;
  /**
   * Whether it may have lost what no transfer brought: it signed a transaction to the contract since, which may have
   * approved of that, or a `Deposit` names it that counts once the contract is proved to be a wrapped coin.
   */
  readonly hasDealt: boolean;
}

/** Transactions of an address that are looked at, from the first of those logs on. */
const LOOKED_AT = 1_000;

/** As the index has it. */
const IS_DOUBTED = 'balance = 0 AND lost AND NOT had AND forged_to IS NULL';

/** Doubted holdings whose first log is above a height, the newest first. */
export async function doubtedHoldings(
  session: Session,
  chain: ChainCode,
  height: number,
  limit: number,
): Promise<DoubtedHolding[]> {
  const { rows } = await session.query<DoubtedRow>({
    name: `doubted_holdings_${chain}`,
    text: `SELECT address_key AS "addressKey", asset, token_id AS "tokenId", b.height, encode(b.hash, 'hex') AS hash,
        EXISTS (SELECT FROM (
            SELECT h.tx_key FROM ${chain}.address_transactions h WHERE h.address_key = d.address_key
              AND h.seq > ${chain}.seq_before(d.address_key, d.first_touched::bigint << 20) ORDER BY h.seq LIMIT ${LOOKED_AT}) own
          JOIN ${chain}.transactions t ON t.tx_key = own.tx_key
          WHERE t.from_key = d.address_key AND t.to_key = d.asset)
        OR EXISTS (SELECT FROM ${chain}.wrapped_logs w WHERE w.asset = d.asset AND w.tx_key >= d.first_touched::bigint << 20
          AND w.owner_key = d.address_key AND w.mints AND w.amount > 0) AS "hasDealt"
      FROM (SELECT * FROM ${chain}.token_balances WHERE ${IS_DOUBTED} AND first_touched > $1 ORDER BY first_touched DESC LIMIT $2) d
      JOIN ${chain}.blocks b ON b.height = d.first_touched - 1`,
    values: [height, limit],
  });
  return rows.map(({ addressKey, asset, tokenId, height: at, hash, hasDealt }) => ({
    ...{ addressKey, asset, tokenId: tokenId === null ? null : BigInt(tokenId) },
    ...{ before: { height: at, hash }, hasDealt },
  }));
}

/**
 * Saves what contracts said of the blocks before. Who had nothing before and has nothing after lost nothing; of all
 * others it is left at what the logs say.
 */
export async function saveDoubted(
  session: Session,
  chain: ChainCode,
  holdings: readonly DoubtedHolding[],
  hadNothing: readonly boolean[],
): Promise<void> {
  if (holdings.length === 0) return;
  await session.query({
    name: `save_doubted_${chain}`,
    text: `WITH settled AS (
        UPDATE ${chain}.token_balances b SET forged_to = CASE WHEN asked.nothing THEN b.height END, had = NOT asked.nothing
        FROM unnest($1::bytea[], $2::bytea[], $3::numeric[], $4::integer[], $5::text[], $6::boolean[]) AS asked(key, asset, id, height, hash, nothing)
        WHERE b.address_key = asked.key AND b.asset = asked.asset AND b.token_id IS NOT DISTINCT FROM asked.id AND ${IS_DOUBTED}
          AND b.first_touched = asked.height + 1
          AND EXISTS (SELECT FROM ${chain}.blocks WHERE blocks.height = asked.height AND blocks.hash = decode(asked.hash, 'hex'))
        RETURNING b.asset, b.forged_to)
      UPDATE ${chain}.tokens SET forges = true WHERE NOT forges AND asset IN (SELECT asset FROM settled WHERE forged_to IS NOT NULL)`,
    values: [
      holdings.map(({ addressKey }) => addressKey),
      holdings.map(({ asset }) => asset),
      holdings.map(({ tokenId }) => tokenId?.toString() ?? null),
      holdings.map(({ before }) => before.height),
      holdings.map(({ before }) => before.hash),
      [...hadNothing],
    ],
  });
}

interface DoubtedRow extends Omit<TokenHolding, 'tokenId'>, BlockRef, Pick<DoubtedHolding, 'hasDealt'> {
  readonly tokenId: string | null;
}
