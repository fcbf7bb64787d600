/** A real node of the bitcoind family on regtest, with its data in memory and no peers. */
import { createHmac } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, temporaryFolder } from '../machine.js';
import type { SpawnCommand } from '../process.js';
import { NodeProgram, started } from './node-program.js';
import { RpcClient } from './rpc.js';

const TEST_USER = 'test';
const INDEXER_USER = 'indexer';
/** Arguments that a program needs in every test. */
const OWN_ARGUMENTS = {
  // Its wallet chooses coins once for a payment, not a second time for the sake of privacy: 40 ms in place of 80.
  litecoind: ['-maxapsfee=-1'],
  dogecoind: [],
  // Its wallet defaults to legacy addresses, Core's to bech32; its policy refuses bare multisig and small data.
  knots: ['-addresstype=bech32', '-permitbaremultisig=1', '-datacarrier=1', '-rejectparasites=0'],
  // Each release stops following the chain at the upgrade after the last one that it knows.
  bchn: ['-expire=0'],
} as const;

/** Guards a node that lives for minutes on a loopback port; being in the source is harmless. */
const PASSWORD = 'regtest';

interface RealNodeOptions {
  /** Further arguments for the node, e.g. `-rpcserialversion=1`. */
  readonly args?: readonly string[];
}

export class RealNode extends NodeProgram {
  readonly #port: number;
  readonly #client: RpcClient;

  private constructor(folder: string, command: SpawnCommand, port: number) {
    super(folder, command);
    this.#port = port;
    this.#client = new RpcClient(this.#urlFor(TEST_USER));
  }

  static async start(
    name: keyof typeof OWN_ARGUMENTS,
    binary: string,
    { args = [] }: RealNodeOptions = {},
  ): Promise<RealNode> {
    const [folder, port] = [await temporaryFolder(name), await freePort()];
    const data = join(folder, 'data');
    await mkdir(data);
    const all = [...COMMON_ARGUMENTS, `-datadir=${data}`, `-rpcport=${port}`, '-rest=1'];
    all.push(...OWN_ARGUMENTS[name], ...args);
    return started(new RealNode(folder, { name, command: binary, args: all }, port));
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

  /** @param args further arguments from now on: the last one of a name counts */
  async restart(args: readonly string[] = []): Promise<void> {
    await this.shutDown();
    this.launch = { ...this.launch, args: [...this.launch.args, ...args] };
    await this.start();
  }

  #urlFor(user: string): string {
    return `http://${user}:${PASSWORD}@127.0.0.1:${this.#port}/`;
  }

  protected probe(): Promise<unknown> {
    return this.rpc('getblockchaininfo');
  }
}

const COMMON_ARGUMENTS = [
  ...['-regtest', '-server', '-listen=0', '-connect=0', '-dnsseed=0', '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'],
  ...[rpcAuth(TEST_USER), rpcAuth(INDEXER_USER), '-rpcthreads=8', '-rpcworkqueue=128'],
  // Bare scripts are not standard.
  ...['-acceptnonstdtxn=1', '-fallbackfee=0.0002', '-keypool=50'],
  // The log that requestsOfIndexer reads.
  ...['-printtoconsole=0', '-debug=http', '-debug=rpc'],
];

/** A user in the form share/rpcauth/rpcauth.py makes: name:salt$HMAC-SHA256(salt, password). */
function rpcAuth(user: string): string {
  const salt = '00112233445566778899aabbccddeeff';
  return `-rpcauth=${user}:${salt}$${createHmac('sha256', salt).update(PASSWORD).digest('hex')}`;
}
