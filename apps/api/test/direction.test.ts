/** The rule of a row's direction in TypeScript; `packages/db/test/direction-sql.test.ts` runs the same table. */
import { DIRECTIONS } from '@chaintrail/testkit';
import { expect, it } from 'vitest';
import { directionOf } from '../src/shape/direction.js';

it.each(DIRECTIONS)('$direction: $delta, fee $fee, to itself $toItself, $sides', (each) => {
  const { delta: text, fee, toItself, sides, direction } = each;
  for (const delta of [text, BigInt(text)]) {
    const found = sides ? directionOf(delta, fee, toItself, () => sides) : directionOf(delta, fee, toItself);
    expect(found).toBe(direction);
  }
});
