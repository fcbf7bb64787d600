/** The chains that this version can follow. Adding one of a known family is one parameter file and one line here. */
import type { Chain, ChainCode } from './chain.js';
import { bch } from './params/bch.js';
import { btc } from './params/btc.js';
import { doge } from './params/doge.js';
import { ltc } from './params/ltc.js';
import { zec } from './params/zec.js';

/** In the order of `CHAIN_CODES`. */
export const CHAINS: readonly Chain[] = [btc, ltc, doge, zec, bch];

/** @returns the chain with this code (any case), or undefined when this version does not know it. */
export function chainByCode(code: string): Chain | undefined {
  const wanted = code.toLowerCase();
  return CHAINS.find((chain) => chain.code === wanted);
}

/** @throws RangeError for a code that is not in the registry; for codes that come from our own tables. */
export function requireChain(code: ChainCode): Chain {
  const chain = chainByCode(code);
  if (!chain) throw new RangeError(`chain ${code} is not in the registry`);
  return chain;
}
