import type { FollowedChain, ListedChain, NamedAddress } from './chain-directory.js';
import { familyOf } from './families/family-of.js';
import { readAnswer } from './read-answer.js';
import { readRatesOf } from './read-rates.js';
import type { Services } from './services.js';
import { usdOf } from './shape/usd.js';

/** Nodes of the EVM know balances that the index does not, as does one of the Cosmos whose index begins without what was there before. */
export function asksForBalances(followed: ListedChain | null): boolean {
  return followed?.family === 'evm' || followed?.state.hasOpening === false;
}

/**
 * Balances of one snapshot, with what they are worth.
 * @param height a past block, or undefined for the tip
 */
export async function readValued(
  services: Services,
  followed: FollowedChain,
  asked: readonly NamedAddress[],
  height: number | undefined,
) {
  const { rates, balance, ...found } = await readAnswer(services, followed, async (db) => {
    const read = await familyOf(services, followed, db).readBalances(asked, height);
    // Of the past, what they are worth goes by their block, which is the same for all.
    const moment = height === undefined ? null : read.balance(0).asOf;
    return { ...read, rates: await readRatesOf(services, followed, db, [moment]) };
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
