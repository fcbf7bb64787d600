/** Anvil, Ethereum's development node, with a chain of its own in memory. */
import { findAnvil } from '@chaintrail/anvil';
import { freePort, skip, temporaryFolder } from '../machine.js';
import { MiningEvmNode, started } from './node-program.js';

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

export class AnvilNode extends MiningEvmNode {
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
}

/** The binary for suites that need Anvil, or undefined where they are skipped. In CI it has to be there. */
export function anvilOrSkip(): string | undefined {
  const found = findAnvil();
  return 'binary' in found ? found.binary : skip(found.missing, { isMistakeInCi: true });
}

/** After a kill it starts again with a new chain: that is in memory. */
export async function startAnvil(binary: string, options: AnvilOptions = {}): Promise<AnvilNode> {
  const [folder, port] = [await temporaryFolder('anvil'), await freePort()];
  const values = {
    '--host': '127.0.0.1',
    '--port': port,
    '--mnemonic': ANVIL_MNEMONIC,
    // Old states go to the home folder otherwise.
    '--cache-path': folder,
    '--network': options.optimism ? 'optimism' : undefined,
    '--slots-in-an-epoch': options.slotsInAnEpoch,
    '--block-time': options.blockTime,
    '--chain-id': options.chainId,
  };
  const args = [
    ...Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)])),
    ...(options.manualMining ? ['--no-mining'] : []),
    ...(options.args ?? []),
  ];
  return started(new AnvilNode(folder, { name: 'anvil', command: binary, args }, port));
}
