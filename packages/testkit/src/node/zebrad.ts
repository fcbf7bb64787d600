/** A real zebrad on regtest, with its data in memory, a cookie, and no peers. */
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, temporaryFolder } from '../machine.js';
import { NodeProgram, started } from './node-program.js';
import { RpcClient } from './rpc.js';

const STATE = 'state';
const CONFIGURATION = 'zebrad.toml';

export interface ZebradOptions {
  /** Is paid by `generate`. */
  readonly minerAddress: string;
  /** Activation heights by the names of getblockchaininfo, such as `NU5`; upgrades before it activate at 1. */
  readonly upgrades: Readonly<Record<string, number>>;
}

export class ZebradNode extends NodeProgram {
  readonly rpcUrl: string;

  constructor(binary: string, folder: string, port: number) {
    super(folder, { name: 'zebrad', command: binary, args: ['-c', join(folder, CONFIGURATION), 'start'] });
    this.rpcUrl = `http://127.0.0.1:${port}`;
  }

  /** Written anew at every start. */
  get cookieFile(): string {
    return join(this.folder, '.cookie');
  }

  /** Calls a method; numbers with decimals are answered as strings. */
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const url = new URL(this.rpcUrl);
    [url.username = '', url.password = ''] = readFileSync(this.cookieFile, 'utf8').trim().split(':');
    return new RpcClient(url.href).call<T>(method, ...params);
  }

  /** Ends the node in order, or as a power cut would, and starts it again with its data. */
  async restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.process.kill(signal);
    await this.start();
  }

  /** Kills the node and starts it again without its data: at the genesis block. */
  async startOver(): Promise<void> {
    await this.kill9();
    await rm(join(this.folder, STATE), { recursive: true });
    await this.start();
  }

  /** It answers before it has its genesis block. */
  protected probe(): Promise<number> {
    return this.rpc<number>('getblockcount');
  }
}

export async function startZebrad(binary: string, options: ZebradOptions): Promise<ZebradNode> {
  const [folder, port] = [await temporaryFolder('zebrad'), await freePort()];
  await writeFile(join(folder, CONFIGURATION), configuration(options, folder, port));
  return started(new ZebradNode(binary, folder, port));
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
