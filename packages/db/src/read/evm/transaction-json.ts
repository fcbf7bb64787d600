/** SQL that makes {@link EvmTransactionColumns} of a row of `transactions` or `mempool_transactions`. */
import type { ChainCode } from '@chaintrail/chains';
import { FIRST_INTERNAL_IDX } from '../../tx-key.js';
import { BLOCK_JSON, LISTED, LOOKED_AT, OF_BLOCK } from '../transaction-json.js';
import { internalStatus } from './internal-status.js';

/** Transfers that a transaction's own page carries at most: some blocks hold hundreds of thousands of them in one. */
const DETAILED_TRANSFERS = 10_000;

/** For lists: SQL expressions of the address whose list it is, and of how many transactions it has. */
interface AccountList {
  readonly key: string;
  readonly limit: string;
}

/**
 * The JSON of the confirmed transaction in row `t`, of block row `b` and row `g` of `tracing`. Internal transfers are left
 * out until they count in balances and histories too.
 * @param list for lists: at most {@link LISTED} transfers, the address's own first; without it {@link DETAILED_TRANSFERS}
 */
export function confirmedEvmJson(chain: ChainCode, list?: AccountList | typeof OF_BLOCK): string {
  return `(SELECT json_build_array(
      ${BLOCK_JSON}, NULL, ${senderJson('t.succeeded', 't.created_contract')}, t.gas_limit, t.gas_used, t.gas_price::text,
      t.fee::text, t.blob_fee::text, t.l1_fee::text, t.operator_fee::text, encode(t.method, 'hex'),
      internal.status, ${transferCount(chain)}, (${transfers(chain, list)}))
    FROM (SELECT ${internalStatus(chain, '(t.tx_key >> 20)')} AS status OFFSET 0) internal)`;
}

/** The same of the unconfirmed transaction in row `t`. Nothing has moved yet. */
export function pendingEvmJson(chain: ChainCode): string {
  return `json_build_array(
      NULL, t.first_seen, ${senderJson('NULL', 'NULL::bytea')}, t.gas_limit, NULL, t.gas_price::text,
      t.fee::text, NULL, NULL, NULL, encode(t.method, 'hex'), ${internalStatus(chain, '(g.tip + 1)')}, 0, NULL)`;
}

function senderJson(succeeded: string, createdContract: string): string {
  return `encode(t.txid, 'hex'), t.type, ${succeeded}, encode(t.from_key, 'hex'), encode(t.to_key, 'hex'),
      encode(${createdContract}, 'hex'), t.value::text, t.nonce`;
}

const LOGGED = `tx_key = t.tx_key AND idx < ${FIRST_INTERNAL_IDX}`;
const TRACED = `internal.status = 'complete' AND tx_key = t.tx_key AND idx >= ${FIRST_INTERNAL_IDX}`;

/** Both numberings have no gaps, so the last number tells how many there are. */
function transferCount(chain: ChainCode): string {
  const last = (where: string): string =>
    `(SELECT idx FROM ${chain}.transfers WHERE ${where} ORDER BY tx_key DESC, idx DESC LIMIT 1)`;
  return `coalesce(${last(LOGGED)} + 1, 0) + coalesce(${last(TRACED)} - ${FIRST_INTERNAL_IDX - 1}, 0)`;
}

function transfers(chain: ChainCode, list: AccountList | typeof OF_BLOCK | undefined): string {
  const { transaction, page } = LOOKED_AT;
  const own = list === OF_BLOCK ? undefined : list;
  const most = list ? LISTED : DETAILED_TRANSFERS;
  const looked = own ? `least(${transaction}, ${page} / ${own.limit})` : `${most}`;
  const isOwn = own ? `coalesce(from_key = ${own.key} OR to_key = ${own.key}, false)` : 'false';
  const first = (where: string): string =>
    `(SELECT *, ${isOwn} AS is_own FROM ${chain}.transfers WHERE ${where} ORDER BY tx_key, idx LIMIT ${looked})`;
  // LIMIT 1 makes each lookup a probe of the unique index whatever the planner believes about the sizes.
  return `SELECT json_agg(json_build_array(
        x.kind, encode(x.from_key, 'hex'), encode(x.to_key, 'hex'), encode(x.asset, 'hex'), x.standard, x.amount::text,
        x.token_id::text, k.symbol, k.name, k.decimals) ORDER BY x.is_own DESC, x.idx)
      FROM (SELECT * FROM (${first(LOGGED)} UNION ALL ${first(TRACED)}) seen
            ORDER BY is_own DESC, idx LIMIT ${most}) x
      LEFT JOIN LATERAL (SELECT symbol, name, decimals FROM ${chain}.tokens WHERE asset = x.asset LIMIT 1) k ON true`;
}
