/** Balances as the nodes of EVM chains say them, which are the authority on them (there is no ledger of every wei). */
import { type BlockRef, type EvmChainNetwork, tokenCalls } from '@chaintrail/chains';
import type { KnownBalance } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { NoteQuestion } from '../metrics/node-metrics.js';
import { AskedChains, type Place } from './asked-chains.js';
import { AskedNode } from './asked-node.js';
import type { BalanceNode } from './balance-node.js';
import { KnownBalances } from './known-balances.js';
import type { NodeReply } from './node-reply.js';
import { type AskedToken, balanceOf, tokenGroups } from './token-questions.js';

/** Balances are cheap to say. */
export const BALANCES_AT_ONCE = 8;
/** A contract may use all the time that the node allows for a call, so token balances have a share of their own. */
export const TOKEN_BATCHES_AT_ONCE = 8;
/** Of contracts that gave no answer when they were asked last. */
export const REFUSER_BATCHES_AT_ONCE = 2;
const KEPT_BALANCES = 10_000;
const KEPT_TOKEN_BATCHES = 1_000;
const KEPT_ADDRESSES = 10_000;
/** After a question that the node left unanswered, histories do without it for so long. */
const REST_MS = 10_000;

/** A node and the chain that it follows. */
export interface FollowedNode extends EvmChainNetwork {
  readonly node: BalanceNode;
}

interface Questions {
  readonly balances: AskedNode<string, BalanceNode>;
  readonly tokens: AskedNode<readonly (string | null)[], BalanceNode>;
  readonly refusers: AskedNode<readonly (string | null)[], BalanceNode>;
  /** What histories are counted from. */
  readonly known: KnownBalances;
  restUntil: number;
}

export class NodeBalances {
  readonly #chains: AskedChains<Questions>;

  constructor(nodes: readonly FollowedNode[], log: Logger, note: NoteQuestion) {
    this.#chains = new AskedChains(log);
    for (const { chain, network, node } of nodes) {
      const common = { node, log, note, currency: chain.code };
      this.#chains.add(
        { chain, network },
        {
          balances: new AskedNode({ ...common, atOnce: BALANCES_AT_ONCE, kept: KEPT_BALANCES }),
          tokens: new AskedNode({ ...common, atOnce: TOKEN_BATCHES_AT_ONCE, kept: KEPT_TOKEN_BATCHES }),
          refusers: new AskedNode({ ...common, atOnce: REFUSER_BATCHES_AT_ONCE, kept: KEPT_TOKEN_BATCHES }),
          known: new KnownBalances(KEPT_ADDRESSES),
          restUntil: Number.NEGATIVE_INFINITY,
        },
      );
    }
  }

  /** Whether there is a node to ask about a chain on the network that is indexed. */
  has(place: Place): boolean {
    return this.#chains.of(place) !== undefined;
  }

  /** The balance of an address after a block, in base units. Nothing is asked while the answer is known. */
  async balance(place: EvmChainNetwork, key: Buffer, block: BlockRef): Promise<NodeReply<string>> {
    const questions = this.#chains.of(place);
    if (!questions) return { outcome: 'away' };
    return questions.balances.ask(`${block.hash} ${key.toString('hex')}`, async (node) => {
      const [balance] = await node.balances([key], block);
      return String(balance);
    });
  }

  /** What {@link learn} found out of an address before. */
  known(place: EvmChainNetwork, key: Buffer): readonly KnownBalance[] {
    return this.#chains.of(place)?.known.of(key.toString('hex')) ?? [];
  }

  /**
   * Asks for a balance that a history, or what was received, is to be counted from, and remembers it: from then on nothing
   * has to be asked, since it stays true of its block. A node that is away makes nobody wait again for a while.
   * @returns whether it is {@link known} now
   */
  async learn(place: EvmChainNetwork, key: Buffer, block: BlockRef): Promise<boolean> {
    const questions = this.#chains.of(place);
    if (!questions || performance.now() < questions.restUntil) return false;
    const reply = await this.balance(place, key, block);
    if (reply.outcome === 'away') questions.restUntil = performance.now() + REST_MS;
    if (reply.outcome !== 'answered') return false;
    questions.known.add(key.toString('hex'), { balance: reply.value, block });
    return true;
  }

  /** What an address has of tokens after a block, in their order; null for those whose contract has no answer, or none in time. */
  async tokens(
    place: EvmChainNetwork,
    key: Buffer,
    block: BlockRef,
    tokens: readonly AskedToken[],
  ): Promise<NodeReply<readonly (string | null)[]>> {
    if (tokens.length === 0) return { outcome: 'answered', value: [] };
    const questions = this.#chains.of(place);
    if (!questions) return { outcome: 'away' };
    const { answering, untried, refusing } = tokenGroups(tokens);
    const asked = [
      { turns: questions.tokens, places: answering },
      { turns: questions.tokens, places: untried },
      { turns: questions.refusers, places: refusing },
    ].filter(({ places }) => places.length > 0);
    const ask = async ({ turns, places }: (typeof asked)[number]) => {
      const group = places.map((at) => tokens[at]!);
      const names = group.map(({ asset, tokenId }) => `${asset}:${tokenId}`).join();
      const reply = await turns.ask(`${block.hash} ${key.toString('hex')} ${names}`, async (node) => {
        const calls = group.map((token) => balanceOf(token, key));
        const answers = await node.calls(calls, block);
        return answers.map((answer) => tokenCalls.decodeNumber(answer)?.toString() ?? null);
      });
      return { places, reply };
    };
    return together(tokens.length, await Promise.all(asked.map(ask)));
  }
}

interface PartReply {
  readonly places: readonly number[];
  readonly reply: NodeReply<readonly (string | null)[]>;
}

/** What was answered of any group. That the node has left the block is said before all else. */
function together(count: number, parts: readonly PartReply[]): NodeReply<readonly (string | null)[]> {
  const failures = parts.flatMap(({ reply }) => (reply.outcome === 'answered' ? [] : [reply]));
  const unknown = failures.find(({ outcome }) => outcome === 'block-unknown');
  if (unknown) return unknown;
  if (failures.length === parts.length && failures[0]) return failures[0];
  const value = Array<string | null>(count).fill(null);
  for (const { places, reply } of parts)
    if (reply.outcome === 'answered') for (const [n, place] of places.entries()) value[place] = reply.value[n] ?? null;
  return { outcome: 'answered', value };
}
