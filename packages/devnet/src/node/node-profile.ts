import type { UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import { rulesOf } from '../utxo/rules/rules-by-chain.js';
import { zebrad } from '../zcash/node/zebrad.js';
import type { NodeDialect, NodeProfile } from './dialect.js';
import { bitcoinCashNode } from './dialects/bitcoin-cash-node.js';
import { bitcoinCore } from './dialects/bitcoin-core.js';
import { dogecoinCore } from './dialects/dogecoin-core.js';
import { litecoinCore } from './dialects/litecoin-core.js';

const DIALECTS: Partial<Record<string, NodeDialect>> = {
  btc: bitcoinCore,
  ltc: litecoinCore,
  doge: dogecoinCore,
  bch: bitcoinCashNode,
  zec: zebrad,
};

/** @throws RangeError for a chain that has no simulated node */
export function dialectOf(chain: UtxoChain): NodeDialect {
  const dialect = DIALECTS[chain.code];
  if (dialect) return dialect;
  throw new RangeError(`there is no simulated ${chain.name} node: known are ${Object.keys(DIALECTS).join(', ')}`);
}

/** Profile of a chain's usual node. */
export function profileOf(
  chain: UtxoChain,
  network: UtxoNetwork,
  chosen: Pick<NodeProfile, 'rest' | 'spentTxOuts'>,
): NodeProfile {
  const dialect = dialectOf(chain);
  const version = dialect.version(chosen.spentTxOuts);
  return { ...chosen, chain, network, dialect, version, style: dialect.style(version), wire: rulesOf(chain).wire };
}
