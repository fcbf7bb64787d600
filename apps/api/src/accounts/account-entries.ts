/**
 * When addresses came into an account: with the use that moved the end of their branch behind them. What they have from
 * before that is news of the account then. No database.
 */
import type { Account, AccountAddress, AccountBranch } from './account.js';

/** Both have to be there: what blocks have up to a `tx_key`, and what arrived unconfirmed up to an id. */
interface Moment {
  /** -1 where nothing has to. */
  readonly told: number;
  readonly pending: number;
}

export interface Entry extends Moment {
  readonly address: AccountAddress;
}

const ALWAYS: Moment = { told: -1, pending: -1 };

/** Addresses that uses brought in: the first of each branch always were. */
export function entriesOf(account: Account): Entry[] {
  const waiting = new Map<string, number>();
  for (const { id, key } of account.effects) waiting.set(key, Math.min(id, waiting.get(key) ?? id));
  return account.branches.flatMap((branch) => entriesOfBranch(account, branch, waiting));
}

function entriesOfBranch(
  { gap }: Account,
  branch: AccountBranch,
  waiting: ReadonlyMap<string, number>,
): readonly Entry[] {
  if (!branch.branch.isRanged) return [];
  const addresses = branch.between(0, branch.read);
  const uses = new Map<number, Moment>();
  for (const { index, firstUse, key } of addresses) {
    const id = waiting.get(key.toString('hex'));
    const use = Number.isFinite(firstUse)
      ? { told: firstUse, pending: -1 }
      : id === undefined
        ? null
        : { told: -1, pending: id };
    const other = uses.get(index);
    if (use && (!other || inOrder(use, other) < 0)) uses.set(index, use);
  }
  const entries = enter(uses, gap, branch.read);
  return addresses.flatMap((address) => {
    const entry = entries[address.index] ?? ALWAYS;
    return entry === ALWAYS ? [] : [{ address, ...entry }];
  });
}

/**
 * Lets the end of a branch move with uses, in their order.
 * @param uses by index, when it was used first
 * @returns by index, when it came in
 */
function enter(uses: ReadonlyMap<number, Moment>, gap: number, count: number): Moment[] {
  const entries = new Array<Moment>(gap).fill(ALWAYS);
  const passed = new Set<number>();
  for (const index of [...uses.keys()].sort((a, b) => inOrder(uses.get(a)!, uses.get(b)!))) {
    passed.add(index);
    // Behind the end it is nobody's, until the end moves behind it.
    const moving = index < entries.length ? [index] : [];
    for (let at = moving.pop(); at !== undefined; at = moving.pop()) {
      const moment = latest(entries[at]!, uses.get(at)!);
      for (let next = entries.length; next < Math.min(at + 1 + gap, count); next++) {
        entries.push(moment);
        if (passed.has(next)) moving.unshift(next);
      }
    }
  }
  return entries;
}

/** Order of moments: blocks before all that is unconfirmed. */
const inOrder = (a: Moment, b: Moment): number => a.pending - b.pending || a.told - b.told;

const latest = (a: Moment, b: Moment): Moment => ({
  told: Math.max(a.told, b.told),
  pending: Math.max(a.pending, b.pending),
});
