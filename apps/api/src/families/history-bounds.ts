/** Bounds of the part of a history that a request names. */
import type { Moment } from '@chaintrail/db';
import { invalidParameter } from '../problem.js';
import type { ListedChain } from '../read/followed-chain.js';

/** Bounds as a request names them, heights and unix seconds; `from` and `to` are either. */
export interface NamedBounds {
  readonly from?: number | undefined;
  readonly fromHeight?: number | undefined;
  readonly fromTime?: number | undefined;
  readonly to?: number | undefined;
  readonly toHeight?: number | undefined;
  readonly toTime?: number | undefined;
}

/** Both ends are in; null: no end. */
export interface HistoryBounds {
  readonly since: Moment | null;
  readonly until: Moment | null;
}

/** No chain has an older block: the first second of 2009, UTC. */
const FIRST_TIME = 1_230_768_000;
/** A client may name heights that are yet to come, and its chain may go on while it is not changed. */
const MARGIN_SECONDS = 365 * 86_400;

interface NamedMoment {
  readonly name: keyof NamedBounds;
  readonly value: number;
  readonly moment: Moment;
}

/** @throws ProblemError for an end that has two names, one that may be a height or a time, and ends in the wrong order */
export function readBounds(listed: ListedChain, bounds: NamedBounds): HistoryBounds {
  const since = readEnd(listed, bounds, 'from');
  const until = readEnd(listed, bounds, 'to');
  const isSameKind = since && until && 'height' in since.moment === 'height' in until.moment;
  if (isSameKind && since.value > until.value)
    throw invalidParameter(since.name, `expected at most what \`${until.name}\` is`);
  return { since: since?.moment ?? null, until: until?.moment ?? null };
}

function readEnd(listed: ListedChain, bounds: NamedBounds, end: 'from' | 'to'): NamedMoment | null {
  const names = [end, `${end}Height`, `${end}Time`] as const;
  const [name, second] = names.filter((each) => bounds[each] !== undefined);
  if (name === undefined) return null;
  if (second !== undefined)
    throw invalidParameter(second, `not together with ${name}: give one of ${names.join(', ')}`);
  const value = bounds[name]!;
  if (name === end) return { name, value, moment: readEither(listed, end, value) };
  return { name, value, moment: name === `${end}Height` ? { height: value } : { time: value } };
}

function readEither({ chain, state }: ListedChain, name: 'from' | 'to', value: number): Moment {
  if (value < FIRST_TIME) return { height: value };
  const tip = Math.max(state.height ?? 0, state.nodeHeight ?? 0);
  if (value > tip + MARGIN_SECONDS / chain.blockSeconds) return { time: value };
  throw invalidParameter(
    name,
    `on ${chain.name} this number may be a block height or unix seconds; say which in the place of from and to: ` +
      'fromHeight or fromTime, toHeight or toTime',
  );
}
