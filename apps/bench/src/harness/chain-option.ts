import type { Chain } from '@chaintrail/chains';
import { UsageError } from './usage.js';

/** @param chains that the benchmark can generate. @throws UsageError */
export function chainOption<C extends Chain>(code: string, chains: readonly C[]): C {
  const chain = chains.find((candidate) => candidate.code === code);
  if (chain) return chain;
  throw new UsageError(`--chain is ${code}: expected ${chainCodes(chains)}`);
}

/** "btc or ltc" */
export function chainCodes(chains: readonly Chain[]): string {
  return chains.map(({ code }) => code).join(' or ');
}
