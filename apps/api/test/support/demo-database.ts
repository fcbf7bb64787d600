/** Databases with the demo chain, which most files begin with. */
import { formatAddress, requireUtxoChain } from '@chaintrail/chains';
import { cloneDatabase, createChainDatabase, type TestDatabase } from '@chaintrail/testkit';
import { BUSY, demoChain } from './demo-chain.js';
import { type SeededChain, type SeedOptions, seedChain } from './seed-chain.js';

/** Bitcoin's network that the chain is on. */
export const REGTEST = requireUtxoChain('btc').networks.find(({ name }) => name === 'regtest')!;
export const BUSY_ADDRESS = formatAddress(REGTEST, BUSY);

interface DemoDatabase {
  readonly database: TestDatabase;
  readonly seeded: SeededChain;
}
const templates = new Map<string, Promise<DemoDatabase>>();

async function makeTemplate(options: SeedOptions): Promise<DemoDatabase> {
  const database = await createChainDatabase({ ...options, indexed: true });
  return { database, seeded: await seedChain(database.url, options) };
}

/** The chain of `demoChain` as Bitcoin's: written once for a worker, and cloned in a tenth of that time. */
export async function demoDatabase(own: Pick<Partial<SeedOptions>, 'nodeHeight'> = {}): Promise<DemoDatabase> {
  const name = JSON.stringify(own);
  const options = { chain: 'btc', network: 'regtest', blocks: demoChain().blocks, ...own } as const;
  const template = templates.get(name) ?? makeTemplate(options);
  templates.set(name, template);
  const { database, seeded } = await template;
  return { database: await cloneDatabase(database), seeded };
}
