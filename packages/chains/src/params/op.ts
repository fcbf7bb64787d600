import type { EvmChain } from '../chain.js';
import { EVM_NETWORK, LOCAL_NETWORK, OP_WRAPPED_ETHER } from './evm-network.js';

export const op: EvmChain = {
  family: 'evm',
  code: 'op',
  name: 'OP Mainnet',
  symbol: 'ETH',
  decimals: 18,
  blockSeconds: 2,
  // Until the block is finalized, which follows layer 1.
  reorgLimit: 50_000,
  reorgMargin: 60,
  feeRules: 'op-stack',
  hasPublicMempool: false,
  networks: [
    {
      ...EVM_NETWORK,
      name: 'mainnet',
      chainId: 10,
      genesisHash: '7ca38a1916c42007829c55e69d3e9a73265554b586a499015373241b8a3fa48b',
      tracedFrom: 105_235_064,
      // Ecotone, at 1710374401 on mainnet and 1708534800 on Sepolia, two seconds a block.
      cancunFrom: 117_387_812,
      contracts: [OP_WRAPPED_ETHER],
    },
    {
      ...EVM_NETWORK,
      name: 'sepolia',
      chainId: 11_155_420,
      genesisHash: '102de6ffb001480cc9b8b548fd05c34cd4f46ae4aa91759393db90ea0409887d',
      cancunFrom: 8_366_130,
      contracts: [OP_WRAPPED_ETHER],
    },
    LOCAL_NETWORK,
  ],
};
