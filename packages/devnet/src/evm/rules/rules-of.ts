import type { EvmChain } from '@chaintrail/chains';
import { ARBITRUM } from './arbitrum.js';
import { ETHEREUM } from './ethereum.js';
import type { EvmRules } from './evm-rules.js';
import { opStack } from './op-stack.js';

/** Chain ids of development networks; both ways of counting the operator's fee are in use, one on each chain. */
const OP = opStack(901, 'jovian');
const BASE = opStack(902, 'isthmus');

export function evmRulesOf({ code, feeRules }: EvmChain): EvmRules {
  if (feeRules === 'ethereum') return ETHEREUM;
  if (feeRules === 'arbitrum') return ARBITRUM;
  return code === 'base' ? BASE : OP;
}
