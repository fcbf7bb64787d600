/** A simulated node, a database and an indexer between them; and the same chain synced straight, to compare with. */
import { type BlockRef, type ChainCode, formatAddress, requireChain } from '@chaintrail/chains';
import { openSession, type Session } from '@chaintrail/db';
import type { LedgerModel, SimulatedNode } from '@chaintrail/devnet';
import {
  createChainDatabase,
  dumpRows,
  queryFollowed,
  type RowDump,
  type WaitedFor,
  type WaitOptions,
  waitFor,
} from '@chaintrail/testkit';
import { expect } from 'vitest';
import { InProcessIndexer } from './in-process-indexer.js';

/** Longer than an indexer's longest pause after a failure, on a noisy machine. */
const REACH_TIMEOUT_MS = 120_000;

interface SyncState {
  readonly height: number | null;
  readonly hash: string | null;
  readonly phase: string;
  readonly reason: string | null;
}

/** Settings of an indexer that follows this node. */
export function settingsFor(chain: ChainCode, node: Pick<SimulatedNode, 'url'>): Record<string, string> {
  const code = chain.toUpperCase();
  return { [`${code}_RPC_URL`]: node.url, [`${code}_NETWORK`]: 'regtest', [`${code}_POLL_MS`]: '100' };
}

/** @returns undefined before an indexer has registered the chain */
async function readSyncState(session: Session, chain: ChainCode): Promise<SyncState | undefined> {
  const rows = await queryFollowed<SyncState>(
    session,
    chain,
    `SELECT height, encode(hash, 'hex') AS hash, phase, reason FROM ${chain}.sync_state`,
  );
  return rows[0];
}

/** Waits until sync_state satisfies the condition. */
export async function waitForState(
  databaseUrl: string,
  chain: ChainCode,
  condition: (state: SyncState) => boolean,
  options: Pick<WaitOptions, 'what' | 'processes'>,
): Promise<SyncState> {
  const session = await openSession(databaseUrl, 'chaintrail-test-state');
  try {
    return await waitFor(
      async () => {
        const state = await readSyncState(session, chain);
        return state && condition(state) && state;
      },
      { timeoutMs: REACH_TIMEOUT_MS, ...options },
    );
  } finally {
    await session.end();
  }
}

/** Waits until the rows stand at this block. */
export async function reach(
  databaseUrl: string,
  chain: ChainCode,
  tip: BlockRef,
  processes: readonly WaitedFor[],
): Promise<void> {
  const what = `${chain} to be indexed up to block ${tip.height} ${tip.hash}`;
  await waitForState(databaseUrl, chain, ({ hash }) => hash === tip.hash, { processes, what });
}

/** Rows of the node's chain, indexed from nothing in one go. */
export async function straightRows(chain: ChainCode, node: SimulatedNode): Promise<RowDump> {
  const database = await createChainDatabase({ chain });
  const indexer = new InProcessIndexer(database.url, settingsFor(chain, node));
  try {
    await reach(database.url, chain, node.tip(), [indexer]);
    await indexer.stop();
    const rows = await dumpRows(database.url, chain);
    await expectModel(database.url, chain, node.model());
    return rows;
  } finally {
    await indexer.stop();
    await database.drop();
  }
}

/** Compares balances, totals and counts with the simulator's own ledger, which is not made of block bytes. */
async function expectModel(databaseUrl: string, chain: ChainCode, model: LedgerModel): Promise<void> {
  const session = await openSession(databaseUrl, 'chaintrail-test-model');
  try {
    const { rows } = await session.query<{ key: Buffer; balance: string; received: string; count: string }>(
      `SELECT DISTINCT ON (address_key) address_key AS key, balance::text, received::text, seq::text AS count
       FROM ${chain}.address_transactions ORDER BY address_key, seq DESC`,
    );
    const network = requireChain(chain).networks.find(({ name }) => name === 'regtest')!;
    const indexed = new Map(rows.map(({ key, ...totals }) => [formatAddress(network, key), totals]));
    const expected = [...model.addresses].map(([address, { balance, received, txids }]) => {
      return [address, { balance: `${balance}`, received: `${received}`, count: `${txids.length}` }] as const;
    });
    expect(indexed).toEqual(new Map(expected));
    const { rows: unspent } = await session.query<{ count: string; total: string }>(
      `SELECT count(*), coalesce(sum(value), 0)::text AS total FROM ${chain}.unspent_outputs`,
    );
    expect(unspent).toEqual([{ count: `${model.utxoCount}`, total: `${model.utxoTotal}` }]);
  } finally {
    await session.end();
  }
}

/** Compares table by table, so that a difference names its table. */
export function expectSameRows(found: RowDump, expected: RowDump): void {
  for (const table of Object.keys(expected) as (keyof RowDump)[]) {
    expect(found[table], `rows of ${table}`).toEqual(expected[table]);
  }
}
