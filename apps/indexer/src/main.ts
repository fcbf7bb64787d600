#!/usr/bin/env node
/** `npx chaintrail indexer`: follows every configured chain. Any number of these may run: each chain has one owner. */
import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { startAudits } from '@chaintrail/audit';
import { databaseOf, loadIndexerSettings, settingsOrExit } from '@chaintrail/config';
import { Databases, HelperBudget } from '@chaintrail/db';
import { logTerminal, showProgress } from '@chaintrail/terminal';
import { pino } from 'pino';
import { createDecoder } from './decode/decoder.js';
import { openSources } from './rates/open-sources.js';
import { databasesOfRates, startRates } from './rates/start-rates.js';
import { runFollowed } from './run-followed.js';

/** Commits and closing take well under this; a node or a database that hangs must not keep the process. */
const SHUTDOWN_MS = 15_000;
/** Beside the thread that talks to nodes and databases: one has the machine to itself on two processors. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

const settings = settingsOrExit(loadIndexerSettings);
// Bars on standard output below the lines of the log; on standard error where the log goes elsewhere; none unwatched.
const display = logTerminal();
const log = pino({ name: 'indexer', level: settings.logLevel, base: { pid: process.pid } }, display?.lines);
for (const warning of settings.warnings) log.warn(warning);

const stop = new AbortController();
// Each chain listens, and those who wait in it: eleven chains are more than what Node takes for a leak.
setMaxListeners(0, stop.signal);
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // npm passes the terminal's Ctrl-C on, so one press arrives twice.
  process.on(name, () => {
    if (stop.signal.aborted) return;
    log.info({ signal: name }, 'stopping');
    stop.abort();
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
  });
}

const databases = new Databases((code) => databaseOf(settings.databases, code).url.reveal(), {
  ...{ max: 4, applicationName: 'chaintrail-indexer' },
});
log.info({ chains: settings.chains.map(({ chain, network }) => `${chain.code} ${network.name}`) }, 'indexer started');
const decoder = createDecoder({ threads: THREADS });
const stopDisplay = display
  ? showProgress({ databases, chains: settings.chains.map(({ chain }) => chain.code) }, display.terminal)
  : undefined;
const stopAudits = await startAudits({
  ...{ chains: settings.chains, databases, log },
  ...{ everyMs: settings.auditEveryMs, redisUrl: settings.redisUrl?.reveal() },
});
const stopRates = await startRates({
  sources: openSources({ chains: settings.chains, exchanges: settings.ratesExchanges }),
  ...databasesOfRates(settings.databases, databases),
  ...{ maxAgeSeconds: settings.ratesMaxAgeSeconds, redisUrl: settings.redisUrl?.reveal(), log },
});
stop.signal.addEventListener('abort', () => void Promise.all([stopAudits(), stopRates()]), { once: true });
const memory = settings.syncMemoryBytes / settings.chains.length;
const budget = new HelperBudget(availableParallelism());
const shared = { decoder, memory, threads: THREADS, signal: stop.signal };
await Promise.all(
  settings.chains.map((followed) => {
    const { code } = followed.chain;
    const databaseUrl = databases.url(code);
    const own = {
      databaseUrl,
      helpers: { databaseUrl, budget },
      pool: databases.pool(code),
      log: log.child({ chain: code }),
    };
    return runFollowed(followed, { ...shared, ...own });
  }),
);
await Promise.all([stopAudits(), stopRates()]);
await stopDisplay?.();
await decoder.close();
await databases.end();
log.info('indexer stopped');
