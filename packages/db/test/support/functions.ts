/** The functions of chains' schemas, on every network at once: a schema for each, without tables. */
import { CHAINS, type ChainNetwork, chainOnNetwork } from '@chaintrail/chains';
import type { Session } from '../../src/connection.js';
import { fillTemplate } from '../../src/migrate/chain-schema.js';
import { readChainMigrations } from '../../src/migrate/read-migrations.js';
import { templateVariables } from '../../src/migrate/template-variables.js';

export interface NamedPlace {
  readonly title: string;
  readonly place: ChainNetwork;
  readonly schema: string;
}

export const everyPlace: readonly NamedPlace[] = CHAINS.flatMap((chain) =>
  chain.networks.flatMap(({ name }) => {
    const place = chainOnNetwork(chain, name);
    return place ? [{ title: `${chain.name} ${name}`, place, schema: `${chain.code}_${name}` }] : [];
  }),
);

/** @throws RangeError for a network that no chain has */
export function placeOf(schema: string): NamedPlace {
  const found = everyPlace.find((candidate) => candidate.schema === schema);
  if (!found) throw new RangeError(`there is no ${schema}`);
  return found;
}

export async function createFunctions(session: Session, { place, schema }: NamedPlace): Promise<void> {
  const migrations = (await readChainMigrations(place.chain)).filter(({ name }) =>
    /(address|transaction|base32)_functions/.test(name),
  );
  await session.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`);
  for (const migration of migrations) {
    await session.query(fillTemplate(migration, { ...templateVariables(place), chain: schema }));
  }
  await session.query('RESET search_path');
}
