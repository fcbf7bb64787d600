/** Balance of an account, and its addresses. */
import { formatAddress } from '@chaintrail/chains';
import { readBlockTimes, readUtxoBalances, TXS_PER_BLOCK, txKey } from '@chaintrail/db';
import { z } from 'zod';
import type { Account, AccountAddress as Derived } from '../../accounts/account.js';
import { isUsed } from '../../accounts/account.js';
import { answerAtTip } from '../../http/kept-answers.js';
import { Rows } from '../../http/rows.js';
import { invalidParameter, ProblemError } from '../../problem.js';
import { requireTip } from '../../read/progress.js';
import { requireFollowed } from '../../read/read-answer.js';
import { AccountAddresses, AccountBalance } from '../../schemas/account-schema.js';
import { heightParameter, integerText, limitParameter } from '../../schemas/parameters.js';
import { about, accountRoutes, readAccount } from './account-route.js';

/** A balance takes PostgreSQL as long as so many rows of a history. */
const ROWS_OF_BALANCE = 4;

export const accountBalance = accountRoutes({
  name: 'balance',
  operation: 'AccountBalance',
  summary: 'Balance of a descriptor or extended key, now or at a past block',
  description: 'Of all its addresses together. An account without transactions is answered with zeros.',
  query: { height: heightParameter },
  response: AccountBalance,
  cost: () => ({}),
  async handle(services, { followed, asked, query }) {
    const found = await readAccount(services, { followed, asked }, async ({ account, state }, db) => {
      const tip = requireTip(followed, state);
      const { height = tip.height } = query;
      requireIndexed(height, tip.height, state.historyFrom);
      const figures = figuresOf(account, height);
      const { isMempoolFollowed, pending } = account;
      const waiting = query.height === undefined ? pending : [];
      const usedAddressCount = account.addresses.filter(isUsed).length;
      const read = requireFollowed(followed, await readBlockTimes(db, followed.chain.code, figures.heights));
      return {
        ...{ state: read.state, tip, height, figures, usedAddressCount },
        times: figures.heights.map((each) => read.times.get(each) ?? null),
        pending: isMempoolFollowed ? waiting.reduce((sum, { delta }) => sum + delta, 0n).toString() : null,
        pendingTransactionCount: isMempoolFollowed ? waiting.length : null,
      };
    });
    const { state, tip, height, figures, times } = found;
    const isKnown = state.historyFrom === 0;
    return answerAtTip(state, () => ({
      ...about(followed, found),
      balance: isKnown ? figures.balance.toString() : null,
      received: isKnown ? figures.received.toString() : null,
      sent: isKnown ? (figures.received - figures.balance).toString() : null,
      ...{ pending: found.pending, pendingTransactionCount: found.pendingTransactionCount },
      ...{ transactionCount: figures.count, usedAddressCount: found.usedAddressCount },
      ...{ firstSeen: times[0] ?? null, lastSeen: times[1] ?? null, tip, height, historyFrom: state.historyFrom },
    }));
  },
});

function requireIndexed(height: number, tip: number, historyFrom: number): void {
  if (height > tip) throw new ProblemError('unknown-block', `block ${height} is not indexed; the last one is ${tip}`);
  if (height < historyFrom)
    throw invalidParameter('height', `expected ${historyFrom} or more: what was before is not indexed`);
}

function figuresOf({ rows }: Account, height: number) {
  const count = rows.rankOf(txKey(height + 1, 0));
  let received = 0n;
  for (let at = 0; at < count; at++) if (rows.deltas[at]! > 0n) received += rows.deltas[at]!;
  const ends = count === 0 ? [] : [rows.txKeys[0]!, rows.txKeys[count - 1]!];
  return {
    count,
    received,
    balance: rows.balanceAfter(count - 1),
    heights: ends.map((key) => Math.floor(key / TXS_PER_BLOCK)),
  };
}

const useParameter = z
  .enum(['used', 'unused'], 'expected used or unused')
  .optional()
  .meta({ description: 'Used ones alone, or unused ones.', examples: ['used'] });

export const accountAddresses = accountRoutes({
  name: 'addresses',
  operation: 'AccountAddresses',
  summary: 'Addresses of a descriptor or extended key, used and unused, with the next to give out',
  description:
    'By branch, then by index, up to `gap` unused ones behind the last that is used. Addresses of one branch alone come with `branch`.',
  query: {
    limit: limitParameter,
    offset: integerText(0, Number.MAX_SAFE_INTEGER)
      .default(0)
      .meta({ description: 'Addresses to pass over.', examples: [50] }),
    branch: integerText(0, 999)
      .optional()
      .meta({ description: 'Of this branch alone: 0 is the first of `<0;1>`.', examples: [0] }),
    use: useParameter,
  },
  response: AccountAddresses,
  cost: ({ limit }) => ({ rows: limit, work: limit * ROWS_OF_BALANCE }),
  async handle(services, { followed, asked, query }) {
    const { limit, offset, branch, use } = query;
    const found = await readAccount(services, { followed, asked }, async (opened, db) => {
      const { account } = opened;
      const all = account.addresses.filter(
        (address) =>
          (branch === undefined || address.branch === branch) &&
          (use === undefined || isUsed(address) === (use === 'used')),
      );
      const page = all.slice(offset, offset + limit);
      const keys = page.map(({ key }) => key);
      const uses = page.map(isUsed);
      const next = nextOf(account);
      const balances = page.length === 0 ? [] : ((await readUtxoBalances(db, followed.chain.code, keys, null)) ?? []);
      const { state } = page.length === 0 ? opened : requireFollowed(followed, balances[0] ?? null);
      return { state, page, uses, next, balances, total: all.length };
    });
    const { state, account, page, uses, next, balances, total } = found;
    const tip = requireTip(followed, state);
    const isKnown = state.historyFrom === 0;
    const shape = ({ key, path, branch: at, index }: Derived) => ({
      address: formatAddress(followed.network, key),
      ...{ path, branch: at, index },
      role: account.descriptor.branches[at]!.role,
    });
    const shapeNext = (address: Derived | null) =>
      address && { address: formatAddress(followed.network, address.key), path: address.path, index: address.index };
    return answerAtTip(state, () => ({
      ...about(followed, found),
      ...{ limit, offset, total, tip, historyFrom: state.historyFrom },
      ...{ nextReceive: shapeNext(next.receive), nextChange: shapeNext(next.change) },
      addresses: Rows.of(
        page.map((address, at) => ({ address, at })),
        ({ address, at }) => {
          const totals = balances[at]?.totals ?? null;
          return {
            ...shape(address),
            used: uses[at]!,
            transactionCount: totals?.transactionCount ?? 0,
            balance: isKnown ? (totals?.balance ?? '0') : null,
            received: isKnown ? (totals?.received ?? '0') : null,
          };
        },
      ),
    }));
  },
});

function nextOf({ branches, gap }: Account): { receive: Derived | null; change: Derived | null } {
  const of = (role: 'receive' | 'change') =>
    branches.find(({ branch }) => branch.role === role)?.nextUnused(gap) ?? null;
  const only = branches.length === 1 ? branches[0]!.nextUnused(gap) : null;
  return { receive: of('receive') ?? only, change: of('change') };
}
