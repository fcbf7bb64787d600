/** An index of a recorded node's chain, with an API in this process, which starts sooner than a program. */
import { ApiClient, createTestDatabase, type ReplayedNode } from '@chaintrail/testkit';
import { startApi } from '../../../apps/api/test/support/start-api.js';
import { InProcessIndexer } from '../../support/in-process-indexer.js';
import type { ScenarioChain } from './utxo-chains.js';
import { indexerSettings } from './utxo-world.js';

export interface RecordedIndex {
  readonly databaseUrl: string;
  /** Settings of an indexer. */
  readonly env: Readonly<Record<string, string>>;
  readonly api: ApiClient<'utxo'>;
  readonly apiUrl: string;
  stop(): Promise<void>;
}

/** A database, and who answers from it. Nobody writes it yet. */
export async function openRecordedIndex(chain: ScenarioChain, node: ReplayedNode): Promise<RecordedIndex> {
  const database = await createTestDatabase();
  const settings = indexerSettings(chain, node);
  const server = await startApi(database.url, { env: settings });
  const code = chain.code.toUpperCase();
  return {
    databaseUrl: database.url,
    // The shortest times there are: 120 polls until a shorter chain is believed take 6 s.
    env: {
      ...{ ...settings, [`${code}_POLL_MS`]: '50', [`${code}_MEMPOOL_POLL_MS`]: '100' },
      [`${code}_SCRIPTHASH_INDEX`]: 'on',
    },
    apiUrl: server.url,
    api: new ApiClient<'utxo'>(server.url, chain.code),
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}

/** With an indexer in this process, too. */
export async function followRecording(
  chain: ScenarioChain,
  node: ReplayedNode,
): Promise<RecordedIndex & { readonly processes: readonly InProcessIndexer[] }> {
  const index = await openRecordedIndex(chain, node);
  const indexer = new InProcessIndexer(index.databaseUrl, index.env);
  return {
    ...index,
    processes: [indexer],
    async stop() {
      await indexer.stop();
      await index.stop();
    },
  };
}
