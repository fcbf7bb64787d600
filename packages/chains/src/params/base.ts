import type { EvmChain } from '../chain.js';
import { EVM_NETWORK, LOCAL_NETWORK, OP_WRAPPED_ETHER } from './evm-network.js';

export const base: EvmChain = {
  family: 'evm',
  code: 'base',
  name: 'Base',
  symbol: 'ETH',
  decimals: 18,
  // Since Denim, 5 November 2026; 2 s before. Several blocks have the same time.
  blockSeconds: 0.2,
  // Until the block is finalized, which follows layer 1.
  reorgLimit: 100_000,
  reorgMargin: 300,
  feeRules: 'op-stack',
  hasPublicMempool: false,
  networks: [
    {
      ...EVM_NETWORK,
      name: 'mainnet',
      chainId: 8_453,
      genesisHash: 'f712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd',
      // Ecotone, at 1710374401 on mainnet and 1708534800 on Sepolia, two seconds a block.
      cancunFrom: 11_792_527,
      contracts: [OP_WRAPPED_ETHER],
    },
    {
      ...EVM_NETWORK,
      name: 'sepolia',
      chainId: 84_532,
      genesisHash: '0dcc9e089e30b90ddfc55be9a37dd15bc551aeee999d2e2b51414c54eaf934e4',
      cancunFrom: 6_383_256,
      contracts: [OP_WRAPPED_ETHER],
    },
    LOCAL_NETWORK,
  ],
};
