#!/usr/bin/env node
/** `npx chaintrail api`: the HTTP API, of one process or several. Any number of them may serve one database. */
import cluster from 'node:cluster';
import { EXIT_CONFIGURATION, loadApiSettings, settingsOrExit } from '@chaintrail/config';
import type { Logger } from 'pino';
import { catchTheRest } from './server/last-net.js';
import { openLog } from './server/open-log.js';

const settings = settingsOrExit(loadApiSettings);

async function serveAlone(log: Logger): Promise<void> {
  const [{ RefusalError, serveApi }, { ALONE }] = await Promise.all([
    import('./server/serve-api.js'),
    import('./shares/siblings.js'),
  ]);
  const api = await serveApi(settings, log, ALONE).catch((error: unknown) => {
    if (!(error instanceof RefusalError)) throw error;
    console.error(error.message);
    process.exit(EXIT_CONFIGURATION);
  });
  const { host, port, adminPort } = settings;
  log.info({ host, port, adminPort }, 'The API was started');
  catchTheRest(log, () => api.stop(1));
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
  await runWorker(settings, (worker) => openLog(settings, { worker }));
} else {
  const log = openLog(settings, null);
  for (const warning of settings.warnings) log.warn(warning);
  if (settings.workers === 1) await serveAlone(log);
  else await (await import('./workers/primary.js')).runPrimary(settings, log);
}
