/** Measures one first sync from an empty database. */
import { join } from 'node:path';
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import type { Cleanup } from '../harness/cleanup.js';
import { GeneratorClient } from '../harness/generator-client.js';
import type { ReadAlone } from '../harness/node-messages.js';
import { processorSecondsOf } from '../harness/processes.js';
import { indexerEnvironment, Program } from '../harness/program.js';
import { makeRunFolder, subfolder } from '../harness/run.js';
import { type BenchServer, startBenchServer } from '../harness/server.js';
import type { ThreadSeconds } from '../harness/thread-seconds.js';
import { measureCopyLimit } from './copy-limit.js';
import { bytesTable, type RelationBytes, readRelationBytes, totalBytes } from './relation-bytes.js';
import type { StageSeconds } from './stage-clock.js';
import { type StageProcessor, stageTable } from './stage-processor.js';
import type { SyncOptions } from './sync-options.js';
import { watchSync } from './watch-sync.js';
import { type WorkShares, workShares, workTable } from './work-shares.js';

export interface SyncFigures {
  /** Coinbases included. */
  readonly transactions: number;
  readonly blocks: number;
  readonly seconds: StageSeconds;
  /** From the start of the indexer until the chain is live. */
  readonly transactionsPerSecond: number;
  readonly blocksPerSecond: number;
  /** Logs of the EVM, events of Cosmos chains, of a generated node. */
  readonly eventsPerSecond?: number;
  /** Of the indexer, 2^20 bytes each; null without /proc, as below. */
  readonly peakRssMb: number | null;
  readonly cpuSeconds: Readonly<Record<'indexer' | 'postgres' | 'node', number | null>>;
  /** Of the indexer. */
  readonly threadSeconds: ThreadSeconds | null;
  readonly stages: StageProcessor | null;
  readonly databaseBytes: number;
  readonly bytes: RelationBytes;
  /** All tables and indexes of the chain's schema. */
  readonly bytesPerTransaction: number;
  readonly copyLimit: { readonly seconds: number; readonly transactionsPerSecond: number };
  /** How many times as long as the limit the sync took. */
  readonly copyLimitRatio: number;
  /** Of account chains from a generated node, whose answers are JSON. */
  readonly json?: JsonFigures;
}

interface JsonFigures extends ReadAlone {
  /** Of the processor time of the indexer and PostgreSQL; null where the machine does not tell. */
  readonly shares: WorkShares | null;
}

interface BenchNode {
  readonly url: string;
  processorSeconds(): number | null;
  /** Logs or events of its account chain. */
  readonly events?: number;
  /** Measures only reading its answers; absent for binary answers and nodes that are not generated. */
  readAlone?(): Promise<ReadAlone>;
}

export async function measureSync(options: SyncOptions, cleanup: Cleanup): Promise<SyncFigures> {
  const { chain } = options;
  const folder = await makeRunFolder(cleanup);
  const node = options.nodeUrl === null ? await generatedNode(options, cleanup, folder) : foreignNode(options.nodeUrl);
  const server = await startBenchServer(cleanup, dataDirOf(options, folder), options.databaseUrl);
  const { session } = server;

  const before = { postgres: server.processorSeconds(), node: node.processorSeconds() };
  console.error('Syncing …');
  const startedMs = Date.now();
  const indexer = await startIndexer(options, cleanup, server, node);
  const { seconds, peakBytes, threads, stages } = await watchSync(
    session,
    chain.code,
    indexer,
    startedMs,
    server.postmaster,
  );
  if (stages !== null) console.error(`\n${stageTable(stages)}`);
  const cpuSeconds = {
    indexer: processorSecondsOf(indexer.pid),
    postgres: difference(server.processorSeconds(), before.postgres),
    node: difference(node.processorSeconds(), before.node),
  };
  await indexer.stop();

  const { transactions, blocks } = await readCounts(session, chain.code);
  const databaseBytes = await readDatabaseBytes(session);
  const bytes = await readRelationBytes(session, chain.code);
  console.error(`\n${bytesTable(bytes, transactions)}\n\nCopying the same rows into plain tables …`);
  const limitSeconds = await measureCopyLimit(session, chain.code, await subfolder(folder, 'rows'));
  const json = await readJson(node, cpuSeconds);
  return {
    transactions,
    blocks,
    seconds,
    transactionsPerSecond: Math.round(transactions / seconds.total),
    blocksPerSecond: Number((blocks / seconds.total).toFixed(1)),
    ...(node.events === undefined ? {} : { eventsPerSecond: Math.round(node.events / seconds.total) }),
    peakRssMb: peakBytes === null ? null : Math.round(peakBytes / 2 ** 20),
    cpuSeconds,
    threadSeconds: threads,
    stages,
    databaseBytes,
    bytes,
    bytesPerTransaction: Number((totalBytes(bytes) / transactions).toFixed(1)),
    copyLimit: {
      seconds: Number(limitSeconds.toFixed(3)),
      transactionsPerSecond: Math.round(transactions / limitSeconds),
    },
    copyLimitRatio: Number((seconds.total / limitSeconds).toFixed(2)),
    ...(json === null ? {} : { json }),
  };
}

async function readJson(
  node: BenchNode,
  { indexer, postgres }: SyncFigures['cpuSeconds'],
): Promise<JsonFigures | null> {
  if (!node.readAlone) return null;
  console.error('Reading the same answers alone …');
  const alone = await node.readAlone();
  if (indexer === null || postgres === null) return { ...alone, shares: null };
  const seconds = { indexer, postgres, jsonParse: alone.jsonParseSeconds, decode: alone.decodeSeconds };
  const shares = workShares(seconds);
  console.error(`\n${workTable(seconds, shares)}\n`);
  return { ...alone, shares };
}

/** A node of a generated chain, in a process of its own. */
export async function generatedNode(options: SyncOptions, cleanup: Cleanup, folder: string): Promise<BenchNode> {
  switch (options.chain.family) {
    case 'utxo':
      return generatedUtxoNode(options, cleanup, folder);
    case 'evm':
    case 'cosmos':
      return generatedAccountNode(options, cleanup);
  }
}

async function generatedUtxoNode(options: SyncOptions, cleanup: Cleanup, folder: string): Promise<BenchNode> {
  const { chain, transactions, perBlock, spentTxOuts } = options;
  const directory = await subfolder(folder, 'node');
  const { client, ready } = await GeneratorClient.start(cleanup, {
    chain: chain.code,
    transactions,
    perBlock,
    maxWeight: null,
    spentTxOuts,
    directory,
    hidden: 0,
  });
  return { url: ready.url, processorSeconds: () => client.processorSeconds() };
}

async function generatedAccountNode({ chain, blocks }: SyncOptions, cleanup: Cleanup): Promise<BenchNode> {
  const { client, ready } = await GeneratorClient.startAccount(cleanup, { chain: chain.code, blocks });
  return {
    url: ready.url,
    events: ready.events,
    processorSeconds: () => client.processorSeconds(),
    readAlone: () => client.readAlone(),
  };
}

function foreignNode(url: string): BenchNode {
  return { url, processorSeconds: () => null };
}

/** A kept database is outside the run's folder, which is removed. */
function dataDirOf({ keep }: SyncOptions, folder: string): string {
  if (!keep) return join(folder, 'postgres');
  const kept = `${folder}-kept`;
  console.error(`The database stays in ${kept}, which npm start takes as DATA_DIR.`);
  return join(kept, 'postgres');
}

/** The time begins here: the process starts, reads its settings, checks the node and begins. */
function startIndexer(options: SyncOptions, cleanup: Cleanup, server: BenchServer, node: BenchNode): Promise<Program> {
  const env = indexerEnvironment(options.chain.code, server.url, node.url);
  if (options.memoryMb !== null) env[MEMORY_VARIABLE] = String(options.memoryMb);
  return cleanup.own(
    async () => new Program('indexer', env),
    (indexer) => indexer.stop(),
  );
}

/** The indexer's setting for what a first sync may use. */
const MEMORY_VARIABLE = 'SYNC_MEMORY_MB';

async function readCounts(session: Session, chain: ChainCode): Promise<{ transactions: number; blocks: number }> {
  const { rows } = await session.query<{ transactions: string; blocks: string }>(
    `SELECT sum(tx_count) AS transactions, count(*) AS blocks FROM ${chain}.blocks`,
  );
  return { transactions: Number(rows[0]!.transactions), blocks: Number(rows[0]!.blocks) };
}

async function readDatabaseBytes(session: Session): Promise<number> {
  const { rows } = await session.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  return Number(rows[0]!.bytes);
}

function difference(after: number | null, before: number | null): number | null {
  return after === null || before === null ? null : Number((after - before).toFixed(2));
}
