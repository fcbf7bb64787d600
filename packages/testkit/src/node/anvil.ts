/** Anvil, Ethereum's development node, with a chain of its own in memory. */
import { findAnvil } from '@chaintrail/anvil';
import { freePort } from '../ports.js';
import type { SpawnCommand } from '../process.js';
import { temporaryFolder } from '../temporary.js';
import type { MiningEvmNode } from './evm-node.js';
import { EvmNodeProgram } from './node-program.js';

/** Anvil's and Hardhat's own: its ten accounts hold 10,000 ether each from the start. */
export const ANVIL_MNEMONIC = 'test test test test test test test test test test test junk';

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

export class AnvilNode extends EvmNodeProgram implements MiningEvmNode {
  readonly #binary: string;
  readonly #options: AnvilOptions;
  readonly #port: number;

  constructor(binary: string, options: AnvilOptions, folder: string, port: number) {
    super(folder, port);
    this.#binary = binary;
    this.#options = options;
    this.#port = port;
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

  protected command(): SpawnCommand {
    const { optimism, slotsInAnEpoch, blockTime, manualMining, chainId, args } = this.#options;
    return {
      name: 'anvil',
      command: this.#binary,
      args: [
        ...['--host', '127.0.0.1', '--port', String(this.#port), '--mnemonic', ANVIL_MNEMONIC],
        // Old states go to the home folder otherwise.
        ...['--cache-path', this.folder],
        ...(optimism ? ['--network', 'optimism'] : []),
        ...(slotsInAnEpoch === undefined ? [] : ['--slots-in-an-epoch', String(slotsInAnEpoch)]),
        ...(blockTime === undefined ? [] : ['--block-time', String(blockTime)]),
        ...(manualMining ? ['--no-mining'] : []),
        ...(chainId === undefined ? [] : ['--chain-id', String(chainId)]),
        ...(args ?? []),
      ],
    };
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

/** After a kill it starts again with a new chain: that is in memory. */
export async function startAnvil(binary: string, options: AnvilOptions = {}): Promise<AnvilNode> {
  const node = new AnvilNode(binary, options, await temporaryFolder('anvil'), await freePort());
  await node.start();
  return node;
}
