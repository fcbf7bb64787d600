import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { type ChainState, queryState, withState } from '../../chain-state.js';

/** Amounts are base units in decimal. */
export interface PendingSummary {
  readonly txid: string;
  readonly fee: string | null;
  readonly vsize: number;
  /** Sum of its outputs. */
  readonly amount: string;
}

interface PendingList<Entry> {
  readonly state: ChainState;
  /** Newest first. */
  readonly entries: readonly Entry[];
}

/** @returns null when the chain has no row in sync_state; no entries while the mempool is not followed */
export async function readNewestPending(
  db: Queryable,
  chain: ChainCode,
  limit: number,
): Promise<PendingList<PendingSummary> | null> {
  const build = (code: ChainCode): string => `${withState(code)}
    SELECT (SELECT json FROM state) AS state, (
      SELECT json_agg(json_build_object('txid', encode(txid, 'hex'), 'fee', fee::text, 'vsize', vsize,
        'amount', (SELECT sum(value) FROM unnest(output_values) AS value)::text) ORDER BY id DESC)
      FROM (
        SELECT * FROM ${code}.mempool_transactions WHERE (SELECT followed FROM state) AND tx_key IS NULL
        ORDER BY id DESC LIMIT $1::integer) newest) AS entries`;
  return listOf(db, 'newest_pending', chain, build, limit);
}

/** @returns their txids; null when the chain has no row in sync_state */
export async function readPendingTxids(
  db: Queryable,
  chain: ChainCode,
  limit: number,
): Promise<PendingList<string> | null> {
  const build = (code: ChainCode): string => `${withState(code)}
    SELECT (SELECT json FROM state) AS state, (
      SELECT json_agg(encode(txid, 'hex') ORDER BY id DESC)
      FROM (
        SELECT id, txid FROM ${code}.mempool_transactions WHERE (SELECT followed FROM state) AND tx_key IS NULL
        ORDER BY id DESC LIMIT $1::integer) newest) AS entries`;
  return listOf(db, 'pending_txids', chain, build, limit);
}

async function listOf<Entry>(
  db: Queryable,
  name: string,
  chain: ChainCode,
  build: (chain: ChainCode) => string,
  limit: number,
): Promise<PendingList<Entry> | null> {
  const row = await queryState<{ entries: readonly Entry[] | null }>(db, name, chain, build, [limit]);
  return row && { ...row, entries: row.entries ?? [] };
}
