/** Brings an account up to the state of the chain: what it never read, what came since, and what a reorg took back. */
import type { UtxoChainNetwork } from '@chaintrail/chains';
import {
  type AccountSpan,
  ADDRESSES_AT_ONCE,
  type ChainState,
  type PendingEffect,
  type PendingNews,
  type Reader,
  readAccountPending,
  readAccountRows,
  readKeptBlock,
  readPendingSince,
  readUses,
  requireWeight,
} from '@chaintrail/db';
import { inSlices } from '../http/slices.js';
import { ProblemError } from '../problem.js';
import { partsOf } from '../read/parts.js';
import { requireTip } from '../read/progress.js';
import { requireFollowed } from '../read/read-answer.js';
import type { Account, AccountAddress, AccountBranch } from './account.js';
import { type PackedRows, txKeyAt } from './account-rows.js';
import { isOfBlock, readOfOneBlock } from './one-block.js';

/** Addresses of one account, at most. */
const MOST_ACCOUNT_ADDRESSES = 100_000;
/** Points of the curve that are computed between two looks at the clock. */
const POINTS_AT_ONCE = 32;
/** Addresses of one key, and rows, that take as long as a row of a history. */
const PER_ROW = { addresses: 4, rows: 50 } as const;

/** A statement looks ahead by this part of what was read before it, so that large accounts take few of them. */
const AHEAD = 8;

export interface RefreshOptions {
  readonly followed: UtxoChainNetwork;
  readonly db: Reader;
  /** Rows of all addresses, at most. */
  readonly mostRows: number;
  /** As in AnswerSources. */
  readonly mostWeight: number | null;
}

/** @throws TooHeavyError before it reads more than it may; ProblemError for too large an account, or no chain to ask */
export async function refreshAccount(account: Account, options: RefreshOptions): Promise<ChainState> {
  return readOfOneBlock(() => refreshOnce(account, options));
}

async function refreshOnce(account: Account, options: RefreshOptions): Promise<ChainState | null> {
  const { followed, db } = options;
  const kept = requireFollowed(followed, await readKeptBlock(db, followed.chain.code, account.checkpoints));
  const { state } = kept;
  requireTip(followed, state);
  const span = { above: kept.height ?? -1, height: state.height!, hash: state.hash! };
  if (account.position && kept.height !== account.position.height) leaveReorganised(account, kept.height);
  if (account.position?.hash !== span.hash) {
    if (!(await addNew(account, options, { ...span, above: account.position?.height ?? -1 }))) return null;
    // At once: what goes wrong from here on must not have these rows added again.
    account.reached(span);
    account.contentVersion = -1;
  }
  // The mempool is followed no more, or again, by time alone.
  const isSame =
    state.contentVersion === account.contentVersion &&
    (state.mempool?.isCurrent ?? false) === account.isMempoolFollowed;
  if (!isSame && !(await readPending(account, options, state))) return null;
  if (!(await extend(account, options, span))) return null;
  account.contentVersion = state.contentVersion;
  return state;
}

function leaveReorganised(account: Account, height: number | null): void {
  if (height === null) account.reset();
  else account.cut(height);
  account.trim();
}

/** Cost of a question beside what was read before it. */
interface Work {
  /** Addresses of several keys count as so many. */
  addresses: number;
  rows: number;
}

type Rows = (readonly [AccountAddress, PackedRows])[];

/** Rows of addresses that are known, since the block that was read up to. @returns false where that block is gone */
async function addNew(account: Account, options: RefreshOptions, span: AccountSpan): Promise<boolean> {
  if (account.byKey.size === 0) return true;
  const rows = await readRows(options, [...account.byKey.values()], span);
  if (rows) account.add(rows);
  return rows !== null;
}

async function readRows(
  { followed, db }: RefreshOptions,
  addresses: readonly AccountAddress[],
  span: AccountSpan,
): Promise<Rows | null> {
  const found: Rows = [];
  for (const part of partsOf(addresses, ADDRESSES_AT_ONCE)) {
    const keys = part.map(({ key }) => key);
    const rows = await readAccountRows(db, followed.chain.code, keys, span);
    if (!rows) return null;
    for (const { place: at, rows: packed } of rows) found.push([part[at]!, packed]);
  }
  return found;
}

/** @returns false where a block came meanwhile */
async function readPending(account: Account, options: RefreshOptions, state: ChainState): Promise<boolean> {
  const { followed, db } = options;
  const { newestId } = account;
  const known = [...new Set(account.effects.map(({ id }) => id))];
  const news = await readPendingSince(db, followed.chain.code, newestId ?? -1, known);
  if (!news || !isOfBlock(news.state, state)) return false;
  const { isFollowed } = news;
  const isWhole = newestId === null || news.newestId < newestId || news.effects === null;
  const addresses = isFollowed ? [...account.byKey.values()] : [];
  const effects = isWhole || !isFollowed ? await readEffects(options, addresses, state) : stillPending(account, news);
  if (!effects) return false;
  account.setPending(effects);
  account.isMempoolFollowed = isFollowed;
  account.newestId = isFollowed ? news.newestId : null;
  return true;
}

function stillPending({ effects, byKey }: Account, news: PendingNews): PendingEffect[] {
  const still = new Set(news.still);
  const own = (news.effects ?? []).filter(({ key }) => byKey.has(key));
  return [...effects.filter(({ id }) => still.has(id)), ...own];
}

async function readEffects({ followed, db }: RefreshOptions, addresses: readonly AccountAddress[], state?: ChainState) {
  const effects = [];
  for (const part of partsOf(addresses, ADDRESSES_AT_ONCE)) {
    const keys = part.map(({ key }) => key);
    const found = await readAccountPending(db, followed.chain.code, keys);
    if (!found || (state && !isOfBlock(found.state, state))) return null;
    effects.push(...found.effects);
  }
  return effects;
}

/** Derives and reads until as many unused ones follow as the gap says, in each branch. @returns false where the block is gone */
async function extend(account: Account, options: RefreshOptions, span: AccountSpan): Promise<boolean> {
  const all: Rows = [];
  const work: Work = { addresses: 0, rows: 0 };
  let isWhole = false;
  try {
    for (const branch of account.branches) {
      const start = branch.read;
      while (branch.read < branch.endOf(account.gap)) {
        const ahead = Math.floor((branch.read - start) / AHEAD);
        const rows = await readAhead(account, branch, options, span, { work, ahead });
        if (rows === null) return false;
        if (rows === 'end') break;
        all.push(...rows);
      }
    }
    isWhole = true;
    account.add(all);
  } finally {
    // A part of it would not tell what is missing.
    if (!isWhole) account.reset();
  }
  return account.trim();
}

/** @returns null where the block is gone; `end` where the branch has no more scripts */
async function readAhead(
  account: Account,
  branch: AccountBranch,
  options: RefreshOptions,
  span: AccountSpan,
  { work, ahead }: { readonly work: Work; readonly ahead: number },
): Promise<Rows | 'end' | null> {
  const { db, followed } = options;
  const below = Math.min(branch.endOf(account.gap) + ahead, branch.read + ADDRESSES_AT_ONCE);
  const derived = Math.max(0, below - branch.derived);
  work.addresses += below - branch.read + derived * (pointsOf(branch) - 1);
  requireWeight(Math.floor(work.addresses / PER_ROW.addresses), options.mostWeight);
  await derive(account, branch, below);
  const addresses = branch.between(branch.read, Math.min(below, branch.derived));
  if (addresses.length === 0) return 'end';
  const counts = new Map<AccountAddress, { readonly count: number; readonly isPending: boolean }>();
  for (const part of partsOf(addresses, ADDRESSES_AT_ONCE)) {
    const uses = await readUses(
      db,
      followed.chain.code,
      part.map(({ key }) => key),
    );
    if (!uses) return null;
    for (const [at, address] of part.entries())
      counts.set(address, { count: uses.counts[at]!, isPending: uses.pending[at]! });
  }
  const own = branch.take(addresses, account.gap, (address) => {
    const { count, isPending } = counts.get(address)!;
    return count > 0 || isPending;
  });
  work.rows += own.reduce((sum, address) => sum + counts.get(address)!.count, 0);
  requireRows(options, account.rows.length + work.rows);
  requireWeight(Math.floor(work.rows / PER_ROW.rows), options.mostWeight);
  const used = own.filter((address) => counts.get(address)!.count > 0);
  const rows = await readRows(options, used, { ...span, above: -1 });
  const waiting = own.filter((address) => counts.get(address)!.isPending);
  const effects = await readEffects(options, waiting);
  if (!rows || !effects) return null;
  for (const address of own) account.byKey.set(address.key.toString('hex'), address);
  for (const [address, packed] of rows) address.firstUse = txKeyAt(packed, 0);
  if (effects.length > 0) account.setPending([...account.effects, ...effects]);
  return rows;
}

function requireRows(options: RefreshOptions, count: number): void {
  if (count > options.mostRows)
    throw new ProblemError(
      'account-too-large',
      `the addresses of the account have more than ${options.mostRows} transactions; ask for its branches, or addresses, one by one`,
    );
}

const pointsOf = ({ branch }: AccountBranch): number => Math.max(1, branch.points);

async function derive(account: Account, branch: AccountBranch, below: number): Promise<void> {
  const most = Math.max(1, Math.floor(POINTS_AT_ONCE / pointsOf(branch)));
  function* parts() {
    while (branch.derived < below && branch.derive(Math.min(most, below - branch.derived))) yield;
  }
  for await (const _ of inSlices(parts()));
  const count = account.branches.reduce((sum, { addresses }) => sum + addresses.length, 0);
  if (count > MOST_ACCOUNT_ADDRESSES)
    throw new ProblemError(
      'account-too-large',
      `the account has more than ${MOST_ACCOUNT_ADDRESSES} addresses; ask for its branches one by one, or give a smaller gap`,
    );
}
