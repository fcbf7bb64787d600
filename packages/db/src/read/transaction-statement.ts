/** Statements that find a transaction by its txid, and what they answer in every family. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { DROPPED, TXS_PER_BLOCK } from '../tx-key.js';
import { queryState, withState } from './chain-state.js';
import { requireWeight } from './history-part.js';
import type { ListPart } from './transaction-lists.js';

/** Which part of a transaction to read: of each of its lists, so many entries from an offset on. */
export interface TransactionPart {
  readonly offset: number;
  readonly limit: number;
  /** Most that it may weigh, in rows of a history; null: no bound. */
  readonly mostWeight: number | null;
}

/** From the first on, as many as there may be in an answer, whatever they weigh. */
export const FIRST_PART: TransactionPart = { offset: 0, limit: 1_000, mostWeight: null };

/** The largest integer of PostgreSQL, less the largest part. */
const MOST_OFFSET = 2 ** 31 - 1 - FIRST_PART.limit;

/** Another place of a transaction whose bytes, or whose txid, several blocks have. */
export interface OtherPlace {
  readonly height: number;
  readonly hash: string;
  /** Place among the block's transactions. */
  readonly index: number;
  readonly failed: boolean;
}

/** As the statement makes it. */
type OtherPlaceColumns = readonly [height: number, hash: string, index: number, failed: boolean];

/** PostgreSQL orders by no constant. */
const NEVER = 'tx_key IS NULL';
/** How many are listed: anybody may repeat a failed transaction of some chains. */
const LISTED_PLACES = 100;

/** How many are looked at, which no chain has: the rest are as if they were not there. */
const MOST_PLACES = 10_000;

/** Query `same_txid`: collected before it is ordered, so that the planner cannot walk the chain in order of tx_key. */
export const sameTxid = (chain: ChainCode): string => `same_txid AS MATERIALIZED (
    SELECT * FROM ${chain}.transactions WHERE (SELECT live FROM state) AND txid = $1 LIMIT ${MOST_PLACES}
  )`;

/**
 * Queries behind `same_txid`: `chosen`, the one that stands for all, and `others`. A success does; of several, or of
 * none, the newest.
 * @param failed SQL of a row: whether it failed. @param index its place among the block's transactions
 */
export function chosenPlace(
  chain: ChainCode,
  failed: string,
  index = `(tx_key & ${TXS_PER_BLOCK - 1})::integer`,
): string {
  return `chosen AS MATERIALIZED (
    SELECT * FROM same_txid ORDER BY ${failed}, tx_key DESC LIMIT 1
  ), others AS MATERIALIZED (
    SELECT json_agg(json_build_array(b.height, encode(b.hash, 'hex'), o.index, o.failed)
      ORDER BY o.tx_key DESC) AS json
    FROM (
      SELECT tx_key, ${index} AS index, ${failed} AS failed FROM same_txid
      WHERE tx_key <> (SELECT tx_key FROM chosen) ORDER BY tx_key DESC LIMIT ${LISTED_PLACES}) o
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (o.tx_key >> 20)::integer LIMIT 1) b
  )`;
}

export const OTHER_PLACES = `coalesce((SELECT json FROM others), '[]') AS "alsoIn"`;

/** How an unconfirmed transaction left without a block. */
export interface Dropped {
  /** Unix seconds. */
  readonly at: number;
  /** Null where the node removed it and nothing tells why. */
  readonly reason: 'replaced' | 'conflicted' | 'evicted' | 'expired' | null;
  /** Hex: what took its place; null where that is not known. */
  readonly replacedBy: string | null;
}

/** {@link Dropped} of row `t` as SQL. */
export const DROPPED_JSON =
  "json_build_object('at', t.dropped_at, 'reason', t.drop_reason, 'replacedBy', encode(t.replaced_by, 'hex'))";

/** SQL of a family: the JSON of row `t`, confirmed with block row `b`, and unconfirmed; what either weighs. */
interface TransactionSql {
  readonly confirmed: string;
  readonly pending: string;
  readonly weight: string;
  /** Whether a row failed; where none can, the newest stands for all. */
  readonly failed?: string;
  /** More queries, each with a comma behind it, and a join with them. */
  readonly queries?: string;
  readonly join?: string;
  /** Columns beside the row in query `unconfirmed`. */
  readonly relatives?: string;
}

/** Parameters of statements of a transaction. */
export const PART: ListPart = { offset: '$2::integer', limit: '$3::integer' };

/** Weight of a transaction, and the rest of it unless that is too much. */
type Weighed<Columns> = readonly [weight: number, columns: Columns | null];

/** A row of such a statement. */
export interface TransactionRow<Columns> {
  readonly transaction: Weighed<Columns> | null;
  readonly dropped: Dropped | null;
  readonly alsoIn: readonly OtherPlaceColumns[];
}

/** {@link Weighed} of row `t`, as SQL. */
export function weighed(weight: string, json: string): string {
  return `SELECT json_build_array(w.weight, CASE WHEN $4::integer IS NULL OR w.weight <= $4 THEN ${json} END) AS json
      FROM (SELECT ${weight} AS weight OFFSET 0) w`;
}

/**
 * The statement that finds a transaction by its txid, $1, and reads a part of it ({@link PART}), unless that weighs more
 * than $4. Two coinbases of Bitcoin have the txid of an earlier one (BIP30); the later is the one whose outputs exist.
 * OP Mainnet has failed transactions several times.
 */
export function transactionStatement(
  chain: ChainCode,
  { confirmed, pending, weight, failed = NEVER, queries = '', join = '', relatives = 'NULL::json' }: TransactionSql,
): string {
  return `${withState(chain)}, ${queries}${sameTxid(chain)}, ${chosenPlace(chain, failed)}, unconfirmed AS MATERIALIZED (
    SELECT * FROM ${chain}.mempool_transactions
    WHERE (SELECT followed FROM state) AND NOT EXISTS (SELECT FROM chosen)
      AND txid = $1 AND (tx_key IS NULL OR tx_key = ${DROPPED}) LIMIT 1
  )
  SELECT (SELECT json FROM state) AS state, coalesce((
    SELECT item.json
    FROM chosen t ${join}
    CROSS JOIN LATERAL (SELECT * FROM ${chain}.blocks WHERE height = (t.tx_key >> 20)::integer LIMIT 1) b
    CROSS JOIN LATERAL (${weighed(weight, confirmed)}) item
  ), (
    SELECT item.json
    FROM unconfirmed t ${join}
    CROSS JOIN LATERAL (${weighed(weight, pending)}) item)) AS transaction,
    (SELECT ${DROPPED_JSON} FROM unconfirmed t WHERE t.tx_key = ${DROPPED}) AS dropped,
    ${relatives} AS relatives, ${OTHER_PLACES}`;
}

/** How a family reads a transaction. */
interface TransactionReading<Columns, Stored> {
  /** Name of the prepared statement. */
  readonly name: string;
  readonly statement: (chain: ChainCode) => string;
  /** The columns, by name. */
  readonly stored: (columns: Columns) => Stored;
}

/**
 * Reads a transaction by such a statement: its row, with the transaction and its other places by name.
 * @throws TooHeavyError
 * @returns null when the chain has no row in sync_state
 */
export async function readTransactionRow<
  Columns,
  Stored,
  Row extends TransactionRow<Columns> = TransactionRow<Columns>,
>(
  db: Queryable,
  chain: ChainCode,
  txid: Buffer,
  { offset, limit, mostWeight }: TransactionPart,
  { name, statement, stored }: TransactionReading<Columns, Stored>,
) {
  const values = [txid, Math.min(offset, MOST_OFFSET), limit, mostWeight];
  const row = await queryState<Row>(db, name, chain, statement, values);
  if (!row) return null;
  const [weight, columns] = row.transaction ?? [0, null];
  requireWeight(weight, mostWeight);
  const alsoIn = row.alsoIn.map(([height, hash, index, failed]): OtherPlace => ({ height, hash, index, failed }));
  return { ...row, transaction: columns && stored(columns), alsoIn };
}
