import type { EvmChain } from '../chain.js';
import { EVM_NETWORK, LOCAL_NETWORK, wrappedCoin } from './evm-network.js';

export const arb: EvmChain = {
  family: 'evm',
  code: 'arb',
  name: 'Arbitrum One',
  symbol: 'ETH',
  decimals: 18,
  blockSeconds: 0.25,
  // Until the block is finalized, which follows layer 1.
  reorgLimit: 100_000,
  reorgMargin: 240,
  feeRules: 'arbitrum',
  hasPublicMempool: false,
  networks: [
    {
      ...EVM_NETWORK,
      name: 'mainnet',
      chainId: 42_161,
      genesisHash: '7ee576b35482195fc49205cec9af72ce14f003b9ae69f6ba0faef4514be8b442',
      tracedFrom: 22_207_818,
      // ArbOS 20. Source: reth crates/ethereum-forks/src/hardfork/ethereum.rs
      cancunFrom: 190_301_729,
      // aeWETH. Source: OffchainLabs token bridge, deployed addresses
      contracts: [wrappedCoin('82af49447d8a07e3bd95bd0d56f35241523fbab1')],
    },
    {
      ...EVM_NETWORK,
      name: 'sepolia',
      chainId: 421_614,
      genesisHash: '77194da4010e549a7028a9c3c51c3e277823be6ac7d138d0bb8a70197b5c004c',
      cancunFrom: 18_683_405,
      contracts: [wrappedCoin('980b62da83eff3d4576c647993b0c1d7faf17c73')],
    },
    LOCAL_NETWORK,
  ],
};
