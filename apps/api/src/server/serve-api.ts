/** One process that answers: everything that is opened for it, and how it stops. */
import type { RequestListener } from 'node:http';
import { type ApiSettings, listenProblemOf } from '@chaintrail/config';
import type { Logger } from 'pino';
import { Access } from '../access/access.js';
import { openNodes, openRestNodes } from '../node/open-nodes.js';
import { type Siblings, shareOf } from '../workers/siblings.js';
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
  /** Answers what is under way, then closes everything; ends the process where that takes too long. */
  stop(): Promise<void>;
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
  let draining = false;
  const { publicUrl, host, adminPort, ratesMaxAgeSeconds } = settings;
  const { api, admin } = createApps({
    ...{ access, databases, log, nodes, cosmosNodes, publicUrl, siblings, ratesMaxAgeSeconds },
    isDraining: () => draining,
    hasAdmin: adminPort !== undefined,
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
  const adminServer = admin && adminPort !== undefined ? await open(admin, adminPort, 'ADMIN_PORT') : null;
  return {
    async stop() {
      draining = true;
      await server.stop(STOP_BOUND_MS);
      // A statement or a question that outlives its request is cut off with the process.
      setTimeout(() => process.exit(0), STOP_BOUND_MS).unref();
      access.close();
      await Promise.all([
        adminServer?.stop(STOP_BOUND_MS),
        databases.end(),
        ...[...nodes, ...cosmosNodes].map(({ node }) => node.close()),
      ]);
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
