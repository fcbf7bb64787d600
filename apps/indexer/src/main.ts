#!/usr/bin/env node
/** `npm run indexer`: follows every configured chain. Any number of these may run: each chain has one owner. */
import { availableParallelism } from 'node:os';
import { UtxoNode } from '@chaintrail/chains';
import { type ChainSettings, loadIndexerSettings, settingsOrExit } from '@chaintrail/config';
import { createPool, openUtxoFirstSync, openUtxoLedger, type Pool, planMemory } from '@chaintrail/db';
import { logTerminal, showProgress } from '@chaintrail/terminal';
import { type Logger, pino } from 'pino';
import { createDecoder, type Decoder } from './decode/decoder.js';
import { runChain } from './run-chain.js';
import { utxoSource } from './utxo-source.js';

/** Commits and closing take well under this; a node or a database that hangs must not keep the process. */
const SHUTDOWN_MS = 15_000;
/** Beside the thread that talks to nodes and databases: one has the machine to itself on two processors, more share it. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

function startChain(
  settings: ChainSettings,
  memory: number,
  databaseUrl: string,
  pool: Pool,
  decoder: Decoder,
  root: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { chain, network, endpoint, startHeight } = settings;
  const log = root.child({ chain: chain.code });
  const node = new UtxoNode({
    chain,
    network,
    endpoint: { ...endpoint, password: endpoint.password?.reveal() },
    onRetry: (info) => log.debug({ retry: info }, 'node call repeated'),
  });
  return runChain({
    chain,
    databaseUrl,
    pool,
    source: utxoSource(chain, node, decoder),
    openLedger: (session) => openUtxoLedger(session, chain, network, startHeight),
    openFirstSync: (session, historyFrom) =>
      openUtxoFirstSync({ session, pool, chain, network, historyFrom, memory, threads: THREADS }),
    startHeight,
    reorgLimit: settings.reorgLimit,
    pollMs: settings.pollMs,
    bytesAhead: planMemory(memory).aheadBytes,
    log,
    signal,
  });
}

const settings = settingsOrExit(loadIndexerSettings);
// Bars on standard output below the lines of the log; on standard error where the log goes elsewhere; none unwatched.
const display = logTerminal();
const log = pino({ name: 'indexer', level: settings.logLevel, base: { pid: process.pid } }, display?.lines);
for (const warning of settings.warnings) log.warn(warning);

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // npm passes the terminal's Ctrl-C on, so one press arrives twice.
  process.on(name, () => {
    if (stop.signal.aborted) return;
    log.info({ signal: name }, 'stopping');
    stop.abort();
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
  });
}

const databaseUrl = settings.databaseUrl.reveal();
const pool = createPool(databaseUrl, { max: 4, applicationName: 'chaintrail-indexer' });
log.info({ chains: settings.chains.map(({ chain, network }) => `${chain.code} ${network.name}`) }, 'indexer started');
const decoder = createDecoder({ threads: THREADS });
const stopDisplay = display
  ? showProgress({ pool, chains: settings.chains.map(({ chain }) => chain.code) }, display.terminal)
  : undefined;
const memory = settings.syncMemoryBytes / settings.chains.length;
await Promise.all(
  settings.chains.map((chain) => startChain(chain, memory, databaseUrl, pool, decoder, log, stop.signal)),
);
await stopDisplay?.();
await decoder.close();
await pool.end();
log.info('indexer stopped');
