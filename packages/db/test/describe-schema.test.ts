import { describeSchema } from '@chaintrail/db';
import { createChainDatabase, inSession } from '@chaintrail/testkit';
import { expect, it, onTestFinished } from 'vitest';

it('describes tables, views and functions of a schema by their comments, without those for the product alone', async () => {
  const database = await createChainDatabase({ chain: 'btc', indexed: true });
  onTestFinished(() => database.drop());
  const document = await inSession(database.url, async (session) => {
    await session.query('CREATE TABLE btc.made (seen integer, hidden integer)');
    await session.query("COMMENT ON TABLE btc.made IS 'Made by a test.'");
    await session.query("COMMENT ON COLUMN btc.made.seen IS 'Seen by everybody.'");
    await session.query("COMMENT ON COLUMN btc.made.hidden IS 'For tests alone.'");
    return describeSchema(session, [{ schema: 'btc', family: 'UTXO', title: 'Schema of a test', about: 'About it.' }]);
  });
  for (const text of [
    'Schema of a test',
    'About it.',
    'made',
    'Made by a test.',
    'Seen by everybody.',
    'unspent_outputs',
  ])
    expect(document).toContain(text);
  expect(document).not.toContain('For tests alone.');
});
