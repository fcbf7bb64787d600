import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AddressError,
  COSMOS_CHAINS,
  type CosmosChainNetwork,
  chainOnNetwork,
  EVM_CHAINS,
  formatAddress,
  MAX_ADDRESS_BYTES,
  moduleKey,
  parseAddress,
  UTXO_CHAINS,
  writeAddress,
} from '../src/index.js';

const PLACES = COSMOS_CHAINS.flatMap((chain) =>
  chain.networks.map((network): CosmosChainNetwork => ({ family: 'cosmos', chain, network })),
);
const RUNE = PLACES.find(({ network }) => network.hrp === 'thor')!;

const ASGARD = 'thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0';
const CONTRACT = 'tthor14hj2tavq8fpesdwxxcu44rty3hh90vhujrvcmstl4zr3txmfvw9sw58u9f';

/** Checksums of BIP173 and BIP350 over the same values differ by what they are compared with. */
function inBech32m(text: string): string {
  const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  const difference = 1 ^ 0x2bc830a3;
  const checksum = [...text.slice(-6)].map((letter, at) => {
    return letters[letters.indexOf(letter) ^ ((difference >>> (5 * (5 - at))) & 31)];
  });
  return text.slice(0, -6) + checksum.join('');
}

function failure(place: CosmosChainNetwork, text: string): AddressError {
  try {
    parseAddress(place, text);
  } catch (error) {
    if (error instanceof AddressError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

describe.each(PLACES)('$chain.name $network.name', (place) => {
  const { network } = place;

  it('reads and writes its example, upper case accepted', () => {
    const key = parseAddress(place, network.addressExample);
    expect(key).toHaveLength(20);
    expect(formatAddress(network, key)).toBe(network.addressExample);
    expect(parseAddress(place, network.addressExample.toUpperCase())).toEqual(key);
  });

  it('refuses letters that only look like those of an address', () => {
    const withKelvin = formatAddress(network, Buffer.alloc(20, 0xb5)).toUpperCase().replace('K', '\u212a');
    expect(withKelvin).toContain('\u212a');
    expect(() => parseAddress(place, withKelvin)).toThrow(/character \d+ does not occur/);
  });

  it('reads what it writes, of any length that an account may have', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 255 }), (bytes) => {
        const key = Buffer.from(bytes);
        const text = formatAddress(network, key);
        const target = Buffer.alloc(MAX_ADDRESS_BYTES + 1);
        expect(writeAddress(network, key, 0, key.length, target, 1)).toBe(text.length);
        expect(target.toString('latin1', 1, 1 + text.length)).toBe(text);
        expect(parseAddress(place, text)).toEqual(key);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it('finds every mistake of one letter', () => {
    const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
    const text = network.addressExample;
    for (let at = network.hrp.length + 1; at < text.length; at++) {
      const other = letters[(letters.indexOf(text[at]!) + 1) % letters.length];
      expect(failure(place, text.slice(0, at) + other + text.slice(at + 1)).code).toBe('checksum');
    }
  });

  it('says whose address it is, of each other chain', () => {
    for (const other of PLACES.filter((one) => one !== place)) {
      const { code, message } = failure(place, other.network.addressExample);
      expect(code).toBe('foreign-network');
      expect(message).toContain(`this is an address of ${other.chain.name} ${other.network.name}`);
      expect(message).toContain(network.addressExample);
      expect(message.replace(network.addressExample, '')).not.toContain(other.network.addressExample);
    }
    for (const chain of UTXO_CHAINS) {
      const mainnet = chain.networks.find(({ name }) => name === 'mainnet')!;
      expect(failure(place, mainnet.addressExample).message).toMatch(/^this is an address of .* mainnet;/);
    }
  });
});

it('reads contracts, whose address has 32 bytes', () => {
  const place = chainOnNetwork(RUNE.chain, 'mocknet') as CosmosChainNetwork;
  const key = parseAddress(place, CONTRACT);
  expect(key).toHaveLength(32);
  expect(formatAddress(place.network, key)).toBe(CONTRACT);
});

it('knows the accounts of modules', () => {
  expect(formatAddress(RUNE.network, moduleKey('asgard'))).toBe(ASGARD);
  expect(formatAddress(RUNE.network, moduleKey('reserve'))).toBe('thor1dheycdevq39qlkxs2a6wuuzyn4aqxhve4qxtxt');
});

it.each([
  ['', 'malformed', /the address is empty/],
  ['thor', 'malformed', /addresses start with thor1/],
  ['thor1', 'checksum', /typing mistake/],
  [ASGARD.replace('g98', 'G98'), 'malformed', /never mixed/],
  [ASGARD.replace('g98', 'b98'), 'malformed', /character 6 does not occur in addresses/],
  [`${ASGARD}q`, 'checksum', /typing mistake/],
  [inBech32m(ASGARD), 'checksum', /typing mistake/],
  [`thor1${'q'.repeat(500)}`, 'malformed', /505 characters are more than any address has/],
  ['thorpub1addwnpepqwlkdxcyz8fnxk3xp0eqt89g6cxau2c4zp89yr2x2dy56s2zgu2jxh3dz30', 'malformed', /public key, not an/],
  ['tthorpub1addwnpepqwlkdxcyz8fnxk3xp0eqt89g6cxau2c4zp89yr2x2dy56s2zgu2jx3pmacu', 'malformed', /public key, not an/],
  ['mayacpub1zcjduepq2rna6xpm3x9aklcvruxx4d3hd2j287m7hr92l8w0ag5g3606sgsq4pc09p', 'malformed', /public key, not an/],
  ['thorv1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0', 'malformed', /names a validator/],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'foreign-network', /Ethereum/],
  ['8C59F38B596FFBBA3E320605BD3DF9ECFE5D5BF56D181BF82747805223582CDF', 'malformed', /hash of a transaction/],
  ['cosmos13wrmhnh2qe98rjse30pl7u6jxszjjwl4t2v05e', 'foreign-network', /another chain \(prefix “cosmos”\)/],
  ['cosmos13wrmhnh2qe98rjse30pl7u6jxszjjwl4t2v05f', 'malformed', /addresses start with thor1/],
  ['test.thor', 'malformed', /addresses start with thor1/],
])('refuses %j: %s', (text, code, message) => {
  const error = failure(RUNE, text);
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  expect(error.message).toContain('expected an address of THORChain mainnet such as thor1');
});

it('is named by chains of the EVM and of the UTXO family whose address it is not', () => {
  for (const chain of EVM_CHAINS) {
    const place = chainOnNetwork(chain, 'mainnet') ?? chainOnNetwork(chain, chain.networks[0]!.name)!;
    expect(() => parseAddress(place, ASGARD)).toThrow(/this is an address of THORChain mainnet/);
    expect(() => parseAddress(place, ASGARD.toUpperCase())).toThrow(/this is an address of THORChain mainnet/);
  }
});
