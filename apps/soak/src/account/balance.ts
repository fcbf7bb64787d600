import { ApiFailure } from '../check/api-client.js';
import { isConfirmed, isSameMoment } from '../check/page.js';
import { problemsOfPending } from '../check/pending.js';
import type { Check } from '../check/reading.js';
import type { FollowedAccountChain } from '../world/account-chain.js';
import { readBalance } from './api-answers.js';

const LIMIT = 1_000;

/** The balance is that of the block which the answer names, and fits the history of the same moment. */
export function balances(chain: FollowedAccountChain): Check {
  return async ({ api, address, wrong }) => {
    const { reorgs } = chain;
    const before = await api.history(address, `limit=${LIMIT}`);
    const answer = await readBalance(api, address);
    const after = await api.history(address, `limit=${LIMIT}`);
    const { balance, height, pending, tip } = answer;
    if (!isSameMoment(before, after) || tip.hash !== before.tip.hash) return false;

    const newest = before.transactions.find(isConfirmed);
    const isWhole = newest !== undefined || before.transactions.length < LIMIT;
    if ((pending !== null || !chain.followsMempool) && isWhole) {
      for (const problem of problemsOfPending(answer, before)) wrong(problem);
    }
    // While the node is away.
    if (balance === null) return false;
    if (chain.reorgs !== reorgs || !chain.isSettled(tip.hash)) return false;
    const { model } = chain.truth();
    const expected = model.balanceAt(address, height);
    if (BigInt(balance) !== expected) wrong(`the balance at block ${height} is ${balance}, not ${expected}`);
    const last = newest?.balanceAfter ?? null;
    if (newest?.blockHeight == null || last === null || last === balance) return true;
    // What only a trace tells of a later block may have moved the balance, and not be listed yet.
    const expectedLast = model.balanceAt(address, newest.blockHeight);
    if (BigInt(last) !== expectedLast)
      wrong(`the balance after its last transaction, in block ${newest.blockHeight}, is ${last}, not ${expectedLast}`);
    return true;
  };
}

/** Where the node cannot say: it no longer has the state, or is away. */
const UNAVAILABLE = new Set([404, 503]);

/** The same of a past block, which only the node knows. */
export function pastBalances(chain: FollowedAccountChain): Check {
  return async ({ api, random, address, wrong }) => {
    const { reorgs } = chain;
    const { tip } = await api.history(address, 'limit=1');
    const asked = random.between(0, tip.height);
    const answer = await readBalance(api, address, asked).catch((error: unknown) =>
      // A chain that became shorter has no such block.
      chain.reorgs === reorgs ? unlessUnavailable(error) : null,
    );
    if (answer === null || answer.balance === null) return false;
    if (chain.reorgs !== reorgs || !chain.isSettled(answer.tip.hash)) return false;
    const expected = chain.truth().model.balanceAt(address, asked);
    if (answer.height !== asked) wrong(`asked for the balance at block ${asked}, got that at ${answer.height}`);
    else if (BigInt(answer.balance) !== expected)
      wrong(`the balance at ${asked} is ${answer.balance}, not ${expected}`);
    return true;
  };
}

function unlessUnavailable(error: unknown): null {
  if (error instanceof ApiFailure && UNAVAILABLE.has(error.status)) return null;
  throw error;
}
