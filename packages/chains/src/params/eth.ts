import type { EvmChain } from '../chain.js';
import { EVM_NETWORK, LOCAL_NETWORK, wrappedCoin } from './evm-network.js';

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
      contracts: [
        // WETH9. Source: gnosis/canonical-weth networks.json
        wrappedCoin('c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'),
        // W-ETH of 2016, before WETH9. Source: dapphub ds-eth-token, OasisDEX config.js
        wrappedCoin('ecf8f87f810ecf450940c9f60066b4a7a501d6a7'),
        // CryptoKitties, from before ERC-721 (ethereum/EIPs eip-721.md, "Backwards compatibility").
        { address: '06012c8cf97bead5deae237070f9587f8e7a266d', form: 'unindexed-collection' },
        // CryptoPunks. Source: larvalabs/cryptopunks contracts/CryptoPunksMarket.sol
        { address: 'b47e3cd837ddf8e4c57f05d70ab865de6e193bbb', form: 'punks' },
      ],
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
      contracts: [
        // WETH9 as Uniswap has it, and as bridges of layer 2s do. Sources: Uniswap/sdk-core weth9.ts, OffchainLabs token bridge
        wrappedCoin('fff9976782d46cc05630d1f6ebab18b2324d6b14'),
        wrappedCoin('7b79995e5f793a07bc00c21412e50ecae098e7f9'),
      ],
    },
    { ...LOCAL_NETWORK, blockRewards: null },
  ],
};
