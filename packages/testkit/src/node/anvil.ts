/** Anvil, Ethereum's development node, with a chain of its own in memory. */
import { findAnvil } from '@chaintrail/anvil';
import { freePort } from '../ports.js';
import { SpawnedProcess } from '../process.js';
import { removeTemporaryFolder, temporaryFolder } from '../temporary.js';
import { waitFor } from '../wait.js';
import { callEvm, type MiningEvmNode } from './evm-node.js';

/** Anvil's and Hardhat's own: its ten accounts hold 10,000 ether each from the start. */
export const ANVIL_MNEMONIC = 'test test test test test test test test test test test junk';
const START_TIMEOUT_MS = 60_000;

export interface AnvilOptions {
  /** A chain of the OP stack: deposit transactions (type 0x7e). Default false. */
  readonly optimism?: boolean;
  /** `safe` is this many blocks below the tip, `finalized` twice as many. Anvil's default: 32. */
  readonly slotsInAnEpoch?: number;
  /** Seconds between blocks; default: a block per transaction. */
  readonly blockTime?: number;
  /** Blocks are made by {@link AnvilNode.mine} only. Default false. */
  readonly manualMining?: boolean;
  /** Anvil's default: 31337. */
  readonly chainId?: number;
  /** Further arguments, e.g. `--hardfork cancun`. */
  readonly args?: readonly string[];
}

/** What {@link AnvilNode.reorg} puts into the new blocks: raw or unsigned transactions, each with the block it goes to. */
export type ReorgTransaction = readonly [transaction: string | Readonly<Record<string, string>>, block: number];

export class AnvilNode implements MiningEvmNode {
  readonly #binary: string;
  readonly #options: AnvilOptions;
  readonly #folder: string;
  readonly #port: number;
  #process: SpawnedProcess;

  private constructor(binary: string, options: AnvilOptions, folder: string, port: number) {
    this.#binary = binary;
    this.#options = options;
    this.#folder = folder;
    this.#port = port;
    this.#process = this.#spawn();
  }

  static async start(binary: string, options: AnvilOptions): Promise<AnvilNode> {
    const node = new AnvilNode(binary, options, await temporaryFolder('anvil'), await freePort());
    await node.#ready();
    return node;
  }

  get rpcUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The same port serves subscriptions. */
  get wsUrl(): string {
    return `ws://127.0.0.1:${this.#port}`;
  }

  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    return callEvm<T>(this.rpcUrl, method, params);
  }

  async height(): Promise<number> {
    return Number(await this.rpc<string>('eth_blockNumber'));
  }

  async mine(blocks = 1): Promise<void> {
    await this.rpc('anvil_mine', `0x${blocks.toString(16)}`);
  }

  /**
   * Replaces the newest `depth` blocks by as many new ones. Transactions of the old blocks vanish, also from the pool;
   * the new ones hold `transactions`, where block 0 is the lowest replaced one.
   */
  async reorg(depth: number, transactions: readonly ReorgTransaction[] = []): Promise<void> {
    await this.rpc('anvil_reorg', depth, transactions);
  }

  output(): string {
    return this.#process.output();
  }

  async stop(): Promise<void> {
    await this.#process.stop();
    await removeTemporaryFolder(this.#folder);
  }

  /** Ends the node, and with it its chain, which is in memory. */
  async kill9(): Promise<void> {
    await this.#process.kill('SIGKILL');
  }

  /** Starts a killed node again on the same port, with a new chain. */
  async start(): Promise<void> {
    this.#process = this.#spawn();
    await this.#ready();
  }

  #spawn(): SpawnedProcess {
    const { optimism, slotsInAnEpoch, blockTime, manualMining, chainId, args } = this.#options;
    return new SpawnedProcess({
      name: 'anvil',
      command: this.#binary,
      args: [
        ...['--host', '127.0.0.1', '--port', String(this.#port), '--mnemonic', ANVIL_MNEMONIC],
        // Old states go to the home folder otherwise.
        ...['--cache-path', this.#folder],
        ...(optimism ? ['--network', 'optimism'] : []),
        ...(slotsInAnEpoch === undefined ? [] : ['--slots-in-an-epoch', String(slotsInAnEpoch)]),
        ...(blockTime === undefined ? [] : ['--block-time', String(blockTime)]),
        ...(manualMining ? ['--no-mining'] : []),
        ...(chainId === undefined ? [] : ['--chain-id', String(chainId)]),
        ...(args ?? []),
      ],
    });
  }

  async #ready(): Promise<void> {
    const answers = async (): Promise<boolean> => (await this.height()) >= 0;
    await waitFor(answers, { timeoutMs: START_TIMEOUT_MS, processes: [this.#process], what: 'anvil to answer' });
  }
}

/**
 * For suites that need Anvil. Locally a machine without it skips them, with a sentence; in CI that is a mistake.
 * @returns the binary, or undefined when the suite has to be skipped
 * @throws Error in CI, when Anvil is missing
 */
export function anvilOrSkip(): string | undefined {
  const found = findAnvil();
  if ('binary' in found) return found.binary;
  if (process.env['CI'] === 'true') throw new Error(found.missing);
  console.warn(`Skipped: ${found.missing}`);
  return undefined;
}

export function startAnvil(binary: string, options: AnvilOptions = {}): Promise<AnvilNode> {
  return AnvilNode.start(binary, options);
}
