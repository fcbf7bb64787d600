import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { blockAsked, lastUpTo } from '../balance-height.js';
import { type ChainState, ofMany, queryChain, withState } from '../chain-state.js';

/** The running state of an address after one of its transactions. Amounts are base units in decimal. */
interface AddressTotals {
  readonly balance: string;
  /** Sum of all outputs that paid the address until then; sent = received - balance. */
  readonly received: string;
  readonly transactionCount: number;
  /** Header times of the blocks of the first and the last transaction, unix seconds. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

/** Effects of the unconfirmed transactions of an address. */
interface PendingTotals {
  /** Net effect in base units, signed decimal. */
  readonly delta: string;
  readonly transactionCount: number;
}

export interface UtxoBalance {
  readonly state: ChainState;
  /** Null while unconfirmed transactions are not followed. At a past height there are none. */
  readonly pending: PendingTotals | null;
  /** Null when the address had no transaction until the height. */
  readonly totals: AddressTotals | null;
  /** The block that was asked for, null when it is not indexed or none was. */
  readonly block: { readonly height: number; readonly hash: string; readonly time: number } | null;
}

/** The statement of one address's balance now. Parameter: $1 address key. */
function balanceStatement(chain: ChainCode): string {
  const last = `SELECT seq, tx_key, balance, received FROM ${chain}.address_transactions
    WHERE (SELECT live FROM state) AND address_key = $1 ORDER BY seq DESC LIMIT 1`;
  return `${withState(chain)}
  SELECT json AS state, ${pendingTotals(chain)} AS pending, NULL::json AS block, ${totalsOf(chain, last)} AS totals
  FROM state`;
}

/** The statement of one address's balance at a height, $2. */
export function pastStatement(chain: ChainCode): string {
  const last = `SELECT r.* FROM search s
    CROSS JOIN LATERAL (
      SELECT seq, tx_key, balance, received FROM ${chain}.address_transactions
      WHERE address_key = $1 AND seq = s.low LIMIT 1) r
    WHERE s.low = s.high`;
  return `${withState(chain)}, ${lastUpTo(chain, '0::bigint')}
  SELECT json AS state, CASE WHEN followed THEN json_build_object('delta', '0', 'transactionCount', 0) END AS pending,
    ${blockAsked(chain)} AS block,
    ${totalsOf(chain, last)} AS totals
  FROM state`;
}

function pendingTotals(chain: ChainCode): string {
  return `CASE WHEN followed THEN (
      SELECT json_build_object('delta', coalesce(sum(delta), 0)::text, 'transactionCount', count(*))
      FROM ${chain}.mempool_address_transactions WHERE address_key = $1 AND tx_key IS NULL) END`;
}

/** {@link AddressTotals}. @param last a query of the last row of the history that counts */
function totalsOf(chain: ChainCode, last: string): string {
  const time = (txKey: string): string =>
    `(SELECT time FROM ${chain}.blocks WHERE height = (${txKey} >> 20)::integer LIMIT 1)`;
  return `(
      SELECT json_build_object('balance', r.balance::text, 'received', r.received::text, 'transactionCount', r.seq,
        'firstSeen', ${time('f.tx_key')}, 'lastSeen', ${time('r.tx_key')})
      FROM (${last}) r
      CROSS JOIN LATERAL (SELECT tx_key FROM ${chain}.address_transactions WHERE address_key = $1 AND seq = 1 LIMIT 1) f)`;
}

const ofManyStatements =
  (statement: (chain: ChainCode) => string) =>
  (chain: ChainCode): string =>
    ofMany(statement(chain), { $1: 'bytea[]' });

/**
 * Reads balances of addresses at one block, in their order.
 * @param height the last block to count, or null for the tip
 * @returns null when the chain has no row in sync_state; no totals while its first sync is under way
 */
export async function readUtxoBalances(
  db: Queryable,
  chain: ChainCode,
  addressKeys: readonly Buffer[],
  height: number | null,
): Promise<UtxoBalance[] | null> {
  const [statement, past] = height === null ? [balanceStatement, ''] : [pastStatement, '_past'];
  const values = height === null ? [] : [height];
  const [only, ...others] = addressKeys;
  const rows =
    others.length === 0
      ? await queryChain<UtxoBalance>(db, `balance${past}`, chain, statement, [only, ...values])
      : await queryChain<UtxoBalance>(db, `balances${past}`, chain, ofManyStatements(statement), [
          addressKeys,
          ...values,
        ]);
  return rows[0]?.state ? rows : null;
}
