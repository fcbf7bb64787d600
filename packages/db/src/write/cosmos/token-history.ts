/** Running balances of other denominations, and the newest of each, derived from the rows of transfers. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import type { TxSpan } from '../../tx-key.js';

const COLUMNS = '(tx_key, address_key, asset, delta, balance)';

/** Changes of holdings by entries. */
function changes(chain: ChainCode, condition: string): string {
  const side = (key: string, amount: string) =>
    `SELECT tx_key, ${key} AS address_key, asset, ${amount} AS amount
     FROM ${chain}.transfers WHERE asset IS NOT NULL AND ${key} IS NOT NULL AND ${condition}`;
  return `SELECT tx_key, address_key, asset, sum(amount) AS delta
    FROM (${side('from_key', '-amount')} UNION ALL ${side('to_key', 'amount')}) moved
    GROUP BY address_key, asset, tx_key HAVING sum(amount) <> 0`;
}

const HOLDING = '(tx_key, address_key, asset, balance)';
/** The newest row of each holding, of some rows of the history. */
const newest = (rows: string): string =>
  `SELECT DISTINCT ON (address_key, asset) tx_key, address_key, asset, balance FROM ${rows} ORDER BY address_key, asset, tx_key DESC`;

const RUNNING = 'sum(delta) OVER (PARTITION BY address_key, asset ORDER BY tx_key)';

/** Continues them by the entries of a span, which follows what is there, inside the caller's transaction. */
export async function extendTokenHistory(session: Session, chain: ChainCode, { from, to }: TxSpan): Promise<void> {
  // A plan that was made while there was little would read all of a holding, or of the table, for each row.
  await session.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
  await session.query({
    name: `extend_token_history_${chain}`,
    // Without the bound a look for the last row would pass over all that the statement itself has added.
    text: `WITH added AS (
        INSERT INTO ${chain}.token_history ${COLUMNS}
        SELECT tx_key, address_key, asset, delta, coalesce(before.balance, 0) + running
        FROM (SELECT *, ${RUNNING} AS running FROM (${changes(chain, 'tx_key BETWEEN $1 AND $2')}) changed) changed
        LEFT JOIN LATERAL (
          SELECT balance FROM ${chain}.token_history h
          WHERE h.address_key = changed.address_key AND h.asset = changed.asset AND h.tx_key < $1 ORDER BY h.tx_key DESC LIMIT 1
        ) before ON true
        ORDER BY address_key, asset, tx_key
        RETURNING tx_key, address_key, asset, balance)
      INSERT INTO ${chain}.token_holdings ${HOLDING} ${newest('added')}
      ON CONFLICT (address_key, asset) DO UPDATE SET tx_key = excluded.tx_key, balance = excluded.balance`,
    values: [from, to],
  });
}

/** Makes all of them, where there are none yet and no index. */
export async function fillTokenHistory(session: Session, chain: ChainCode): Promise<void> {
  await session.query(
    `INSERT INTO ${chain}.token_history ${COLUMNS}
     SELECT tx_key, address_key, asset, delta, ${RUNNING} FROM (${changes(chain, 'true')}) changed
     ORDER BY address_key, asset, tx_key`,
  );
  await session.query(`INSERT INTO ${chain}.token_holdings ${HOLDING} ${newest(`${chain}.token_history`)}`);
}
