import type { UtxoChain } from '../chain.js';
import { STORMY_REORG_LIMIT, UTXO_CHAIN, UTXO_NETWORK } from './utxo-network.js';

// Source: bitcoin-cash-node src/chainparams.cpp, chainparamsbase.cpp. Addresses are CashAddr; the versions are those of
// the legacy form, shared with Bitcoin, and of BitPay's form of it (C…, H…), which was used in 2017.
const testAddresses = {
  ...UTXO_NETWORK,
  p2pkh: [0x6f],
  p2sh: [0xc4],
  cashAddrPrefix: 'bchtest',
  addressExample: 'bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap',
} as const;

/** The first with the upgrade of May 2026 (chipnet: November 2025). It has eight digits: 29.0.0 is 29000000. */
const afterMay2026 = { minimumNode: { version: 29_000_000, name: 'Bitcoin Cash Node 29' } } as const;

/**
 * The limit of blocks floats (CHIP-2023-04): on mainnet from 32 MB up, on chipnet from 2 MB, on scalenet from 256 MB. It doubles
 * within a year at most, if all blocks are full. That of the other test networks is fixed.
 */
const floatingLimit = { mostBlockBytes: 128 * 2 ** 20 } as const;

const testnet4Genesis = '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b';

export const bch: UtxoChain = {
  ...UTXO_CHAIN,
  code: 'bch',
  name: 'Bitcoin Cash',
  symbol: 'BCH',
  blockSeconds: 600,
  reorgLimit: 100,
  reorgMargin: 2,
  cashTokens: true,
  // bitcoin-cash-node src/script/standard.cpp MatchMultisig
  bareKeys: { multisig: 16, anyBytes: false },
  minimumNode: { version: 28_000_000, name: 'Bitcoin Cash Node 28' },
  foreignSoftware: { Satoshi: 'Bitcoin', 'Bitcoin ABC': 'eCash', 'Bitcoin SV': 'Bitcoin SV' },
  networks: [
    {
      ...UTXO_NETWORK,
      ...afterMay2026,
      ...floatingLimit,
      name: 'mainnet',
      cashTokensFrom: 792_773,
      nodeChain: 'main',
      genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
      p2pkh: [0x00, 0x1c],
      p2sh: [0x05, 0x28],
      cashAddrPrefix: 'bitcoincash',
      addressExample: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      // The history up to the fork is Bitcoin's, with its repeated coinbases.
      unspendableCoinbases: [0, 91_722, 91_812],
      forkBlocks: [
        {
          height: 478_559,
          hash: '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec',
          what: 'the fork of Bitcoin Cash from Bitcoin in August 2017',
        },
        {
          height: 556_767,
          hash: '0000000000000000004626ff6e3b936941d341c5932ece4357eeccac44e6d56c',
          what: 'the fork of Bitcoin SV from Bitcoin Cash in November 2018',
        },
        {
          height: 661_648,
          hash: '0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce',
          what: 'the fork of eCash from Bitcoin Cash in November 2020',
        },
        {
          height: 792_773,
          hash: '000000000000000002fc0cdadaef1857bbd2936d37ea94f80ba3db4a5e8353e8',
          what: 'the upgrade of May 2023',
        },
        {
          height: 845_891,
          hash: '0000000000000000017012058e7b67032926f1f20f96d1a2cd66abff9aaf8244',
          what: 'the upgrade of May 2024',
        },
      ],
    },
    {
      ...testAddresses,
      ...afterMay2026,
      name: 'testnet',
      cashTokensFrom: 1_552_788,
      reorgLimit: STORMY_REORG_LIMIT,
      nodeChain: 'test',
      genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
      forkBlocks: [
        {
          height: 1_155_876,
          hash: '00000000000e38fef93ed9582a7df43815d5c2ba9fd37ef70c9a0ea4a285b8f5',
          what: 'the fork of Bitcoin Cash from Bitcoin in August 2017',
        },
        {
          height: 1_605_521,
          hash: '000000000000007d4c561056e9bcb3ab7591d024b18fff4bc27cca4d51d4780e',
          what: 'the upgrade of May 2024',
        },
      ],
    },
    {
      ...testAddresses,
      ...afterMay2026,
      name: 'testnet4',
      cashTokensFrom: 148_044,
      reorgLimit: STORMY_REORG_LIMIT,
      nodeChain: 'test4',
      genesisHash: testnet4Genesis,
      forkBlocks: [
        {
          height: 200_741,
          hash: '0000000007d8ccbb767c269551dd81c520463066bec8654a18f4106aa53dc816',
          what: 'the upgrade of May 2024',
        },
      ],
    },
    {
      // Left testnet4 to have each upgrade half a year early; the genesis block is the same.
      ...testAddresses,
      ...afterMay2026,
      ...floatingLimit,
      name: 'chipnet',
      cashTokensFrom: 121_957,
      reorgLimit: STORMY_REORG_LIMIT,
      nodeChain: 'chip',
      genesisHash: testnet4Genesis,
      forkBlocks: [
        {
          height: 115_252,
          hash: '00000000040ba9641ba98a37b2e5ceead38e4e2930ac8f145c8094f94c708727',
          what: 'the fork of chipnet from testnet4',
        },
      ],
    },
    {
      ...testAddresses,
      ...afterMay2026,
      mostBlockBytes: 256 * 2 ** 20,
      name: 'scalenet',
      cashTokensFrom: 10_007,
      reorgLimit: STORMY_REORG_LIMIT,
      nodeChain: 'scale',
      genesisHash: '00000000e6453dc2dfe1ffa19023f86002eb11dbb8e87d0291a4599f0430be52',
    },
    {
      ...testAddresses,
      ...floatingLimit,
      name: 'regtest',
      nodeChain: 'regtest',
      genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
      cashAddrPrefix: 'bchreg',
      addressExample: 'bchreg:qpm2qsznhks23z7629mms6s4cwef74vcwv6ycwvz78',
    },
  ],
};
