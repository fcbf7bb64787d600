import { CHAINS, type Chain } from '@chaintrail/chains';
import { UsageError } from './usage.js';

/** @throws UsageError */
export function chainOption(code: string): Chain {
  const chain = CHAINS.find((candidate) => candidate.code === code);
  if (chain) return chain;
  throw new UsageError(`--chain is ${code}: expected ${CHAINS.map((known) => known.code).join(' or ')}`);
}
