/** The database that the API is measured over, with what an indexer beside it would report. */
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chain, type ChainCode, chainOnNetwork, requireChain } from '@chaintrail/chains';
import { type Session, saveRates } from '@chaintrail/db';
import { SIMULATED_NETWORK } from '@chaintrail/devnet';
import { temporaryFolder } from '@chaintrail/testkit';
import { startGeneratedNode } from '../harness/generated-node.js';
import { Cleanup } from '../harness/run.js';
import { type BenchServer, openBenchSession, startBenchServer } from '../harness/server.js';
import { readSyncState, syncChain } from '../sync/sync-chain.js';
import { readSyncOptions } from '../sync/sync-options.js';
import type { ApiOptions } from './api-options.js';
import { drawSubjects, type Subjects } from './subjects.js';

export interface BenchDatabase {
  readonly server: BenchServer;
  /** For bare rows alone: whatever it prepares stays. */
  readonly session: Session;
  readonly subjects: Subjects;
}

/** The side of the database, of an API that the benchmark has started. */
export interface OwnSide {
  readonly session: Session;
  /** Processor time so far. */
  processorSeconds(): Readonly<Record<'postgres' | 'node', number>>;
}

const CHAINS = (['btc', 'eth'] as const satisfies readonly ChainCode[]).map(requireChain);
const SETTINGS = { BTC_SCRIPTHASH_INDEX: 'on', ETH_INTERNAL_TRANSFERS: 'full' };
/** Unconfirmed transactions count as followed for five minutes, an indexer as running for one. */
const REPORT_EVERY_MS = 15_000;
/** Base units that every address has before its first transaction: more than any of them sends. */
const GIVEN = 10n ** 27n;

export async function openBenchDatabase(options: ApiOptions, cleanup: Cleanup): Promise<BenchDatabase> {
  const folder = options.data ?? (await temporaryFolder('bench', tmpdir()));
  await mkdir(folder, { recursive: true });
  const server = await startBenchServer(cleanup, join(folder, 'postgres'));
  for (const chain of CHAINS) await ensureChain(chain, options, server);
  await reportAsIndexer(cleanup, server.url, options.changes);
  const networks = CHAINS.map((chain) => {
    const place = chainOnNetwork(chain, SIMULATED_NETWORK[chain.family]);
    return [chain.code, place!.network] as const;
  });
  console.error('Drawing addresses …');
  const subjects = await drawSubjects(server.session, new Map(networks), options.seed);
  await storeBalances(server.session, subjects);
  return { server, subjects, session: await openBenchSession(cleanup, server.url, 'chaintrail-bench-rows') };
}

/** Indexes a generated chain, unless the database has one. */
async function ensureChain(chain: Chain, { transactions, blocks }: ApiOptions, server: BenchServer): Promise<void> {
  const before = await readSyncState(server.session, chain.code);
  if (before?.liveSinceMs != null) {
    console.error(`${chain.name} is in the database up to block ${before.height}.`);
    return;
  }
  // The node would go on using the machine.
  const making = new Cleanup();
  try {
    const wanted = { ...readSyncOptions([]), transactions, blocks, traces: chain.family === 'evm' };
    const node = await startGeneratedNode(chain, wanted, making);
    console.error('Syncing …');
    await syncChain(chain, server, node.url, SETTINGS);
  } finally {
    await making.close();
  }
  // Autovacuum would do this within minutes, during the measurement.
  await server.session.query('VACUUM (ANALYZE)');
  await server.session.query('CHECKPOINT');
}

/** Stores what an indexer stores of addresses that blocks touch: a balance of the node, which others are counted from. */
async function storeBalances(session: Session, { addresses }: Subjects): Promise<void> {
  const keys = addresses.flatMap(({ currency, key }) => (currency === 'eth' && key ? [key] : []));
  await session.query(
    `INSERT INTO eth.address_balances (height, address_key, balance, origin)
     SELECT s.height, h.address_key, h.balance + ${GIVEN}, ${GIVEN}
     FROM unnest($1::bytea[]) AS wanted(key)
     CROSS JOIN LATERAL (SELECT * FROM eth.address_transactions WHERE address_key = key ORDER BY seq DESC LIMIT 1) h
     CROSS JOIN eth.sync_state s
     WHERE NOT EXISTS (SELECT FROM eth.address_balances WHERE address_key = key)`,
    [keys],
  );
}

/**
 * Reports what an indexer at the tip reports, so that the API answers as beside one. The mempool is followed, empty,
 * and changes its version; the rates are of today.
 */
async function reportAsIndexer(cleanup: Cleanup, databaseUrl: string, changesMs: number): Promise<void> {
  const session = await openBenchSession(cleanup, databaseUrl, 'chaintrail-bench-indexer');
  const report = async (): Promise<void> => {
    for (const { code } of CHAINS)
      await session.query(
        `UPDATE ${code}.sync_state SET heartbeat_at = now(), mempool_at = now(), mempool_node = 0, mempool_indexed = 0`,
      );
    const asOf = Math.floor(Date.now() / 1_000);
    const rates = CHAINS.map(({ symbol }) => ({ symbol, rate: '1', asOf, sources: ['bench'] }));
    await saveRates(session, asOf, rates);
  };
  const change = async (): Promise<void> => {
    await session.query('UPDATE btc.sync_state SET content_version = content_version + 1');
  };
  await report();
  const timers = [setInterval(() => void report().catch(() => undefined), REPORT_EVERY_MS)];
  if (changesMs > 0) timers.push(setInterval(() => void change().catch(() => undefined), changesMs));
  cleanup.add(async () => timers.forEach(clearInterval));
}
