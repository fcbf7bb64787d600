#!/usr/bin/env node
/** `npm run indexer`: follows every configured chain. Any number of these may run: each chain has one owner. */
import { UtxoNode } from '@chaintrail/chains';
import { type ChainSettings, loadIndexerSettings, settingsOrExit } from '@chaintrail/config';
import { createPool, openUtxoLedger, type Pool } from '@chaintrail/db';
import { type Logger, pino } from 'pino';
import { runChain } from './run-chain.js';
import { utxoSource } from './utxo-source.js';

/** Commits and closing take well under this; a node or a database that hangs must not keep the process. */
const SHUTDOWN_MS = 15_000;

function startChain(
  settings: ChainSettings,
  databaseUrl: string,
  pool: Pool,
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
    source: utxoSource(chain, node),
    openLedger: (session) => openUtxoLedger(session, chain, network, startHeight),
    startHeight,
    reorgLimit: settings.reorgLimit,
    pollMs: settings.pollMs,
    log,
    signal,
  });
}

const settings = settingsOrExit(loadIndexerSettings);
const log = pino({ name: 'indexer', level: settings.logLevel, base: { pid: process.pid } });
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
await Promise.all(settings.chains.map((chain) => startChain(chain, databaseUrl, pool, log, stop.signal)));
await pool.end();
log.info('indexer stopped');
