/** Measures one first sync from an empty database. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { temporaryFolder } from '@chaintrail/testkit';
import { measureCopyLimit } from '../harness/copy-limit.js';
import { rounded } from '../harness/figures.js';
import { type GeneratedNode, startGeneratedNode } from '../harness/generated-node.js';
import type { ReadAlone } from '../harness/read-alone.js';
import type { Cleanup } from '../harness/run.js';
import { startBenchServer } from '../harness/server.js';
import { bytesTable, readRelationBytes, totalBytes } from './relation-bytes.js';
import { stageTable } from './stages.js';
import { type SyncedChain, syncChain } from './sync-chain.js';
import type { SyncOptions } from './sync-options.js';
import { type WorkShares, workShares, workTable } from './work-shares.js';

/** An unknown figure is null in JSON: all of /proc on a machine without it, and the work of a foreign node. */
export async function measureSync(options: SyncOptions, cleanup: Cleanup): Promise<object> {
  const { chain, memory } = options;
  const folder = await temporaryFolder('bench', tmpdir());
  const node = options.node === undefined ? await startGeneratedNode(chain, options, cleanup) : null;
  const server = await startBenchServer(cleanup, dataDirOf(options, folder), options.database);
  const { session } = server;

  const nodeBefore = node?.process.processorSeconds() ?? Number.NaN;
  console.error('Syncing …');
  const settings = {
    ...(memory !== undefined && { SYNC_MEMORY_MB: String(memory) }),
    ...(options.traces && { [`${chain.code.toUpperCase()}_INTERNAL_TRANSFERS`]: 'full' }),
  };
  const synced = await syncChain(chain, server, options.node ?? node!.url, settings);
  const { seconds, threadSeconds, stages, peakRssMb } = synced;
  console.error(`\n${stageTable(stages)}`);
  const nodeSeconds = (node?.process.processorSeconds() ?? Number.NaN) - nodeBefore;
  const cpuSeconds = { ...synced.cpuSeconds, node: rounded(nodeSeconds, 2) };

  const { transactions, blocks, databaseBytes } = await readCounts(session, chain.code);
  const bytes = await readRelationBytes(session, chain.code);
  console.error(`\n${bytesTable(bytes, transactions)}\n\nCopying the same rows into plain tables …`);
  const limitSeconds = await measureCopyLimit(session, chain.code, join(folder, 'rows'));
  const json = node?.events === undefined ? null : await readJson(node, cpuSeconds);
  return {
    // Coinbases included.
    ...{ transactions, blocks, seconds },
    // From the start of the indexer until the chain is live.
    transactionsPerSecond: Math.round(transactions / seconds.total),
    blocksPerSecond: rounded(blocks / seconds.total, 1),
    // Logs of the EVM, events of Cosmos chains.
    ...(node?.events !== undefined && { eventsPerSecond: Math.round(node.events / seconds.total) }),
    ...{ peakRssMb, cpuSeconds, threadSeconds, stages, databaseBytes, bytes },
    // All tables and indexes of the chain's schema.
    bytesPerTransaction: rounded(totalBytes(bytes) / transactions, 1),
    copyLimit: { seconds: rounded(limitSeconds), transactionsPerSecond: Math.round(transactions / limitSeconds) },
    // How many times as long as the limit the sync took.
    copyLimitRatio: rounded(seconds.total / limitSeconds, 2),
    ...(json && { json }),
  };
}

/** Reads answers of account chains, which are JSON: the time that takes, and its share of the work. */
async function readJson(
  node: GeneratedNode,
  { indexer, postgres }: SyncedChain['cpuSeconds'],
): Promise<ReadAlone & { readonly shares: WorkShares }> {
  console.error('Reading the same answers alone …');
  const alone = await node.process.call('readAlone');
  const seconds = { indexer, postgres, jsonParse: alone.jsonParseSeconds, decode: alone.decodeSeconds };
  const shares = workShares(seconds);
  console.error(`\n${workTable(seconds, shares)}\n`);
  return { ...alone, shares };
}

/** A kept database is outside the run's folder, which is removed. */
function dataDirOf({ keep }: SyncOptions, folder: string): string {
  if (!keep) return join(folder, 'postgres');
  const kept = `${folder}-kept`;
  console.error(`The database stays in ${kept}, which npm start takes as DATA_DIR.`);
  return join(kept, 'postgres');
}

async function readCounts(session: Session, chain: ChainCode) {
  const { rows } = await session.query<Record<'transactions' | 'blocks' | 'databaseBytes', number>>(
    `SELECT sum(tx_count)::float8 AS transactions, count(*)::float8 AS blocks,
        pg_database_size(current_database())::float8 AS "databaseBytes" FROM ${chain}.blocks`,
  );
  return rows[0]!;
}
