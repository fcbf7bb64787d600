/** One process that answers: everything that is opened for it, and how it stops. */
import type { RequestListener } from 'node:http';
import { type ApiSettings, listenProblemOf } from '@chaintrail/config';
import type { Logger } from 'pino';
import { Access } from '../access/access.js';
import { openNodes, openRestNodes, openUtxoNodes } from '../node/open-nodes.js';
import { type Siblings, shareOf } from '../shares/siblings.js';
import { createApps } from './app.js';
import { MAX_CONNECTIONS, type RunningServer, startServer } from './http-server.js';
import { openDatabases } from './open-databases.js';

/** How long requests that are under way may take when the process stops. */
const STOP_BOUND_MS = 10_000;

/** The settings cannot be used here. The message is a sentence for the operator. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
}

export interface RunningApi {
  /** Answers what is under way, then closes everything; ends the process with the code where that takes too long. */
  stop(code?: number): Promise<void>;
}

/** @throws RefusalError */
export async function serveApi(settings: ApiSettings, log: Logger, siblings: Siblings): Promise<RunningApi> {
  const access = await openAccess(settings, log, siblings);
  const databases = openDatabases(settings, log, siblings);
  if (siblings.onHeights) {
    const byVariable = new Map(databases.all.map((database) => [database.options.variable, database]));
    siblings.onHeights((variable, heights) => byVariable.get(variable)?.noteHeights(heights));
  }
  const nodes = openNodes(settings.nodes);
  const cosmosNodes = openRestNodes(settings.cosmosNodes);
  const utxoNodes = openUtxoNodes(settings.utxoNodes);
  const stopping = new AbortController();
  const { broadcast, publicUrl, host, adminPort, isAdminPortSet, ratesMaxAgeSeconds } = settings;
  const { api, admin } = createApps({
    ...{ access, databases, log, nodes, cosmosNodes, utxoNodes, broadcast, publicUrl, siblings, ratesMaxAgeSeconds },
    stopping: stopping.signal,
    hasAdmin: adminPort !== null,
  });
  const bounds = {
    connectionsPerAddress: shareOf(settings.connectionsPerAddress, siblings),
    connections: shareOf(MAX_CONNECTIONS, siblings),
  };
  const open = (app: RequestListener, port: number, variable: string): Promise<RunningServer> =>
    startServer(app, { host, port, ...bounds }).catch((error: unknown) => {
      throw listenFailure(error, host, port, variable);
    });
  const server = await open(api, settings.port, 'PORT');
  const openAdmin = (app: RequestListener, port: number) =>
    open(app, port, 'ADMIN_PORT').catch((error: unknown) => {
      if (isAdminPortSet || !(error instanceof RefusalError)) throw error;
      // The default: the first API of a machine has it.
      if (siblings.place === 1)
        log.warn(`/ready and /metrics are not answered. ${error.message} With ADMIN_PORT=off they are on PORT.`);
      return null;
    });
  const adminServer = admin && adminPort !== null ? await openAdmin(admin, adminPort) : null;
  const stop = async (code: number): Promise<void> => {
    stopping.abort();
    await server.stop(STOP_BOUND_MS);
    // A statement or a question that outlives its request is cut off with the process.
    setTimeout(() => process.exit(code), STOP_BOUND_MS).unref();
    access.close();
    await Promise.all([
      adminServer?.stop(STOP_BOUND_MS),
      databases.end(),
      ...[...nodes, ...cosmosNodes, ...utxoNodes].map(({ node }) => node.close()),
    ]);
  };
  let stopped: Promise<void> | undefined;
  return {
    stop(code = 0) {
      stopped ??= stop(code);
      return stopped;
    },
  };
}

async function openAccess(settings: ApiSettings, log: Logger, siblings: Siblings): Promise<Access> {
  const { access, redisUrl } = settings;
  try {
    return await Access.open({
      settings: access,
      redisUrl,
      log,
      nameKey: siblings.nameKey,
      counterOf: siblings.counter,
    });
  } catch (error) {
    throw new RefusalError(
      `JWT_DENYLIST_FILE cannot be read: ${error instanceof Error ? error.message : error}. Make the file, which may be empty, or leave the setting out.`,
    );
  }
}

function listenFailure(error: unknown, host: string, port: number, variable: string): unknown {
  const problem = listenProblemOf(error, { host, port, variable });
  return problem ? new RefusalError(`${problem.sentence}.`) : error;
}
