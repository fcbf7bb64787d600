/** The rule of a row's direction in SQL; `apps/api/test/direction.test.ts` runs the same table. */
import { DIRECTIONS } from '@chaintrail/testkit';
import { expect, it } from 'vitest';
import { directionSql } from '../src/read/direction-sql.js';
import { openReadDatabase } from './support/opened-databases.js';

const db = openReadDatabase(async () => undefined);

it('SQL gives each case its direction', async () => {
  const effect = { delta: 'delta', fee: 'fee', toItself: '"toItself"' };
  const bySides = directionSql({ ...effect, sides: 'SELECT c.gives, c.gets', isMention: '"isMention"' });
  const { rows } = await db.session.query(
    `SELECT CASE WHEN gives IS NULL THEN ${directionSql(effect)} ELSE ${bySides} END AS direction
     FROM ROWS FROM (json_to_recordset($1) AS (delta numeric, fee numeric, "toItself" boolean, gives boolean, gets boolean, "isMention" boolean))
       WITH ORDINALITY AS c(delta, fee, "toItself", gives, gets, "isMention", n)
     ORDER BY n`,
    [JSON.stringify(DIRECTIONS.map(({ sides, ...each }) => ({ ...each, ...sides })))],
  );
  expect(DIRECTIONS.map((each, n) => ({ ...each, direction: rows[n]?.direction }))).toEqual(DIRECTIONS);
});
