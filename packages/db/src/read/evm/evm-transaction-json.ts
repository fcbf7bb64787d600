/** SQL that makes {@link EvmTransactionColumns} of a row of `transactions` or `mempool_transactions`. */
import type { ChainCode } from '@chaintrail/chains';
import { FIRST_INTERNAL_IDX } from '../../tx-key.js';
import { ZERO_ADDRESS } from '../../write/evm/token-tables.js';
import {
  BLOCK_JSON,
  ENTRIES_PER_ROW,
  LISTED,
  type ListPart,
  lookedAt,
  OF_BLOCK,
  partLength,
} from '../transaction-lists.js';
import { internalStatus, PENDING_STATUS } from './internal-status.js';
import { tokenReading } from './transfer-reading.js';

/** For lists: SQL expressions of the address whose list it is, and of how many transactions it has. */
export interface AddressList {
  readonly key: string;
  readonly limit: string;
  /** Without transfers of others. */
  readonly compact?: boolean;
}

/**
 * The JSON of the confirmed transaction in row `t`, of block row `b` and row `g` of `tracing`.
 * @param list for lists: at most {@link LISTED} transfers, the address's own first; for the transaction itself, a part of
 *   them
 * @param count the number of transfers, where the caller has it
 */
export function confirmedEvmJson(
  chain: ChainCode,
  list: AddressList | typeof OF_BLOCK | ListPart,
  count = `(${transferCount(chain)})`,
): string {
  return `json_build_array(
      ${BLOCK_JSON}, NULL, ${senderJson('t.succeeded', 't.created_contract')}, t.gas_limit, t.gas_used, t.gas_price::text,
      t.fee::text, t.blob_fee::text, t.l1_fee::text, t.operator_fee::text, encode(t.method, 'hex'),
      ${internalStatus(chain, '(t.tx_key >> 20)')}, ${count}, (${transfers(chain, list)})${isAddressList(list) ? `, ${ofMany(chain, list, count)}` : ''})`;
}

/** {@link Sides} by all transfers of row `t` that are looked at, where a list may not show them; else NULL. */
function ofMany(chain: ChainCode, list: AddressList, count: string): string {
  const { gives, gets, isSeen } = sides(chain, list, count);
  return `CASE WHEN ${count} > ${LISTED} THEN json_build_array(${gives}, ${gets}, ${isSeen}) END`;
}

/** The same of the unconfirmed transaction in row `t`. Nothing has moved yet. */
export function pendingEvmJson(): string {
  return `json_build_array(
      NULL, t.first_seen, ${senderJson('NULL', 'NULL::bytea')}, t.gas_limit, NULL, t.gas_price::text,
      t.fee::text, NULL, NULL, NULL, encode(t.method, 'hex'), ${PENDING_STATUS}, 0, NULL)`;
}

function senderJson(succeeded: string, createdContract: string): string {
  return `encode(t.txid, 'hex'), t.type, ${succeeded}, encode(t.from_key, 'hex'), encode(t.to_key, 'hex'),
      encode(${createdContract}, 'hex'), t.value::text, t.nonce`;
}

/** Weight of showing a part of row `t`, confirmed or not, in rows of a history. */
export function evmPartWeight(chain: ChainCode, part: ListPart): string {
  return `(${partLength(`(${transferCount(chain)})`, part)} / ${ENTRIES_PER_ROW})`;
}

const LOGGED = `tx_key = t.tx_key AND idx < ${FIRST_INTERNAL_IDX}`;
const TRACED = `tx_key = t.tx_key AND idx >= ${FIRST_INTERNAL_IDX}`;

/** How many transfers row `t` has: the last number of each numbering tells. @param most of each numbering */
export function transferCount(chain: ChainCode, most?: string): string {
  const counts = [loggedCount(chain), `coalesce(${lastIdx(chain, TRACED)} - ${FIRST_INTERNAL_IDX - 1}, 0)`];
  return counts.map((count) => (most === undefined ? count : `least(${count}, ${most})`)).join(' + ');
}

const lastIdx = (chain: ChainCode, where: string): string =>
  `(SELECT idx FROM ${chain}.transfers WHERE ${where} ORDER BY tx_key DESC, idx DESC LIMIT 1)`;
const loggedCount = (chain: ChainCode): string => `coalesce(${lastIdx(chain, LOGGED)} + 1, 0)`;

/** A query of the transfers of row `t` that a list shows. */
function listedTransfers(chain: ChainCode, list: AddressList): string {
  const isOwn = `coalesce(from_key = ${list.key} OR to_key = ${list.key}, false)`;
  const seen = firstTransfers(chain, isOwn, lookedAt(list));
  // Anybody may log any number of transfers of nothing.
  return `SELECT * FROM (${seen}) seen ${list.compact ? 'WHERE is_own ' : ''}ORDER BY is_own DESC, is_own AND amount = 0, idx LIMIT ${LISTED}`;
}

/**
 * Whether row `t` took something from the address, or brought it something, by all transfers that are looked at, and
 * whether those are all; as SQL. What is {@link spoofed} took nothing.
 */
export function sides(chain: ChainCode, list: AddressList, count: string) {
  const most = lookedAt(list);
  const some = (isSide: string, counts: string): string =>
    `EXISTS (SELECT FROM (${firstTransfers(chain, isSide, most)}) x ${named(chain)}
      WHERE x.is_own AND (x.asset IS NULL OR ${amountOf(chain)} > 0) AND ${counts})`;
  return {
    gives: some(`from_key = ${list.key}`, `${spoofed(chain)} IS NOT TRUE`),
    gets: some(`to_key = ${list.key}`, 'true'),
    isSeen: `${count} <= ${most}`,
  };
}

/** Whether a transfer that is looked at names the address, as SQL. */
export function namesOwn(chain: ChainCode, list: AddressList): string {
  const isOwn = `coalesce(from_key = ${list.key} OR to_key = ${list.key}, false)`;
  return `EXISTS (SELECT FROM (${firstTransfers(chain, isOwn, lookedAt(list))}) x WHERE x.is_own)`;
}

/** Row `k` of `tokens` for row `x` of `transfers`. LIMIT 1 makes it a probe of the index whatever the planner believes. */
const named = (chain: ChainCode): string =>
  `LEFT JOIN LATERAL (SELECT symbol, name, decimals, forges, ${tokenReading(chain, 'n')} AS reading
        FROM ${chain}.tokens n WHERE asset = x.asset LIMIT 1) k ON true`;

/** The amount of row `x` by what is known of its contract, row `k`: a log may have the id of a token there. */
const amountOf = (chain: ChainCode): string =>
  `${chain}.transfer_amount(x.standard::text, k.reading, x.amount, x.token_id)`;

/**
 * Whether a token's log in row `x` names a sender, in SQL, who did not sign row `t` and lost nothing: by its amount, or
 * as the contract says. It is asked only of contracts (row `k`) that were seen to log what was not.
 */
function spoofed(chain: ChainCode): string {
  const ofToken = `SELECT first_touched, forged_to FROM ${chain}.token_balances WHERE address_key = x.from_key AND asset = x.asset`;
  const id = `CASE WHEN x.standard = 'erc1155' THEN x.token_id END`;
  return `CASE WHEN x.asset IS NOT NULL AND x.from_key IS DISTINCT FROM t.from_key AND x.from_key <> ${ZERO_ADDRESS}
        THEN ${amountOf(chain)} = 0 OR (k.forges IS TRUE AND EXISTS (
          SELECT FROM (${ofToken} AND token_id = ${id} UNION ALL ${ofToken} AND token_id IS NULL AND ${id} IS NULL) h
          WHERE (x.tx_key >> 20) BETWEEN h.first_touched AND h.forged_to)) END`;
}

function firstTransfers(chain: ChainCode, isOwn: string, most: string): string {
  const first = (where: string): string =>
    `(SELECT *, ${isOwn} AS is_own FROM ${chain}.transfers WHERE ${where} ORDER BY tx_key, idx LIMIT ${most})`;
  return `${first(LOGGED)} UNION ALL ${first(TRACED)}`;
}

/** Whether the address sent or was sent any of a token in a transaction, as SQL; internal transfers move none. */
export function movesToken(chain: ChainCode, transaction: string, key: string, asset: string): string {
  return `EXISTS (SELECT FROM ${chain}.transfers
        WHERE tx_key = ${transaction} AND idx < ${FIRST_INTERNAL_IDX} AND asset = ${asset} AND (from_key = ${key} OR to_key = ${key}))`;
}

/** By their numbers, so that any part costs the same: traced ones are counted on from the logged ones. */
function partOfTransfers(chain: ChainCode, { offset, limit }: ListPart): string {
  const numbered = (where: string, first: string): string =>
    `(SELECT x.*, false AS is_own FROM ${chain}.transfers x
        WHERE ${where} AND idx >= ${first} + ${offset} AND idx < ${first} + ${offset} + ${limit} ORDER BY tx_key, idx LIMIT ${limit})`;
  return `SELECT seen.* FROM (SELECT (${loggedCount(chain)})::bigint AS logged OFFSET 0) c
        CROSS JOIN LATERAL (${numbered(LOGGED, '0')} UNION ALL ${numbered(TRACED, `${FIRST_INTERNAL_IDX} - c.logged`)}) seen`;
}

function isAddressList(list: AddressList | typeof OF_BLOCK | ListPart): list is AddressList {
  return typeof list === 'object' && 'key' in list;
}

function transfersOf(chain: ChainCode, list: AddressList | typeof OF_BLOCK | ListPart): string {
  if (list === OF_BLOCK) {
    return `SELECT * FROM (${firstTransfers(chain, 'false', String(LISTED))}) seen ORDER BY idx LIMIT ${LISTED}`;
  }
  return 'offset' in list ? partOfTransfers(chain, list) : listedTransfers(chain, list);
}

function transfers(chain: ChainCode, list: AddressList | typeof OF_BLOCK | ListPart): string {
  return `SELECT json_agg(json_build_array(
        x.kind, encode(x.from_key, 'hex'), encode(x.to_key, 'hex'), encode(x.asset, 'hex'), x.standard, x.amount::text,
        x.token_id::text, k.symbol, k.name, k.decimals, k.reading, ${spoofed(chain)}) ORDER BY x.is_own DESC, x.idx)
      FROM (${transfersOf(chain, list)}) x ${named(chain)}`;
}
