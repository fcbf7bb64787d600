import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { isNewestState } from '../../../tables/sync-tables.js';
import type { HeardRequests } from '../../../token-requests.js';

/** Which tokens of a contract an address has; `tokenId` where ERC-1155 transfers told of them. */
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
   * Whether it may have lost what no transfer brought, within the block of the first log, too. It signed a transaction
   * since that calls the contract or makes it. It is a contract that such a loss is logged of in a transaction that calls
   * or makes it. It is the token's contract itself, whose own logs tell of its own tokens. Or a `Deposit` names it that
   * counts once the contract is proved to be a wrapped coin.
   */
  readonly hasDealt: boolean;
}

/** Transactions of an address that are looked at, from the first of those logs on. */
const LOOKED_AT = 1_000;

/** As the index has it. */
const IS_DOUBTED = 'balance = 0 AND lost AND NOT had AND forged_to IS NULL';
/** Where it has to be asked first whether there is any. */
const IS_STALE = 'lost AND NOT had AND forged_to IS NULL AND (height IS NULL OR height < touched)';
/** Ids of a contract of ERC-1155 that are looked at for one address. */
const MOST_IDS = 20;

/** Doubted holdings whose first log is above a height, the newest first. */
export async function doubtedHoldings(
  session: Session,
  chain: ChainCode,
  height: number,
  limit: number,
): Promise<DoubtedHolding[]> {
  const { rows } = await session.query<DoubtedRow>({
    name: `doubted_holdings_${chain}`,
    text: doubted(
      chain,
      `SELECT * FROM ${chain}.token_balances WHERE ${IS_DOUBTED} AND first_touched > $1 ORDER BY first_touched DESC LIMIT $2`,
    ),
    values: [height, limit],
  });
  return rows.map(holdingOf);
}

/** Holdings that clients look at, by what has to be asked next. */
export interface RequestedLosses {
  /** Those whose balance is not known, or from before a transfer. */
  readonly stale: readonly TokenHolding[];
  readonly doubted: readonly DoubtedHolding[];
}

/** Holdings that clients looked at and that logs alone say were lost, at any height, until they are asked about. */
export async function requestedLosses(
  session: Session,
  chain: ChainCode,
  requests: HeardRequests,
  limit: number,
): Promise<RequestedLosses> {
  const looked = await requests.waiting();
  if (looked.length === 0) return { stale: [], doubted: [] };
  const keys = looked.map((name) => Buffer.from(name, 'hex'));
  const { rows } = await session.query<RequestedRow>({
    name: `requested_losses_${chain}`,
    text: `SELECT n::integer, b.address_key AS "addressKey", b.asset, b.token_id AS "tokenId", (${IS_STALE}) AS "isStale"
      FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS wanted(key, contract, n)
      CROSS JOIN LATERAL (SELECT * FROM ${chain}.token_balances WHERE address_key = wanted.key AND asset = wanted.contract
        AND (${IS_STALE} OR ${IS_DOUBTED}) AND EXISTS (SELECT FROM ${chain}.blocks p WHERE p.height = first_touched - 1) LIMIT ${MOST_IDS}) b
      ORDER BY n`,
    values: [keys.map((key) => key.subarray(0, key.length / 2)), keys.map((key) => key.subarray(key.length / 2))],
  });
  const first = rows.slice(0, limit);
  const asked = first.filter(({ isStale }) => !isStale);
  // One question each: one about an old block that fails again and again would hold up all others.
  const waiting = rows.filter((row) => !asked.includes(row));
  requests.keep(looked, new Set(waiting.map(({ n }) => looked[n - 1]!)));
  const ofHolding = `SELECT * FROM ${chain}.token_balances WHERE address_key = asked.key AND asset = asked.contract`;
  const { rows: found } =
    asked.length === 0
      ? { rows: [] }
      : await session.query<DoubtedRow>({
          name: `requested_doubts_${chain}`,
          text: doubted(
            chain,
            `SELECT b.* FROM unnest($1::bytea[], $2::bytea[], $3::numeric[]) AS asked(key, contract, id)
       CROSS JOIN LATERAL (${ofHolding} AND token_id = asked.id UNION ALL ${ofHolding} AND token_id IS NULL AND asked.id IS NULL) b`,
          ),
          values: [
            asked.map(({ addressKey }) => addressKey),
            asked.map(({ asset }) => asset),
            asked.map(({ tokenId }) => tokenId),
          ],
        });
  const stale = first.filter(({ isStale }) => isStale);
  return {
    stale: stale.map(({ addressKey, asset, tokenId }) => ({ addressKey, asset, tokenId: idOf(tokenId) })),
    doubted: found.map(holdingOf),
  };
}

/** A query of holdings with what {@link DoubtedHolding} says of each. @param source of rows of token_balances */
function doubted(chain: ChainCode, source: string): string {
  return `SELECT address_key AS "addressKey", asset, token_id AS "tokenId", b.height, encode(b.hash, 'hex') AS hash,
        d.address_key = d.asset
        OR EXISTS (SELECT FROM (
            SELECT h.tx_key FROM ${chain}.address_transactions h WHERE h.address_key = d.address_key
              AND h.seq > ${chain}.seq_before(d.address_key, d.first_touched::bigint << 20) ORDER BY h.seq LIMIT ${LOOKED_AT}) own
          JOIN ${chain}.transactions t ON t.tx_key = own.tx_key
          WHERE t.from_key = d.address_key AND (t.to_key = d.asset OR t.created_contract = d.asset)
            OR (t.to_key = d.address_key OR t.created_contract = d.address_key) AND EXISTS (SELECT FROM ${chain}.transfers f
              WHERE f.tx_key = t.tx_key AND f.asset = d.asset AND f.from_key = d.address_key AND f.amount > 0))
        OR EXISTS (SELECT FROM ${chain}.wrapped_logs w WHERE w.asset = d.asset AND w.tx_key >= d.first_touched::bigint << 20
          AND w.owner_key = d.address_key AND w.mints AND w.amount > 0) AS "hasDealt"
      FROM (${source}) d
      JOIN ${chain}.blocks b ON b.height = d.first_touched - 1`;
}

function holdingOf({ addressKey, asset, tokenId, height, hash, hasDealt }: DoubtedRow): DoubtedHolding {
  return { addressKey, asset, tokenId: idOf(tokenId), before: { height, hash }, hasDealt };
}

function idOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/**
 * Saves what contracts said of the blocks before. Who had nothing before and has nothing after lost nothing; of all
 * others it is left at what the logs say. Answers that were made before hold no more then.
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
        RETURNING b.asset, b.forged_to
      ), told AS (
        UPDATE ${chain}.sync_state SET content_version = content_version + 1, revision = revision + 1
        WHERE EXISTS (SELECT FROM settled WHERE forged_to IS NOT NULL) AND ${isNewestState(chain)})
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

interface RequestedRow extends Omit<TokenHolding, 'tokenId'> {
  /** Place in the list, from 1. */
  readonly n: number;
  readonly tokenId: string | null;
  readonly isStale: boolean;
}

interface DoubtedRow extends Omit<TokenHolding, 'tokenId'>, BlockRef, Pick<DoubtedHolding, 'hasDealt'> {
  readonly tokenId: string | null;
}
