/** Parties of token transfers on their way into token_balances, where a first sync has too many for one statement. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { isLockNotAvailable } from '../../database-transaction.js';

/** Parts of the addresses by their first six bits, so that each part is a run of them. */
const PARTS = 64;

/** The table and its columns, `part` first. */
export function touchesTable(chain: ChainCode): string {
  return `${chain}.token_touches`;
}

function partTable(chain: ChainCode, part: number): string {
  return `${touchesTable(chain)}_${part}`;
}

/** The part of an address, in SQL. */
export const PART_OF_ADDRESS = 'get_byte(address_key, 0) >> 2';

export async function createTouches(session: Session, chain: ChainCode): Promise<void> {
  const table = touchesTable(chain);
  await session.query(`
    DROP TABLE IF EXISTS ${table};
    CREATE TABLE ${table} (part integer NOT NULL, address_key bytea NOT NULL, asset bytea NOT NULL, token_id numeric,
      first_touched integer NOT NULL, touched integer NOT NULL, had boolean, lost boolean, sent boolean) PARTITION BY LIST (part);
    COMMENT ON TABLE ${table} IS 'Parties of token transfers of a first sync on their way into token_balances; dropped at its end.'`);
  for (let part = 0; part < PARTS; part++)
    await session.query(`CREATE TABLE ${partTable(chain, part)} PARTITION OF ${table} FOR VALUES IN (${part})
      WITH (autovacuum_enabled = off)`);
}

/**
 * Removes what is merged, near the end of the caller's transaction. Waits for no one: a dump of the database reads
 * every table until its end, hours later. Then a part is emptied, and the table dropped with the leftovers.
 */
export async function removeTouches(session: Session, table: string): Promise<void> {
  await session.query(`SAVEPOINT before_drop; SET LOCAL lock_timeout = '100ms'`);
  try {
    await session.query(`DROP TABLE ${table}`);
  } catch (error) {
    if (!isLockNotAvailable(error)) throw error;
    await session.query('ROLLBACK TO SAVEPOINT before_drop');
    await session.query(`DELETE FROM ${table}`);
  }
}

/** @returns the tables of the parts that are left, in the order of addresses, and how many there were */
export async function touchesLeft(
  session: Session,
  chain: ChainCode,
): Promise<{ readonly left: string[]; readonly of: number }> {
  const all = Array.from({ length: PARTS }, (_, part) => partTable(chain, part));
  const { rows } = await session.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS part (name, place) WHERE to_regclass(name) IS NOT NULL ORDER BY place',
    [all],
  );
  return { left: rows.map(({ name }) => name), of: PARTS };
}
