/** From one position to another: the events between, in their order, page by page. */
import {
  type Asking,
  type Heights,
  type NewsKind,
  type NewsPage,
  type NewsPlace,
  type NewsQuery,
  type ReadDatabase,
  type Reader,
  readStreamFork,
  type StreamMarks,
} from '@chaintrail/db';
import type { FollowedChain } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import { shownHash } from '../read/texts.js';
import type { HistoryTransaction } from '../schemas/transaction-schema.js';
import { droppedFields } from '../shape/dropped.js';
import { comparePlaces, endOfBlock, heightOf, type LiveMarks, type Position } from './position.js';

/** Events of one page: some of them take 20 kB. */
export const PAGE = 100;

export interface StreamEvent {
  readonly name: 'tip' | 'reorg' | 'transaction' | 'dropped';
  /** Places that a transaction moves, also a dropped one. */
  readonly kind: NewsKind | null;
  /** Address key of its owner, hex; null: everybody's. */
  readonly key: string | null;
  /** JSON. */
  readonly data: string;
  /** Position that has been told with it. */
  readonly position: Position;
  /** For a reorganisation, the position before it. */
  readonly from?: Position;
}

/** Source of events. */
export interface NewsSource {
  readonly followed: FollowedChain;
  readonly database: ReadDatabase;
  /** Client that news are read for; `OWN`: all listeners. */
  readonly asking: Asking;
  /** @returns which addresses there may be something to tell of */
  keys(kind: NewsKind, after: NewsPlace, goal: LiveMarks): Promise<readonly string[]>;
  news(db: Reader, query: NewsQuery, tip: Tip): Promise<NewsPage<HistoryTransaction> | null>;
  /** Canonical text of an address. */
  addressOf(key: string): string;
}

/** Events of one page, in their order. */
export interface EventPage {
  readonly rows: readonly EventRow[];
  /** Up to where these are all; null where there are no more. */
  readonly next: NewsPlace | null;
}

export interface EventRow extends Pick<StreamEvent, 'name' | 'key' | 'data'> {
  readonly place: NewsPlace;
  /** Hash of the block of the place; null of what is pending. */
  readonly block: string | null;
}

/** Stretch of a chain that is to be told, from one place to another. */
export interface Span {
  readonly kind: NewsKind;
  readonly after: NewsPlace;
  /** The last place to tell of. */
  readonly to: number;
  /** Position that all of it goes on from. */
  readonly since: Position;
}

/** @returns null where there is nothing to look for */
type ReadPage = (span: Span, goal: LiveMarks) => Promise<EventPage | null>;

/** The rows that were read do not have all of the goal, or not any more: another look, a little later, tells. */
export class MovedError extends Error {
  override readonly name = 'MovedError';
}

/** The tables have another block where something was told, and no reorganisation says why: they are others. */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError';
}

/**
 * Tells, until the goal is reached: of a reorganisation; what blocks have, and after that the tip; what is pending, or
 * was dropped. After a reorganisation all that is pending is told again, since nothing says what of it was before.
 *
 * Each page is read by itself; all of them see the goal. Whoever takes the events stops where they like: every position
 * is one to go on from.
 */
export async function* advance(
  source: NewsSource,
  start: Position,
  goal: LiveMarks,
  read: ReadPage = (span) => addressPage(source, span, goal),
): AsyncGenerator<Advanced> {
  const since = await forkedPosition(source, start, goal);
  let position = since;
  if (position.told.at < start.told.at) {
    const event = reorgEvent(source.followed, start, position);
    yield { events: [event], position };
  }
  const end = endOfBlock(goal.height);
  for await (const step of pages(read, { kind: 'told', since, position, end }, goal)) {
    position = step.position;
    yield step;
  }
  if (comparePlaces(position.told, end) < 0) {
    position = { ...position, hash: goal.hash, told: end };
    yield { events: [tipEvent(source.followed, goal, position)], position };
  }
  if (goal.pendingAt !== null && goal.pendingId !== null) {
    const pending = { at: goal.pendingId, key: null };
    for await (const step of pages(read, { kind: 'pending', since, position, end: pending }, goal)) {
      position = step.position;
      yield step;
    }
    if (comparePlaces(position.pending, pending) < 0) position = { ...position, pending };
  }
  yield { events: [], position };
}

export interface Advanced {
  readonly events: readonly StreamEvent[];
  /** Position of everybody of whom the events do not tell. */
  readonly position: Position;
}

async function forkedPosition(source: NewsSource, start: Position, goal: LiveMarks): Promise<Position> {
  const { chain } = source.followed;
  const told = { reorgId: start.reorgId, height: heightOf(start.told) };
  const fork = await readMarked(source, goal, 'told', (db) => readStreamFork(db, chain.code, told));
  const { lowest, base } = fork;
  if (lowest === null || lowest >= told.height) {
    if (base?.hash !== start.hash) throw new ReplacedError();
    return { ...start, reorgId: goal.reorgId };
  }
  if (!base) throw new ReplacedError();
  const stayed = endOfBlock(base.height);
  return {
    ...start,
    ...{ reorgId: goal.reorgId, hash: base.hash, told: stayed },
    pending: { at: 0, key: null },
  };
}

interface Stretch extends Pick<Span, 'kind' | 'since'> {
  readonly position: Position;
  readonly end: NewsPlace;
}

async function* pages(
  read: ReadPage,
  { kind, since, position: start, end }: Stretch,
  goal: LiveMarks,
): AsyncGenerator<Advanced> {
  let position = start;
  let after: NewsPlace | null = start[kind];
  while (after !== null && comparePlaces(after, end) < 0) {
    const page: EventPage | null = await read({ kind, after, to: end.at, since }, goal);
    if (page === null) return;
    const events = page.rows.map(({ name, key, data, place, block }): StreamEvent => {
      position = { ...position, [kind]: place };
      if (kind === 'told' && block !== null) position = { ...position, hash: block };
      return { name, kind, key, data, position };
    });
    // Without events, too: others may have their turn.
    yield { events, position };
    after = page.next;
  }
}

async function addressPage(source: NewsSource, { kind, after, to }: Span, goal: LiveMarks): Promise<EventPage | null> {
  const keys = await source.keys(kind, after, goal);
  if (keys.length === 0) return null;
  const query = { kind, keys, after, to, limit: PAGE };
  const page: NewsPage<HistoryTransaction> = await readMarked(source, goal, kind, (db) => source.news(db, query, goal));
  const rows = page.rows.map(({ key, place, block, dropped, row: transaction }): EventRow => {
    const about = { currency: source.followed.chain.code, address: source.addressOf(key) };
    if (!dropped) return { name: 'transaction', key, data: JSON.stringify({ ...about, transaction }), place, block };
    const data = { ...about, txid: transaction.txid, ...droppedFields(source.followed, dropped) };
    return { name: 'dropped', key, data: JSON.stringify(data), place, block };
  });
  return { rows, next: page.next };
}

/** Asks one server, and looks whether what it says is of the goal: another one may be behind. */
export async function readMarked<Result extends { readonly marks: StreamMarks }>(
  { database, followed, asking }: Pick<NewsSource, 'database' | 'followed' | 'asking'>,
  goal: LiveMarks,
  kind: NewsKind,
  look: (db: Reader) => Promise<Result | null>,
): Promise<Result> {
  const heights = (found: Result | null): Heights => new Map([[followed.chain.code, found?.marks.height ?? null]]);
  const found = await database.read(look, { heights, asking });
  if (found === null || !covers(found.marks, goal, kind)) throw new MovedError();
  return found;
}

/**
 * Pending rows have to be read at the very block of the goal. A transaction that a later block took would be passed
 * over, and be told of only if that block is still there at the next look.
 */
function covers(marks: StreamMarks, goal: LiveMarks, kind: NewsKind): boolean {
  return (
    marks.network === goal.network &&
    marks.liveSince === goal.liveSince &&
    marks.reorgId === goal.reorgId &&
    (kind === 'pending' ? marks.height === goal.height : (marks.height ?? -1) >= goal.height) &&
    (goal.pendingAt === null || (marks.pendingAt ?? -1) >= goal.pendingAt)
  );
}

export function tipEvent(followed: FollowedChain, { height, hash, time }: LiveMarks, position: Position): StreamEvent {
  const data = { currency: followed.chain.code, height, hash: shownHash(followed, hash), time };
  return { name: 'tip', kind: null, key: null, data: JSON.stringify(data), position };
}

/** `from` is what was told of last, not what the tables had last: it is what the client goes by. */
function reorgEvent(followed: FollowedChain, before: Position, after: Position): StreamEvent {
  const block = ({ told, hash }: Position) => ({ height: heightOf(told), hash: shownHash(followed, hash) });
  const data = { currency: followed.chain.code, from: block(before), to: block(after) };
  return { name: 'reorg', kind: null, key: null, data: JSON.stringify(data), position: after, from: before };
}
