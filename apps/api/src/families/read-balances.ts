import type { ChainCode } from '@chaintrail/chains';
import type { ChainState, Reader } from '@chaintrail/db';
import { SharedTurns } from '../http/lanes.js';
import { arrayOf } from '../http/rows.js';
import type { FollowedChain, ListedChain, NamedAddress } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import { type AnswerSources, readAnswer } from '../read/read-answer.js';
import { readRatesOf } from '../read/read-rates.js';
import { type ShownRate, usdOf } from '../read/usd.js';
import type { Balance } from '../schemas/balance-schema.js';
import type { FoundBalances, TokenSelection } from './family.js';
import { readBalances } from './questions.js';

/** EVM nodes know balances that the index does not; so does a Cosmos node where the index begins without them. */
export function asksForBalances({ family, state }: ListedChain): boolean {
  return family === 'evm' || state.hasOpening === false;
}

/** Balances of one snapshot, in the order asked for, with what they are worth. */
interface ValuedBalances {
  readonly state: ChainState;
  readonly tip: Tip;
  readonly balances: readonly Balance[];
  /** Rate of the moment of the balances, one or none. */
  readonly rates: readonly (ShownRate | null)[];
}

/** @param height a past block, or undefined for the tip */
export async function readValued(
  sources: AnswerSources,
  followed: ListedChain,
  asked: readonly NamedAddress[],
  height: number | undefined,
  tokens: TokenSelection = {},
): Promise<ValuedBalances> {
  const look = async (db: Reader) => {
    const read = await readBalances(sources, followed, db, asked, height, tokens);
    if (height === undefined) return { ...read, rates: [await sources.rates.of(followed)] };
    // Past balances are worth what their block's time says, which is the same for all.
    const [first] = read.balances;
    return { ...read, rates: await readRatesOf(sources, followed, db, [first!.asOf]) };
  };
  return valued(followed, await readAnswer(sources, followed, look, tokens.tokenCursor));
}

async function valued(
  { chain: { decimals } }: FollowedChain,
  { state, tip, balances, rates }: FoundBalances & Pick<ValuedBalances, 'rates'>,
): Promise<ValuedBalances> {
  const [rate = null] = rates;
  const made = await arrayOf(balances);
  return { state, tip, rates, balances: made.map((each) => ({ ...each, usd: usdOf(each.balance, decimals, rate) })) };
}

/** Bound on one statement: as many as `/balances` takes. */
const MOST_AT_ONCE = 100;

/** Balances of now. Those that wait while others are read are read together, at a fraction of the cost. */
export class BalanceReader {
  readonly #turns = new Map<ChainCode, SharedTurns<NamedAddress, ValuedBalances>>();

  async read(sources: AnswerSources, followed: ListedChain, named: NamedAddress): Promise<ValuedBalances> {
    const { asking } = sources;
    // On other chains a node is asked about each address.
    if (followed.family !== 'utxo') return readValued(sources, followed, [named], undefined);
    const { code } = followed.chain;
    const turns = this.#turns.get(code) ?? new SharedTurns<NamedAddress, ValuedBalances>(MOST_AT_ONCE);
    this.#turns.set(code, turns);
    return turns.ask(asking, named, (own, take) => readTogether({ ...sources, asking: own }, followed, take));
  }
}

async function readTogether(
  sources: AnswerSources,
  followed: ListedChain,
  take: () => readonly NamedAddress[],
): Promise<ValuedBalances[]> {
  const found = await readAnswer(sources, followed, async (db) => {
    const read = await db.inTurn(async (held) => {
      const asked = take();
      return asked.length === 0 ? null : readBalances(sources, followed, held, asked, undefined);
    });
    return read && { ...read, rates: [await sources.rates.of(followed)] };
  });
  if (!found) return [];
  const all = await valued(followed, found);
  return all.balances.map((own) => ({ ...all, balances: [own] }));
}
