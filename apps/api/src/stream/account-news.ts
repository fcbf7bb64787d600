/**
 * Events of an account: each transaction once, with its net effect on all addresses together. An address that a use
 * brings in is followed from there on, and what it had before is told with that use.
 */
import { createHash } from 'node:crypto';
import type { UtxoChainNetwork } from '@chaintrail/chains';
import {
  ACCOUNT_ROW_BYTES,
  type AccountPage,
  ADDRESSES_AT_ONCE,
  type DroppedTransaction,
  type Reader,
  readAccountDropped,
  readAccountRows,
  readAccountTransactions,
  readStreamMarks,
} from '@chaintrail/db';
import type { Account, AccountAddress } from '../accounts/account.js';
import { type Entry, entriesOf } from '../accounts/account-entries.js';
import { txKeyAt } from '../accounts/account-rows.js';
import type { AccountRequest, Accounts } from '../accounts/accounts.js';
import { ProblemError } from '../problem.js';
import { partsOf } from '../read/parts.js';
import { droppedFields } from '../shape/dropped.js';
import { shapeUtxoHistoryTransaction } from '../shape/utxo/shape-utxo-transaction.js';
import {
  type EventPage,
  type EventRow,
  MovedError,
  type NewsSource,
  PAGE,
  ReplacedError,
  readMarked,
  type Span,
} from './advance.js';
import { comparePlaces, endOfBlock, type LiveMarks, type Position } from './position.js';

/** Gaps that an account may grow by before its stream ends, to be opened as one of its new size. */
const GAPS_OF_GROWTH = 5;

interface AccountNewsOptions {
  readonly accounts: Accounts;
  readonly followed: UtxoChainNetwork;
  /** By its canonical descriptor: the same account, however its key is used later. */
  readonly asked: AccountRequest & { readonly gap: number };
  /** Number of its addresses, now. */
  readonly count: number;
}

/** A transaction of the account and where it is told of: at its own place, or where an address of it came in. */
interface Item {
  readonly place: Position['told'];
  /** Null while it is unconfirmed. */
  readonly txKey: number | null;
  readonly id: number | null;
  readonly dropped: DroppedTransaction | null;
}

/** View of one read. */
interface AccountView {
  readonly db: Reader;
  /** Rows and effects of it are those of the read. */
  readonly account: Pick<Account, 'rows' | 'pending' | 'effects' | 'byKey'>;
  readonly block: { readonly height: number; readonly hash: string };
  readonly entries: readonly Entry[];
  readonly historyFrom: number;
}

export class AccountNews {
  /** Hex keys of all its addresses, as of the last read. */
  keys: readonly string[] = [];
  readonly #options: AccountNewsOptions;
  readonly #name: string;
  /** Keys that were the account's at the goal of the last read, and at that of the last walk. */
  #current: ReadonlySet<string> = new Set();
  #walked: ReadonlySet<string> = new Set();
  /** Keys of the last walk that have been the account's ever since: all that they have was told. */
  #known: ReadonlySet<string> = new Set();

  constructor(options: AccountNewsOptions) {
    this.#options = options;
    this.#name = createHash('sha256').update(options.asked.descriptor).digest().toString('hex', 0, 16);
  }

  /** Addresses that it takes the place of, among those of all streams. */
  get weight(): number {
    const { asked, count } = this.#options;
    return count + GAPS_OF_GROWTH * asked.gap;
  }

  /** All was told that there is up to the goal: where that was nothing, which addresses there are is read now. */
  async walked(source: NewsSource, goal: LiveMarks): Promise<void> {
    if (this.keys.length === 0) await this.#read(source, goal, 'told', async () => null);
    this.#walked = this.#known = this.#current;
  }

  page(source: NewsSource, span: Span, goal: LiveMarks): Promise<EventPage> {
    return this.#read(source, goal, span.kind, async (seen) => {
      const items = await this.#itemsOf(seen, span);
      const page = items.slice(0, PAGE);
      const next = items.length > PAGE ? page.at(-1)!.place : null;
      return { rows: await this.#rowsOf(seen, page, span.kind, goal), next };
    });
  }

  /** Reads all of one state, which is on the branch of the goal. */
  async #read<Result>(
    source: NewsSource,
    goal: LiveMarks,
    kind: Span['kind'],
    read: (seen: AccountView) => Promise<Result>,
  ): Promise<Result> {
    const { accounts, followed, asked } = this.#options;
    const { code } = followed.chain;
    const look = async (db: Reader) => {
      const marks = await readStreamMarks(db, code);
      if (!marks) return null;
      const { account } = await accounts.open({ mostWeight: null }, followed, db, asked);
      const { rows, pending, effects, byKey } = account;
      const entries = entriesOf(account);
      const keys = [...byKey.keys()];
      const { historyFrom } = marks;
      const own = { rows, pending, effects, byKey: new Map(byKey) };
      const found = await read({ db, account: own, block: account.position!, entries, historyFrom });
      const after = await readStreamMarks(db, code);
      // All between the two is of one branch, where that did not change, and of one block.
      const isSame = after?.reorgId === marks.reorgId && (kind === 'told' || after.height === marks.height);
      return isSame ? { marks, keys, entries, found } : null;
    };
    const { keys, entries, found } = await readMarked(source, goal, kind, look).catch(endedBy);
    if (keys.length > this.weight) throw new ReplacedError();
    this.keys = keys;
    const [block, id] = [endOfBlock(goal.height).at, goal.pendingId ?? 0];
    const later = entries.filter(({ told, pending }) => told > block || pending > id);
    const current = new Set(keys);
    for (const { address } of later) current.delete(hexOf(address));
    this.#current = current;
    this.#known = new Set([...this.#known].filter((key) => current.has(key)));
    return found;
  }

  async #itemsOf(seen: AccountView, { kind, after, to, since }: Span): Promise<Item[]> {
    const { rows, pending } = seen.account;
    const items: Item[] = [];
    if (kind === 'told') {
      for (let at = rows.rankOf(after.at); at < rows.length && rows.txKeys[at]! <= to; at++)
        items.push(this.#item(rows.txKeys[at]!, { txKey: rows.txKeys[at]! }));
    } else {
      for (const { id } of pending) items.push(this.#item(id, { id }));
      for (const dropped of await this.#droppedOf(seen, after.at, to))
        items.push({ ...this.#item(dropped.id, { id: dropped.id }), dropped });
    }
    items.push(...(await this.#earlierOf(seen, kind, since)));
    const news = items.filter(({ place }) => place.at <= to && comparePlaces(place, after) > 0);
    news.sort((a, b) => comparePlaces(a.place, b.place));
    return news.filter(({ place }, at) => at === 0 || comparePlaces(place, news[at - 1]!.place) !== 0);
  }

  /** Items of addresses from before they came in, as far as they would have been told by now. */
  async #earlierOf(seen: AccountView, kind: Span['kind'], since: Position): Promise<Item[]> {
    const { db, account, block, entries } = seen;
    const came = entries.filter((entry) => kindOf(entry, since) === kind && !this.#known.has(hexOf(entry.address)));
    const place = new Map(came.map(({ address, [kind]: at }) => [hexOf(address), at]));
    const items = account.effects.flatMap(({ key, id }) =>
      place.has(key) && id <= since.pending.at ? [this.#item(place.get(key)!, { id })] : [],
    );
    const used = came.filter(({ address }) => address.firstUse <= since.told.at);
    const addresses = used.map(({ address }) => address);
    for (const part of partsOf(addresses, ADDRESSES_AT_ONCE)) {
      const keys = part.map(({ key }) => key);
      const span = { ...block, above: -1 };
      const found = await readAccountRows(db, this.#options.followed.chain.code, keys, span);
      if (!found) throw new MovedError();
      for (const { place: at, rows } of found) {
        for (let byte = 0; byte < rows.length; byte += ACCOUNT_ROW_BYTES) {
          const txKey = txKeyAt(rows, byte);
          if (txKey <= since.told.at) items.push(this.#item(place.get(hexOf(part[at]!))!, { txKey }));
        }
      }
    }
    return items;
  }

  async #droppedOf({ db, account }: AccountView, above: number, to: number): Promise<DroppedTransaction[]> {
    // Also of those that it brought in itself, and that left with it.
    const keys = new Set([...account.byKey.keys(), ...this.#walked]);
    const found: DroppedTransaction[] = [];
    const binary = [...keys].map((key) => Buffer.from(key, 'hex'));
    for (const part of partsOf(binary, ADDRESSES_AT_ONCE)) {
      const asked = { above: above - 1, to, limit: PAGE + 1 };
      found.push(...(await readAccountDropped(db, this.#options.followed.chain.code, part, asked)));
    }
    return found;
  }

  #item(at: number, { txKey = null, id = null }: { txKey?: number | null; id?: number | null }): Item {
    const number = (txKey ?? id)!.toString(16).padStart(16, '0');
    const key = `${this.#name}${txKey === null ? '01' : '00'}${number}`;
    return { place: { at, key }, txKey, id, dropped: null };
  }

  async #rowsOf(seen: AccountView, items: readonly Item[], kind: Span['kind'], goal: LiveMarks): Promise<EventRow[]> {
    const { code } = this.#options.followed.chain;
    const places = kind === 'told' ? items.map(({ place }) => place.at) : [];
    const txKeys = new Set([...places, ...items.flatMap(({ txKey }) => txKey ?? [])]);
    const ids = items.flatMap(({ id, dropped }) => (id === null || dropped ? [] : [id]));
    if (items.length === 0) return [];
    const page = await readAccountTransactions(seen.db, code, [...txKeys], ids, null);
    if (!page) throw new MovedError();
    return items.map((item) => {
      const block = kind === 'told' ? page.confirmed.get(item.place.at)?.block?.hash : null;
      if (block === undefined) throw new MovedError();
      return { key: this.#name, place: item.place, block, ...this.#told(seen, item, page, goal) };
    });
  }

  #told(seen: AccountView, item: Item, page: AccountPage, goal: LiveMarks): Pick<EventRow, 'name' | 'data'> {
    const { followed, asked } = this.#options;
    const about = { currency: followed.chain.code, descriptor: asked.descriptor };
    const { dropped } = item;
    if (dropped) {
      const data = { ...about, txid: dropped.txid, ...droppedFields(followed, dropped.dropped) };
      return { name: 'dropped', data: JSON.stringify(data) };
    }
    const row = effectOf(seen, item);
    const transaction = item.txKey === null ? page.pending.get(item.id!) : page.confirmed.get(item.txKey);
    if (!transaction || !row) throw new MovedError();
    const context = { ownKey: '', balancesKnown: seen.historyFrom === 0, compact: false };
    const shaped = shapeUtxoHistoryTransaction(followed, { ...row, transaction }, goal, context);
    return { name: 'transaction', data: JSON.stringify({ ...about, transaction: shaped }) };
  }
}

/** Where it is told that an address came in; null where it had before. */
function kindOf({ told, pending }: Entry, since: Position): Span['kind'] | null {
  if (pending > since.pending.at) return 'pending';
  return told > since.told.at ? 'told' : null;
}

/** Amounts of the account, base units in decimal. */
function effectOf({ account: { rows, pending } }: AccountView, { txKey, id }: Item) {
  if (txKey === null) {
    const row = pending.find((each) => each.id === id);
    return row && { delta: row.delta.toString(), gained: row.gained.toString(), balance: null };
  }
  const at = rows.rankOf(txKey);
  if (rows.txKeys[at] !== txKey) return undefined;
  const [delta, gained] = [rows.deltas[at]!.toString(), rows.gained[at]!.toString()];
  return { delta, gained, balance: rows.balanceAfter(at).toString() };
}

/** Ends the stream: whoever opens the account again is told what is wrong with it. */
function endedBy(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error;
  throw error.code === 'overloaded' ? new MovedError() : new ReplacedError();
}

const hexOf = ({ key }: AccountAddress): string => key.toString('hex');
