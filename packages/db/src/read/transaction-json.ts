/** SQL that makes {@link TransactionColumns} of a row of `transactions` or `mempool_transactions`. */
import { type ChainCode, chainByCode } from '@chaintrail/chains';

/** Inputs and outputs a listed transaction carries at most. */
export const LISTED = 20;
/**
 * Transfers that are looked at for those of the address whose list it is, on chains of accounts: so many in one transaction (in
 * each numbering, of logs and of traces), and so many in a whole page. An address's own transfer behind those is on the
 * transaction's own page.
 */
const LOOKED_AT = { transaction: 2_000, page: 100_000 } as const;

/** How many transfers of each transaction are looked at for a page of so many. */
export function lookedAtTransfers(limit: number): number {
  return Math.min(LOOKED_AT.transaction, Math.floor(LOOKED_AT.page / limit));
}

/** The same in SQL. @param list with how many transactions the page has */
export function lookedAt({ limit }: { readonly limit: string }): string {
  return `least(${LOOKED_AT.transaction}, ${LOOKED_AT.page} / ${limit})`;
}

/** A longer script is left out of lists (1,000 transactions may carry 20 each); the transaction's own page has it. */
const LISTED_SCRIPT_BYTES = 1_024;

/** SQL expressions that say whose page a transaction is listed on. */
export interface OwnRows {
  /** The address key. */
  readonly key: string;
  /** What the address's own inputs sum up to in this transaction. */
  readonly spent: string;
  /** Without scripts and what only they tell, which are most of a transaction's bytes. */
  readonly compact?: boolean;
}

/** A list of transactions that is no address's. */
export const OF_BLOCK = 'block';

/**
 * The JSON of the confirmed transaction in row `t`, of block row `b`: {@link TransactionColumns}.
 * @param list for lists: at most {@link LISTED} inputs and outputs from the front, and as many of the address's own from
 *   behind those; without it, all of them
 */
export function confirmedJson(chain: ChainCode, list?: OwnRows | typeof OF_BLOCK): string {
  return transactionJson(chain, SOURCES.confirmed, list);
}

/** The same of the unconfirmed transaction in row `t`. */
export function pendingJson(chain: ChainCode, own?: OwnRows): string {
  return transactionJson(chain, SOURCES.pending, own);
}

/** {@link BlockColumns} of row `t` in block row `b`. */
export const BLOCK_JSON =
  "json_build_array(t.tx_key >> 20, t.tx_key & 1048575, encode(b.hash, 'hex'), b.time, b.tx_count)";

/** Whether row `t` pays a HogAddr with its first output: witness version 8, 32 bytes (litecoin src/script/script.h). */
export const PAYS_HOG_ADDR =
  "coalesce(substr(t.output_scripts[1], 1, 2) = '\\x5820' AND octet_length(t.output_scripts[1]) = 34, false)";

/** {@link SpentByColumns} of the unconfirmed transaction that spends an output, by the SQL expressions of its place; for statements with a state. */
export function spentByJson(chain: ChainCode, txid: string, vout: string): string {
  return `(SELECT json_build_array(encode(m.txid, 'hex'), s.vin)
    FROM ${chain}.mempool_spends s
    CROSS JOIN LATERAL (SELECT txid, tx_key FROM ${chain}.mempool_transactions WHERE id = s.id LIMIT 1) m
    WHERE (SELECT followed FROM state) AND s.txid = ${txid} AND s.vout = ${vout} AND m.tx_key IS NULL LIMIT 1)`;
}

/** Of a transaction, so many outputs have their spenders looked for. */
const SOUGHT_OUTPUTS = 100;
/** What looking for the spenders of all outputs of a transaction may look at: rows of histories, and transactions. */
const SOUGHT_ROWS = 10_000;
const SOUGHT_TRANSACTIONS = 1_000;

/**
 * {@link SpentByColumns} of the confirmed transaction that spends output `o` of row `t`, which is not unspent. No index has it: it is in the history of the
 * output's address, from the block on that made the output (Bitcoin Cash: a transaction may spend what a later one of its block
 * makes), among those that take from the address. NULL where it was not found within the bounds.
 */
function confirmedSpender(chain: ChainCode): string {
  const history = `${chain}.address_transactions WHERE address_key = o.key`;
  const share = (of: number): string => `(${of} / greatest(1, least(cardinality(t.output_values), ${SOUGHT_OUTPUTS})))`;
  return `CASE WHEN o.n <= ${SOUGHT_OUTPUTS} AND o.key IS NOT NULL AND NOT ${isUnspent(chain)} THEN (
    WITH RECURSIVE seek(low, high) AS (
      SELECT 1::bigint, (SELECT seq::bigint FROM ${history} ORDER BY seq DESC LIMIT 1)
      UNION ALL
      SELECT CASE WHEN m.tx_key < t.tx_key >> 20 << 20 THEN middle + 1 ELSE low END,
        CASE WHEN m.tx_key < t.tx_key >> 20 << 20 THEN high ELSE middle END
      FROM seek
      CROSS JOIN LATERAL (SELECT (low + high) / 2 AS middle) p
      CROSS JOIN LATERAL (SELECT tx_key FROM ${history} AND seq = p.middle LIMIT 1) m
      WHERE low < high)
    SELECT json_build_array(encode(s.txid, 'hex'), i.n - 1)
    FROM (
      SELECT tx_key FROM (
        SELECT seq, tx_key, received - lag(received) OVER (ORDER BY seq) - delta AS sent
        FROM ${history} AND seq >= (SELECT low FROM seek WHERE low = high) ORDER BY seq LIMIT ${share(SOUGHT_ROWS)}) rows
      WHERE sent IS DISTINCT FROM 0 ORDER BY seq LIMIT ${share(SOUGHT_TRANSACTIONS)}) h
    CROSS JOIN LATERAL (SELECT txid, input_tx_keys, input_vouts FROM ${chain}.transactions WHERE tx_key = h.tx_key LIMIT 1) s
    CROSS JOIN LATERAL unnest(s.input_tx_keys, s.input_vouts) WITH ORDINALITY AS i(tx_key, vout, n)
    WHERE i.tx_key = t.tx_key AND i.vout = o.n - 1
    LIMIT 1) END`;
}

/** How the two kinds of rows differ: a pending one carries what it spends, and nothing confirmed spends its outputs. */
interface Source {
  readonly block: string;
  readonly firstSeen: string;
  /** A query of rows (txid, vout, key, value, mweb), in the order of the transaction. */
  readonly inputs: (chain: ChainCode, slice: string, own?: OwnRows) => string;
  readonly isUnspent: (chain: ChainCode) => string;
  /** Bit n of it: whether output n, of the first {@link LISTED}, is unspent. */
  readonly unspent: (chain: ChainCode) => string;
  /** What {@link confirmedSpender} says of an output. */
  readonly spender: (chain: ChainCode) => string;
}

const SOURCES: Readonly<Record<'confirmed' | 'pending', Source>> = {
  confirmed: {
    block: BLOCK_JSON,
    firstSeen: 'NULL',
    inputs: confirmedInputs,
    isUnspent,
    unspent: (chain) =>
      `(SELECT bit_or(1 << vout) FROM ${chain}.unspent_outputs WHERE txid = t.txid AND vout < ${LISTED})`,
    spender: confirmedSpender,
  },
  pending: {
    block: 'NULL',
    firstSeen: 't.first_seen',
    inputs: pendingInputs,
    isUnspent: () => 'true',
    unspent: () => '-1',
    spender: () => 'NULL',
  },
};

/** Lists are of short texts: JSON of each input and output took a third of a page. */
function transactionJson(chain: ChainCode, source: Source, list?: OwnRows | typeof OF_BLOCK): string {
  const slice = list ? `[1:${LISTED}]` : '';
  const own = list === OF_BLOCK ? undefined : list;
  const paysHogAddr = isUtxoChainWith(chain, 'mweb') && !own?.compact ? PAYS_HOG_ADDR : 'false';
  return `json_build_array(
    ${source.block}, ${source.firstSeen}, encode(t.txid, 'hex'), t.version, t.lock_time, t.size, t.vsize, t.fee::text,
    cardinality(t.input_vouts), cardinality(t.output_values), ${paysHogAddr}, ${shieldedJson(chain)},
    (${inputsText(source.inputs(chain, slice, own))}), ${own ? ownInputs(chain, source, own) : 'NULL'},
    ${list ? listedOutputs(chain, source, own?.compact) : 'NULL, NULL, NULL, NULL, NULL'},
    ${list ? (own ? ownOutputs(chain, source, own) : 'NULL') : `(${outputsJson(chain, source, outputArrays())})`})`;
}

function isUtxoChainWith(code: ChainCode, flag: 'mweb' | 'shielded' | 'cashTokens'): boolean {
  const chain = chainByCode(code);
  return chain?.family === 'utxo' && chain[flag];
}

function shieldedJson(chain: ChainCode): string {
  if (!isUtxoChainWith(chain, 'shielded')) return 'NULL';
  const deltas = ['sprout', 'sapling', 'orchard', 'ironwood'].map((pool) => `t.${pool}_delta`);
  return `CASE WHEN num_nonnulls(${deltas.join(', ')}) > 0
      THEN json_build_array(${deltas.map((delta) => `${delta}::text`).join(', ')}) END`;
}

/** `string_agg` takes the rows as they come: from the arrays, and each with one lookup at most. */
function inputsText(rows: string): string {
  return `SELECT string_agg(encode(txid, 'hex') || ',' || vout || ',' || coalesce(value::text, '') || ','
      || coalesce(encode(key, 'hex'), '') || coalesce(',' || mweb, ''), ';') FROM (${rows}) x`;
}

function confirmedInputs(chain: ChainCode, slice: string, own?: OwnRows): string {
  // Read for the one chain that has it: an array more to look into for every input.
  const mweb =
    isUtxoChainWith(chain, 'mweb') && !own?.compact
      ? `CASE substr(output_scripts[i.vout + 1], 1, 2) WHEN '\\x5820' THEN 'hogaddr' WHEN '\\x5920' THEN 'pegin' END`
      : 'NULL::text';
  // LIMIT 1 makes each lookup a probe of the unique index whatever the planner believes about the sizes.
  return `SELECT coalesce(p.txid, i.txid) AS txid, i.vout, coalesce(p.key, i.key) AS key, coalesce(p.value, i.value) AS value, p.mweb
      FROM (SELECT ${unnested('input', ['tx_key', 'vout', 'txid', 'value', 'key'], slice)}) i
      LEFT JOIN LATERAL (
        SELECT txid, output_values[i.vout + 1] AS value, output_keys[i.vout + 1] AS key, ${mweb} AS mweb
        FROM ${chain}.transactions WHERE tx_key = i.tx_key LIMIT 1) p ON true`;
}

function pendingInputs(_chain: ChainCode, slice: string): string {
  return `SELECT ${unnested('input', ['vout', 'txid', 'value', 'key'], slice)}, NULL::text AS mweb`;
}

/** Slices read a compressed array once; element by element it would be decompressed for every element. */
function slicesOf(side: 'input' | 'output', columns: readonly string[], slice: string): string[] {
  return columns.map((column) => `t.${side}_${column}s${slice}`);
}

/** Columns of a query without FROM: `unnest` among its columns needs no room for all rows, as it does in FROM. */
function unnested(side: 'input' | 'output', columns: readonly string[], slice: string): string {
  return slicesOf(side, columns, slice)
    .map((array, at) => `unnest(${array}) AS ${columns[at]}`)
    .join(', ');
}

/** The first {@link LISTED}: amounts, keys, those with scripts of their own, tokens, and which are unspent. */
function listedOutputs(chain: ChainCode, { unspent }: Source, compact = false): string {
  const slice = `[1:${LISTED}]`;
  const scripts = `CASE WHEN t.output_scripts IS NOT NULL THEN (
      SELECT json_agg(json_build_array(o.n - 1, ${LISTED_SCRIPT}, octet_length(o.script), ${UNSPENDABLE}))
      FROM unnest(t.output_scripts${slice}) WITH ORDINALITY AS o(script, n) WHERE o.script IS NOT NULL) END`;
  return `array_to_string(t.output_values${slice}, ','),
    replace(array_to_string(t.output_keys${slice}, ',', ''), '\\x', ''),
    ${compact ? 'NULL' : scripts},
    ${isUtxoChainWith(chain, 'cashTokens') ? `to_json(t.output_tokens${slice})` : 'NULL'},
    ${compact ? 'NULL' : unspent(chain)}`;
}

function outputArrays(): string {
  const columns = ['value', 'key', 'token', 'script'];
  return `unnest(${slicesOf('output', columns, '').join(', ')}) WITH ORDINALITY AS o(${columns.join(', ')}, n)`;
}

const LISTED_SCRIPT = `CASE WHEN octet_length(o.script) <= ${LISTED_SCRIPT_BYTES} THEN encode(o.script, 'hex') END`;

function outputsJson(chain: ChainCode, source: Source, from: string, own?: OwnRows): string {
  if (own?.compact) {
    return `SELECT json_agg(json_build_array(o.n - 1, o.value::text, encode(o.key, 'hex'), NULL, NULL, NULL, o.token, NULL))
    FROM ${from}`;
  }
  const script = own ? LISTED_SCRIPT : `encode(o.script, 'hex')`;
  const spentBy = (): string =>
    `coalesce(${spentByJson(chain, 't.txid', '(o.n - 1)::integer')}, ${source.spender(chain)})`;
  return `SELECT json_agg(json_build_array(
      o.n - 1, o.value::text, encode(o.key, 'hex'), ${script}, octet_length(o.script), ${source.isUnspent(chain)},
      o.token, ${own ? 'NULL' : spentBy()}))
    FROM ${from}`;
}

/** Scripts that start with OP_RETURN or have over 10,000 bytes can never be spent (bitcoin CScript::IsUnspendable). */
const UNSPENDABLE = `(substr(o.script, 1, 1) = '\\x6a' OR octet_length(o.script) > 10000)`;

function isUnspent(chain: ChainCode): string {
  return `coalesce(
        (SELECT true FROM ${chain}.unspent_outputs WHERE txid = t.txid AND vout = (o.n - 1)::integer LIMIT 1)
        OR ${UNSPENDABLE}, false)`;
}

function ownInputs(chain: ChainCode, source: Source, own: OwnRows): string {
  const rows = `SELECT * FROM (${source.inputs(chain, `[${LISTED + 1}:]`, own)}) behind WHERE key = ${own.key} LIMIT ${LISTED}`;
  // Every lookup of a transaction with thousands of inputs counts: none is made unless this address paid something.
  return `CASE WHEN cardinality(t.input_vouts) > ${LISTED} AND ${own.spent} > 0 THEN (${inputsText(rows)}) END`;
}

function ownOutputs(chain: ChainCode, source: Source, own: OwnRows): string {
  const positions = `unnest((array_positions(t.output_keys, ${own.key}))[1:${LISTED}]) AS position(n)
    CROSS JOIN LATERAL (
      SELECT position.n, t.output_values[position.n] AS value, t.output_keys[position.n] AS key,
        ${own.compact ? '' : 't.output_scripts[position.n] AS script, '}t.output_tokens[position.n] AS token WHERE position.n > ${LISTED}) o`;
  return `CASE WHEN cardinality(t.output_values) > ${LISTED}
      THEN (${outputsJson(chain, source, positions, own)}) END`;
}
