/**
 * Balances of EVM chains. The first of these that there is: the one that is counted from what a node said once; the
 * node's, at the block of the answer; the stored balance of an earlier block, with its height. Else null.
 */
import type { BlockRef, EvmChainNetwork } from '@chaintrail/chains';
import {
  balanceAt,
  basesOf,
  type EvmBalance,
  givenBefore,
  originFrom,
  type Reader,
  readEvmBalances,
  type StoredTokenBalance,
  type TokenRequest,
} from '@chaintrail/db';
import { Rows } from '../http/rows.js';
import type { NodeReply } from '../node/node-queue.js';
import { ProblemError } from '../problem.js';
import type { NamedAddress } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import { type AnswerSources, atTip } from '../read/read-answer.js';
import { decodeTokenCursor, encodeTokenCursor } from '../read/token-cursor.js';
import { type BalanceAt, shapeEvmBalance, type TokenBalanceAt } from '../shape/evm/shape-evm-balance.js';
import { contractsOf, requireTokens } from './asset-filter.js';
import { type FoundBalances, TOKENS_WEIGHT, type TokenSelection } from './family.js';
import { cursorScope } from './history-page.js';
import { blockAsked } from './requested-block.js';

/** Reads of the rows. A second one where the node no longer has their block: the index has mostly followed by then. */
const READS = 2;
/** Tokens of an address that are listed, and asked about at once. */
const LISTED_TOKENS = 100;

/** An address, what is stored of it, and of its listed tokens those whose contract is asked. */
interface AddressReading {
  readonly named: NamedAddress;
  readonly found: EvmBalance;
  /** The balance at the block of the answer, as far as it is known without the node. */
  readonly counted: string | null;
  readonly asked: readonly StoredTokenBalance[];
}

/** The same when the node has said what it knows: what the answer is made of. */
interface KnownReading extends Pick<AddressReading, 'named' | 'found' | 'asked'> {
  readonly native: BalanceAt;
  /** Balance before the address's first transaction; null where that is not known. */
  readonly given: string | null;
}

/** Moment that the answer is about. */
interface Moment {
  readonly looked: readonly AddressReading[];
  readonly state: EvmBalance['state'];
  readonly tip: Tip;
  /** The block whose state counts. */
  readonly block: BlockRef & { readonly time: number };
  /** The block that the node is asked for: the tip where a past balance can be counted from that one. */
  readonly askedBlock: BlockRef;
  readonly isPast: boolean;
}

/** Answers of the node about balances that are not known, and about tokens. */
type Replies = readonly [NodeReply<readonly string[]>, NodeReply<readonly (string | null)[]>];

export class EvmBalances {
  readonly #sources: AnswerSources;
  readonly #followed: EvmChainNetwork;
  readonly #db: Reader;

  constructor(sources: AnswerSources, followed: EvmChainNetwork, db: Reader) {
    this.#sources = sources;
    this.#followed = followed;
    this.#db = db;
  }

  async read(
    asked: readonly NamedAddress[],
    height: number | undefined,
    wanted: TokenSelection,
  ): Promise<FoundBalances> {
    const request = this.#request(asked, wanted);
    let moment = await this.#readRows(asked, height, request);
    let replies = await this.#ask(moment);
    for (let read = 1; read < READS && hasLeft(replies); read++) {
      moment = await this.#readRows(asked, height, request);
      replies = await this.#ask(moment);
    }
    const [said, saidOfTokens] = replies;
    if (said.outcome === 'state-pruned' && moment.isPast) throw this.#stateUnavailable(moment);
    const { state, tip, block, looked, isPast } = moment;
    for (const { found } of looked) this.#sources.lookedAt.tokens(this.#followed.chain.code, found.tokens);
    const since = await this.#db.position();
    const shape = ({ named, found, asked: askedTokens, ...own }: KnownReading) => {
      const tokens = tokensAt(found, askedTokens, block, saidOfTokens, request.assets !== null);
      const next = found.nextTokens;
      const nextTokens = next && encodeTokenCursor(cursorScope(this.#followed, named), next, since);
      const tokenCount = isPast || found.hasMore ? null : found.tokenCount - (found.tokens.length - tokens.length);
      const followed = this.#followed;
      return shapeEvmBalance({ followed, named, found, tip, ...own, tokens, tokenCount, nextTokens });
    };
    return { state, tip, balances: Rows.of(this.#withNatives(moment, said), shape, TOKENS_WEIGHT) };
  }

  /** Contracts may take their time over each token: they are asked about one address at a time. */
  async #ask({ looked, block, askedBlock }: Moment): Promise<Replies> {
    const { nodes } = this.#sources;
    const [only, ...others] = looked;
    return Promise.all([
      nodes.balances(this.#followed, keysToAsk(looked), askedBlock),
      only && others.length === 0
        ? nodes.tokens(this.#followed, only.named.key, block, only.asked)
        : ({ outcome: 'away' } as const),
    ]);
  }

  /** @throws ProblemError */
  #request([first]: readonly NamedAddress[], wanted: TokenSelection): TokenRequest {
    const { tokenCursor } = wanted;
    const assets = contractsOf(this.#followed, wanted);
    const isWalk = tokenCursor !== undefined && first !== undefined;
    const from = isWalk ? requireTokens(decodeTokenCursor(cursorScope(this.#followed, first), tokenCursor)) : null;
    return { limit: LISTED_TOKENS, assets, from };
  }

  async #readRows(asked: readonly NamedAddress[], height: number | undefined, request: TokenRequest): Promise<Moment> {
    const { nodes } = this.#sources;
    const followed = this.#followed;
    const keys = asked.map(({ key }) => key);
    const read = await readEvmBalances(this.#db, followed.chain.code, keys, height ?? null, request);
    const first = atTip(followed, read?.[0] ?? null);
    const { state, tip } = first;
    const past = blockAsked(first, height, tip);
    // The hash as it is stored, without the prefix that clients see.
    const tipBlock = { height: tip.height, hash: state.hash ?? '', time: tip.time };
    const block = past ?? tipBlock;
    const looked = asked.map((named, n): AddressReading => {
      const found = read?.[n] ?? first;
      const { stored, counting, running } = found;
      const bases = basesOf(counting, nodes.known(followed, named.key));
      const isFresh = stored?.height === block.height;
      const counted = isFresh ? stored.balance : balanceAt(bases, block.height, running);
      return { named, found, counted, asked: found.tokens.filter((token) => isAsked(token, block)) };
    });
    const isCountable = looked.every(({ found: { counting } }) => counting.tip && counting.tip.since <= block.height);
    return { looked, state, tip, block, askedBlock: isCountable ? tipBlock : block, isPast: past !== null };
  }

  #withNatives({ looked, block, askedBlock }: Moment, reply: Replies[0]): KnownReading[] {
    const { height, time } = block;
    const { nodes } = this.#sources;
    const followed = this.#followed;
    const answers = reply.outcome === 'answered' ? reply.value : null;
    let answered = 0;
    return looked.map(({ named, found, asked, counted }) => {
      const { key } = named;
      const { counting, stored, running } = found;
      let balance = counted;
      if (counted === null && answers) {
        const said = answers[answered++] ?? null;
        balance = said;
        if (said !== null && counting.tip && askedBlock.height === counting.tip.until) {
          const origin = originFrom(counting, said, askedBlock);
          nodes.learn(followed, key, origin);
          balance = balanceAt(basesOf(counting, origin), height, running) ?? said;
        }
      }
      const bases = basesOf(counting, nodes.known(followed, key));
      const given = found.flows && givenBefore(bases, found.flows.stretch);
      const native = { balance, height, time };
      if (balance !== null || !stored || stored.time === null) return { named, found, asked, native, given };
      const last = { balance: stored.balance, height: stored.height, time: stored.time };
      return { named, found, asked, native: last, given };
    });
  }

  #stateUnavailable({ block, tip }: Moment): ProblemError {
    const { name } = this.#followed.chain;
    return new ProblemError(
      'state-unavailable',
      `the ${name} node of this server no longer has the state of block ${block.height}: ask for a block nearer to the ` +
        `tip (${tip.height}), or without height; the operator can follow a node that keeps all state (an archive node)`,
      { facts: { tip } },
    );
  }
}

function keysToAsk(looked: readonly AddressReading[]): Buffer[] {
  return looked.filter(({ counted }) => counted === null).map(({ named }) => named.key);
}

function hasLeft(replies: Replies): boolean {
  return replies.some(({ outcome }) => outcome === 'block-unknown');
}

/** Whether the stored balance may be an old one. Some tokens change balances without a transfer. */
function isAsked({ balance, height }: StoredTokenBalance, block: BlockRef): boolean {
  return balance === null || height === null || height < block.height;
}

/** Without those that turn out to be nothing, unless they were asked for. */
function tokensAt(
  found: EvmBalance,
  asked: readonly StoredTokenBalance[],
  block: BlockRef,
  reply: Replies[1],
  withNothing: boolean,
): TokenBalanceAt[] {
  const said = reply.outcome === 'answered' ? reply.value : [];
  const saidOf = new Map(asked.map((token, at) => [token, said[at] ?? null]));
  return found.tokens.flatMap((token): TokenBalanceAt[] => {
    const balance = saidOf.get(token) ?? null;
    if (balance === '0' && !withNothing) return [];
    if (balance !== null) return [{ ...token, balance, height: block.height }];
    // The node is away or busy, or not asked: no transfer has touched it since.
    return [{ ...token, height: token.balance === null ? null : token.height }];
  });
}
