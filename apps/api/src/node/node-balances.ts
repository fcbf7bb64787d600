/** Balances as the nodes of EVM chains say them, which are the authority on them (there is no ledger of every wei). */
import {
  type BlockRef,
  type DraftTransaction,
  type EvmChainNetwork,
  type EvmNode,
  type FeeHistory,
  tokenCalls,
} from '@chaintrail/chains';
import type { KnownOrigin } from '@chaintrail/db';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Siblings, shareOf } from '../shares/siblings.js';
import { ChainNodes, type NamedNetwork } from './chain-nodes.js';
import { NodeQueue, type NodeReply, type NoteQuestion } from './node-queue.js';
import { BROADCASTS_AT_ONCE, type Broadcast, orRefusal, type Refusal } from './raw-transactions.js';
import { type AskedToken, balanceOf, MOST_REFUSING, ORDINARY_GAS, tokenGroups } from './token-questions.js';

/** Balances are cheap to say. */
export const BALANCES_AT_ONCE = 8;
/** Bound on questions for many addresses together. */
export const BALANCE_LISTS_AT_ONCE = 2;
/** A contract may use all the time that the node allows for a call, so token balances have a share of their own. */
export const TOKEN_BATCHES_AT_ONCE = 8;
/** Contracts that gave no answer when they were asked last, or not with {@link ORDINARY_GAS}. */
export const REFUSER_BATCHES_AT_ONCE = 2;
/** One block is asked about at a time. */
export const FEES_AT_ONCE = 1;
/** A node tries each some twenty times. */
export const ESTIMATES_AT_ONCE = 1;
/** Chains of which fees are told. */
const FEE_BLOCKS = 20;
const KEPT_BALANCES = 10_000;
const KEPT_BALANCE_LISTS = 100;
const KEPT_TOKEN_BATCHES = 1_000;
const KEPT_FEES = 10;
const KEPT_ADDRESSES = 10_000;
const KEPT_SLOW_CONTRACTS = 10_000;
/** After a question that the node left unanswered, histories do without it for so long. */
const REST_MS = 10_000;

/** Questions to a node: always about the state after one block, named by its hash. */
type BalanceNode = Pick<EvmNode, 'balances' | 'nonce' | 'calls' | 'feeHistory' | 'estimateGas' | 'broadcast'>;

/** A node and the chain that it follows. */
export interface FollowedNode extends EvmChainNetwork {
  readonly node: BalanceNode;
}

type Estimate = { readonly gas: bigint } | Refusal;

interface Questions {
  readonly balances: NodeQueue<readonly string[], BalanceNode>;
  readonly nonces: NodeQueue<string, BalanceNode>;
  readonly balanceLists: NodeQueue<readonly string[], BalanceNode>;
  readonly tokens: NodeQueue<readonly (string | null)[], BalanceNode>;
  readonly refusers: NodeQueue<readonly (string | null)[], BalanceNode>;
  readonly fees: NodeQueue<FeeHistory, BalanceNode>;
  readonly estimates: NodeQueue<Estimate, BalanceNode>;
  readonly broadcasts: NodeQueue<Broadcast, BalanceNode>;
  /** Contracts that gave no answer with {@link ORDINARY_GAS}. */
  readonly slow: LRUCache<string, true>;
  /** Balances that histories are counted from. */
  readonly known: LRUCache<string, KnownOrigin>;
  restUntil: number;
}

export class NodeBalances {
  readonly #chains: ChainNodes<Questions>;

  constructor(nodes: readonly FollowedNode[], log: Logger, note: NoteQuestion, siblings: Siblings) {
    this.#chains = new ChainNodes(log);
    for (const { chain, network, node } of nodes) {
      const common = { node, log, note, currency: chain.code };
      const asked = <T>(atOnce: number, kept: number) =>
        new NodeQueue<T, BalanceNode>({ ...common, atOnce: shareOf(atOnce, siblings), kept });
      this.#chains.add(
        { chain, network },
        {
          balances: asked(BALANCES_AT_ONCE, KEPT_BALANCES),
          nonces: asked(BALANCES_AT_ONCE, KEPT_BALANCES),
          balanceLists: asked(BALANCE_LISTS_AT_ONCE, KEPT_BALANCE_LISTS),
          tokens: asked(TOKEN_BATCHES_AT_ONCE, KEPT_TOKEN_BATCHES),
          refusers: asked(REFUSER_BATCHES_AT_ONCE, KEPT_TOKEN_BATCHES),
          fees: asked(FEES_AT_ONCE, KEPT_FEES),
          estimates: asked(ESTIMATES_AT_ONCE, 0),
          broadcasts: asked(BROADCASTS_AT_ONCE, 0),
          slow: new LRUCache({ max: KEPT_SLOW_CONTRACTS }),
          known: new LRUCache({ max: KEPT_ADDRESSES }),
          restUntil: Number.NEGATIVE_INFINITY,
        },
      );
    }
  }

  /** Whether there is a node to ask about a chain on the network that is indexed. */
  has(followed: NamedNetwork): boolean {
    return this.#chains.of(followed) !== undefined;
  }

  /** Balances of addresses after a block, in base units, in their order. Nothing is asked while the answer is known. */
  async balances(
    followed: EvmChainNetwork,
    keys: readonly Buffer[],
    block: BlockRef,
  ): Promise<NodeReply<readonly string[]>> {
    if (keys.length === 0) return { outcome: 'answered', value: [] };
    const questions = this.#chains.of(followed);
    if (!questions) return { outcome: 'away' };
    const turns = keys.length === 1 ? questions.balances : questions.balanceLists;
    return turns.ask(`${block.hash} ${keys.map((key) => key.toString('hex')).join()}`, async (node) => {
      const balances = await node.balances(keys, block);
      return balances.map(String);
    });
  }

  /** The nonce of the next transaction of an address after a block, in decimal. */
  async nonce(followed: EvmChainNetwork, key: Buffer, block: BlockRef): Promise<NodeReply<string>> {
    const questions = this.#chains.of(followed);
    if (!questions) return { outcome: 'away' };
    return questions.nonces.ask(`${block.hash} ${key.toString('hex')}`, async (node) =>
      String(await node.nonce(key, block)),
    );
  }

  /** Prices of gas in the last blocks, up to this one. Each block is asked about once. */
  async fees(followed: EvmChainNetwork, block: BlockRef): Promise<FeeHistory | null> {
    const questions = this.#chains.of(followed);
    if (!questions) return null;
    const reply = await questions.fees.ask(block.hash, (node) => node.feeHistory(block, FEE_BLOCKS));
    return reply.outcome === 'answered' ? reply.value : null;
  }

  /** Gas that a transaction would take now. */
  async gas(followed: EvmChainNetwork, draft: DraftTransaction): Promise<NodeReply<Estimate>> {
    const questions = this.#chains.of(followed);
    if (!questions) return { outcome: 'away' };
    const { from, to, value, data } = draft;
    const question = [from, to, data].map((bytes) => bytes?.toString('hex')).join();
    return questions.estimates.ask(`${question} ${value}`, (node) =>
      orRefusal(async () => ({ gas: await node.estimateGas(draft) })),
    );
  }

  /** Sends a signed transaction, as hex digits in pairs. Whoever asks has to know that clients may. */
  async broadcast(followed: EvmChainNetwork, hex: string): Promise<NodeReply<Broadcast>> {
    const questions = this.#chains.of(followed);
    if (!questions) return { outcome: 'away' };
    return questions.broadcasts.ask(hex, (node) => orRefusal(async () => ({ txid: await node.broadcast(hex) })));
  }

  /** The origin that {@link learn} was told of an address last. */
  known(followed: EvmChainNetwork, key: Buffer): KnownOrigin | null {
    return this.#chains.of(followed)?.known.get(key.toString('hex')) ?? null;
  }

  /** Remembers it. */
  learn(followed: EvmChainNetwork, key: Buffer, origin: KnownOrigin): void {
    this.#chains.of(followed)?.known.set(key.toString('hex'), origin);
  }

  /** Whether histories ask: there is a node, and it did not leave a question unanswered just now. */
  isAnswering(followed: EvmChainNetwork): boolean {
    const questions = this.#chains.of(followed);
    return questions !== undefined && performance.now() >= questions.restUntil;
  }

  /** The balance that a history is counted from, or null. After a node did not answer, nobody waits for a while. */
  async balanceFor(followed: EvmChainNetwork, key: Buffer, block: BlockRef): Promise<string | null> {
    const questions = this.#chains.of(followed);
    if (!questions || !this.isAnswering(followed)) return null;
    const reply = await this.balances(followed, [key], block);
    if (reply.outcome === 'away') questions.restUntil = performance.now() + REST_MS;
    return reply.outcome === 'answered' ? (reply.value[0] ?? null) : null;
  }

  /** Balances of tokens after a block, in their order; null where the contract has no answer, or none in time. */
  async tokens(
    followed: EvmChainNetwork,
    key: Buffer,
    block: BlockRef,
    tokens: readonly AskedToken[],
  ): Promise<NodeReply<readonly (string | null)[]>> {
    if (tokens.length === 0) return { outcome: 'answered', value: [] };
    const questions = this.#chains.of(followed);
    if (!questions) return { outcome: 'away' };
    const { slow } = questions;
    const { answering, untried, refusing } = tokenGroups(tokens, (asset) => slow.has(asset));
    const ask = async ({ turns, places, gas }: TokenQuestion): Promise<PartReply> => {
      const group = places.map((at) => tokens[at]!);
      const names = group.map(({ asset, tokenId }) => `${asset}:${tokenId}`).join();
      const reply = await turns.ask(`${block.hash} ${key.toString('hex')} ${gas} ${names}`, async (node) => {
        const calls = group.map((token) => balanceOf(token, key));
        const answers = await node.calls(calls, block, gas);
        return answers.map((answer) => tokenCalls.decodeNumber(answer)?.toString() ?? null);
      });
      return { places, reply };
    };
    const asked: TokenQuestion[] = [
      { turns: questions.tokens, places: answering, gas: ORDINARY_GAS },
      { turns: questions.tokens, places: untried, gas: ORDINARY_GAS },
      { turns: questions.refusers, places: refusing },
    ];
    const parts = await Promise.all(asked.filter(({ places }) => places.length > 0).map(ask));
    const wanting = unanswered(parts).filter((place) => !refusing.includes(place));
    for (const place of wanting) slow.set(tokens[place]!.asset, true);
    const again = wanting.slice(0, MOST_REFUSING - refusing.length);
    if (again.length > 0) parts.push(await ask({ turns: questions.refusers, places: again }));
    return together(tokens.length, parts);
  }
}

/** @property gas of each call; as much as the node allows where absent */
interface TokenQuestion {
  readonly turns: Questions['tokens'];
  readonly places: readonly number[];
  readonly gas?: number;
}

/** Places of those whose contracts gave no answer. */
function unanswered(parts: readonly PartReply[]): number[] {
  return parts.flatMap(({ places, reply }) =>
    reply.outcome === 'answered' ? places.filter((_, n) => (reply.value[n] ?? null) === null) : [],
  );
}

interface PartReply {
  readonly places: readonly number[];
  readonly reply: NodeReply<readonly (string | null)[]>;
}

/** Joins the answers of all groups. That the node has left the block is said before all else. */
function together(count: number, parts: readonly PartReply[]): NodeReply<readonly (string | null)[]> {
  const failures = parts.flatMap(({ reply }) => (reply.outcome === 'answered' ? [] : [reply]));
  const unknown = failures.find(({ outcome }) => outcome === 'block-unknown');
  if (unknown) return unknown;
  if (failures.length === parts.length && failures[0]) return failures[0];
  const value = Array<string | null>(count).fill(null);
  for (const { places, reply } of parts)
    if (reply.outcome === 'answered')
      for (const [n, place] of places.entries()) value[place] = reply.value[n] ?? value[place] ?? null;
  return { outcome: 'answered', value };
}
