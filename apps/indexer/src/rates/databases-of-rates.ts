import { CHAIN_CODES } from '@chaintrail/chains';
import type { DatabaseSettings } from '@chaintrail/config';
import type { Databases, Pool } from '@chaintrail/db';

/**
 * Every database that a chain may be in has the rates of all coins: what is answered about a chain is read from one database.
 * @returns the common one first, and its place, which names the installation
 */
export function databasesOfRates(
  settings: readonly DatabaseSettings[],
  databases: Databases,
): { readonly pools: readonly Pool[]; readonly installation: string } {
  const own = new Set(settings.map(({ chain }) => chain));
  const codes = CHAIN_CODES.filter((code) => own.has(null) || own.has(code));
  // Chains without one of their own are in the common one.
  const sorted = [...codes].sort((a, b) => Number(own.has(a)) - Number(own.has(b)));
  const first = sorted[0];
  return {
    pools: [...new Set(sorted.map((code) => databases.pool(code)))],
    installation: first === undefined ? '' : databases.location(first),
  };
}
