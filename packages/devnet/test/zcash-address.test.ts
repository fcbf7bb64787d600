import { parseAddress, requireUtxoChain } from '@chaintrail/chains';
import { expect, test } from 'vitest';
import { networkOf } from '../src/node/networks.js';
import { Random } from '../src/random.js';
import { base58Address } from '../src/utxo/address-encoding.js';
import { newDestination } from '../src/utxo/destination.js';
import { otherForms, texAddress } from '../src/zcash/zcash-address.js';
import { zcashWire } from '../src/zcash/zcash-wire.js';

const zec = requireUtxoChain('zec');
const regtest = networkOf(zec);
const random = new Random(3);

test('the two forms of the example of ZIP 320', () => {
  const hash = Buffer.from('8286bf790866805397e3a947640b77a43f0b43a5', 'hex');
  expect(base58Address(0x1cb8, hash)).toBe('t1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC');
  expect(texAddress('tex', hash)).toBe('tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte');
});

test.each([
  ['pubkeyhash', 0, /^tm/, ['texregtest1', 'uregtest1', 'uregtest1']],
  ['multisig_in_scripthash', 1, /^t2/, ['uregtest1']],
] as const)('%s is read as one address in all its forms', (kind, keyKind, base58, prefixes) => {
  const destination = newDestination(kind, 0, random);
  const address = zcashWire.addressOf(destination, regtest) ?? '';
  expect(address).toMatch(base58);
  const forms = otherForms(destination, regtest);
  expect(forms.map((form) => form.slice(0, form.indexOf('1') + 1))).toEqual(prefixes);
  for (const form of [address, ...forms]) {
    const key = parseAddress({ family: 'utxo', chain: zec, network: regtest }, form);
    expect(key[0]).toBe(keyKind);
    expect(destination.script.includes(key.subarray(1))).toBe(true);
  }
});

test('bare keys have the address of their hash, other scripts none', () => {
  const key = newDestination('pubkey', 0, random);
  expect(zcashWire.addressOf(key, regtest)).toMatch(/^tm/);
  for (const kind of ['multisig', 'nulldata'] as const) {
    const destination = newDestination(kind, 0, random);
    expect([zcashWire.addressOf(destination, regtest), otherForms(destination, regtest)]).toEqual([null, []]);
  }
});
