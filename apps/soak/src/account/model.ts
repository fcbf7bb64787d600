import { isConfirmed } from '../check/page.js';
import type { Check } from '../check/reading.js';
import type { FollowedAccountChain } from '../world/account-chain.js';
import { type AccountItem, readBalance } from './api-answers.js';
import { problemsOfHistory } from './history.js';
import { problemsOfTokens } from './tokens.js';

const LIMIT = 1_000;

/** What is confirmed is what the simulator's own ledger says, when the index stands at its tip; traces may come later. */
export function againstModel(chain: FollowedAccountChain): Check {
  return async ({ api, address, wrong }) => {
    const { tip, model } = chain.truth();
    const { history = [], tokens = [] } = model.addresses.get(address) ?? {};
    const answer = await readBalance(api, address);
    const page = await api.history<AccountItem>(address, `limit=${LIMIT}`);
    const isOfTip = (hash: string): boolean => chain.tip().hash === tip.hash && hash === `0x${tip.hash}`;
    if (!isOfTip(answer.tip.hash) || !isOfTip(page.tip.hash)) return false;

    for (const problem of problemsOfTokens(answer, tokens)) wrong(problem);
    const items = page.transactions.filter(isConfirmed);
    // A block may be cut where the page ends.
    const lowest = page.next === null ? 0 : (items.at(-1)?.blockHeight ?? tip.height) + 1;
    const isOnPage = (height: number | null): boolean => height !== null && height >= lowest;
    const traced = new Set(items.flatMap((item) => (item.internalTransfers === 'complete' ? [item.blockHeight] : [])));
    const problems = problemsOfHistory(
      items.filter(({ blockHeight }) => isOnPage(blockHeight)),
      {
        entries: history.filter(({ height }) => isOnPage(height)),
        balanceAt: (height) => model.balanceAt(address, height),
        isTraced: (height) => traced.has(height) || null,
      },
    );
    for (const problem of problems) wrong(`at block ${tip.height} ${problem}`);
    return true;
  };
}
