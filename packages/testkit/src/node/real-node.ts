/** A real node of the bitcoind family on regtest, with its data in memory and no peers. */
import { createHmac } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../ports.js';
import { SpawnedProcess } from '../process.js';
import { removeTemporaryFolder, temporaryFolder } from '../temporary.js';
import { waitFor } from '../wait.js';
import { RpcClient } from './rpc.js';

const TEST_USER = 'test';
const INDEXER_USER = 'indexer';
/** Guards a node that lives for minutes on a loopback port; being in the source is harmless. */
const PASSWORD = 'regtest';
const START_TIMEOUT_MS = 60_000;

export interface RealNodeOptions {
  /** Serve REST on the RPC port; default true. */
  readonly rest?: boolean;
  /** Further arguments for the node, e.g. `-rpcserialversion=1`. */
  readonly args?: readonly string[];
}

export interface RealNodeKind {
  /** "litecoind" */
  readonly name: string;
  readonly binary: string;
  readonly args: readonly string[];
}

export class RealNode {
  readonly #kind: RealNodeKind;
  readonly #options: RealNodeOptions;
  readonly #folder: string;
  readonly #port: number;
  readonly #client: RpcClient;
  #process: SpawnedProcess;

  private constructor(kind: RealNodeKind, options: RealNodeOptions, folder: string, port: number) {
    this.#kind = kind;
    this.#options = options;
    this.#folder = folder;
    this.#port = port;
    this.#client = new RpcClient(this.#urlFor(TEST_USER));
    this.#process = this.#spawn();
  }

  static async start(kind: RealNodeKind, options: RealNodeOptions): Promise<RealNode> {
    const folder = await temporaryFolder(kind.name);
    await mkdir(join(folder, 'data'));
    const node = new RealNode(kind, options, folder, await freePort());
    await node.#ready();
    return node;
  }

  /**
   * For the indexer. It has a user of its own, so that the node's log tells its calls from the test's
   * ({@link requestsOfIndexer}).
   */
  get rpcUrl(): string {
    return this.#urlFor(INDEXER_USER);
  }

  /** Calls a method; numbers with decimals are answered as strings. */
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    return this.#client.call<T>(method, ...params);
  }

  /** @returns a client of one wallet, whose methods need its name in the path; without a name the node's first one */
  wallet(name?: string): RpcClient {
    return name === undefined ? this.#client : new RpcClient(`${this.#urlFor(TEST_USER)}wallet/${name}`);
  }

  /** RPC methods (`getblock`) and REST paths (`/rest/block/…`) that the indexer asked for, oldest first. */
  async requestsOfIndexer(): Promise<string[]> {
    const log = await readFile(join(this.#folder, 'data', 'regtest', 'debug.log'), 'utf8');
    const calls = log.matchAll(/Received a GET request for (\/rest\/\S+) |ThreadRPCServer method=(\w+) user=indexer/g);
    return [...calls].map(([, path, method]) => path ?? method ?? '');
  }

  /** The last lines of the node's own output, for messages. */
  output(): string {
    return this.#process.output();
  }

  /** Stops the node in order and removes its data. */
  async stop(): Promise<void> {
    await this.#process.stop();
    await removeTemporaryFolder(this.#folder);
  }

  /** Stops the node in order. Its data stay for {@link start}. */
  async shutDown(): Promise<void> {
    await this.#process.stop();
  }

  /** Ends the node as a power cut would. What it had not flushed is lost; {@link start} brings it back. */
  async kill9(): Promise<void> {
    await this.#process.kill('SIGKILL');
  }

  /** Starts a node that was shut down or killed, on the same port and data, and waits until it answers. */
  async start(): Promise<void> {
    this.#process = this.#spawn();
    await this.#ready();
  }

  async restart(): Promise<void> {
    await this.shutDown();
    await this.start();
  }

  #urlFor(user: string): string {
    return `http://${user}:${PASSWORD}@127.0.0.1:${this.#port}/`;
  }

  #spawn(): SpawnedProcess {
    const { name, binary, args } = this.#kind;
    const network = ['-listen=0', '-connect=0', '-dnsseed=0', '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'];
    const rpc = [
      `-rpcport=${this.#port}`,
      rpcAuth(TEST_USER),
      rpcAuth(INDEXER_USER),
      '-rpcthreads=8',
      '-rpcworkqueue=128',
    ];
    // Bare scripts are not standard; -debug=http,rpc is what requestsOfIndexer reads.
    const wallet = ['-acceptnonstdtxn=1', '-fallbackfee=0.0002', '-keypool=50'];
    const logs = ['-printtoconsole=0', '-debug=http', '-debug=rpc'];
    return new SpawnedProcess({
      name,
      command: binary,
      args: [
        ...['-regtest', '-server', `-datadir=${join(this.#folder, 'data')}`],
        ...[...network, ...rpc, ...wallet, ...logs, ...args],
        `-rest=${this.#options.rest === false ? 0 : 1}`,
        ...(this.#options.args ?? []),
      ],
    });
  }

  async #ready(): Promise<void> {
    const what = `${this.#kind.name} to answer`;
    const answers = async (): Promise<boolean> => (await this.rpc('getblockchaininfo')) !== null;
    await waitFor(answers, { timeoutMs: START_TIMEOUT_MS, processes: [this.#process], what });
  }
}

/** A user in the form share/rpcauth/rpcauth.py makes: name:salt$HMAC-SHA256(salt, password). */
function rpcAuth(user: string): string {
  const salt = '00112233445566778899aabbccddeeff';
  return `-rpcauth=${user}:${salt}$${createHmac('sha256', salt).update(PASSWORD).digest('hex')}`;
}
