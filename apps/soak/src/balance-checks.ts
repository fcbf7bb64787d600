/** Checks of balances while a chain is played, against the history of the same moment and the node's own books. */
import { type Balance, ChaintrailError } from '@chaintrail/client';
import { isConfirmed, isSameMoment, type Paged } from '@chaintrail/testkit';
import { WHOLE } from './history-checks.js';
import { bareHash, type Check, type PlayedChain, type Reading } from './played-chain.js';

/** The balance is that of the block which the answer names, and fits the history of the same moment. */
export async function checkBalance({ chain, api, address, wrong }: Reading): Promise<boolean> {
  const before = await api.history(address, WHOLE);
  const answer = await api.balance(address);
  const after = await api.history(address, WHOLE);
  const isJudged = judge(chain, answer, wrong);
  if (!isSameMoment(before, after) || answer.tip.hash !== before.tip.hash) return isJudged;

  const newest = before.transactions.find(isConfirmed);
  // Unconfirmed ones may fill a page.
  if (newest === undefined && before.transactions.length === WHOLE.limit) return isJudged;
  if (answer.pending !== null || !chain.followsMempool) {
    for (const problem of problemsOfPending(answer, before)) wrong(problem);
  }
  // While the node is away.
  if (answer.balance === null) return false;
  for (const problem of chain.problemsOfNewest(answer, newest)) wrong(problem);
  return isJudged;
}

/** Where the node cannot say: it no longer has the state, or is away. */
const UNAVAILABLE = new Set<number | null>([404, 503]);

/**
 * The balance of a past block is that of the node's own books.
 * @param isOfNode whether only the node knows it
 */
export function pastBalances(isOfNode: boolean): Check {
  return async ({ chain, api, random, address, wrong }) => {
    const { reorgs } = chain.doings;
    const { tip } = await api.history(address, { limit: 1 });
    const asked = random.between(isOfNode ? 0 : 1, tip.height);
    const answer = await api.balance(address, asked).catch((error: unknown) => {
      const isAway = isOfNode && error instanceof ChaintrailError && UNAVAILABLE.has(error.status);
      // A chain that became shorter has no such block.
      if (isAway || chain.doings.reorgs !== reorgs) return null;
      throw error;
    });
    if (answer === null) return false;
    if (answer.height !== asked) wrong(`asked for the balance at block ${asked}, got that at ${answer.height}`);
    return judge(chain, answer, wrong);
  };
}

/** @returns whether the answer is of the active chain, and could be compared */
function judge(chain: PlayedChain, answer: Balance, wrong: Reading['wrong']): boolean {
  if (answer.balance === null || !chain.isSettled(answer.tip.hash)) return false;
  for (const problem of chain.problemsOfBalance(answer)) wrong(problem);
  return true;
}

/** @returns what does not fit between a balance and the history of the same moment, which has all that is pending */
function problemsOfPending(answer: Balance, { total, transactions }: Paged): string[] {
  const { pending, pendingTransactionCount, transactionCount } = answer;
  const waiting = transactions.filter((item) => !isConfirmed(item));
  const sum = waiting.reduce((all, { amount }) => all + BigInt(amount), 0n);
  const problems: string[] = [];
  if (BigInt(pending ?? 0) !== sum) {
    problems.push(`pending is ${pending}; its ${waiting.length} unconfirmed transactions come to ${sum}`);
  }
  if ((pendingTransactionCount ?? 0) !== waiting.length) {
    problems.push(`${pendingTransactionCount} transactions are pending, its history has ${waiting.length}`);
  }
  if (total !== transactionCount + waiting.length) {
    problems.push(`${transactionCount} confirmed and ${waiting.length} pending of ${total} in all`);
  }
  return problems;
}

/** At the simulator's tip, what is confirmed is what its own books say. */
export async function againstBooks({ chain, api, address, wrong }: Reading): Promise<boolean> {
  const tip = chain.tip();
  const answer = await api.balance(address);
  const page = await api.history(address, WHOLE);
  const isOfTip = (hash: string): boolean => chain.tip().hash === tip.hash && bareHash(hash) === tip.hash;
  if (!isOfTip(answer.tip.hash) || !isOfTip(page.tip.hash)) return false;
  const items = page.transactions.filter(isConfirmed);
  const told = { api, answer, items, isAll: page.next === null, isStill: false };
  for (const problem of await chain.problemsOfAddress(told)) wrong(`at block ${tip.height} ${problem}`);
  return true;
}
