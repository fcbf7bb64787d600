import type { UtxoChain } from '@chaintrail/chains';
import { zcashRules } from '../../zcash/zcash-rules.js';
import { bitcoinCashRules } from './bitcoin-cash-rules.js';
import { bitcoinRules, litecoinRules } from './bitcoin-rules.js';
import type { ChainRules } from './chain-rules.js';
import { dogecoinRules } from './dogecoin-rules.js';

const RULES: Partial<Record<string, ChainRules>> = {
  btc: bitcoinRules,
  ltc: litecoinRules,
  doge: dogecoinRules,
  bch: bitcoinCashRules,
  zec: zcashRules,
};

/** @throws RangeError for a chain that has no simulation */
export function rulesOf(chain: UtxoChain): ChainRules {
  const rules = RULES[chain.code];
  if (rules) return rules;
  throw new RangeError(`there is no simulated ${chain.name}: known are ${Object.keys(RULES).join(', ')}`);
}
