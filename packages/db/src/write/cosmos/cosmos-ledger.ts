import type { ChainCode, CosmosChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txSpan } from '../../tx-key.js';
import { writeAccountBlocks } from '../account/account-batch.js';
import type { PreparedAccountBlock } from '../account/prepared-block.js';
import { readFinalizedHeight } from '../cursor.js';
import { type Ledger, openLedger, removeAbove } from '../ledger.js';
import { COPY_TARGETS } from './cosmos-rows.js';
import { extendTokenHistory } from './token-history.js';

/** Blocks are final: no block is taken back but the last one, whose rows a node got wrong. */
export function openCosmosLedger(
  session: Session,
  place: CosmosChainNetwork,
  startHeight: number,
): Promise<Ledger<PreparedAccountBlock>> {
  const { code, name } = place.chain;
  return openLedger<PreparedAccountBlock>(session, code, place.network.name, startHeight, async () => ({
    finalizedHeight: await readFinalizedHeight(session, code),
    allow(cursor, fork, blocks) {
      const isTakenBack = fork?.height === cursor.height - 1 && blocks.length === 0;
      if (isTakenBack || (fork?.height === cursor.height && fork.hash === cursor.hash)) return;
      throw new Error(
        `${name}: block ${cursor.height} is indexed and final, and is not taken back to ${fork?.height ?? 'the start'}: the node has another chain`,
      );
    },
    rollback: (height) => takeBackLastBlock(session, code, height + 1),
    async write(blocks) {
      await writeAccountBlocks(session, code, COPY_TARGETS, blocks);
      await extendTokenHistory(session, code, txSpan(blocks[0]!.height, blocks.at(-1)!.height));
    },
  }));
}

/**
 * Removes the last block, inside the caller's transaction, and leaves the rows that were there before it. No index has
 * `address_transactions` by block: the rows are the last ones of the addresses that the block touched.
 */
async function takeBackLastBlock(session: Session, chain: ChainCode, height: number): Promise<void> {
  const { from, to } = txSpan(height, height);
  await session.query(
    `WITH touched AS MATERIALIZED (
      SELECT from_key AS key FROM ${chain}.transfers WHERE tx_key BETWEEN $1 AND $2 AND from_key IS NOT NULL
      UNION SELECT to_key FROM ${chain}.transfers WHERE tx_key BETWEEN $1 AND $2 AND to_key IS NOT NULL
      UNION SELECT from_key FROM ${chain}.transactions WHERE tx_key BETWEEN $1 AND $2 AND from_key IS NOT NULL
    ), entries AS MATERIALIZED (
      SELECT count(*) AS n FROM ${chain}.transactions WHERE tx_key BETWEEN $1 AND $2
    )
    DELETE FROM ${chain}.address_transactions h
    USING touched t CROSS JOIN LATERAL (
      SELECT seq, tx_key FROM ${chain}.address_transactions
      WHERE address_key = t.key ORDER BY seq DESC LIMIT (SELECT n FROM entries)) newest
    WHERE newest.tx_key >= $1 AND h.address_key = t.key AND h.seq = newest.seq`,
    [from, to],
  );
  await session.query(
    `WITH moved AS MATERIALIZED (
      SELECT from_key AS key, asset FROM ${chain}.transfers
      WHERE tx_key BETWEEN $1 AND $2 AND asset IS NOT NULL AND from_key IS NOT NULL
      UNION SELECT to_key, asset FROM ${chain}.transfers
      WHERE tx_key BETWEEN $1 AND $2 AND asset IS NOT NULL AND to_key IS NOT NULL
    ), removed AS (
      DELETE FROM ${chain}.token_history h USING moved m
      WHERE h.address_key = m.key AND h.asset = m.asset AND h.tx_key >= $1
    ), gone AS (
      DELETE FROM ${chain}.token_holdings h USING moved m
      WHERE h.address_key = m.key AND h.asset = m.asset AND NOT EXISTS (
        SELECT FROM ${chain}.token_history b WHERE b.address_key = m.key AND b.asset = m.asset AND b.tx_key < $1)
    )
    UPDATE ${chain}.token_holdings h SET tx_key = before.tx_key, balance = before.balance
    FROM moved m CROSS JOIN LATERAL (
      SELECT tx_key, balance FROM ${chain}.token_history b
      WHERE b.address_key = m.key AND b.asset = m.asset AND b.tx_key < $1 ORDER BY b.tx_key DESC LIMIT 1) before
    WHERE h.address_key = m.key AND h.asset = m.asset`,
    [from, to],
  );
  await removeAbove(session, chain, height - 1, ['payouts', 'transfers', 'transactions']);
}
