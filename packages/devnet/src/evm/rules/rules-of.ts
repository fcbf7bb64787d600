import type { EvmChain } from '@chaintrail/chains';
import { ARBITRUM } from './arbitrum.js';
import { ETHEREUM } from './ethereum.js';
import type { EvmRules } from './evm-rules.js';
import { opStack } from './op-stack.js';

/** Chain ids of development networks. */
const OP = opStack(901);
const BASE = opStack(902);

export function evmRulesOf({ code, feeRules }: EvmChain): EvmRules {
  if (feeRules === 'ethereum') return ETHEREUM;
  if (feeRules === 'arbitrum') return ARBITRUM;
  return code === 'base' ? BASE : OP;
}
