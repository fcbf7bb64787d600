import type { ChainCode } from '@chaintrail/chains';
import type { Reader } from '@chaintrail/db';
import { SharedTurns } from '../http/lanes.js';
import type { FollowedChain, ListedChain, NamedAddress } from '../read/followed-chain.js';
import { type AnswerSources, readAnswer } from '../read/read-answer.js';
import { readRatesOf } from '../read/read-rates.js';
import { type ShownRate, usdOf } from '../read/usd.js';
import type { FoundBalances, TokenSelection } from './family.js';
import { readBalances } from './questions.js';

/** EVM nodes know balances that the index does not; so does a Cosmos node where the index begins without them. */
export function asksForBalances({ family, state }: ListedChain): boolean {
  return family === 'evm' || state.hasOpening === false;
}

/** Balances of one snapshot, with what they are worth. @param height a past block, or undefined for the tip */
export async function readValued(
  sources: AnswerSources,
  followed: FollowedChain,
  asked: readonly NamedAddress[],
  height: number | undefined,
  tokens: TokenSelection = {},
) {
  const look = async (db: Reader) => {
    const read = await readBalances(sources, followed, db, asked, height, tokens);
    // Past balances are worth what their block's time says, which is the same for all.
    const rates =
      height === undefined
        ? [await sources.rates.of(followed)]
        : await readRatesOf(sources, followed, db, [read.balance(0).asOf]);
    return { ...read, rates };
  };
  return valued(followed, await readAnswer(sources, followed, look, tokens.tokenCursor));
}

/** @param rates of the moment of the balances, one or none */
function valued<Result extends FoundBalances>(
  { chain: { decimals } }: FollowedChain,
  found: Result & { readonly rates: readonly (ShownRate | null)[] },
) {
  const [rate = null] = found.rates;
  return {
    ...found,
    balance: (n: number) => {
      const body = found.balance(n);
      return { ...body, usd: usdOf(body.balance, decimals, rate) };
    },
  };
}

type Valued = Awaited<ReturnType<typeof readValued>>;

/** Bound on one statement: as many as `/balances` takes. */
const MOST_AT_ONCE = 100;

/** Balances of now. Those that wait while others are read are read together, at a fraction of the cost. */
export class BalanceReader {
  readonly #turns = new Map<ChainCode, SharedTurns<NamedAddress, Valued>>();

  async read(sources: AnswerSources, followed: FollowedChain, named: NamedAddress): Promise<Valued> {
    const { asking } = sources;
    // On other chains a node is asked about each address.
    if (followed.family !== 'utxo') return readValued(sources, followed, [named], undefined);
    const { code } = followed.chain;
    const turns = this.#turns.get(code) ?? new SharedTurns<NamedAddress, Valued>(MOST_AT_ONCE);
    this.#turns.set(code, turns);
    return turns.ask(asking, named, (own, take) => readTogether({ ...sources, asking: own }, followed, take));
  }
}

async function readTogether(
  sources: AnswerSources,
  followed: FollowedChain,
  take: () => readonly NamedAddress[],
): Promise<Valued[]> {
  let count = 0;
  const found = await readAnswer(sources, followed, async (db) => {
    const read = await db.inTurn(async (held) => {
      const asked = take();
      count = asked.length;
      return count === 0 ? null : readBalances(sources, followed, held, asked, undefined);
    });
    return read && { ...read, rates: [await sources.rates.of(followed)] };
  });
  if (!found) return [];
  const all = valued(followed, found);
  return Array.from({ length: count }, (_, at) => ({ ...all, balance: () => all.balance(at) }));
}
