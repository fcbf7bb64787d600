import type { Balance } from '@chaintrail/client';
import { isSameMoment } from '@chaintrail/testkit';
import type { Check } from '../played-chain.js';
import type { FollowedCosmosChain } from './followed-cosmos-chain.js';

/** The balances of every denomination are those of the bank module at the block which the answer names. */
export function cosmosBalances(chain: FollowedCosmosChain, at: 'tip' | 'past'): Check<'cosmos'> {
  return async ({ api, random, address, wrong }) => {
    const before = await api.history(address, { limit: 1 });
    const asked = at === 'past' ? random.between(1, before.tip.height) : undefined;
    const answer = await api.balance(address, asked);
    for (const problem of problemsOfCoins(chain, address, answer)) wrong(problem);
    if (asked !== undefined && answer.height !== asked) wrong(`asked for block ${asked}, got ${answer.height}`);
    if (at === 'past' || !isSameMoment(before, await api.history(address, { limit: 1 }))) return true;
    const last = before.transactions[0]?.balanceAfter ?? '0';
    if (answer.tip.hash === before.tip.hash && last !== answer.balance) {
      wrong(`the balance is ${answer.balance}; after its last transaction ${last}`);
    }
    return true;
  };
}

/** Every denomination, at the block that the answer names. */
export function problemsOfCoins(chain: FollowedCosmosChain, address: string, answer: Balance): string[] {
  const { height } = answer;
  const coins = new Map(chain.node.chain.bank.coins(address, height));
  const native = chain.chain.nativeDenom;
  const told = new Map([[native, answer.balance], ...answer.tokens.map((each) => [each.asset, each.balance] as const)]);
  const problems: string[] = [];
  for (const denom of new Set([...coins.keys(), ...told.keys()])) {
    const expected = `${coins.get(denom) ?? 0n}`;
    const found = told.get(denom) ?? (told.has(denom) ? null : '0');
    if (found !== expected) problems.push(`at block ${height} it has ${found} ${denom}, not ${expected}`);
  }
  return problems;
}
