/**
 * Balances of account chains. In this order: what is stored, where nothing touched the address since; what the node says of
 * the block that the answer is about; what is stored of an earlier block, said so; unknown.
 */
import type { BlockRef, EvmChainNetwork } from '@chaintrail/chains';
import { type EvmBalance, type Reader, readEvmBalance, type StoredTokenBalance } from '@chaintrail/db';
import type { NamedAddress } from '../chain-directory.js';
import { ProblemError } from '../http/problem.js';
import type { NodeReply } from '../node/node-reply.js';
import type { Services } from '../services.js';
import { type BalanceAt, shapeEvmBalance, type TokenBalanceAt } from '../shape/evm/balance.js';
import { requireTip, type Tip } from '../shape/progress.js';
import { blockAsked } from './block-asked.js';
import type { FoundBalance } from './family.js';

/**
 * Looks at the rows: once more where the node has left their chain, which most of the time has been followed a moment
 * later, and where it said what received sums are counted from.
 */
const READS = 2;
/** Tokens of an address that are listed, and asked about at once. */
const LISTED_TOKENS = 100;

/** What the answer is about. */
interface Moment {
  readonly found: EvmBalance;
  readonly tip: Tip;
  /** The block whose state counts. */
  readonly block: BlockRef & { readonly time: number };
  readonly isPast: boolean;
  /** Of the listed tokens, those whose contract is asked. */
  readonly asked: readonly StoredTokenBalance[];
}

/** What the node said of the balance, and of the tokens that were asked about. */
type Replies = readonly [NodeReply<string>, NodeReply<readonly (string | null)[]>];

export class EvmBalances {
  readonly #services: Services;
  readonly #place: EvmChainNetwork;
  readonly #db: Reader;

  constructor(services: Services, place: EvmChainNetwork, db: Reader) {
    this.#services = services;
    this.#place = place;
    this.#db = db;
  }

  async read(named: NamedAddress, height: number | undefined): Promise<FoundBalance> {
    let moment = await this.#readRows(named, height);
    let [replies, isLearned] = await Promise.all([this.#ask(named, moment), this.#learn(named, moment)]);
    for (let read = 1; read < READS && (isLearned || hasLeft(replies)); read++) {
      moment = await this.#readRows(named, height);
      [replies, isLearned] = await Promise.all([this.#ask(named, moment), this.#learn(named, moment)]);
    }
    const [said, saidOfTokens] = replies;
    if (said.outcome === 'state-pruned' && moment.isPast) throw this.#stateUnavailable(moment);
    const { found, tip } = moment;
    const native = await this.#balanceAt(named, moment, said);
    const tokens = tokensAt(moment, saidOfTokens);
    const tokenCount = moment.isPast ? null : found.tokenCount - (found.tokens.length - tokens.length);
    const parts = { place: this.#place, named, found, tip, native, tokens, tokenCount };
    return { state: found.state, tip, balance: () => shapeEvmBalance(parts) };
  }

  async #ask(named: NamedAddress, { found: { stored }, block, asked }: Moment): Promise<Replies> {
    const { nodes } = this.#services;
    return Promise.all([
      stored?.isCurrent
        ? ({ outcome: 'answered', value: stored.balance } as const)
        : nodes.balance(this.#place, named.key, block),
      nodes.tokens(this.#place, named.key, block, asked),
    ]);
  }

  async #learn({ key }: NamedAddress, { found: { wanted } }: Moment): Promise<boolean> {
    return wanted !== null && this.#services.nodes.learn(this.#place, key, wanted);
  }

  async #readRows({ key }: NamedAddress, height: number | undefined): Promise<Moment> {
    const found = await this.#readStored(key, height ?? null);
    const tip = requireTip(this.#place, found.state);
    const past = blockAsked(found, height, tip);
    // The hash as it is stored, without the prefix that clients see.
    const block = past ?? { height: tip.height, hash: found.state.hash ?? '', time: tip.time };
    const asked = found.tokens.filter((token) => isAsked(token, block));
    return { found, tip, block, isPast: past !== null, asked };
  }

  async #readStored(key: Buffer, height: number | null): Promise<EvmBalance> {
    const { chains, nodes } = this.#services;
    const known = nodes.known(this.#place, key);
    const found = await readEvmBalance(this.#db, this.#place.chain.code, key, height, LISTED_TOKENS, known);
    return chains.confirm(this.#place, found);
  }

  async #balanceAt(named: NamedAddress, moment: Moment, reply: NodeReply<string>): Promise<BalanceAt> {
    const { found, block } = moment;
    const { height, time } = block;
    if (reply.outcome === 'answered') return { balance: reply.value, height, time };
    const earlier = found.stored && (await this.#readStored(named.key, found.stored.height)).block;
    if (!found.stored || !earlier) return { balance: null, height, time };
    return { balance: found.stored.balance, height: earlier.height, time: earlier.time };
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

function hasLeft(replies: Replies): boolean {
  return replies.some(({ outcome }) => outcome === 'block-unknown');
}

/**
 * Whether what is stored of a token may not be what the address has of it at the block. Some tokens change balances without
 * a transfer, and that can be seen only afterwards.
 */
function isAsked({ balance, height }: StoredTokenBalance, block: BlockRef): boolean {
  return balance === null || height === null || height < block.height;
}

/** Without those that turn out to be nothing. */
function tokensAt({ found, block, asked }: Moment, reply: Replies[1]): TokenBalanceAt[] {
  const said = reply.outcome === 'answered' ? reply.value : [];
  const saidOf = new Map(asked.map((token, at) => [token, said[at] ?? null]));
  return found.tokens.flatMap((token): TokenBalanceAt[] => {
    const balance = saidOf.get(token) ?? null;
    if (balance === '0') return [];
    if (balance !== null) return [{ ...token, balance, height: block.height }];
    // The node is away or busy: no transfer has touched it since.
    return [{ ...token, height: token.balance === null ? null : token.height }];
  });
}
