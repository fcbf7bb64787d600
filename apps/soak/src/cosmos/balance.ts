import type { ApiClient, ApiItem, ApiTip } from '../check/api-client.js';
import { isSameMoment } from '../check/page.js';
import type { Check } from '../check/reading.js';
import type { FollowedCosmosChain } from '../world/cosmos-chain.js';

interface CosmosBalance {
  /** Base units of the chain's own coin. */
  readonly balance: string | null;
  readonly height: number;
  readonly transactionCount: number;
  readonly tokens: readonly { readonly asset: string; readonly balance: string | null }[];
  readonly tip: ApiTip;
}

/** @param height of a past block */
export function readBalance(api: ApiClient, address: string, height?: number): Promise<CosmosBalance> {
  return api.ofAddress(address, height === undefined ? 'balance' : `balance?height=${height}`);
}

/** The balances of every denomination are those of the bank module at the block which the answer names. */
export function balances(chain: FollowedCosmosChain, at: 'tip' | 'past'): Check {
  return async ({ api, random, address, wrong }) => {
    const before = await api.history(address, 'limit=1');
    const asked = at === 'past' ? random.between(1, before.tip.height) : undefined;
    const answer = await readBalance(api, address, asked);
    for (const problem of problemsOfBalance(chain, address, answer)) wrong(problem);
    if (asked !== undefined && answer.height !== asked) wrong(`asked for block ${asked}, got ${answer.height}`);
    if (at === 'past' || !isSameMoment(before, await api.history(address, 'limit=1'))) return true;
    if (answer.tip.hash === before.tip.hash) checkNewest(before.transactions[0], answer, wrong);
    return true;
  };
}

function checkNewest(item: ApiItem | undefined, { balance }: CosmosBalance, wrong: (what: string) => void): void {
  const last = item?.balanceAfter ?? '0';
  if (last !== balance) wrong(`the balance is ${balance}; after its last transaction ${last}`);
}

export function problemsOfBalance(chain: FollowedCosmosChain, address: string, answer: CosmosBalance): string[] {
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
