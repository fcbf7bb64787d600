import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { inTransaction, untilIdle } from '../src/database-transaction.js';

let database: TestDatabase;
let session: Session;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  session = await openSession(database.url, 'transaction-test');
  await session.query('CREATE TEMPORARY TABLE written (word text)');
  return () => closeSession(session);
});

const write = (word: string) => session.query('INSERT INTO written VALUES ($1)', [word]);

async function written(): Promise<string[]> {
  const { rows } = await session.query<{ word: string }>('SELECT word FROM written');
  return rows.map(({ word }) => word);
}

/** In several statements, so that another transaction could come between. */
async function writeInSteps(...words: string[]): Promise<void> {
  for (const word of words) await write(word);
}

describe('transactions on one session', () => {
  it('come one after the other, whoever begins them', async () => {
    const sent = vi.spyOn(session, 'query');
    await Promise.all(['a', 'b', 'c'].map((word) => inTransaction(session, () => writeInSteps(word, word))));
    const words = sent.mock.calls.map(([text, values]) => (values as unknown as string[] | undefined)?.[0] ?? text);
    expect(words).toEqual(['a', 'b', 'c'].flatMap((word) => ['BEGIN', word, word, 'COMMIT']));
  });

  it('fail alone', async () => {
    const failing = inTransaction(session, async () => {
      await writeInSteps('lost', 'lost');
      throw new Error('given up');
    });
    const kept = inTransaction(session, () => writeInSteps('kept', 'kept'));
    await expect(failing).rejects.toThrow('given up');
    await kept;
    expect(await written()).toEqual(['kept', 'kept']);
  });

  it('are over when the session is untilIdle, also those that nobody waits for', async () => {
    inTransaction(session, () => writeInSteps('first', 'first')).catch(() => undefined);
    inTransaction(session, async () => {
      await write('refused');
      await session.query('SELECT 1 / 0');
    }).catch(() => undefined);
    await untilIdle(session);
    expect(await written()).toEqual(['first', 'first']);
    const { rows } = await session.query('SELECT now() = statement_timestamp() AS "isOutside"');
    expect(rows).toEqual([{ isOutside: true }]);
  });
});
