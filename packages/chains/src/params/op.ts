import type { EvmChain } from '../chain.js';

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
      name: 'mainnet',
      chainId: 10,
      genesisHash: '7ca38a1916c42007829c55e69d3e9a73265554b586a499015373241b8a3fa48b',
      addressExample: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      blockRewards: [],
      tracedFrom: 105_235_064,
      irregularBlock: null,
    },
    {
      name: 'sepolia',
      chainId: 11_155_420,
      genesisHash: '102de6ffb001480cc9b8b548fd05c34cd4f46ae4aa91759393db90ea0409887d',
      addressExample: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      blockRewards: [],
      tracedFrom: 1,
      irregularBlock: null,
    },
    {
      name: 'local',
      chainId: null,
      genesisHash: null,
      addressExample: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      blockRewards: [],
      tracedFrom: 1,
      irregularBlock: null,
    },
  ],
};
