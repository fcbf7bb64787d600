/** Pages of an account's one history. */
import type { UtxoChainNetwork } from '@chaintrail/chains';
import {
  ADDRESSES_AT_ONCE,
  type Direction,
  FEES_AT_ONCE,
  type Reader,
  readAccountTransactions,
  readFees,
  readKeyRanges,
  readTakenIds,
  requireWeight,
  type StoredUtxoTransaction,
} from '@chaintrail/db';
import type { FoundHistory, HistoryRequest } from '../families/family.js';
import { cursorAfter, type HistoryPage, historyPage } from '../families/history-page.js';
import { Rows } from '../http/rows.js';
import { type CursorScope, decodeKeyCursor, encodeKeyCursor } from '../read/cursor.js';
import { partsOf } from '../read/parts.js';
import { requireTip } from '../read/progress.js';
import { requireFollowed } from '../read/read-answer.js';
import { directionOf } from '../shape/direction.js';
import { shapeUtxoHistoryTransaction } from '../shape/utxo/shape-utxo-transaction.js';
import type { Account, PendingRow } from './account.js';
import { type AccountPosition, AccountView, type ListedRow, SIGNS, type ViewedPage } from './account-view.js';
import { type AccountRequest, accountDigest, type OpenAccount } from './accounts.js';
import { type AccountSources, readWithAccount } from './read-with-account.js';

/** Fees that are read in the time that a row of a history takes. */
const FEES_PER_ROW = 50;

/** One transaction of the list, as the database has it. */
export interface AccountTransaction extends ListedRow {
  readonly transaction: StoredUtxoTransaction;
}

interface AccountPageFound extends Omit<ViewedPage, 'rows'>, OpenAccount {
  readonly rows: readonly AccountTransaction[];
  readonly page: HistoryPage<AccountPosition>;
}

/** Parameters of a page of an account; as of addresses, without other assets. */
export type AccountHistoryRequest = Omit<HistoryRequest, 'asset'>;

export function accountScope({ chain, network }: UtxoChainNetwork, account: Account): CursorScope {
  return { chain: chain.code, network: network.name, addressKey: accountDigest(account) };
}

/** A page, with its transactions as they are stored, all of one block. @throws ProblemError, TooHeavyError */
export async function readAccountHistory(
  sources: AccountSources,
  followed: UtxoChainNetwork,
  db: Reader,
  asked: AccountRequest,
  request: AccountHistoryRequest,
): Promise<AccountPageFound> {
  const { mostWeight } = sources;
  const { code } = followed.chain;
  return readWithAccount(sources, followed, db, asked, async ({ account }) => {
    const { rows, contentVersion } = account;
    const page = pageOf(followed, account, request);
    const { part, from } = page;
    const ranges = await readKeyRanges(db, code, part);
    const directions = part.direction && (await directionsOf(account, db, followed, mostWeight));
    const open = part.until === null ? account.pending : [];
    const pending = part.direction ? await goingThatWay(open, db, followed, part.direction) : open;
    const isAmongPending = from !== null && from.pendingId !== null;
    const ids = isAmongPending ? await takenSince(account, db, followed, from.txKey ?? 0) : new Map<number, number>();
    if (account.rows !== rows || account.contentVersion !== contentVersion) return null;
    const { rows: listed, ...extent } = new AccountView(account, ranges, part.direction, directions, pending).page(
      page,
      ids,
    );
    const keys = listed.flatMap(({ txKey }) => txKey ?? []);
    const waiting = listed.flatMap(({ txKey, id }) => (txKey === null && id !== null ? [id] : []));
    const read = requireFollowed(followed, await readAccountTransactions(db, code, keys, waiting, mostWeight));
    const found = listed.flatMap((row) => {
      const transaction = row.txKey === null ? read.pending.get(row.id!) : read.confirmed.get(row.txKey);
      return transaction ? [{ ...row, transaction }] : [];
    });
    return found.length === listed.length ? { state: read.state, ...extent, page, rows: found } : null;
  });
}

const pageOf = (
  followed: UtxoChainNetwork,
  account: Account,
  request: AccountHistoryRequest,
): HistoryPage<AccountPosition> =>
  historyPage(followed, request, (text) => decodeKeyCursor(accountScope(followed, account), text));

/** The same as clients see it. */
export async function accountHistory(
  sources: AccountSources,
  followed: UtxoChainNetwork,
  db: Reader,
  asked: AccountRequest,
  request: AccountHistoryRequest,
): Promise<FoundHistory & OpenAccount> {
  const found = await readAccountHistory(sources, followed, db, asked, request);
  const { state, page, next, account, kindsInUse, total, offset } = found;
  const context = { ownKey: '', balancesKnown: state.historyFrom === 0, compact: page.compact };
  const scope = accountScope(followed, account);
  const tip = requireTip(followed, state);
  return {
    ...{ state, tip, account, kindsInUse, limit: page.limit, offset, total, totalReason: null },
    next: next && encodeKeyCursor(scope, cursorAfter(page, next), await db.position()),
    transactions: Rows.of(found.rows, (row) => shapeUtxoHistoryTransaction(followed, row, tip, context)),
  };
}

/** Fees of transactions, by key or id; null where not known. */
async function feesOf(
  db: Reader,
  { chain }: UtxoChainNetwork,
  ...[of, keys]: readonly [of: 'confirmed' | 'pending', keys: readonly number[]]
): Promise<ReadonlyMap<number, string | null>> {
  const found = new Map<number, string | null>();
  for (const part of partsOf(keys, FEES_AT_ONCE))
    for (const [key, fee] of await readFees(db, chain.code, of, part)) found.set(key, fee);
  return found;
}

/** Directions of the account's rows, as `directionOf` has them. Only what spends and receives needs its fee. */
async function directionsOf(
  account: Account,
  db: Reader,
  followed: UtxoChainNetwork,
  mostWeight: number | null,
): Promise<Int8Array> {
  const { rows, directions } = account;
  if (directions?.rows === rows) return directions.signs;
  const signs = new Int8Array(rows.length);
  const unsure: number[] = [];
  for (let at = 0; at < rows.length; at++) {
    const [delta, gained] = [rows.deltas[at]!, rows.gained[at]!];
    signs[at] = signOf(delta, gained, null);
    if (needsFee(delta, gained)) unsure.push(at);
  }
  const weight = Math.floor(unsure.length / FEES_PER_ROW);
  requireWeight(weight, mostWeight);
  const keyAt = (at: number): number => rows.txKeys[at]!;
  const fees = await feesOf(db, followed, 'confirmed', unsure.map(keyAt));
  for (const at of unsure) signs[at] = signOf(rows.deltas[at]!, rows.gained[at]!, fees.get(keyAt(at)) ?? null);
  account.directions = { rows, signs };
  return signs;
}

const signOf = (delta: bigint, gained: bigint, fee: string | null): number =>
  SIGNS[directionOf(delta, fee, gained !== 0n)];

/** Whether the fee decides the direction: payments that nothing comes back from, and receipts, have one without it. */
const needsFee = (delta: bigint, gained: bigint): boolean => delta < 0n && gained !== 0n;

async function goingThatWay(
  pending: readonly PendingRow[],
  db: Reader,
  followed: UtxoChainNetwork,
  direction: Direction,
): Promise<readonly PendingRow[]> {
  const unsure = pending.filter(({ delta, gained }) => needsFee(delta, gained)).map(({ id }) => id);
  const fees = await feesOf(db, followed, 'pending', unsure);
  return pending.filter(({ id, delta, gained }) => signOf(delta, gained, fees.get(id) ?? null) === SIGNS[direction]);
}

/** Ids that transactions of the account had while they were unconfirmed, of those that blocks took since a key. */
async function takenSince(
  account: Account,
  db: Reader,
  { chain }: UtxoChainNetwork,
  txKey: number,
): Promise<ReadonlyMap<number, number>> {
  if (account.rows.rankOf(txKey) === account.rows.length) return new Map();
  const keys = [...account.byKey.values()].filter(({ firstUse }) => Number.isFinite(firstUse)).map(({ key }) => key);
  const ids = new Map<number, number>();
  for (const part of partsOf(keys, ADDRESSES_AT_ONCE))
    for (const [key, id] of await readTakenIds(db, chain.code, part, txKey)) ids.set(key, id);
  return ids;
}
