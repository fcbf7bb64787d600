#!/usr/bin/env node
/** `npm run api`: the HTTP API as a process of its own. Any number of them may serve one database. */
import type { RequestListener } from 'node:http';
import { type ApiSettings, EXIT_CONFIGURATION, loadApiSettings, settingsOrExit } from '@chaintrail/config';
import pino, { type Logger } from 'pino';
import { Access } from './access/access.js';
import { createApps } from './app.js';
import { openNodes, openRestNodes } from './node/open-nodes.js';
import { openDatabases } from './open-databases.js';
import { type RunningServer, startServer } from './server.js';

const STOP_BOUND_MS = 10_000;

async function listen(): Promise<void> {
  const settings = settingsOrExit(loadApiSettings);
  // Lines are written together while an earlier write is under way: one system call per request is a tenth of its cost.
  const log = pino({ level: settings.logLevel, base: null }, pino.destination({ dest: 1, sync: false }));
  for (const warning of settings.warnings) log.warn(warning);
  const access = await openAccess(settings, log);
  const databases = openDatabases(settings, log);
  const nodes = openNodes(settings.nodes);
  const cosmosNodes = openRestNodes(settings.cosmosNodes);
  let draining = false;
  const { publicUrl, host, adminPort, connectionsPerAddress } = settings;
  const { api, admin } = createApps({
    ...{ access, databases, log, nodes, cosmosNodes, publicUrl, isDraining: () => draining },
    hasAdmin: adminPort !== undefined,
    ratesMaxAgeSeconds: settings.ratesMaxAgeSeconds,
  });
  const open = (app: RequestListener, port: number, variable: string): Promise<RunningServer> =>
    startServer(app, { host, port, connectionsPerAddress }).catch((error: unknown) => {
      console.error(listenFailure(error, host, port, variable));
      process.exit(EXIT_CONFIGURATION);
    });
  const server = await open(api, settings.port, 'PORT');
  const adminServer = admin && adminPort !== undefined ? await open(admin, adminPort, 'ADMIN_PORT') : null;
  log.info({ host, port: server.port, ...(adminServer ? { adminPort } : {}) }, 'The API was started');

  const stop = async (signal: string): Promise<void> => {
    if (draining) return;
    draining = true;
    log.info({ signal }, 'The API is stopping');
    await endAll(server, [
      async () => access.close(),
      async () => adminServer?.stop(STOP_BOUND_MS),
      () => databases.end(),
      ...[...nodes, ...cosmosNodes].map(
        ({ node }) =>
          () =>
            node.close(),
      ),
    ]);
    log.info('The API was stopped');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function endAll(server: RunningServer, closings: readonly (() => Promise<unknown>)[]): Promise<void> {
  await server.stop(STOP_BOUND_MS);
  // A statement or a question that outlives its request is cut off with the process.
  setTimeout(() => process.exit(0), STOP_BOUND_MS).unref();
  await Promise.all(closings.map((close) => close()));
}

async function openAccess({ access, redisUrl }: ApiSettings, log: Logger): Promise<Access> {
  try {
    return await Access.open({ settings: access, redisUrl, log });
  } catch (error) {
    console.error(
      `JWT_DENYLIST_FILE cannot be read: ${error instanceof Error ? error.message : error}. Make the file, which may be empty, or leave the setting out.`,
    );
    process.exit(EXIT_CONFIGURATION);
  }
}

function listenFailure(error: unknown, host: string, port: number, variable: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: set ${variable} to a free one, or stop what listens on ${host}:${port}.`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user: set ${variable} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is no address of this machine.`;
  throw error;
}

await listen();
