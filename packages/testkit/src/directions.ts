import type { Direction } from '@chaintrail/db';

/** A case of the rule that gives a row of a history its direction. */
export interface DirectionCase {
  readonly delta: string;
  readonly fee: string | null;
  readonly toItself: boolean;
  /** By what transfers did, and whether the address is but named; null on chains where the balance says all. */
  readonly sides: { readonly gives: boolean; readonly gets: boolean; readonly isMention: boolean } | null;
  readonly direction: Direction;
}

type Mark = 'gives' | 'gets' | 'mention';

function row(
  delta: string,
  fee: string | null,
  toItself: boolean,
  marks: readonly Mark[] | null,
  direction: Direction,
): DirectionCase {
  const sides = marks && {
    gives: marks.includes('gives'),
    gets: marks.includes('gets'),
    isMention: marks.includes('mention'),
  };
  return { delta, fee, toItself, sides, direction };
}

/** Directions by the specification, for the rule in SQL and the one in TypeScript. Amounts beyond 2^64 are wei. */
export const DIRECTIONS: readonly DirectionCase[] = [
  // The balance alone: Bitcoin and its forks, where `toItself` is that the address received something.
  row('5', '1', true, null, 'in'),
  row('5', null, true, null, 'in'),
  row('-5', '1', false, null, 'out'),
  row('-5', '1', true, null, 'out'),
  row('-1', '1', true, null, 'self'),
  row('-1', '1', false, null, 'out'),
  row('-1', null, true, null, 'out'),
  row('0', '1', true, null, 'self'),
  row('0', null, true, null, 'self'),
  row('0', '0', true, null, 'self'),
  row('0', '0', false, null, 'in'),
  row('1', '1', true, null, 'in'),
  // Account chains: what the balance says goes before what transfers say.
  row('36893488147419103232', '21000', false, ['gives'], 'in'),
  row('-36893488147419103232', '21000', false, ['gets'], 'out'),
  row('-36893488147419103232', '36893488147419103232', true, ['gets'], 'self'),
  row('-36893488147419103233', '36893488147419103232', true, ['gives', 'gets'], 'out'),
  row('-21000', '21000', false, ['gives', 'gets'], 'out'),
  row('-21000', null, true, ['gives', 'gets'], 'out'),
  row('0', '21000', true, ['gives'], 'self'),
  // Without an effect on the balance.
  row('0', '21000', false, ['gives', 'gets'], 'self'),
  row('0', '21000', false, ['gives', 'gets', 'mention'], 'self'),
  row('0', '21000', false, ['gives'], 'out'),
  row('0', null, false, ['gives', 'mention'], 'out'),
  row('0', '21000', false, ['gets'], 'in'),
  row('0', '21000', false, ['gets', 'mention'], 'in'),
  row('0', '21000', false, ['mention'], 'mention'),
  row('0', '21000', false, [], 'in'),
  // Where something moved, nothing is but named.
  row('1', '21000', false, ['mention'], 'in'),
  row('-1', '21000', false, ['mention'], 'out'),
];
