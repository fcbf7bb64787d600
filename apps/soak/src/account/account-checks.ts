/** Checks of an account chain while it is played. */
import { ChaintrailError } from '@chaintrail/client';
import { type ApiTransaction, type HistoryItem, isConfirmed, isSameMoment } from '@chaintrail/testkit';
import { checkPicked, problemsOfPending, WHOLE } from '../history-checks.js';
import type { Check, Reading } from '../played-chain.js';
import { problemsOfHistory } from './account-history.js';
import type { FollowedAccountChain } from './followed-account-chain.js';
import { problemsOfTokens } from './tokens.js';

/** The balance is that of the block which the answer names, and fits the history of the same moment. */
export function evmBalances(chain: FollowedAccountChain): Check<'evm'> {
  return async ({ api, address, wrong }) => {
    const { reorgs } = chain;
    const before = await api.history(address, WHOLE);
    const answer = await api.balance(address);
    const after = await api.history(address, WHOLE);
    const { balance, height, pending, tip } = answer;
    if (!isSameMoment(before, after) || tip.hash !== before.tip.hash) return false;

    const newest = before.transactions.find(isConfirmed);
    const isWhole = newest !== undefined || before.transactions.length < WHOLE.limit;
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
const UNAVAILABLE = new Set<number | null>([404, 503]);

/** The same of a past block, which only the node knows. */
export function pastBalances(chain: FollowedAccountChain): Check<'evm'> {
  return async ({ api, random, address, wrong }) => {
    const { reorgs } = chain;
    const { tip } = await api.history(address, { limit: 1 });
    const asked = random.between(0, tip.height);
    const answer = await api.balance(address, asked).catch((error: unknown) =>
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
  if (error instanceof ChaintrailError && UNAVAILABLE.has(error.status)) return null;
  throw error;
}

/** At the simulator's tip, confirmed history and tokens are those of its own ledger. Traces may come later. */
export function againstEvmModel(chain: FollowedAccountChain): Check<'evm'> {
  return async ({ api, address, wrong }) => {
    const { tip, model } = chain.truth();
    const { history = [], tokens = [] } = model.addresses.get(address) ?? {};
    const answer = await api.balance(address);
    const page = await api.history(address, WHOLE);
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

/** Transfers and fee of a transaction add up to its amount in the history, and the parts of the fee to the fee. */
export function checkEvmTransaction(reading: Reading<'evm'>): Promise<boolean> {
  return checkPicked(reading, (item, transaction) =>
    // Else it was traced between the two looks.
    transaction.internalTransfers === item.internalTransfers
      ? problemsOfTransaction(reading.address, item, transaction)
      : null,
  );
}

function problemsOfTransaction(
  address: string,
  item: HistoryItem<'evm'>,
  transaction: ApiTransaction<'evm'>,
): string[] {
  const problems: string[] = [];
  const { status, fee, transfers, transferCount } = transaction;
  if (status !== item.status) problems.push(`is ${status}, in the history ${item.status}`);
  if (fee !== item.fee) problems.push(`has a fee of ${fee}, in the history ${item.fee}`);
  if (transfers.length !== transferCount) problems.push(`has ${transfers.length} transfers of ${transferCount}`);
  if (status === 'failed' && transfers.length > 0) problems.push('failed, and has transfers');
  const effect = effectOn(address, transaction);
  if (effect !== BigInt(item.amount)) problems.push(`has an effect of ${effect}, the history says ${item.amount}`);
  const parts = feeParts(transaction);
  if (fee !== null && parts !== null && parts !== BigInt(fee))
    problems.push(`has a fee of ${fee}; its parts are ${parts}`);
  return problems;
}

function effectOn(address: string, transaction: ApiTransaction<'evm'>): bigint {
  const { status, from, to, amount, fee, transfers } = transaction;
  // One that waits has moved nothing yet; what it is to move is told without the fee, which nobody knows.
  const moved = status === 'pending' ? [{ from, to, asset: null, amount: amount ?? '0' }] : transfers;
  const paid = from === address ? BigInt(fee ?? 0) : 0n;
  return moved.reduce((sum, transfer) => {
    if (transfer.asset !== null) return sum;
    const value = BigInt(transfer.amount);
    return sum + (transfer.to === address ? value : 0n) - (transfer.from === address ? value : 0n);
  }, -paid);
}

/** @returns null of what is not a transaction: the block's own entry */
function feeParts({ gasUsed, gasPrice, blobFee, l1Fee, operatorFee }: ApiTransaction<'evm'>): bigint | null {
  if (gasUsed === null || gasPrice === null) return null;
  const others = [blobFee, l1Fee, operatorFee].reduce((sum, part) => sum + BigInt(part ?? 0), 0n);
  return BigInt(gasUsed) * BigInt(gasPrice) + others;
}
