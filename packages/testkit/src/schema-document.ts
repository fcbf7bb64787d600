import { createIndexedChain, describeSchema } from '@chaintrail/db';
import { createTestDatabase, inSession, startTestPostgres } from './postgres.js';

const SCHEMAS = [
  { schema: 'chaintrail', title: 'Schema chaintrail', about: 'What chains have in common.' },
  {
    schema: 'btc',
    family: 'UTXO',
    title: 'Schemas of UTXO chains',
    about: 'Bitcoin’s as an example; Litecoin, Dogecoin, Bitcoin Cash and Zcash have the same under their codes.',
  },
  {
    schema: 'eth',
    family: 'EVM',
    title: 'Schemas of EVM chains',
    about: 'Ethereum’s as an example; its layer 2s have the same under their codes.',
  },
  {
    schema: 'rune',
    family: 'Cosmos',
    title: 'Schemas of Cosmos chains',
    about:
      'THORChain’s as an example; MAYAChain has the same under its code. An entry of a block counts as a transaction. Without an opening entry it is not known what anybody had before the first indexed block.',
  },
];

/** `docs/schema.md`, from a database that was just migrated and has a chain of each family. */
export async function schemaDocument(): Promise<string> {
  const postgres = await startTestPostgres();
  try {
    const database = await createTestDatabase(postgres.url);
    return await inSession(database.url, async (session) => {
      for (const chain of ['btc', 'eth', 'rune'] as const) await createIndexedChain(session, chain, 'mainnet');
      return describeSchema(session, SCHEMAS);
    });
  } finally {
    await postgres.stop();
  }
}
