import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount } from './account.js';
import { type Binaries, findBinaries } from './binaries.js';
import { prepareCluster } from './cluster.js';
import { ownFolder } from './ownership.js';
import { EmbeddedPostgresError, readIfPresent } from './program.js';
import { DATABASE, SUPERUSER } from './roles.js';
import { type Control, type Server, startServer, stopOrphan } from './server.js';
import { defaultSettings, NOT_DURABLE } from './settings.js';

export interface EmbeddedPostgresOptions {
  /** Folder for the cluster and its password; created when missing. */
  readonly dataDir: string;
  /** TCP port on 127.0.0.1; 0 or undefined: that of the last start, else any free one. */
  readonly port?: number;
  /** Server settings, over the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Environment variables of the server, beside the usual ones. */
  readonly environment?: Readonly<Record<string, string>>;
  /** False gives up surviving a power cut for speed, for tests. Default true. */
  readonly durable?: boolean;
  /** Receives the server's log and what happens around it, line by line. */
  readonly onLog?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** postgres://chaintrail:<password>@127.0.0.1:<port>/chaintrail; holds the password. */
  readonly url: string;
  /** The same as the superuser, for what an operator does, or a test. The role of `url` is none. */
  readonly superuserUrl: string;
  readonly port: number;
  /** Holds the password, and nothing else. */
  readonly passwordFile: string;
  /** Resolves when the server of the last start has ended, asked or not, with the last lines of its log. */
  readonly ended: Promise<string>;
  /** Starts the server again after it has ended, with the same URL for its clients. @throws EmbeddedPostgresError */
  restart(): Promise<void>;
  /** Ends connections, writes a checkpoint and stops; at the latest after some 75 s without one. */
  stop(): Promise<void>;
  /** Kills the server as a power cut would. For tests of recovery; `stop()` afterwards releases the folder. */
  kill(): void;
}

/**
 * Runs a PostgreSQL server on 127.0.0.1 that ends with this process. Works as root (the server then runs as an
 * unprivileged account) and from folders that that account cannot reach.
 * @throws EmbeddedPostgresError, FolderInUseError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, onLog = () => undefined } = options;
  const dataDir = resolve(options.dataDir);
  const clusterDir = join(dataDir, 'cluster');
  const passwordFile = join(dataDir, 'password');
  const superuserPasswordFile = join(dataDir, 'superuser-password');
  const ownership = await ownFolder(dataDir);
  let found: Binaries | undefined;
  const release = async () => {
    await found?.cleanUp();
    await ownership.release();
  };
  try {
    const account = chooseAccount(clusterDir);
    const binaries = await findBinaries(account, onLog);
    found = binaries;
    const control = { pgCtl: binaries.pgCtl, clusterDir, account, environment: options.environment ?? {} };
    await stopOrphan(control, onLog);
    const files = { clusterDir, passwordFile, superuserPasswordFile };
    const { password, superuserPassword } = await prepareCluster({ ...files, account, binaries, durable, onLog });
    const settings = { ...defaultSettings(), ...(durable ? {} : NOT_DURABLE), ...options.settings };
    const startOn = (wanted: number) => startOnPort(control, wanted, settings, onLog);
    const portFile = join(dataDir, 'port');
    const last = Number((await readIfPresent(portFile)) ?? 0);
    // Clients that were connected find it again; where another program listens there now, it gets another one.
    let { server, port } =
      options.port || !(last >= DYNAMIC_PORTS[0] && last < DYNAMIC_PORTS[1])
        ? await startOn(options.port ?? 0)
        : await startOn(last).catch(() => startOn(0));
    if (!options.port) await writeFile(portFile, `${port}\n`);
    return {
      url: `postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`,
      superuserUrl: `postgres://${SUPERUSER}:${superuserPassword}@127.0.0.1:${port}/${DATABASE}`,
      port,
      passwordFile,
      get ended() {
        return server.ended;
      },
      restart: async () => {
        await server.stop();
        await stopOrphan(control, onLog);
        ({ server, port } = await startOn(port));
      },
      stop: () => server.stop().then(release),
      kill: () => server.kill(),
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Those that no service has (RFC 6335). */
const DYNAMIC_PORTS = [49_152, 65_536] as const;
const ATTEMPTS = 60;
const RETRY_MS = 500;

/** Tries again where that can help: another program took the port, or a killed server is still ending. */
async function startOnPort(
  control: Control,
  wanted: number,
  settings: Readonly<Record<string, string>>,
  onLog: (line: string) => void,
): Promise<{ server: Server; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = wanted === 0 ? randomInt(...DYNAMIC_PORTS) : wanted;
    // No Unix socket: its path may be too long, and it would let other accounts of the machine in.
    const network = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
    try {
      return { server: await startServer(control, { ...settings, ...network }, onLog), port };
    } catch (error) {
      if (!(error instanceof EmbeddedPostgresError)) throw error;
      const portTaken = error.message.includes('Address already in use');
      const stillEnding = error.message.includes('is still in use');
      if (attempt < ATTEMPTS && (stillEnding || (portTaken && wanted === 0))) {
        await sleep(RETRY_MS);
        continue;
      }
      if (portTaken) {
        throw new EmbeddedPostgresError(
          `Port ${port} is taken, so PostgreSQL cannot listen on it; stop the program that uses it or choose another port.`,
        );
      }
      throw new EmbeddedPostgresError(`PostgreSQL did not start in ${control.clusterDir}: ${error.message}`);
    }
  }
}
