import {
  addressKeyOfScript,
  isUnspendable,
  opReturnData,
  SCRIPT_TYPES,
  scriptIsDerived,
  scriptIsDerivedFrom,
  scriptOfAddressKey,
  scriptType,
  type UtxoChain,
  writeAddressKey,
} from '@chaintrail/chains';
import { crypto, payments, script as scripts } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bch, btc, doge, ltc } from './support/networks.js';

const hex = (text: string) => Buffer.from(text, 'hex');
const H20 = '751e76e8199196d454941c45d1b3a323f1433bd6';
const H32 = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const COMPRESSED = `02${H32}`;
const UNCOMPRESSED = `04${H32}${'48'.repeat(32)}`;
const HYBRID = `06${H32}${'48'.repeat(32)}`;

const keyOf = (chain: UtxoChain, script: Buffer) =>
  addressKeyOfScript(chain, Buffer.concat([hex('ffff'), script, hex('ff')]), 2, script.length)?.toString('hex') ?? null;

const hash160 = (publicKey: string) => Buffer.from(crypto.hash160(hex(publicKey))).toString('hex');

/** Script, its type, and the address key it is credited to. */
const everyType: [string, string, string, string | null][] = [
  ['P2PKH', `76a914${H20}88ac`, 'pubkeyhash', `00${H20}`],
  ['P2SH', `a914${H20}87`, 'scripthash', `01${H20}`],
  ['P2WPKH', `0014${H20}`, 'witness_v0_keyhash', `10${H20}`],
  ['P2WSH', `0020${H32}`, 'witness_v0_scripthash', `10${H32}`],
  ['P2TR', `5120${H32}`, 'witness_v1_taproot', `11${H32}`],
  ['a witness program of version 16', `6002${H20.slice(0, 4)}`, 'witness_unknown', `20${H20.slice(0, 4)}`],
  ['a witness program of version 1 and 20 bytes', `5114${H20}`, 'witness_unknown', `11${H20}`],
  ['a witness program of 40 bytes', `5228${H32}${H20.slice(0, 16)}`, 'witness_unknown', `12${H32}${H20.slice(0, 16)}`],
  ['a witness program of version 0 and 33 bytes', `0021${H32}00`, 'nonstandard', null],
  ['a witness program of 41 bytes', `5129${'aa'.repeat(41)}`, 'nonstandard', null],
  ['a witness program of 1 byte', '5101aa', 'nonstandard', null],
  ['P2PK, compressed', `21${COMPRESSED}ac`, 'pubkey', `00${hash160(COMPRESSED)}`],
  ['P2PK, uncompressed', `41${UNCOMPRESSED}ac`, 'pubkey', `00${hash160(UNCOMPRESSED)}`],
  ['P2PK, hybrid', `41${HYBRID}ac`, 'pubkey', `00${hash160(HYBRID)}`],
  ['P2PKH with a longer push', `76a94c14${H20}88ac`, 'nonstandard', null],
  ['P2PKH with a byte behind it', `76a914${H20}88ac00`, 'nonstandard', null],
  ['P2SH with OP_EQUALVERIFY', `a914${H20}88`, 'nonstandard', null],
  ['1-of-1 multisig', `5121${COMPRESSED}51ae`, 'multisig', null],
  ['1-of-2 multisig of both key forms', `5121${COMPRESSED}41${UNCOMPRESSED}52ae`, 'multisig', null],
  ['1-of-2 multisig with a PUSHDATA1 key', `5121${COMPRESSED}4c21${COMPRESSED}52ae`, 'multisig', null],
  ['3-of-16 multisig', `53${`21${COMPRESSED}`.repeat(16)}60ae`, 'multisig', null],
  ['1-of-21 multisig', `51${`21${COMPRESSED}`.repeat(21)}0115ae`, 'nonstandard', null],
  ['2-of-1 multisig', `5221${COMPRESSED}51ae`, 'nonstandard', null],
  ['0-of-1 multisig', `0021${COMPRESSED}51ae`, 'nonstandard', null],
  ['multisig that counts wrongly', `5121${COMPRESSED}52ae`, 'nonstandard', null],
  ['multisig with a number not in its shortest form', `010121${COMPRESSED}51ae`, 'nonstandard', null],
  ['multisig with a byte before its end', `5121${COMPRESSED}5161ae`, 'nonstandard', null],
  ['OP_RETURN alone', '6a', 'nulldata', null],
  ['OP_RETURN with a push', '6a0548656c6c6f', 'nulldata', null],
  ['OP_RETURN with a large push', `6a4d0001${'00'.repeat(256)}`, 'nulldata', null],
  ['OP_RETURN with numbers', '6a5d00516050', 'nulldata', null],
  ['OP_RETURN with a push that is cut short', '6a05486561', 'nonstandard', null],
  ['OP_RETURN with an opcode that does not push', '6a61', 'nonstandard', null],
  ['an empty script', '', 'nonstandard', null],
  ['OP_TRUE', '51', 'nonstandard', null],
];

const withoutWitness = everyType.filter(([, , type]) => !type.startsWith('witness'));

describe.each([
  { chain: btc, types: everyType },
  { chain: ltc, types: everyType },
  { chain: doge, types: withoutWitness },
  { chain: bch, types: withoutWitness },
])('on $chain.name', ({ chain, types }) => {
  it.each(types)('%s', (_name, script, type, key) => {
    expect(scriptType(chain, hex(script))).toBe(type);
    expect(keyOf(chain, hex(script))).toBe(key);
  });

  it.each(types)('the key of %s is written at its place and nowhere else', (_name, script, _type, key) => {
    const target = Buffer.alloc(3 + 41 + 2, 0xee);
    const bytes = hex(`ffff${script}ff`);
    expect(writeAddressKey(chain, bytes, 2, bytes.length - 3, target, 3)).toBe((key ?? '').length / 2);
    expect(target.toString('hex')).toBe(`eeeeee${key ?? ''}`.padEnd(2 * target.length, 'e'));
  });
});

describe('what differs between the chains', () => {
  it.each([
    ['pay-to-anchor', '51024e73', 'anchor', '114e73', 'witness_unknown', '114e73'],
    ['HogAddr', `5820${H32}`, 'witness_unknown', `18${H32}`, 'witness_mweb_hogaddr', null],
    ['peg-in', `5920${H32}`, 'witness_unknown', `19${H32}`, 'witness_mweb_pegin', null],
    ['version 8 with 20 bytes', `5814${H20}`, 'witness_unknown', `18${H20}`, 'witness_unknown', `18${H20}`],
  ])('%s', (_name, script, btcType, btcKey, ltcType, ltcKey) => {
    expect([scriptType(btc, hex(script)), keyOf(btc, hex(script))]).toEqual([btcType, btcKey]);
    expect([scriptType(ltc, hex(script)), keyOf(ltc, hex(script))]).toEqual([ltcType, ltcKey]);
  });

  it.each([doge, bch])('on $name, which has no segwit, a witness program is nothing special', (chain) => {
    for (const script of [`0014${H20}`, `0020${H32}`, `5120${H32}`, '51024e73']) {
      expect(scriptType(chain, hex(script))).toBe('nonstandard');
      expect(keyOf(chain, hex(script))).toBeNull();
    }
  });

  it.each([
    ['3-of-17 multisig', `53${`21${COMPRESSED}`.repeat(17)}0111ae`, 'multisig', 'nonstandard', 'nonstandard'],
    ['20-of-20 multisig', `0114${`21${COMPRESSED}`.repeat(20)}0114ae`, 'multisig', 'nonstandard', 'nonstandard'],
    ['a key whose first byte does not fit', `21${UNCOMPRESSED.slice(0, 66)}ac`, 'nonstandard', 'nonstandard', 'pubkey'],
    ['a key of an unknown form', `2105${H32}ac`, 'nonstandard', 'nonstandard', 'pubkey'],
    ['40 bytes and OP_CHECKSIG', `28${'aa'.repeat(40)}ac`, 'nonstandard', 'nonstandard', 'pubkey'],
    ['32 bytes and OP_CHECKSIG', `20${'aa'.repeat(32)}ac`, 'nonstandard', 'nonstandard', 'nonstandard'],
    ['multisig with a key of an unknown form', `512105${H32}51ae`, 'nonstandard', 'nonstandard', 'multisig'],
    ['multisig of 40 bytes', `5128${'aa'.repeat(40)}51ae`, 'nonstandard', 'nonstandard', 'multisig'],
  ])('%s is named as the nodes of each chain do, and has no address', (_name, script, onBtc, onOld, onDoge) => {
    const types = [btc, ltc, bch, doge].map((chain) => scriptType(chain, hex(script)));
    expect(types).toEqual([onBtc, onOld, onOld, onDoge]);
    expect([btc, ltc, bch, doge].map((chain) => keyOf(chain, hex(script)))).toEqual([null, null, null, null]);
  });

  it('P2SH with a hash of 32 bytes is an address of Bitcoin Cash only', () => {
    const script = `aa20${H32}87`;
    expect([scriptType(bch, hex(script)), keyOf(bch, hex(script))]).toEqual(['scripthash', `02${H32}`]);
    for (const chain of [btc, ltc, doge]) {
      expect([scriptType(chain, hex(script)), keyOf(chain, hex(script))]).toEqual(['nonstandard', null]);
    }
    for (const other of [`aa20${H32}88`, `a920${H32}87`, `aa1f${H32.slice(2)}87`, `aa20${H32}8700`, `aa4c20${H32}87`]) {
      expect([scriptType(bch, hex(other)), keyOf(bch, hex(other))]).toEqual(['nonstandard', null]);
    }
  });
});

describe('address keys stand for scripts', () => {
  const keys = fc.oneof(
    fc.tuple(fc.constantFrom(0, 1), fc.uint8Array({ minLength: 20, maxLength: 20 })),
    fc.tuple(fc.constant(2), fc.uint8Array({ minLength: 32, maxLength: 32 })),
    fc.tuple(
      fc.constant(0x10),
      fc.constantFrom(20, 32).chain((n) => fc.uint8Array({ minLength: n, maxLength: n })),
    ),
    fc.tuple(fc.integer({ min: 0x11, max: 0x20 }), fc.uint8Array({ minLength: 2, maxLength: 40 })),
  );

  it('key → script → key is the identity', () => {
    fc.assert(
      fc.property(keys, ([kind, payload]) => {
        const key = Buffer.from([kind, ...payload]);
        const script = scriptOfAddressKey(key);
        expect(keyOf(kind === 2 ? bch : btc, script)).toBe(key.toString('hex'));
        expect(scriptIsDerived(script, 0, script.length, key)).toBe(true);
        const keys = Buffer.concat([hex('ffff'), key, hex('ff')]);
        expect(scriptIsDerivedFrom(script, 0, script.length, keys, 2, key.length)).toBe(true);
        expect(scriptIsDerivedFrom(script, 0, script.length, keys, 1, key.length)).toBe(false);
        for (const length of [0, 1, key.length - 1, key.length + 1]) {
          expect(scriptIsDerivedFrom(script, 0, script.length, keys, 2, length)).toBe(false);
        }
      }),
    );
  });

  it('any other script of the key is not derived', () => {
    const p2pk = hex(`21${COMPRESSED}ac`);
    const key = hex(`00${hash160(COMPRESSED)}`);
    expect(scriptIsDerived(p2pk, 0, p2pk.length, key)).toBe(false);
    for (const [, text, , own] of everyType) {
      if (own === null || text.endsWith('ac')) continue;
      const script = hex(text);
      expect(scriptIsDerived(script, 0, script.length, hex(own))).toBe(true);
      expect(scriptIsDerived(script, 0, script.length, key)).toBe(false);
      const other = hex(own);
      other[other.length - 1]! ^= 1;
      expect(scriptIsDerived(script, 0, script.length, other)).toBe(false);
      other[0]! ^= 1;
      expect(scriptIsDerived(script, 0, script.length, other)).toBe(false);
    }
  });

  it('agrees with the payments of bitcoinjs-lib', () => {
    const hash = hex(H20);
    expect(scriptOfAddressKey(hex(`00${H20}`))).toEqual(Buffer.from(payments.p2pkh({ hash }).output!));
    expect(scriptOfAddressKey(hex(`01${H20}`))).toEqual(Buffer.from(payments.p2sh({ hash }).output!));
    expect(scriptOfAddressKey(hex(`10${H20}`))).toEqual(Buffer.from(payments.p2wpkh({ hash }).output!));
    expect(scriptOfAddressKey(hex(`10${H32}`))).toEqual(Buffer.from(payments.p2wsh({ hash: hex(H32) }).output!));
  });

  it.each(['', '00', `00${H32}`, `02${H20}`, '11aa', `21${H20}`, `11${'aa'.repeat(41)}`])(
    'refuses the key “%s”',
    (key) => {
      expect(() => scriptOfAddressKey(hex(key))).toThrow(RangeError);
    },
  );
});

describe('any bytes at all', () => {
  it('have a type, and no key leads to another script of the same type', () => {
    const opcodes = fc.constantFrom(
      0,
      1,
      20,
      32,
      33,
      65,
      0x4c,
      0x4d,
      0x4e,
      0x51,
      0x60,
      0x6a,
      0x76,
      0x87,
      0x88,
      0xa9,
      0xaa,
      0xac,
      0xae,
    );
    const bytes = fc.array(fc.oneof(opcodes, fc.nat(255)), { maxLength: 80 });
    fc.assert(
      fc.property(bytes, (values) => {
        const script = Buffer.from(values);
        for (const chain of [btc, ltc, doge, bch]) {
          expect(SCRIPT_TYPES).toContain(scriptType(chain, script));
          const key = addressKeyOfScript(chain, script, 0, script.length);
          const derived = key !== null && scriptIsDerived(script, 0, script.length, key);
          if (derived) expect(scriptOfAddressKey(key)).toEqual(script);
          expect(key !== null && !derived).toBe(scriptType(chain, script) === 'pubkey');
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('isUnspendable', () => {
  it('is OP_RETURN first, or more than 10,000 bytes', () => {
    expect(isUnspendable(hex('6a'), 0, 1)).toBe(true);
    expect(isUnspendable(hex('516a'), 0, 2)).toBe(false);
    expect(isUnspendable(hex('516a'), 1, 1)).toBe(true);
    expect(isUnspendable(hex('6a'), 0, 0)).toBe(false);
    expect(isUnspendable(Buffer.alloc(10_000), 0, 10_000)).toBe(false);
    expect(isUnspendable(Buffer.alloc(10_001), 0, 10_001)).toBe(true);
  });
});

describe('opReturnData', () => {
  it('lists the pushed items in hex', () => {
    const items = [hex('48656c6c6f'), Buffer.alloc(80, 1), Buffer.alloc(300, 2)];
    const script = Buffer.from(scripts.compile([0x6a, ...items]));
    expect(opReturnData(script)).toEqual(items.map((item) => item.toString('hex')));
  });

  it('shows numbers as the byte they push', () => {
    expect(opReturnData(hex('6a005160504f'))).toEqual(['', '01', '10', '81']);
    expect(opReturnData(hex('6a'))).toEqual([]);
  });

  it('is null for everything that is no nulldata', () => {
    expect(opReturnData(hex('6a05486561'))).toBeNull();
    expect(opReturnData(hex(`0014${H20}`))).toBeNull();
    expect(opReturnData(Buffer.alloc(0))).toBeNull();
  });
});
