import { CHAIN_CODES, type ChainCode, requireChain } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { isMissingTable } from '../store-error.js';
import { type GapReason, NEWEST_STATE, type Phase, type ReasonCode, type Stage } from '../tables/sync-tables.js';
import type { Reader } from './replicas/server.js';

/** How a followed chain is doing, read in the same statement (so the same snapshot) as the rows beside it. */
export interface ChainState {
  readonly chain: ChainCode;
  readonly network: string;
  /** Height of the first indexed block. Above 0, balances are unknown. */
  readonly historyFrom: number;
  /** The last indexed block, null before the first one. */
  readonly height: number | null;
  readonly hash: string | null;
  /** Unix seconds of that block's header. */
  readonly blockTime: number | null;
  readonly nodeHeight: number | null;
  readonly phase: Phase;
  /** Why it is not live. What the operator reads about it names hosts and settings, and is not here. */
  readonly reasonCode: ReasonCode | null;
  /** Unix seconds; null while the first sync is under way: the rows are not complete and not indexed yet. */
  readonly liveSince: number | null;
  readonly blocksPerSecond: number | null;
  readonly transactionsPerSecond: number | null;
  readonly etaSeconds: number | null;
  /** Stage of the first sync; null where blocks are written one by one. */
  readonly stage: Stage | null;
  /** Part of the first sync that is done, 0 to 1, over all its stages; null where that is not known. */
  readonly share: number | null;
  /** Unix seconds of the indexer's last report. */
  readonly heartbeatAt: number;
  /** Seconds since then, by the clock of the database. */
  readonly heartbeatAgeSeconds: number;
  /** Rises with what changes rows without raising `height`: unconfirmed transactions come or go, reorganisations. */
  readonly contentVersion: number;
  /** Null while unconfirmed transactions are not followed. */
  readonly mempool: MempoolState | null;
  /** Questions of the owning indexer to the node since it started; null before it said so. */
  readonly node: { readonly requests: number; readonly failures: number; readonly seconds: number } | null;
  /** Highest block that the node called final; null on chains that do not say. */
  readonly finalizedHeight: number | null;
  /** How far internal transfers are indexed; null: no such chain, never traced, or no list of chains is read. */
  readonly internal: InternalProgress | null;
  /** False where what was there before the first indexed block is not known. Null elsewhere, and before `liveSince`. */
  readonly hasOpening: boolean | null;
}

/** Which blocks' internal transfers, of which only traces tell, are indexed. */
export interface InternalProgress {
  /** Which blocks are traced: none, those that come, or all. */
  readonly mode: 'off' | 'live' | 'full';
  /** The first block whose traces are part of the rows; null where there is none. */
  readonly from: number | null;
  /** How often a balance of the node's did not fit what is traced. */
  readonly contradictions: number;
  /** How often a token's contract that was asked again said something else of itself. */
  readonly tokenChanges: number;
  /** Stretches of later blocks without traces: how many, those that are tried again, and the newest. */
  readonly gapCount: number;
  readonly retriedCount: number;
  readonly gaps: readonly { readonly from: number; readonly to: number; readonly reason: GapReason }[];
}

/** The mempool of the node when it was last compared with what is indexed of it. */
interface MempoolState {
  /** Unix seconds. */
  readonly at: number;
  /** Transactions that the node had. */
  readonly node: number;
  /** How many of them are indexed. */
  readonly indexed: number;
  /** False when that is so long ago that what is indexed is not shown. */
  readonly isCurrent: boolean;
}

/**
 * Unconfirmed transactions that were not compared with the node's for so long are not shown: by now they may be
 * confirmed, replaced or gone. Longer than an indexer takes to restart and catch up, or a node to.
 */
const CURRENT_MEMPOOL = `mempool_at > now() - interval '5 minutes'`;

/** An indexer reports every few seconds; one that has not for a minute is gone. */
export const OFFLINE_AFTER_SECONDS = 60;

/** The largest bigint: above every id and `tx_key`. */
export const MOST = '9223372036854775807';

/** Gaps of traces that an answer lists, the newest; `/v0/currencies` counts all. */
export const LISTED_GAPS = 20;

/** State for the operator. */
export interface OperatorChainState
  extends Omit<
    ChainState,
    'reasonCode' | 'contentVersion' | 'mempool' | 'node' | 'finalizedHeight' | 'internal' | 'hasOpening'
  > {
  /** Why it is not live, with the remedy. Not for the public. */
  readonly reason: string | null;
}

/** An {@link InternalProgress} as JSON. Other families have no such thing. */
export function internalProgress(chain: ChainCode): string {
  switch (requireChain(chain).family) {
    case 'utxo':
    case 'cosmos':
      return 'NULL::json';
    case 'evm':
      return `(SELECT json_build_object(
      'mode', i.mode, 'from', i.from_height, 'contradictions', i.contradictions,
      'tokenChanges', (SELECT changes FROM ${chain}.token_changes),
      'gapCount', (SELECT count(*) FROM ${chain}.internal_gaps),
      'retriedCount', (SELECT count(*) FROM ${chain}.internal_gaps WHERE reason_code <> 'off' AND i.mode <> 'off'),
      'gaps', (SELECT coalesce(json_agg(json_build_object('from', from_height, 'to', to_height, 'reason', reason_code) ORDER BY from_height DESC), '[]')
        FROM (SELECT * FROM ${chain}.internal_gaps ORDER BY from_height DESC LIMIT ${LISTED_GAPS}) newest))
    FROM ${chain}.internal_sync i)`;
  }
}

/** SQL: the txid of the entry of what everybody had before the first indexed block, of a row with `history_from`. */
const OPENING_TXID = "convert_to('block:' || history_from || ':opening', 'UTF8')";

/** Whether there is that entry. */
function hasOpening(chain: ChainCode): string {
  switch (requireChain(chain).family) {
    case 'utxo':
    case 'evm':
      return 'NULL::boolean';
    case 'cosmos':
      return `CASE WHEN live_since IS NOT NULL THEN
      EXISTS (SELECT FROM ${chain}.transactions WHERE txid = ${OPENING_TXID}) END`;
  }
}

/** A {@link ChainState} as JSON, from a row of sync_state. @param internal as {@link internalProgress} */
export const chainState = (chain: ChainCode, internal = 'NULL::json'): string => `json_build_object(
    'chain', '${chain}', 'network', network, 'historyFrom', history_from,
    'height', height, 'hash', encode(hash, 'hex'), 'blockTime', block_time, 'nodeHeight', node_height,
    'phase', phase, 'reasonCode', reason_code, 'liveSince', floor(extract(epoch FROM live_since)),
    'blocksPerSecond', blocks_per_second, 'transactionsPerSecond', transactions_per_second, 'etaSeconds', eta_seconds,
    'stage', stage, 'share', share,
    'heartbeatAt', floor(extract(epoch FROM heartbeat_at)),
    'heartbeatAgeSeconds', floor(extract(epoch FROM now() - heartbeat_at)),
    'contentVersion', content_version,
    'mempool', CASE WHEN mempool_at IS NOT NULL THEN json_build_object(
      'at', floor(extract(epoch FROM mempool_at)), 'node', coalesce(mempool_node, 0), 'indexed', coalesce(mempool_indexed, 0),
      'isCurrent', ${CURRENT_MEMPOOL}) END,
    'node', CASE WHEN node_requests IS NOT NULL THEN json_build_object(
      'requests', node_requests, 'failures', node_failures, 'seconds', node_seconds) END,
    'finalizedHeight', finalized_height, 'internal', ${internal}, 'hasOpening', ${hasOpening(chain)})`;

/**
 * The start of every query about one chain. `live` gates the queries on the big tables. Before a chain is live they may
 * have no indexes, and a scan would hold a connection until its timeout. `followed` gates those on unconfirmed
 * transactions: what is left of them from before the indexer stopped is no answer.
 */
export function withState(chain: ChainCode): string {
  // The code becomes part of table names and must be one of ours whatever the caller's types said.
  if (!CHAIN_CODES.includes(chain)) throw new RangeError(`${chain} is no currency code`);
  return `WITH RECURSIVE state AS MATERIALIZED (
    SELECT live_since IS NOT NULL AS live, live_since IS NOT NULL AND coalesce(${CURRENT_MEMPOOL}, false) AS followed,
      height, history_from, ${chainState(chain)} AS json
    FROM ${chain}.sync_state ${NEWEST_STATE})`;
}

/**
 * A query `opening` of one row: the entry of what everybody had before the first indexed block of a Cosmos chain.
 * Without one, running sums are no balances. `unknown`: denominations that it does not cover, as a jsonb array or NULL.
 */
export function opening(chain: ChainCode): string {
  return `opening AS MATERIALIZED (
    SELECT tx_key, messages -> 0 -> 'unknownDenoms' AS unknown FROM ${chain}.transactions
    WHERE (SELECT live FROM state) AND txid = (SELECT ${OPENING_TXID} FROM state)
    LIMIT 1)`;
}

const statements = new Map<string, { readonly name: string; readonly text: string }>();

/** A statement that is built once per chain and prepared once per connection under its own name. */
function prepared(name: string, chain: ChainCode, build: (chain: ChainCode) => string): { name: string; text: string } {
  const key = `${name}_${chain}`;
  let statement = statements.get(key);
  if (!statement) {
    statement = { name: key, text: build(chain) };
    statements.set(key, statement);
  }
  return { ...statement };
}

/**
 * The statement of one address, made one of many: their rows, in the order of the addresses, of one snapshot. Each
 * address is looked up as it would be alone, by the same index probes.
 * @param own its parameters that differ by address, each with the type of an array of them
 */
export function ofMany(statement: string, own: Readonly<Record<`$${number}`, string>>): string {
  const types = new Map<string, string>(Object.entries(own));
  const column = (parameter: string): string => `p${parameter.slice(1)}`;
  const one = statement.replaceAll(/\$\d+/g, (name) => (types.has(name) ? `asked.${column(name)}` : name));
  return `SELECT answered.*
    FROM unnest(${[...types].map(([name, type]) => `${name}::${type}`).join(', ')})
      WITH ORDINALITY AS asked(${[...types.keys()].map(column).join(', ')}, place)
    CROSS JOIN LATERAL (${one}) answered
    ORDER BY asked.place`;
}

/** Chains that a server was seen to have no schema of, and when, in milliseconds. */
const absent = new WeakMap<object, Map<ChainCode, number>>();
/** For so long it is not asked again: each time PostgreSQL would log an error that anybody may cause. */
const ABSENT_MS = 1_000;

/**
 * Rows of a long answer that are asked for at a time (Execute of the protocol with a bound), so that others are
 * served in between. Where all come at once, Node reads up to 2 MB of them in one turn of the event loop.
 */
const ROWS_AT_ONCE = 50;

/**
 * Asks a statement of one chain.
 * @param build as {@link prepared} takes it
 * @param most rows that it may answer with
 * @returns no rows where the database has no schema of the chain: nobody followed it
 */
export async function queryChain<Row extends object>(
  db: Queryable,
  name: string,
  chain: ChainCode,
  build: (chain: ChainCode) => string,
  values: unknown[] = [],
  most = 1,
): Promise<Row[]> {
  const server = 'server' in db ? (db as Reader).server : db;
  const known = absent.get(server) ?? new Map<ChainCode, number>();
  if (performance.now() - (known.get(chain) ?? -ABSENT_MS) < ABSENT_MS) return [];
  try {
    // Known to the driver (pg/lib/query.js), if not to its types.
    const slice = most > ROWS_AT_ONCE ? { rows: ROWS_AT_ONCE } : {};
    const { rows } = await db.query<Row>({ ...prepared(name, chain, build), values, ...slice });
    return rows;
  } catch (error) {
    if (!isMissingTable(error) || (await hasSchema(db, chain))) throw error;
    absent.set(server, known.set(chain, performance.now()));
    return [];
  }
}

/** Asks a statement of one row, with the chain's state. @returns null when the chain has no row in sync_state */
export async function queryState<Row>(
  db: Queryable,
  name: string,
  chain: ChainCode,
  build: (chain: ChainCode) => string,
  values: unknown[] = [],
): Promise<(Row & { readonly state: ChainState }) | null> {
  const [row] = await queryChain<Row & { readonly state: ChainState }>(db, name, chain, build, values);
  // Without a row in sync_state it is null.
  return row?.state ? row : null;
}

/** Also where the database has nothing of Chaintrail at all, which is no answer about a chain. */
async function hasSchema(db: Queryable, chain: ChainCode): Promise<boolean> {
  const { rows } = await db.query<{ present: boolean }>(
    `SELECT to_regclass('chaintrail.chains') IS NULL OR to_regclass('${chain}.sync_state') IS NOT NULL AS present`,
  );
  return rows[0]?.present === true;
}

/** State that decides answers from the rows of a chain alone, besides the request. */
export type ContentState = Pick<ChainState, 'network' | 'height' | 'hash' | 'liveSince' | 'contentVersion'> & {
  readonly isFollowingMempool: boolean;
};

/** Read again and again: it looks at one row. @returns null where the database has no such chain */
export async function readContentState(db: Queryable, chain: ChainCode): Promise<ContentState | null> {
  const build =
    () => `SELECT network, height, encode(hash, 'hex') AS hash, floor(extract(epoch FROM live_since))::float8 AS "liveSince",
      content_version::float8 AS "contentVersion", coalesce(${CURRENT_MEMPOOL}, false) AS "isFollowingMempool"
    FROM ${chain}.sync_state ${NEWEST_STATE}`;
  const [found] = await queryChain<ContentState>(db, 'content_state', chain, build);
  return found ?? null;
}
