import type { ChainCode } from '@chaintrail/chains';
import type { FollowedChain, ListedChain, NamedAddress } from '../read/followed-chain.js';
import { type AnswerSources, readAnswer } from '../read/read-answer.js';
import { readRatesOf } from '../read/read-rates.js';
import { usdOf } from '../shape/usd.js';
import { familyOf } from './family-of.js';

/**
 * Nodes of the EVM know balances that the index does not, as does one of the Cosmos whose index begins without what was
 * there before.
 */
export function asksForBalances({ family, state }: ListedChain): boolean {
  return family === 'evm' || state.hasOpening === false;
}

/**
 * Balances of one snapshot, with what they are worth.
 * @param height a past block, or undefined for the tip
 */
export async function readValued(
  sources: AnswerSources,
  followed: FollowedChain,
  asked: readonly NamedAddress[],
  height: number | undefined,
) {
  const { rates, balance, ...found } = await readAnswer(sources, followed, async (db) => {
    const read = await familyOf(sources, followed, db).readBalances(asked, height);
    // Of the past, what they are worth goes by their block, which is the same for all.
    const rates =
      height === undefined
        ? [await sources.rates.of(followed)]
        : await readRatesOf(sources, followed, db, [read.balance(0).asOf]);
    return { ...read, rates };
  });
  const [rate = null] = rates;
  const { decimals } = followed.chain;
  return {
    ...found,
    rates,
    balance: (n: number) => {
      const body = balance(n);
      return { ...body, usd: usdOf(body.balance, decimals, rate) };
    },
  };
}

type Valued = Awaited<ReturnType<typeof readValued>>;

/** What one statement reads at most: as many as `/balances` takes. */
const MOST_AT_ONCE = 100;
/** More of a chain would only be smaller ones. */
const STATEMENTS_AT_ONCE = 2;

interface Waiting {
  readonly named: NamedAddress;
  readonly resolve: (found: Valued) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests for balances of a chain. */
class Line {
  readonly waiting: Waiting[] = [];
  underWay = 0;
}

/**
 * Balances of now, each of an address that a request of its own asks for. Those that arrive while others are read are
 * then read together, at a fraction of what as many statements cost PostgreSQL and the driver. Where few ask, nobody
 * waits.
 */
export class BalanceReader {
  readonly #lines = new Map<ChainCode, Line>();

  async read(sources: AnswerSources, followed: FollowedChain, named: NamedAddress): Promise<Valued> {
    // On other chains a node is asked about each address.
    if (followed.family !== 'utxo') return readValued(sources, followed, [named], undefined);
    const { code } = followed.chain;
    const line = this.#lines.get(code) ?? new Line();
    this.#lines.set(code, line);
    return new Promise<Valued>((resolve, reject) => {
      line.waiting.push({ named, resolve, reject });
      void this.#readWaiting(sources, followed, line);
    });
  }

  async #readWaiting(sources: AnswerSources, followed: FollowedChain, line: Line): Promise<void> {
    if (line.underWay >= STATEMENTS_AT_ONCE) return;
    line.underWay++;
    // What is read for several clients is nobody's in particular.
    const { asking: _, ...shared } = sources;
    while (line.waiting.length > 0) {
      const batch = line.waiting.splice(0, MOST_AT_ONCE);
      try {
        const asked = batch.map(({ named }) => named);
        const found = await readValued(shared, followed, asked, undefined);
        for (const [at, { resolve }] of batch.entries()) resolve({ ...found, balance: () => found.balance(at) });
      } catch (error) {
        // Those behind them do not wait as long again for a database that does not answer.
        for (const { reject } of [...batch, ...line.waiting.splice(0)]) reject(error);
      }
    }
    line.underWay--;
  }
}
