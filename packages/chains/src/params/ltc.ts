import type { UtxoChain } from '../chain.js';
import { STORMY_REORG_LIMIT, UTXO_CHAIN, UTXO_NETWORK } from './utxo-network.js';

// Source: litecoin src/chainparams.cpp. The second P2SH version is the old one: accepted, rewritten to the first.
const testAddresses = {
  ...UTXO_NETWORK,
  p2pkh: [0x6f],
  p2sh: [0x3a, 0xc4],
  mwebHrp: 'tmweb',
} as const;

export const ltc: UtxoChain = {
  ...UTXO_CHAIN,
  code: 'ltc',
  name: 'Litecoin',
  symbol: 'LTC',
  blockSeconds: 150,
  reorgLimit: 200,
  reorgMargin: 6,
  segwit: true,
  mweb: true,
  // litecoin 0.21 src/script/standard.cpp MatchMultisig
  bareKeys: { multisig: 16, anyBytes: false },
  minimumNode: { version: 210201, name: 'Litecoin Core 0.21.2.1' },
  networks: [
    {
      ...UTXO_NETWORK,
      name: 'mainnet',
      nodeChain: 'main',
      genesisHash: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
      p2pkh: [0x30],
      p2sh: [0x32, 0x05],
      hrp: 'ltc',
      mwebHrp: 'ltcmweb',
      addressExample: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
      // Older ones may stand on the chain that was given up in April 2026, after coins had been made inside the MWEB.
      // No block after that is named in litecoin src/chainparams.cpp (0.21.5.5), so the version alone tells.
      minimumNode: { version: 210505, name: 'Litecoin Core 0.21.5.5' },
    },
    {
      ...testAddresses,
      name: 'testnet',
      reorgLimit: STORMY_REORG_LIMIT,
      nodeChain: 'test',
      genesisHash: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0',
      hrp: 'tltc',
      addressExample: 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0',
    },
    {
      ...testAddresses,
      name: 'regtest',
      nodeChain: 'regtest',
      genesisHash: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
      hrp: 'rltc',
      addressExample: 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3',
    },
  ],
};
