/** Questions to REST servers of Cosmos nodes: balances where histories begin without them, and owners of names. */
import type { BankCoins, CosmosChainNetwork, CosmosNode } from '@chaintrail/chains';
import type { Logger } from 'pino';
import { type Siblings, shareOf } from '../shares/siblings.js';
import { ChainNodes } from './chain-nodes.js';
import { NodeQueue, type NodeReply, type NoteQuestion } from './node-queue.js';

export const BANK_BALANCES_AT_ONCE = 8;
export const NAMES_AT_ONCE = 4;
const KEPT_BALANCES = 1_000;
const KEPT_NAMES = 1_000;
/** Names are sold and bought: an answer holds for so long. */
const NAME_FRESH_MS = 10_000;

export type Coins = BankCoins['coins'];

/** The part of a node client that is asked. */
type RestNode = Pick<CosmosNode, 'bankBalances' | 'resolveName'>;

/** A node whose REST server is known, and the chain that it follows. */
export interface FollowedRestNode extends CosmosChainNetwork {
  readonly node: RestNode;
}

interface Questions {
  readonly balances: NodeQueue<Coins | null, RestNode>;
  readonly names: NodeQueue<string | null, RestNode>;
}

export class CosmosNodes {
  readonly #chains: ChainNodes<Questions>;

  constructor(nodes: readonly FollowedRestNode[], log: Logger, note: NoteQuestion, siblings: Siblings) {
    this.#chains = new ChainNodes(log);
    for (const { chain, network, node } of nodes) {
      const common = { node, log, note, currency: chain.code };
      this.#chains.add(
        { chain, network },
        {
          balances: new NodeQueue({ ...common, atOnce: shareOf(BANK_BALANCES_AT_ONCE, siblings), kept: KEPT_BALANCES }),
          names: new NodeQueue({ ...common, atOnce: shareOf(NAMES_AT_ONCE, siblings), kept: KEPT_NAMES }),
        },
      );
    }
  }

  /** Whether there is a REST server to ask about a chain on the network that is indexed. */
  has(followed: CosmosChainNetwork): boolean {
    return this.#chains.of(followed) !== undefined;
  }

  /** All that an address has after a block; null where the node does not have the state of then. */
  async balances(followed: CosmosChainNetwork, address: string, height: number): Promise<NodeReply<Coins | null>> {
    const questions = this.#chains.of(followed);
    if (!questions) return { outcome: 'away' };
    // Blocks are final: a height names one.
    return questions.balances.ask(`${height} ${address}`, async (node) => {
      const found = await node.bankBalances(address, height);
      return found === null ? null : found.coins;
    });
  }

  /** The address behind a registered name; null where nobody has it. */
  async resolve(followed: CosmosChainNetwork, name: string): Promise<NodeReply<string | null>> {
    const questions = this.#chains.of(followed);
    if (!questions) return { outcome: 'away' };
    const period = Math.floor(performance.now() / NAME_FRESH_MS);
    return questions.names.ask(`${period} ${name}`, (node) => node.resolveName(name));
  }
}
