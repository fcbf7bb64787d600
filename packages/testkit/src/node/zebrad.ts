/** A real zebrad on regtest, with its data in memory, a cookie, and no peers. */
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../ports.js';
import { SpawnedProcess } from '../process.js';
import { removeTemporaryFolder, temporaryFolder } from '../temporary.js';
import { waitFor } from '../wait.js';
import { RpcClient } from './rpc.js';

const START_TIMEOUT_MS = 60_000;
const STATE = 'state';

export interface ZebradOptions {
  /** Is paid by `generate`. */
  readonly minerAddress: string;
  /** Activation heights by the names of getblockchaininfo, such as `NU5`; upgrades before it activate at 1. */
  readonly upgrades: Readonly<Record<string, number>>;
}

export class ZebradNode {
  readonly #binary: string;
  readonly #folder: string;
  readonly #port: number;
  #process: SpawnedProcess;

  private constructor(binary: string, folder: string, port: number) {
    this.#binary = binary;
    this.#folder = folder;
    this.#port = port;
    this.#process = this.#spawn();
  }

  static async start(binary: string, options: ZebradOptions): Promise<ZebradNode> {
    const [folder, port] = [await temporaryFolder('zebrad'), await freePort()];
    await writeFile(join(folder, 'zebrad.toml'), configuration(options, folder, port));
    const node = new ZebradNode(binary, folder, port);
    await node.#ready();
    return node;
  }

  get rpcUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Written anew at every start. */
  get cookieFile(): string {
    return join(this.#folder, '.cookie');
  }

  /** Calls a method; numbers with decimals are answered as strings. */
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const [user = '', password = ''] = readFileSync(this.cookieFile, 'utf8').trim().split(':');
    const credentials = `${user}:${encodeURIComponent(password)}`;
    return new RpcClient(`http://${credentials}@127.0.0.1:${this.#port}/`).call<T>(method, ...params);
  }

  output(): string {
    return this.#process.output();
  }

  /** Stops the node in order and removes its data. */
  async stop(): Promise<void> {
    await this.#process.stop();
    await removeTemporaryFolder(this.#folder);
  }

  /** Ends the node in order, or as a power cut would, and starts it again with its data. */
  async restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.#process.kill(signal);
    this.#process = this.#spawn();
    await this.#ready();
  }

  /** Kills the node and starts it again without its data: at the genesis block. */
  async startOver(): Promise<void> {
    await this.#process.kill('SIGKILL');
    await rm(join(this.#folder, STATE), { recursive: true });
    this.#process = this.#spawn();
    await this.#ready();
  }

  #spawn(): SpawnedProcess {
    const args = ['-c', join(this.#folder, 'zebrad.toml'), 'start'];
    return new SpawnedProcess({ name: 'zebrad', command: this.#binary, args });
  }

  async #ready(): Promise<void> {
    // It answers before it has its genesis block.
    const answers = async (): Promise<boolean> => (await this.rpc<number>('getblockcount')) >= 0;
    await waitFor(answers, { timeoutMs: START_TIMEOUT_MS, processes: [this.#process], what: 'zebrad to answer' });
  }
}

export function startZebrad(binary: string, options: ZebradOptions): Promise<ZebradNode> {
  return ZebradNode.start(binary, options);
}

/** @returns a zebrad.toml; without a finished sync it would neither take transactions nor make blocks. */
function configuration({ minerAddress, upgrades }: ZebradOptions, folder: string, port: number): string {
  const old = ['Overwinter', 'Sapling', 'Blossom', 'Heartwood', 'Canopy'].map((name): [string, number] => [name, 1]);
  const heights = [...old, ...Object.entries(upgrades)].map(([name, height]) => `"${name}" = ${height}`);
  return `
[network]
network = "Regtest"
listen_addr = "127.0.0.1:0"
initial_testnet_peers = []
cache_dir = false
[network.testnet_parameters.activation_heights]
${heights.join('\n')}
[mining]
miner_address = "${minerAddress}"
[mempool]
debug_enable_at_height = 0
[rpc]
listen_addr = "127.0.0.1:${port}"
cookie_dir = "${folder}"
debug_force_finished_sync = true
[state]
cache_dir = "${join(folder, STATE)}"
[tracing]
use_color = false
`;
}
