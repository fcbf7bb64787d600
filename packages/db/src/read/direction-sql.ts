/** SQL of what a row of a history depends on for its direction. */
interface DirectionSql {
  /** Net effect on the balance of the chain's own coin. */
  readonly delta: string;
  /** NULL where it is not known. It is looked up for a loss alone. */
  readonly fee: string;
  /** Whether the address paid itself. It may be left out where `sides` says both. */
  readonly toItself: string;
  /** A query of one row: whether transfers of anything took from the address (`gives`), or brought it something (`gets`). */
  readonly sides?: string;
  /** Whether the address stands in logs alone. */
  readonly isMention?: string;
}

/**
 * The direction of a row for its address, as SQL: by what it does to the balance; without an effect, by what the address
 * sent and received. `self`: both, or it paid itself and lost nothing but the fee. The API has the same rule in TypeScript
 * (`apps/api/src/shape/direction.ts`); `DIRECTIONS` of the test kit holds both.
 */
export function directionSql({ delta, fee, toItself, sides, isMention = 'false' }: DirectionSql): string {
  const ofSides = `(SELECT CASE WHEN gives AND gets THEN 'self' WHEN gives THEN 'out' WHEN gets THEN 'in' WHEN ${isMention} THEN 'mention' ELSE 'in' END
          FROM (${sides} OFFSET 0) sides)`;
  return `CASE
        WHEN ${toItself} AND (${delta} = 0 OR (${delta} < 0 AND ${delta} = -(${fee}))) THEN 'self'
        WHEN ${delta} < 0 THEN 'out' WHEN ${delta} > 0 THEN 'in'
        ELSE ${sides === undefined ? `'in'` : ofSides} END`;
}
