/**
 * How a transaction is read: one JSON array per transaction, one per input and output. Arrays instead of objects because
 * the names would be most of the bytes; amounts as text because JSON numbers are floats.
 */
import type { ChainCode } from '@chaintrail/chains';

/** The two last are null when the output lies before historyFrom and the node did not deliver it. */
export type InputColumns = readonly [
  index: number,
  txid: string,
  vout: number,
  addressKey: string | null,
  amount: string | null,
];

/** `script` is null where it is the template of the key (`scriptBytes` is null then too) or too long to list. */
export type OutputColumns = readonly [
  vout: number,
  amount: string,
  addressKey: string | null,
  script: string | null,
  scriptBytes: number | null,
  notSpent: boolean,
];

export type TransactionColumns = readonly [
  blockHeight: number,
  blockIndex: number,
  txid: string,
  version: number,
  lockTime: number,
  size: number,
  vsize: number,
  fee: string | null,
  blockHash: string,
  blockTime: number,
  blockTxCount: number,
  inputCount: number,
  outputCount: number,
  paysHogAddr: boolean,
  inputs: readonly InputColumns[],
  outputs: readonly OutputColumns[],
  ownInputs: readonly InputColumns[] | null,
  ownOutputs: readonly OutputColumns[] | null,
];

/** A confirmed transaction. Hashes and keys are hex, amounts base units in decimal, times unix seconds. */
export interface StoredTransaction {
  readonly blockHeight: number;
  readonly blockIndex: number;
  readonly blockHash: string;
  readonly blockTime: number;
  readonly blockTxCount: number;
  readonly txid: string;
  readonly version: number;
  readonly lockTime: number;
  readonly size: number;
  readonly vsize: number;
  readonly fee: string | null;
  /** Whether the first output pays a HogAddr (Litecoin's MWEB). */
  readonly paysHogAddr: boolean;
  readonly inputCount: number;
  readonly outputCount: number;
  /** In no particular order, as are the outputs. */
  readonly inputs: readonly InputColumns[];
  readonly outputs: readonly OutputColumns[];
}

/** What {@link transactionJson} selects, by name. */
export function storedTransaction(columns: TransactionColumns): StoredTransaction {
  const [blockHeight, blockIndex, txid, version, lockTime, size, vsize, fee, blockHash, blockTime, ...rest] = columns;
  const [blockTxCount, inputCount, outputCount, paysHogAddr, inputs, outputs, ownInputs, ownOutputs] = rest;
  return {
    blockHeight,
    blockIndex,
    blockHash,
    blockTime,
    blockTxCount,
    txid,
    version,
    lockTime,
    size,
    vsize,
    fee,
    paysHogAddr,
    inputCount,
    outputCount,
    inputs: ownInputs ? [...inputs, ...ownInputs] : inputs,
    outputs: ownOutputs ? [...outputs, ...ownOutputs] : outputs,
  };
}

/** Inputs and outputs a listed transaction carries at most. */
export const LISTED = 20;
/** A longer script is left out of lists (1,000 transactions may carry 20 each); the transaction's own page has it. */
const LISTED_SCRIPT_BYTES = 1_024;

function inputsJson(chain: ChainCode, from: string, condition: string): string {
  // LIMIT 1 makes each lookup a probe of the unique index whatever the planner believes about the sizes.
  return `SELECT coalesce(json_agg(json_build_array(n, txid, vout, encode(key, 'hex'), value::text)), '[]')
    FROM (
      SELECT i.n, encode(coalesce(p.txid, i.txid), 'hex') AS txid, i.vout,
        coalesce(p.key, i.key) AS key, coalesce(p.value, i.value) AS value
      FROM ${from}
      LEFT JOIN LATERAL (
        SELECT txid, output_values[i.vout + 1] AS value, output_keys[i.vout + 1] AS key
        FROM transactions_${chain} WHERE tx_key = i.tx_key LIMIT 1) p ON true
      ${condition}) x`;
}

function inputArrays(slice: string): string {
  const columns = ['tx_keys', 'vouts', 'txids', 'values', 'keys'].map((column) => `t.input_${column}${slice}`);
  return `unnest(${columns.join(', ')}) WITH ORDINALITY AS i(tx_key, vout, txid, value, key, n)`;
}

/** Scripts that start with OP_RETURN or have over 10,000 bytes can never be spent (bitcoin CScript::IsUnspendable). */
function outputsJson(chain: ChainCode, from: string, listed: boolean): string {
  const script = listed
    ? `CASE WHEN octet_length(o.script) <= ${LISTED_SCRIPT_BYTES} THEN encode(o.script, 'hex') END`
    : `encode(o.script, 'hex')`;
  return `SELECT coalesce(json_agg(json_build_array(
      o.n - 1, o.value::text, encode(o.key, 'hex'), ${script}, octet_length(o.script),
      coalesce(u.unspent OR substr(o.script, 1, 1) = '\\x6a' OR octet_length(o.script) > 10000, false))), '[]')
    FROM ${from}
    LEFT JOIN LATERAL (
      SELECT true AS unspent FROM unspent_outputs_${chain} WHERE txid = t.txid AND vout = o.n - 1 LIMIT 1) u ON true`;
}

function outputArrays(slice: string): string {
  return `unnest(t.output_values${slice}, t.output_keys${slice}, t.output_scripts${slice})
    WITH ORDINALITY AS o(value, key, script, n)`;
}

/** Slices read a compressed array once; element by element it would be decompressed for every element. */
function ownInputs(chain: ChainCode, own: OwnRows): string {
  const rest = inputArrays(`[${LISTED + 1}:]`);
  const rows = inputsJson(chain, rest, `WHERE coalesce(p.key, i.key) = ${own.key} LIMIT ${LISTED}`);
  // Every lookup of a transaction with thousands of inputs counts: none is made unless this address paid something.
  return `CASE WHEN cardinality(t.input_tx_keys) > ${LISTED} AND ${own.spent} > 0 THEN (${rows}) END`;
}

function ownOutputs(chain: ChainCode, own: OwnRows): string {
  const positions = `unnest((array_positions(t.output_keys, ${own.key}))[1:${LISTED}]) AS position(n)
    CROSS JOIN LATERAL (
      SELECT position.n, t.output_values[position.n] AS value, t.output_keys[position.n] AS key,
        t.output_scripts[position.n] AS script WHERE position.n > ${LISTED}) o`;
  return `CASE WHEN cardinality(t.output_values) > ${LISTED} THEN (${outputsJson(chain, positions, true)}) END`;
}

/** SQL expressions that say whose page a transaction is listed on. */
interface OwnRows {
  /** The address key. */
  readonly key: string;
  /** What the address's own inputs sum up to in this transaction. */
  readonly spent: string;
}

/**
 * The JSON of transaction row `t` in block row `b`.
 * @param own for lists: at most {@link LISTED} inputs and outputs from the front, and as many of the address's own from
 *   behind those; without it, all of them
 */
export function transactionJson(chain: ChainCode, own?: OwnRows): string {
  const slice = own ? `[1:${LISTED}]` : '';
  return `json_build_array(
    t.tx_key >> 20, t.tx_key & 1048575, encode(t.txid, 'hex'), t.version, t.lock_time, t.size, t.vsize, t.fee::text,
    encode(b.hash, 'hex'), b.time, b.tx_count, cardinality(t.input_tx_keys), cardinality(t.output_values),
    coalesce(substr(t.output_scripts[1], 1, 2) = '\\x5820' AND octet_length(t.output_scripts[1]) = 34, false),
    (${inputsJson(chain, inputArrays(slice), '')}),
    (${outputsJson(chain, outputArrays(slice), own !== undefined)}),
    ${own ? ownInputs(chain, own) : 'NULL'},
    ${own ? ownOutputs(chain, own) : 'NULL'})`;
}
