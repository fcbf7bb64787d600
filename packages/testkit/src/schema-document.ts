import { createIndexedChain, describeSchema, openSession } from '@chaintrail/db';
import { createTestDatabase, startTestPostgres } from './postgres.js';

const SCHEMAS = [
  { schema: 'chaintrail', title: 'Schema chaintrail', about: 'What chains have in common.' },
  {
    schema: 'btc',
    title: 'Schemas of UTXO chains',
    about: 'Bitcoin’s as an example; Litecoin, Dogecoin, Bitcoin Cash and Zcash have the same under their codes.',
  },
  {
    schema: 'eth',
    title: 'Schemas of EVM chains',
    about: 'Ethereum’s as an example; its layer 2s have the same under their codes.',
  },
  {
    schema: 'rune',
    title: 'Schemas of Cosmos chains',
    about: 'THORChain’s as an example; MAYAChain has the same under its code.',
  },
];

/** `docs/schema.md`, from a database that was just migrated and has a chain of each family. */
export async function schemaDocument(): Promise<string> {
  const postgres = await startTestPostgres();
  try {
    const database = await createTestDatabase(postgres.url);
    const session = await openSession(database.url, 'chaintrail-schema');
    try {
      await createIndexedChain(session, 'btc', 'mainnet');
      await createIndexedChain(session, 'eth', 'mainnet');
      await createIndexedChain(session, 'rune', 'mainnet');
      return await describeSchema(session, SCHEMAS);
    } finally {
      await session.end();
    }
  } finally {
    await postgres.stop();
  }
}
