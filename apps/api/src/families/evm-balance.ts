/**
 * Balances of account chains. The first of these that there is: the stored balance, where nothing touched the address
 * since; the node's, at the block of the answer; the stored balance of an earlier block, with its height. Else null.
 */
import type { BlockRef, EvmChainNetwork } from '@chaintrail/chains';
import { type EvmBalance, type Reader, readEvmBalances, type StoredTokenBalance } from '@chaintrail/db';
import { ProblemError } from '../http/problem.js';
import type { NodeReply } from '../node/asked-node.js';
import type { NamedAddress } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import { type BalanceAt, shapeEvmBalance, type TokenBalanceAt } from '../shape/evm/shape-evm-balance.js';
import { requireTip, type Tip } from '../shape/progress.js';
import type { FoundBalances } from './family.js';
import { blockAsked } from './requested-block.js';

/**
 * Reads of the rows. A second one where the node no longer has their block: the index has mostly followed by then. Also
 * where the node told a balance that received sums are counted from.
 */
const READS = 2;
/** Tokens of an address that are listed, and asked about at once. */
const LISTED_TOKENS = 100;

/** An address, what is stored of it, and of its listed tokens those whose contract is asked. */
interface Looked {
  readonly named: NamedAddress;
  readonly found: EvmBalance;
  readonly asked: readonly StoredTokenBalance[];
}

/** What the answer is about. */
interface Moment {
  readonly looked: readonly Looked[];
  readonly state: EvmBalance['state'];
  readonly tip: Tip;
  /** The block whose state counts. */
  readonly block: BlockRef & { readonly time: number };
  readonly isPast: boolean;
}

/** What the node said of the balances that are not stored, and of the tokens that were asked about. */
type Replies = readonly [NodeReply<readonly string[]>, NodeReply<readonly (string | null)[]>];

export class EvmBalances {
  readonly #sources: AnswerSources;
  readonly #place: EvmChainNetwork;
  readonly #db: Reader;

  constructor(sources: AnswerSources, place: EvmChainNetwork, db: Reader) {
    this.#sources = sources;
    this.#place = place;
    this.#db = db;
  }

  async read(asked: readonly NamedAddress[], height: number | undefined): Promise<FoundBalances> {
    let moment = await this.#readRows(asked, height);
    let [replies, isLearned] = await Promise.all([this.#ask(moment), this.#learn(moment)]);
    for (let read = 1; read < READS && (isLearned || hasLeft(replies)); read++) {
      moment = await this.#readRows(asked, height);
      [replies, isLearned] = await Promise.all([this.#ask(moment), this.#learn(moment)]);
    }
    const [said, saidOfTokens] = replies;
    if (said.outcome === 'state-pruned' && moment.isPast) throw this.#stateUnavailable(moment);
    const { state, tip, block, looked, isPast } = moment;
    const natives = nativesAt(moment, said);
    const shape = (n: number) => {
      const { named, found, asked: askedTokens } = looked[n]!;
      const tokens = tokensAt(found, askedTokens, block, saidOfTokens);
      const tokenCount = isPast || found.hasMore ? null : found.tokenCount - (found.tokens.length - tokens.length);
      return shapeEvmBalance({ place: this.#place, named, found, tip, native: natives[n]!, tokens, tokenCount });
    };
    return { state, tip, balance: shape };
  }

  /** Contracts may take their time over each token: they are asked about one address at a time. */
  async #ask({ looked, block }: Moment): Promise<Replies> {
    const { nodes } = this.#sources;
    const [only, ...others] = looked;
    return Promise.all([
      nodes.balances(this.#place, keysToAsk(looked), block),
      only && others.length === 0
        ? nodes.tokens(this.#place, only.named.key, block, only.asked)
        : ({ outcome: 'away' } as const),
    ]);
  }

  /**
   * The block that balances would have to be known of depends on what is traced, and is the same for all of one
   * snapshot.
   */
  async #learn({ looked }: Moment): Promise<boolean> {
    const wanting = looked.filter(({ found }) => found.wanted !== null);
    const wanted = wanting[0]?.found.wanted;
    const keys = wanting.map(({ named }) => named.key);
    return wanted ? this.#sources.nodes.learn(this.#place, keys, wanted) : false;
  }

  async #readRows(asked: readonly NamedAddress[], height: number | undefined): Promise<Moment> {
    const { chains, nodes } = this.#sources;
    const place = this.#place;
    const addresses = asked.map(({ key }) => ({ key, known: nodes.known(place, key) }));
    const read = await readEvmBalances(this.#db, place.chain.code, addresses, height ?? null, LISTED_TOKENS);
    const first = chains.confirm(place, read?.[0] ?? null);
    const { state } = first;
    const tip = requireTip(place, state);
    const past = blockAsked(first, height, tip);
    // The hash as it is stored, without the prefix that clients see.
    const block = past ?? { height: tip.height, hash: state.hash ?? '', time: tip.time };
    const looked = asked.map((named, n) => {
      const found = read?.[n] ?? first;
      return { named, found, asked: found.tokens.filter((token) => isAsked(token, block)) };
    });
    return { looked, state, tip, block, isPast: past !== null };
  }

  #stateUnavailable({ block, tip }: Moment): ProblemError {
    const { name } = this.#place.chain;
    return new ProblemError(
      'state-unavailable',
      `the ${name} node of this server no longer has the state of block ${block.height}: ask for a block nearer to the ` +
        `tip (${tip.height}), or without height; the operator can follow a node that keeps all state (an archive node)`,
      { facts: { tip } },
    );
  }
}

function keysToAsk(looked: readonly Looked[]): Buffer[] {
  return looked.filter(({ found }) => !found.stored?.isCurrent).map(({ named }) => named.key);
}

/** In the order of the addresses. */
function nativesAt({ looked, block }: Moment, reply: Replies[0]): BalanceAt[] {
  const { height, time } = block;
  const answers = reply.outcome === 'answered' ? reply.value : null;
  let answered = 0;
  return looked.map(({ found: { stored } }) => {
    if (stored?.isCurrent) return { balance: stored.balance, height, time };
    if (answers) return { balance: answers[answered++] ?? null, height, time };
    if (!stored || stored.time === null) return { balance: null, height, time };
    return { balance: stored.balance, height: stored.height, time: stored.time };
  });
}

function hasLeft(replies: Replies): boolean {
  return replies.some(({ outcome }) => outcome === 'block-unknown');
}

/**
 * Whether what is stored of a token may not be what the address has of it at the block. Some tokens change balances
 * without a transfer, and that can be seen only afterwards.
 */
function isAsked({ balance, height }: StoredTokenBalance, block: BlockRef): boolean {
  return balance === null || height === null || height < block.height;
}

/** Without those that turn out to be nothing. */
function tokensAt(
  found: EvmBalance,
  asked: readonly StoredTokenBalance[],
  block: BlockRef,
  reply: Replies[1],
): TokenBalanceAt[] {
  const said = reply.outcome === 'answered' ? reply.value : [];
  const saidOf = new Map(asked.map((token, at) => [token, said[at] ?? null]));
  return found.tokens.flatMap((token): TokenBalanceAt[] => {
    const balance = saidOf.get(token) ?? null;
    if (balance === '0') return [];
    if (balance !== null) return [{ ...token, balance, height: block.height }];
    // The node is away or busy, or not asked: no transfer has touched it since.
    return [{ ...token, height: token.balance === null ? null : token.height }];
  });
}
