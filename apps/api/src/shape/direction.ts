import type { Direction } from '@chaintrail/db';

/** Effects of a transaction's transfers, of anything, on an address. */
interface Sides {
  readonly gives: boolean;
  readonly gets: boolean;
}
/** The same on a chain where anybody may name an address. */
interface MentioningSides extends Sides {
  /** Whether the address stands in logs alone. */
  readonly isMention: boolean;
}

/**
 * The direction of a transaction for an address: by what it does to the balance; without an effect, by what the address
 * sent and received. `self`: both, or it paid itself and lost nothing but the fee. The database has the same rule in SQL
 * (`packages/db/src/read/direction-sql.ts`); `DIRECTIONS` of the test kit holds both.
 * @param delta an integer; a text of it is not parsed, since equal ones are equal texts
 * @param fee null where it is not known
 */
export function directionOf(
  delta: string | bigint,
  fee: string | null,
  toItself: boolean,
  sidesOf: () => MentioningSides,
): Direction;
export function directionOf(
  delta: string | bigint,
  fee: string | null,
  toItself: boolean,
  sidesOf?: () => Sides,
): Exclude<Direction, 'mention'>;
export function directionOf(
  delta: string | bigint,
  fee: string | null,
  toItself: boolean,
  sidesOf?: () => Sides & Partial<MentioningSides>,
): Direction {
  const isNothing = delta === '0' || delta === 0n;
  const isLoss = typeof delta === 'string' ? delta.startsWith('-') : delta < 0n;
  if (toItself && (isNothing || (isLoss && fee !== null && `${delta}` === `-${fee}`))) return 'self';
  if (!isNothing) return isLoss ? 'out' : 'in';
  const sides = sidesOf?.();
  if (sides?.gives && sides.gets) return 'self';
  if (sides?.gives || sides?.gets) return sides.gives ? 'out' : 'in';
  return sides?.isMention ? 'mention' : 'in';
}
