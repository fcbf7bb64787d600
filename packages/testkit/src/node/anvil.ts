/** Anvil, Ethereum's development node, with a chain of its own in memory. */
import { findAnvil } from '@chaintrail/anvil';
import { freePort, noteSuite, skip, temporaryFolder } from '../machine.js';
import { EvmNode, started } from './node-program.js';

/** Anvil's and Hardhat's own: its ten accounts hold 10,000 ether each from the start. */
export const ANVIL_MNEMONIC = 'test test test test test test test test test test test junk';

/**
 * Transactions that {@link AnvilNode.reorg} puts into the new blocks: raw or unsigned transactions, each with the
 * block it goes to.
 */
export type ReorgTransaction = readonly [transaction: string | Readonly<Record<string, string>>, block: number];

export class AnvilNode extends EvmNode {
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
  if (!('binary' in found)) return skip(found.missing, { isMistakeInCi: true });
  noteSuite('software', found.binary);
  return found.binary;
}

/**
 * Blocks are made by {@link AnvilNode.mine} only. After a kill it starts again with a new chain: that is in memory.
 * @param args further ones, e.g. `--hardfork cancun`
 */
export async function startAnvil(binary: string, ...args: readonly string[]): Promise<AnvilNode> {
  const [folder, port] = [await temporaryFolder('anvil'), await freePort()];
  // Old states go to the home folder without a cache path.
  const own = ['--no-mining', '--host', '127.0.0.1', '--port', `${port}`, '--cache-path', folder];
  const all = [...own, '--mnemonic', ANVIL_MNEMONIC, ...args];
  return started(new AnvilNode(folder, { name: 'anvil', command: binary, args: all }, port));
}
