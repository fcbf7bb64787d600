import type { UtxoChain } from '../chain.js';
import { STORMY_REORG_LIMIT, UTXO_CHAIN, UTXO_NETWORK } from './utxo-network.js';

// Source: bitcoin src/kernel/chainparams.cpp; BIP30 heights: src/validation.cpp IsBIP30Unspendable.
const testAddresses = {
  ...UTXO_NETWORK,
  p2pkh: [0x6f],
  p2sh: [0xc4],
} as const;

export const btc: UtxoChain = {
  ...UTXO_CHAIN,
  code: 'btc',
  name: 'Bitcoin',
  symbol: 'BTC',
  blockSeconds: 600,
  reorgLimit: 100,
  reorgMargin: 2,
  segwit: true,
  // bitcoin src/script/solver.cpp MatchMultisig, GetScriptNumber
  bareKeys: { multisig: 20, anyBytes: false },
  minimumNode: { version: 250000, name: 'Bitcoin Core 25' },
  foreignSoftware: { 'Bitcoin Cash Node': 'Bitcoin Cash', 'Bitcoin ABC': 'eCash', 'Bitcoin SV': 'Bitcoin SV' },
  networks: [
    {
      ...UTXO_NETWORK,
      name: 'mainnet',
      nodeChain: 'main',
      genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
      p2pkh: [0x00],
      p2sh: [0x05],
      hrp: 'bc',
      addressExample: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      unspendableCoinbases: [0, 91_722, 91_812],
      // A node of Bitcoin Cash has the same genesis block and calls its chain `main` too.
      forkBlocks: [
        {
          height: 481_824,
          hash: '0000000000000000001c8018d9cb3b742ef25114f27563e3fc4a1902167f9893',
          what: 'the activation of segwit in August 2017',
        },
      ],
    },
    {
      ...testAddresses,
      name: 'testnet',
      reorgLimit: STORMY_REORG_LIMIT,
      nodeChain: 'test',
      genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
      forkBlocks: [
        {
          height: 834_624,
          hash: '00000000002b980fcd729daaa248fd9316a5200e9b367f4ff2c42453e84201ca',
          what: 'the activation of segwit, which Bitcoin Cash does not have',
        },
      ],
      hrp: 'tb',
      addressExample: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    },
    {
      ...testAddresses,
      name: 'testnet4',
      reorgLimit: STORMY_REORG_LIMIT,
      nodeChain: 'testnet4',
      genesisHash: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
      hrp: 'tb',
      addressExample: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    },
    {
      ...testAddresses,
      name: 'signet',
      nodeChain: 'signet',
      genesisHash: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
      hrp: 'tb',
      addressExample: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    },
    {
      ...testAddresses,
      name: 'regtest',
      nodeChain: 'regtest',
      genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
      hrp: 'bcrt',
      addressExample: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    },
  ],
};
