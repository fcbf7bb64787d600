import { CHAIN_CODES, UTXO_CHAINS, type UtxoNetwork } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { bch, btc, doge, ltc, networkOf } from './support/networks.js';
import { sha256d } from './support/wire.js';

interface Genesis {
  /** Display form. */
  readonly merkleRoot: string;
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
}

function genesisHash({ merkleRoot, time, bits, nonce }: Genesis): string {
  const header = Buffer.alloc(80);
  header.writeUInt32LE(1, 0);
  Buffer.from(merkleRoot, 'hex').reverse().copy(header, 36);
  header.writeUInt32LE(time, 68);
  header.writeUInt32LE(bits, 72);
  header.writeUInt32LE(nonce, 76);
  return sha256d(header).reverse().toString('hex');
}

const bitcoinRoot = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const dogecoinRoot = '5b2a3f53f605d62c53e62932dac6925e3d74afa5a4b459745c36d42d0ed26a69';
const litecoinRoot = '97ddfbbae6be97fd6cdf3e7ca13232a3afff2353e29badfab7f73011edd4ced9';

describe('genesis hashes are those of their headers', () => {
  it.each<[string, UtxoNetwork, Genesis]>([
    [
      'Bitcoin',
      networkOf(btc, 'mainnet'),
      { merkleRoot: bitcoinRoot, time: 1231006505, bits: 0x1d00ffff, nonce: 2083236893 },
    ],
    [
      'Bitcoin',
      networkOf(btc, 'testnet'),
      { merkleRoot: bitcoinRoot, time: 1296688602, bits: 0x1d00ffff, nonce: 414098458 },
    ],
    [
      'Bitcoin',
      networkOf(btc, 'signet'),
      { merkleRoot: bitcoinRoot, time: 1598918400, bits: 0x1e0377ae, nonce: 52613770 },
    ],
    ['Bitcoin', networkOf(btc, 'regtest'), { merkleRoot: bitcoinRoot, time: 1296688602, bits: 0x207fffff, nonce: 2 }],
    [
      'Litecoin',
      networkOf(ltc, 'mainnet'),
      { merkleRoot: litecoinRoot, time: 1317972665, bits: 0x1e0ffff0, nonce: 2084524493 },
    ],
    [
      'Litecoin',
      networkOf(ltc, 'testnet'),
      { merkleRoot: litecoinRoot, time: 1486949366, bits: 0x1e0ffff0, nonce: 293345 },
    ],
    ['Litecoin', networkOf(ltc, 'regtest'), { merkleRoot: litecoinRoot, time: 1296688602, bits: 0x207fffff, nonce: 0 }],
    [
      'Dogecoin',
      networkOf(doge, 'mainnet'),
      { merkleRoot: dogecoinRoot, time: 1386325540, bits: 0x1e0ffff0, nonce: 99943 },
    ],
    [
      'Dogecoin',
      networkOf(doge, 'testnet'),
      { merkleRoot: dogecoinRoot, time: 1391503289, bits: 0x1e0ffff0, nonce: 997879 },
    ],
    [
      'Dogecoin',
      networkOf(doge, 'regtest'),
      { merkleRoot: dogecoinRoot, time: 1296688602, bits: 0x207fffff, nonce: 2 },
    ],
    [
      'Bitcoin Cash',
      networkOf(bch, 'mainnet'),
      { merkleRoot: bitcoinRoot, time: 1231006505, bits: 0x1d00ffff, nonce: 2083236893 },
    ],
    [
      'Bitcoin Cash',
      networkOf(bch, 'testnet'),
      { merkleRoot: bitcoinRoot, time: 1296688602, bits: 0x1d00ffff, nonce: 414098458 },
    ],
    [
      'Bitcoin Cash',
      networkOf(bch, 'testnet4'),
      { merkleRoot: bitcoinRoot, time: 1597811185, bits: 0x1d00ffff, nonce: 114152193 },
    ],
    [
      'Bitcoin Cash',
      networkOf(bch, 'chipnet'),
      { merkleRoot: bitcoinRoot, time: 1597811185, bits: 0x1d00ffff, nonce: 114152193 },
    ],
    [
      'Bitcoin Cash',
      networkOf(bch, 'scalenet'),
      { merkleRoot: bitcoinRoot, time: 1598282438, bits: 0x1d00ffff, nonce: 2727663012 },
    ],
    [
      'Bitcoin Cash',
      networkOf(bch, 'regtest'),
      { merkleRoot: bitcoinRoot, time: 1296688602, bits: 0x207fffff, nonce: 2 },
    ],
  ])('%s $name', (_chain, network, genesis) => {
    expect(genesisHash(genesis)).toBe(network.genesisHash);
  });
});

describe('the registry', () => {
  it('is in the order of the currency codes, mainnets first', () => {
    const codes = UTXO_CHAINS.map(({ code }) => code);
    expect(codes).toEqual(CHAIN_CODES.filter((code) => codes.includes(code)));
    for (const { networks } of UTXO_CHAINS) expect(networks[0]?.name).toBe('mainnet');
  });

  it('names each network of a chain once', () => {
    for (const { networks } of UTXO_CHAINS) {
      expect(new Set(networks.map(({ name }) => name)).size).toBe(networks.length);
    }
  });

  it('has hashes where hashes belong, and fork blocks from the lowest', () => {
    for (const { networks } of UTXO_CHAINS) {
      for (const { genesisHash: hash, forkBlocks = [] } of networks) {
        for (const text of [hash, ...forkBlocks.map((block) => block.hash)]) expect(text).toMatch(/^[0-9a-f]{64}$/);
        const heights = forkBlocks.map(({ height }) => height);
        expect(heights).toEqual([...heights].sort((a, b) => a - b));
      }
    }
  });

  it('asks of a network no lower version than of its chain', () => {
    for (const { minimumNode, networks } of UTXO_CHAINS) {
      for (const network of networks) {
        if (network.minimumNode) expect(network.minimumNode.version).toBeGreaterThan(minimumNode.version);
      }
    }
  });
});

describe('lowest versions', () => {
  it.each([
    ['Bitcoin Core 25', btc.minimumNode, 250_000],
    // Eight digits: bitcoin-cash-node src/clientversion.h counts a million for each major version.
    ['Bitcoin Cash Node 29', networkOf(bch, 'mainnet').minimumNode, 29_000_000],
    ['Litecoin Core 0.21.5.5', networkOf(ltc, 'mainnet').minimumNode, 210_505],
    ['Dogecoin Core 1.14', doge.minimumNode, 1_140_000],
  ])('%s', (name, minimum, version) => {
    expect(minimum).toEqual({ name, version });
  });
});
