import type { UtxoChain } from '../chain.js';
import { UTXO_CHAIN, UTXO_NETWORK } from './utxo-network.js';

// Source: zebra zebra-chain/src/parameters (genesis hashes; nodes call every network but mainnet "test"), librustzcash
// components/zcash_protocol/src/constants (prefixes), ZIP 316 (revisions of unified addresses: u, ur, and zu and tu).
const testAddresses = {
  ...UTXO_NETWORK,
  p2pkh: [0x1d25],
  p2sh: [0x1cba],
} as const;

export const zec: UtxoChain = {
  ...UTXO_CHAIN,
  code: 'zec',
  name: 'Zcash',
  symbol: 'ZEC',
  // Since NU7, 75 before (ZIP 218).
  blockSeconds: 25,
  // zebra keeps so many blocks that are not final, whatever their spacing (zebra-chain MAX_BLOCK_REORG_HEIGHT).
  reorgLimit: 1000,
  // Twelve minutes, as before NU7.
  reorgMargin: 30,
  bareKeys: { multisig: 20, anyBytes: false },
  shielded: true,
  // The first that knows NU7 on mainnet. zebrad says 1,000,000 × major + 10,000 × minor + 100 × patch + commits since
  // (zebra-rpc/src/methods.rs version_from_string).
  minimumNode: { version: 7_000_000, name: 'zebrad 7.0.0' },
  networks: [
    {
      ...UTXO_NETWORK,
      name: 'mainnet',
      nodeChain: 'main',
      genesisHash: '00040fe8ec8471911baa1db1266ea15dd06b4a8a5c453883c000b031973dce08',
      p2pkh: [0x1cb8],
      p2sh: [0x1cbd],
      zcash: { tex: 'tex', unified: ['u', 'ur', 'zu', 'tu'], shielded: ['zs'], sprout: [0x169a] },
      addressExample: 't1V9mnyk5Z5cTNMCkLbaDwSskgJZucTLdgW',
    },
    {
      ...testAddresses,
      name: 'testnet',
      nodeChain: 'test',
      genesisHash: '05a60a92d99d85997cce3b87616c089f6124d7342af37106edc76126334a2c38',
      zcash: {
        tex: 'textest',
        unified: ['utest', 'urtest', 'zutest', 'tutest'],
        shielded: ['ztestsapling'],
        sprout: [0x16b6],
      },
      addressExample: 'tmEZhbWHTpdKMw5it8YDspUXSMGQyFwovpU',
    },
    {
      ...testAddresses,
      name: 'regtest',
      nodeChain: 'test',
      genesisHash: '029f11d80ef9765602235e1bc9727e3eb6ba20839319f761fee920d63401e327',
      zcash: {
        tex: 'texregtest',
        unified: ['uregtest', 'urregtest', 'zuregtest', 'turegtest'],
        shielded: ['zregtestsapling'],
        sprout: [0x16b6],
      },
      addressExample: 'tmEZhbWHTpdKMw5it8YDspUXSMGQyFwovpU',
    },
  ],
};
