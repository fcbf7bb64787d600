/** Checks that the node is on our branch of every fork: the genesis block is the same on both sides of each. */
import type { ForkBlock } from '../../chain.js';
import { settingOf } from '../../rpc/http-options.js';
import { readBlockHash } from './blocks.js';
import type { UtxoConnection } from './utxo-connection.js';

/** Checks each fork block once, as soon as the node has reached its height. */
export class ForkBlocks {
  readonly #node: UtxoConnection;
  readonly #seen = new Set<ForkBlock>();

  constructor(node: UtxoConnection) {
    this.#node = node;
  }

  /** The node may be another one: checks all of them again. */
  forget(): void {
    this.#seen.clear();
  }

  /**
   * @param tipHeight of the node; blocks above it are left for later
   * @returns what is wrong with a node that follows another branch, with the remedy; null when every fork block that it
   *   has reached is ours. No call where there is none new.
   */
  async foreignBranch(tipHeight: number): Promise<string | null> {
    for (const expected of this.#node.network.forkBlocks ?? []) {
      if (expected.height > tipHeight || this.#seen.has(expected)) continue;
      const found = await readBlockHash(this.#node, expected.height);
      // Null: the tip has gone back below it meanwhile.
      if (found === null) continue;
      if (found !== expected.hash) return this.#onForeignBranch(expected, found);
      this.#seen.add(expected);
    }
    return null;
  }

  #onForeignBranch(expected: ForkBlock, found: string): string {
    const { chainParams: chain, network } = this.#node;
    const { name } = network.minimumNode ?? chain.minimumNode;
    return (
      `the node is not on ${chain.name} ${network.name}: at ${expected.what} it went another way (its block ` +
      `${expected.height} is ${found}, not ${expected.hash}): point ${settingOf(chain.code, 'RPC_URL')} at a ` +
      `${chain.name} node (${name} or newer), or upgrade this one and let it sync that branch again`
    );
  }
}
