/** Keeps a mistaken network out of an index, where the operator sees it at once. */
import { type ChainSettings, EXIT_CONFIGURATION } from '@chaintrail/config';
import type { Databases } from '@chaintrail/db';
import { ServiceError } from './service-error.js';

/** @throws ServiceError when the database holds blocks of another network than a chain's settings name */
export async function requireSameNetworks(
  databases: Databases,
  chains: readonly Pick<ChainSettings, 'chain' | 'network'>[],
): Promise<void> {
  if (chains.length === 0) return;
  const stored = await databases.readChains(chains.map(({ chain }) => chain.code));
  const sentences = chains.flatMap(({ chain, network }) => {
    const held = stored.find((state) => state.chain === chain.code);
    if (!held || held.height === null || held.network === network.name) return [];
    const variable = `${chain.code.toUpperCase()}_NETWORK`;
    return `The database holds ${chain.code} ${held.network}, but ${variable} is ${network.name}; set ${variable}=${held.network}, or index ${network.name} in another database (DATA_DIR or DATABASE_URL).`;
  });
  if (sentences.length > 0) throw new ServiceError(sentences.join('\n'), EXIT_CONFIGURATION);
}
