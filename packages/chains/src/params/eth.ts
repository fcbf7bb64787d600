import type { EvmChain } from '../chain.js';
import { EVM_NETWORK, LOCAL_NETWORK } from './evm-network.js';

export const eth: EvmChain = {
  family: 'evm',
  code: 'eth',
  name: 'Ethereum',
  symbol: 'ETH',
  decimals: 18,
  blockSeconds: 12,
  // Blocks above the finalized one may go, which in spells without finality is more than the usual 64 to 96.
  reorgLimit: 10_000,
  reorgMargin: 64,
  feeRules: 'ethereum',
  hasPublicMempool: true,
  networks: [
    {
      ...EVM_NETWORK,
      name: 'mainnet',
      chainId: 1,
      genesisHash: 'd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
      blockRewards: [
        { from: 1, reward: 5_000_000_000_000_000_000n },
        { from: 4_370_000, reward: 3_000_000_000_000_000_000n },
        { from: 7_280_000, reward: 2_000_000_000_000_000_000n },
        { from: 15_537_394, reward: 0n },
      ],
      irregularBlock: 1_920_000,
      homesteadFrom: 1_150_000,
      byzantiumFrom: 4_370_000,
      cancunFrom: 19_426_587,
    },
    {
      ...EVM_NETWORK,
      name: 'sepolia',
      chainId: 11_155_111,
      genesisHash: '25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9',
      blockRewards: [
        { from: 1, reward: 2_000_000_000_000_000_000n },
        { from: 1_450_409, reward: 0n },
      ],
      // Source: ethereum/pm pull request 2205
      noBurnsFrom: 1_791_294_816,
      cancunFrom: 5_187_023,
    },
    { ...LOCAL_NETWORK, blockRewards: null },
  ],
};
