/** A real node of the bitcoind family on regtest, with its data in memory and no peers. */
import { createHmac } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../ports.js';
import type { SpawnCommand } from '../process.js';
import { temporaryFolder } from '../temporary.js';
import { NodeProgram } from './node-program.js';
import { RpcClient } from './rpc.js';

const TEST_USER = 'test';
const INDEXER_USER = 'indexer';
/** Guards a node that lives for minutes on a loopback port; being in the source is harmless. */
const PASSWORD = 'regtest';

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

export class RealNode extends NodeProgram {
  readonly #kind: RealNodeKind;
  readonly #options: RealNodeOptions;
  readonly #port: number;
  readonly #client: RpcClient;

  private constructor(kind: RealNodeKind, options: RealNodeOptions, folder: string, port: number) {
    super(folder);
    this.#kind = kind;
    this.#options = options;
    this.#port = port;
    this.#client = new RpcClient(this.#urlFor(TEST_USER));
  }

  static async start(kind: RealNodeKind, options: RealNodeOptions): Promise<RealNode> {
    const folder = await temporaryFolder(kind.name);
    await mkdir(join(folder, 'data'));
    const node = new RealNode(kind, options, folder, await freePort());
    await node.start();
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
    const log = await readFile(join(this.folder, 'data', 'regtest', 'debug.log'), 'utf8');
    const calls = log.matchAll(/Received a GET request for (\/rest\/\S+) |ThreadRPCServer method=(\w+) user=indexer/g);
    return [...calls].map(([, path, method]) => path ?? method ?? '');
  }

  async restart(): Promise<void> {
    await this.shutDown();
    await this.start();
  }

  #urlFor(user: string): string {
    return `http://${user}:${PASSWORD}@127.0.0.1:${this.#port}/`;
  }

  protected command(): SpawnCommand {
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
    return {
      name,
      command: binary,
      args: [
        ...['-regtest', '-server', `-datadir=${join(this.folder, 'data')}`],
        ...[...network, ...rpc, ...wallet, ...logs, ...args],
        `-rest=${this.#options.rest === false ? 0 : 1}`,
        ...(this.#options.args ?? []),
      ],
    };
  }

  protected probe(): Promise<unknown> {
    return this.rpc('getblockchaininfo');
  }
}

/** A user in the form share/rpcauth/rpcauth.py makes: name:salt$HMAC-SHA256(salt, password). */
function rpcAuth(user: string): string {
  const salt = '00112233445566778899aabbccddeeff';
  return `-rpcauth=${user}:${salt}$${createHmac('sha256', salt).update(PASSWORD).digest('hex')}`;
}
