import type { UtxoChain } from '../chain.js';

// Source: zebra zebra-chain/src/parameters (genesis hashes; nodes call every network but mainnet "test"), librustzcash
// components/zcash_protocol/src/constants (prefixes), ZIP 316 (revisions of unified addresses: u, ur, and zu and tu).
const testAddresses = {
  p2pkh: [0x1d25],
  p2sh: [0x1cba],
  hrp: null,
  mwebHrp: null,
  cashAddrPrefix: null,
  unspendableCoinbases: [0],
} as const;

export const zec: UtxoChain = {
  family: 'utxo',
  code: 'zec',
  name: 'Zcash',
  symbol: 'ZEC',
  decimals: 8,
  // Since NU7, 75 before (ZIP 218).
  blockSeconds: 25,
  // zebra keeps so many blocks that are not final, whatever their spacing (zebra-chain MAX_BLOCK_REORG_HEIGHT).
  reorgLimit: 1000,
  // Twelve minutes, as before NU7.
  reorgMargin: 30,
  coinbaseMaturity: 100,
  segwit: false,
  mweb: false,
  auxPow: false,
  cashTokens: false,
  bareKeys: { multisig: 20, anyBytes: false },
  shielded: true,
  // The first that knows NU7 on mainnet. zebrad says 1,000,000 × major + 10,000 × minor + 100 × patch + commits since
  // (zebra-rpc/src/methods.rs version_from_string).
  minimumNode: { version: 7_000_000, name: 'zebrad 7.0.0' },
  networks: [
    {
      family: 'utxo',
      name: 'mainnet',
      nodeChain: 'main',
      genesisHash: '00040fe8ec8471911baa1db1266ea15dd06b4a8a5c453883c000b031973dce08',
      p2pkh: [0x1cb8],
      p2sh: [0x1cbd],
      hrp: null,
      mwebHrp: null,
      cashAddrPrefix: null,
      zcash: { tex: 'tex', unified: ['u', 'ur', 'zu', 'tu'], shielded: ['zs'], sprout: [0x169a] },
      addressExample: 't1V9mnyk5Z5cTNMCkLbaDwSskgJZucTLdgW',
      unspendableCoinbases: [0],
    },
    {
      ...testAddresses,
      family: 'utxo',
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
      family: 'utxo',
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
