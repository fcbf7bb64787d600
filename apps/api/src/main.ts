#!/usr/bin/env node
/** `npm run api`: the HTTP API, of one process or several. Any number of them may serve one database. */
import cluster from 'node:cluster';
import { EXIT_CONFIGURATION, loadApiSettings, settingsOrExit } from '@chaintrail/config';
import pino, { type Logger, type LoggerOptions } from 'pino';

/** What a pipe takes as a whole (PIPE_BUF of Linux), so that lines of several processes never mix. */
const MOST_WRITTEN_BYTES = 4_096;

const settings = settingsOrExit(loadApiSettings);

/**
 * Lines below warnings are written together, a tenth of a second late at most: a write for each request is a seventh of
 * what a balance costs.
 */
const LATE_MS = 100;
const WRITTEN_TOGETHER_BYTES = 3_072;

function openLog(base: { readonly worker: number } | null): Logger {
  const { logLevel, workers } = settings;
  const shared = workers > 1 ? { maxWrite: MOST_WRITTEN_BYTES } : {};
  const together = { minLength: WRITTEN_TOGETHER_BYTES, periodicFlush: LATE_MS };
  const output = pino.destination({ dest: 1, sync: false, ...together, ...shared });
  const hooks: LoggerOptions['hooks'] = {
    logMethod(line, log, level) {
      log.apply(this, line);
      // Whoever looks for the reason of something finds it.
      if (level >= pino.levels.values['warn']!) output.flush();
    },
  };
  return pino({ level: logLevel, base, hooks }, output);
}

async function serveAlone(log: Logger): Promise<void> {
  const [{ RefusalError, serveApi }, { ALONE }] = await Promise.all([
    import('./server/serve-api.js'),
    import('./workers/siblings.js'),
  ]);
  const api = await serveApi(settings, log, ALONE).catch((error: unknown) => {
    if (!(error instanceof RefusalError)) throw error;
    console.error(error.message);
    process.exit(EXIT_CONFIGURATION);
  });
  const { host, port, adminPort } = settings;
  log.info({ host, port, ...(adminPort === undefined ? {} : { adminPort }) }, 'The API was started');
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'The API is stopping');
    await api.stop();
    log.info('The API was stopped');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

// Each imports what it needs alone: the primary has no use for what answers.
if (cluster.isWorker) {
  const { runWorker } = await import('./workers/worker.js');
  await runWorker(settings, (worker) => openLog({ worker }));
} else {
  const log = openLog(null);
  for (const warning of settings.warnings) log.warn(warning);
  if (settings.workers === 1) await serveAlone(log);
  else await (await import('./workers/primary.js')).runPrimary(settings, log);
}
