/** SQL that makes {@link UtxoTransactionColumns} of a row of `transactions` or `mempool_transactions`. */
import { type ChainCode, chainByCode } from '@chaintrail/chains';
import {
  BLOCK_JSON,
  ENTRIES_PER_ROW,
  LISTED,
  type ListPart,
  lookedAt,
  OF_BLOCK,
  partLength,
} from '../transaction-lists.js';
import { confirmedSpenders } from './confirmed-spenders.js';

/** A longer script is left out of lists (1,000 transactions may carry 20 each); the transaction's own page has it. */
const LISTED_SCRIPT_BYTES = 1_024;

/** For lists: SQL expressions of the address whose list it is, and of how many transactions it has. */
interface AddressList {
  readonly key: string;
  readonly limit: string;
  /** Sum of the address's own inputs in this transaction. */
  readonly spent: string;
  /** Without scripts and what only they tell, which are most of a transaction's bytes. */
  readonly compact?: boolean;
}

/**
 * The JSON of the confirmed transaction in row `t`, of block row `b`: {@link UtxoTransactionColumns}.
 * @param list for lists of transactions: at most {@link LISTED} inputs and outputs from the front, and as many of the
 *   address's own from behind those; for the transaction itself, a part of them
 */
export function confirmedUtxoJson(chain: ChainCode, list: AddressList | typeof OF_BLOCK | ListPart): string {
  return transactionJson(chain, SOURCES.confirmed, list);
}

/** The same of the unconfirmed transaction in row `t`. */
export function pendingUtxoJson(chain: ChainCode, list: AddressList | typeof OF_BLOCK | ListPart): string {
  return transactionJson(chain, SOURCES.pending, list);
}

/** Entries of a compressed array that are passed over in the time that one takes to be shown. */
const PASSED_OVER = 50;

/** Weight of showing a part of row `t`, in rows of a history. No key or script is read for it. */
export function utxoPartWeight(part: ListPart): string {
  const [inputs, outputs] = ['cardinality(t.input_vouts)', 'cardinality(t.output_values)'];
  return `((${partLength(inputs, part)} + ${partLength(outputs, part)} + (${inputs} + ${outputs}) / ${PASSED_OVER}) / ${ENTRIES_PER_ROW}
      + coalesce(pg_column_size(t.output_scripts), 0) / ${LISTED_BYTES})`;
}

/** Bytes of a transaction that take as long to be listed as another row of a history. */
const LISTED_BYTES = 5_000;
/** How much smaller an array may be stored than it is: PostgreSQL's own compression makes a 90th of equal entries. */
const MOST_COMPRESSED = 256;

const SPECIAL_ARRAYS = ['output_scripts', 'output_tokens'];
/** Columns of a transaction for lists of transactions, unconfirmed ones, and unspent outputs. */
export const READ_ARRAYS = {
  confirmed: ['input_tx_keys', 'input_vouts', 'output_values', 'output_keys', ...SPECIAL_ARRAYS],
  pending: ['input_txids', 'input_vouts', 'output_values', 'output_keys', ...SPECIAL_ARRAYS],
  unspent: SPECIAL_ARRAYS,
  pendingUnspent: ['output_values', ...SPECIAL_ARRAYS],
} as const;

/** Weight of row `t`, in rows of a history: its arrays are read whole. Most may be witnesses, which are not stored. */
export function listedUtxoWeight(arrays: readonly string[] = READ_ARRAYS.confirmed): string {
  const stored = arrays.map((array) => `coalesce(pg_column_size(t.${array}), 0)`).join(' + ');
  return `(least(coalesce(t.size, 0), ${MOST_COMPRESSED} * (${stored})) / ${LISTED_BYTES})`;
}

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

/** How the two kinds of rows differ: a pending one carries what it spends, and nothing confirmed spends its outputs. */
interface Source {
  readonly block: string;
  readonly firstSeen: string;
  readonly wholeFirstSeen: (chain: ChainCode) => string;
  /** A query of rows (txid, vout, key, value, mweb), in the order of the transaction. */
  readonly inputs: (chain: ChainCode, slice: string, own?: AddressList) => string;
  /** The same of many: each transaction that they spend from is read once. */
  readonly partOfInputs: (chain: ChainCode, slice: string) => string;
  readonly isUnspent: (chain: ChainCode) => string;
  /** Bit n of it: whether output n, of the first {@link LISTED}, is unspent. */
  readonly unspent: (chain: ChainCode) => string;
  /** Queries up to `spenders` ({@link confirmedSpenders}); null where nothing confirmed spends an output. */
  readonly spenders: typeof confirmedSpenders | null;
}

const SOURCES: Readonly<Record<'confirmed' | 'pending', Source>> = {
  confirmed: {
    block: BLOCK_JSON,
    firstSeen: 'NULL',
    // Known for some hours after a block took it.
    wholeFirstSeen: (chain) => `(SELECT first_seen FROM ${chain}.mempool_transactions WHERE txid = t.txid LIMIT 1)`,
    inputs: confirmedInputs,
    partOfInputs: groupedInputs,
    isUnspent,
    unspent: (chain) =>
      `(SELECT bit_or(1 << vout) FROM ${chain}.unspent_outputs WHERE txid = t.txid AND vout < ${LISTED})`,
    spenders: confirmedSpenders,
  },
  pending: {
    block: 'NULL',
    firstSeen: 't.first_seen',
    wholeFirstSeen: () => 't.first_seen',
    inputs: pendingInputs,
    partOfInputs: pendingInputs,
    isUnspent: () => 'true',
    unspent: () => '-1',
    spenders: null,
  },
};

/** Lists are of short texts: JSON of each input and output took a third of a page. */
function transactionJson(chain: ChainCode, source: Source, list: AddressList | typeof OF_BLOCK | ListPart): string {
  const part = list !== OF_BLOCK && 'offset' in list ? list : undefined;
  const own = list === OF_BLOCK || 'offset' in list ? undefined : list;
  const paysHogAddr = isUtxoChainWith(chain, 'mweb') && !own?.compact ? PAYS_HOG_ADDR : 'false';
  const firstSeen = part ? source.wholeFirstSeen(chain) : source.firstSeen;
  const columns = `json_build_array(
    ${source.block}, ${firstSeen}, encode(t.txid, 'hex'), t.version, t.lock_time, t.size, t.vsize, t.fee::text,
    a.input_count, cardinality(a.output_values), ${paysHogAddr}, ${shieldedJson(chain)},
    (${inputsText(part ? source.partOfInputs(chain, sliceOf(part)) : source.inputs(chain, `[1:${LISTED}]`, own))}),
    ${own ? ownInputs(chain, source, own) : 'NULL'},
    ${part ? 'NULL, NULL, NULL, NULL, NULL' : listedOutputs(chain, source, own?.compact)},
    ${part ? 'p.outputs, p.spenders' : `${own ? ownOutputs(chain, source, own) : 'NULL'}, NULL`})`;
  return `(SELECT ${columns} FROM (SELECT cardinality(t.input_vouts) AS input_count, ${OUTPUT_ARRAYS} OFFSET 0) a
    ${part ? `CROSS JOIN LATERAL (${outputsOfPart(chain, source, part)}) p` : ''})`;
}

const OUTPUT_COLUMNS = ['value', 'key', 'token', 'script'] as const;
/** Row `a`. As slices they are decompressed once, and not for each look at them. */
const OUTPUT_ARRAYS = OUTPUT_COLUMNS.map((column) => `t.output_${column}s[1:] AS output_${column}s`).join(', ');

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

/** Subscript of a part of an array. */
function sliceOf({ offset, limit }: ListPart): string {
  return `[${offset} + 1:${offset} + ${limit}]`;
}

/** `string_agg` takes the rows as they come: from the arrays, and each with one lookup at most. */
function inputsText(rows: string): string {
  return `SELECT string_agg(encode(txid, 'hex') || ',' || vout || ',' || coalesce(value::text, '') || ','
      || coalesce(encode(key, 'hex'), '') || coalesce(',' || mweb, ''), ';') FROM (${rows}) x`;
}

function confirmedInputs(chain: ChainCode, slice: string, own?: AddressList): string {
  // Read for the one chain that has it: an array more to look into for every input.
  const mweb =
    isUtxoChainWith(chain, 'mweb') && !own?.compact
      ? `CASE substr(output_scripts[i.vout + 1], 1, 2) WHEN '\\x5820' THEN 'hogaddr' WHEN '\\x5920' THEN 'pegin' END`
      : 'NULL::text';
  // LIMIT 1 makes each lookup a probe of the unique index whatever the planner believes about the sizes.
  return `SELECT coalesce(p.txid, i.txid) AS txid, i.vout, coalesce(p.key, i.key) AS key, coalesce(p.value, i.value) AS value, p.mweb
      FROM (SELECT ${unnested(['tx_key', 'vout', 'txid', 'value', 'key'], slice)}) i
      LEFT JOIN LATERAL (
        SELECT txid, output_values[i.vout + 1] AS value, output_keys[i.vout + 1] AS key, ${mweb} AS mweb
        FROM ${chain}.transactions WHERE tx_key = i.tx_key LIMIT 1) p ON true`;
}

/** A transaction's arrays are decompressed for each look at one of their elements, a whole slice of them for one look. */
function groupedInputs(chain: ChainCode, slice: string): string {
  const mweb = isUtxoChainWith(chain, 'mweb')
    ? `CASE substr(p.scripts[i.vout + 1], 1, 2) WHEN '\\x5820' THEN 'hogaddr' WHEN '\\x5920' THEN 'pegin' END`
    : 'NULL::text';
  const columns = ['n', 'vout', 'txid', 'value', 'key'];
  return `SELECT coalesce(p.txid, i.txid) AS txid, i.vout, coalesce(p.keys[i.vout + 1], i.key) AS key,
        coalesce(p.values[i.vout + 1], i.value) AS value, ${mweb} AS mweb
      FROM (
        SELECT tx_key, ${columns.map((column) => `array_agg(${column}) AS ${column}s`).join(', ')}
        FROM unnest(${slicesOf(['tx_key', 'vout', 'txid', 'value', 'key'], slice).join(', ')})
          WITH ORDINALITY AS u(tx_key, vout, txid, value, key, n)
        GROUP BY tx_key) g
      LEFT JOIN LATERAL (
        SELECT txid, output_values[1:] AS values, output_keys[1:] AS keys, output_scripts[1:] AS scripts
        FROM ${chain}.transactions WHERE tx_key = g.tx_key LIMIT 1) p ON true
      CROSS JOIN LATERAL unnest(${columns.map((column) => `g.${column}s`).join(', ')}) AS i(${columns.join(', ')})
      ORDER BY i.n`;
}

function pendingInputs(_chain: ChainCode, slice: string): string {
  return `SELECT ${unnested(['vout', 'txid', 'value', 'key'], slice)}, NULL::text AS mweb`;
}

/** Slices read a compressed array once; element by element it would be decompressed for every element. */
function slicesOf(columns: readonly string[], slice: string): string[] {
  return columns.map((column) => `t.input_${column}s${slice}`);
}

/** Columns of a query without FROM: `unnest` among its columns needs no room for all rows, as it does in FROM. */
function unnested(columns: readonly string[], slice: string): string {
  return slicesOf(columns, slice)
    .map((array, at) => `unnest(${array}) AS ${columns[at]}`)
    .join(', ');
}

/** The first {@link LISTED}: amounts, keys, those with scripts of their own, tokens, and which are unspent. */
function listedOutputs(chain: ChainCode, { unspent }: Source, compact = false): string {
  const slice = `[1:${LISTED}]`;
  const scripts = `CASE WHEN a.output_scripts IS NOT NULL THEN (
      SELECT json_agg(json_build_array(o.n - 1, ${LISTED_SCRIPT}, octet_length(o.script), ${UNSPENDABLE}))
      FROM unnest(a.output_scripts${slice}) WITH ORDINALITY AS o(script, n) WHERE o.script IS NOT NULL) END`;
  return `array_to_string(a.output_values${slice}, ','),
    replace(array_to_string(a.output_keys${slice}, ',', ''), '\\x', ''),
    ${compact ? 'NULL' : scripts},
    ${isUtxoChainWith(chain, 'cashTokens') ? `to_json(a.output_tokens${slice})` : 'NULL'},
    ${compact ? 'NULL' : unspent(chain)}`;
}

/** A row of the outputs of a part, and of what spends them of confirmed transactions. */
function outputsOfPart(chain: ChainCode, { isUnspent, spenders }: Source, part: ListPart): string {
  const columns = OUTPUT_COLUMNS.join(', ');
  const slices = OUTPUT_COLUMNS.map((column) => `a.output_${column}s${sliceOf(part)}`).join(', ');
  const end = `${part.offset} + ${part.limit}`;
  return `WITH RECURSIVE shown AS MATERIALIZED (
      SELECT (o.n - 1)::integer AS vout, ${columns}, ${isUnspent(chain)} AS unspent
      FROM (SELECT ${columns}, place + ${part.offset} AS n FROM unnest(${slices}) WITH ORDINALITY AS u(${columns}, place)) o
    )${spenders ? `, ${spenders(chain, part.offset, end)}` : ''}
    SELECT (SELECT json_agg(json_build_array(
        o.vout, o.value::text, encode(o.key, 'hex'), encode(o.script, 'hex'), octet_length(o.script), o.unspent, o.token,
        ${spentByJson(chain, 't.txid', 'o.vout')})) FROM shown o) AS outputs,
      ${spenders ? `(SELECT json_agg(json_build_array(vout, encode(txid, 'hex'), vin)) FROM spenders)` : 'NULL::json'} AS spenders`;
}

const LISTED_SCRIPT = `CASE WHEN octet_length(o.script) <= ${LISTED_SCRIPT_BYTES} THEN encode(o.script, 'hex') END`;

function outputsJson(chain: ChainCode, source: Source, from: string, own: AddressList): string {
  const script = own.compact
    ? 'NULL, NULL, NULL'
    : `${LISTED_SCRIPT}, octet_length(o.script), ${source.isUnspent(chain)}`;
  return `SELECT json_agg(json_build_array(o.n - 1, o.value::text, encode(o.key, 'hex'), ${script}, o.token, NULL))
    FROM ${from}`;
}

/** Scripts that start with OP_RETURN or have over 10,000 bytes can never be spent (bitcoin CScript::IsUnspendable). */
const UNSPENDABLE = `(substr(o.script, 1, 1) = '\\x6a' OR octet_length(o.script) > 10000)`;

function isUnspent(chain: ChainCode): string {
  return `coalesce(
        (SELECT true FROM ${chain}.unspent_outputs WHERE txid = t.txid AND vout = (o.n - 1)::integer LIMIT 1)
        OR ${UNSPENDABLE}, false)`;
}

function ownInputs(chain: ChainCode, source: Source, own: AddressList): string {
  const behind = `[${LISTED + 1}:(${lookedAt(own)})::integer]`;
  const rows = `SELECT * FROM (${source.inputs(chain, behind, own)}) behind WHERE key = ${own.key} LIMIT ${LISTED}`;
  // Every lookup of a transaction with thousands of inputs counts: none is made unless this address paid something.
  return `CASE WHEN a.input_count > ${LISTED} AND ${own.spent} > 0 THEN (${inputsText(rows)}) END`;
}

function ownOutputs(chain: ChainCode, source: Source, own: AddressList): string {
  const columns = own.compact ? OUTPUT_COLUMNS.filter((column) => column !== 'script') : OUTPUT_COLUMNS;
  const positions = `unnest((array_positions(a.output_keys, ${own.key}))[1:${LISTED}]) AS position(n)
    CROSS JOIN LATERAL (
      SELECT position.n, ${columns.map((column) => `a.output_${column}s[position.n] AS ${column}`).join(', ')} WHERE position.n > ${LISTED}) o`;
  return `CASE WHEN cardinality(a.output_values) > ${LISTED}
      THEN (${outputsJson(chain, source, positions, own)}) END`;
}
