/** Descriptors and extended keys: the vectors of the BIPs, an independent implementation, and what is refused. */
import { HDKey, networks, Output } from '@bitcoinerlab/descriptors-scure';
import {
  type ChainCode,
  DescriptorError,
  formatAddress,
  type KeyKind,
  parseDescriptor,
  requireChain,
} from '@chaintrail/chains';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftedPoints } from '../src/utxo/descriptors/shifted-points.js';

function placeOf(code: ChainCode, name = 'mainnet') {
  const chain = requireChain(code);
  if (chain.family !== 'utxo') throw new RangeError(code);
  return { family: 'utxo', chain, network: chain.networks.find((network) => network.name === name)! } as const;
}
const bitcoin = placeOf('btc');

const scriptsOf = (text: string, count = 1): string[] =>
  parseDescriptor(bitcoin, text).branches.flatMap((branch) =>
    branch.derive(0, count).map(({ script }) => script.toString('hex')),
  );

const KEY = '03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd';
const X_KEY = KEY.slice(2);
const LONG_KEY =
  '04a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd5b8dec5235a0fa8722476c7709c02559e3aa73aa03918ba2d492eea75abea235';
const XPUB_A =
  'xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJbZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL';
const XPUB_B =
  'xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y';
const XPUB_C =
  'xpub661MyMwAqRbcGDZQUKLqmWodYLcoBQnQH33yYkkF3jjxeLvY8qr2wWGEWkiKFaaQfJCoi3HeEq3Dc5DptfbCyjD38fNhSqtKc1UHaP4ba3t';
/** Private keys of the BIPs themselves. */
const XPRV =
  'xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qaMWPrS7AANYqdq6vcBcBUdJCVVFceUvJFjaPdGZ2y9WACViL4L';
const WIF = 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1';
const LONG_WIF = '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss';
const SIXTEEN =
  '03669b8afcec803a0d323e9a17f3ea8e68e8abe5a278020a929adbec52421adbd0,0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600,0362a74e399c39ed5593852a30147f2959b56bb827dfa3e60e464b02ccf87dc5e8,0261345b53de74a4d721ef877c255429961b7e43714171ac06168d7e08c542a8b8,02da72e8b46901a65d4374fe6315538d8f368557dda3a1dcf9ea903f3afe7314c8,0318c82dd0b53fd3a932d16e0ba9e278fcc937c582d5781be626ff16e201f72286,0297ccef1ef99f9d73dec9ad37476ddb232f1238aff877af19e72ba04493361009,02e502cfd5c3f972fe9a3e2a18827820638f96b6f347e54d63deb839011fd5765d,03e687710f0e3ebe81c1037074da939d409c0025f17eb86adb9427d28f0f7ae0e9,02c04d3a5274952acdbc76987f3184b346a483d43be40874624b29e3692c1df5af,02ed06e0f418b5b43a7ec01d1d7d27290fa15f75771cb69b642a51471c29c84acd,036d46073cbb9ffee90473f3da429abc8de7f8751199da44485682a989a4bebb24,02f5d1ff7c9029a80a4e36b9a5497027ef7f3e73384a4a94fbfe7c4e9164eec8bc,02e41deffd1b7cce11cde209a781adcffdabd1b91c0ba0375857a2bfd9302419f3,02d76625f7956a7fc505ab02556c23ee72d832f1bac391bcd2d3abce5710a13d06,0399eb0a5487515802dc14544cf10b3666623762fbed2ec38a3975716e2c29c232';

/** Sources: BIP381, BIP383, BIP386, with public keys in place of private ones. */
const VALID: readonly (readonly [descriptor: string, ...scripts: string[]])[] = [
  [`pk(${KEY})`, `21${KEY}ac`],
  [`pkh([deadbeef/1/2'/3/4']${KEY})`, '76a9149a1c78a507689f6f54b847ad1cef1e614ee23f1e88ac'],
  [`pkh([deadbeef/1/2h/3/4h]${KEY})`, '76a9149a1c78a507689f6f54b847ad1cef1e614ee23f1e88ac'],
  [`pk(${LONG_KEY})`, `41${LONG_KEY}ac`],
  [`pkh(${LONG_KEY})`, '76a914b5bd079c4d57cc7fc28ecf8213a6b791625b818388ac'],
  [`sh(pk(${KEY}))`, 'a9141857af51a5e516552b3086430fd8ce55f7c1a52487'],
  [`sh(pkh(${KEY}))`, 'a9141a31ad23bf49c247dd531a623c2ef57da3c400c587'],
  [
    'pkh([bd16bee5/2147483647h]xpub69H7F5dQzmVd3vPuLKtcXJziMEQByuDidnX3YdwgtNsecY5HRGtAAQC5mXTt4dsv9RzyjgDjAQs9VGVV6ydYCHnprc9vvaA5YtqWyL6hyds/0)',
    '76a914ebdc90806a9c4356c1c88e42216611e1cb4c1c1788ac',
  ],
  [`pk(${XPUB_B}/0)`, '210379e45b3cf75f9c5f9befd8e9506fb962f6a9d185ac87001ec44a8d3df8d4a9e3ac'],
  [`multi(1,${KEY},${LONG_KEY})`, `5121${KEY}41${LONG_KEY}52ae`],
  [`sortedmulti(1,${LONG_KEY},${KEY})`, `5121${KEY}41${LONG_KEY}52ae`],
  [
    `sortedmulti(2,${XPUB_A}/*,${XPUB_B}/0/0/*)`,
    '5221025d5fc65ebb8d44a5274b53bac21ff8307fec2334a32df05553459f8b1f7fe1b62102fbd47cc8034098f0e6a94c6aeee8528abf0a2153a5d8e46d325b7284c046784652ae',
    '52210264fd4d1f5dea8ded94c61e9641309349b62f27fbffe807291f664e286bfbe6472103f4ece6dfccfa37b211eb3d0af4d0c61dba9ef698622dc17eecdf764beeb005a652ae',
    '5221022ccabda84c30bad578b13c89eb3b9544ce149787e5b538175b1d1ba259cbb83321024d902e1a2fc7a8755ab5b694c575fce742c48d9ff192e63df5193e4c7afe1f9c52ae',
  ],
  [`sh(wsh(multi(16,${SIXTEEN})))`, 'a9147fc63e13dc25e8a95a3cee3d9a714ac3afd96f1e87'],
  [`tr(${X_KEY})`, '512077aab6e066f8a7419c5ab714c12c67d25007ed55a43cadcacb4d7a970a093f11'],
  [
    `tr(${X_KEY},pk(669b8afcec803a0d323e9a17f3ea8e68e8abe5a278020a929adbec52421adbd0))`,
    '512017cf18db381d836d8923b1bdb246cfcd818da1a9f0e6e7907f187f0b2f937754',
  ],
  ['raw(deadbeef)#89f8spxm', 'deadbeef'],
  ['addr(1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu)', '76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac'],
];

/** Sources: the same, BIP380, BIP382 and BIP389. */
const INVALID: readonly (readonly [descriptor: string, code: string, sentence: string])[] = [
  [`pk(pk(${KEY}))`, 'malformed', 'neither an extended public key'],
  [`pkh(pk(${KEY}))`, 'malformed', 'neither an extended public key'],
  [`sh(${KEY})`, 'malformed', 'no function'],
  [`sh(sh(pkh(${KEY})))`, 'malformed', 'sh() stands outermost, not in sh()'],
  [`wsh(wsh(pkh(${KEY})))`, 'malformed', 'wsh() stands outermost, in sh(), not in wsh()'],
  [`wsh(wpkh(${KEY}))`, 'malformed', 'wpkh() stands'],
  [`wsh(sh(pkh(${KEY})))`, 'malformed', 'sh() stands'],
  [`sh(combo(${KEY}))`, 'malformed', 'combo() stands outermost'],
  [`wpkh(${LONG_KEY})`, 'malformed', 'uncompressed'],
  [`sh(wpkh(${LONG_KEY}))`, 'malformed', 'uncompressed'],
  [`wsh(pk(${LONG_KEY}))`, 'malformed', 'uncompressed'],
  [`sh(multi(16,${SIXTEEN}))`, 'malformed', 'expected 1 to 15'],
  [`multi(a,${KEY},${LONG_KEY})`, 'malformed', 'how many keys have to sign'],
  [`multi(0,${KEY},${LONG_KEY})`, 'malformed', 'asks for 0 signatures of 2 keys'],
  [`multi(3,${KEY},${LONG_KEY})`, 'malformed', 'asks for 3 signatures of 2 keys'],
  [`tr(${LONG_KEY})`, 'malformed', 'uncompressed'],
  [`wsh(tr(${X_KEY}))`, 'malformed', 'tr() stands outermost'],
  [`sh(tr(${X_KEY}))`, 'malformed', 'tr() stands outermost'],
  [`tr(${X_KEY},pkh(${KEY}))`, 'malformed', 'pkh() stands'],
  [`wpkh(${X_KEY})`, 'malformed', '32 bytes'],
  [`pkh(02${'00'.repeat(32)})`, 'malformed', 'no point of the curve'],
  [`pkh([deadbeef/<0;1>]${XPUB_C}/0)`, 'malformed', 'an origin'],
  [`pkh([deadbee/1]${KEY})`, 'malformed', 'an origin'],
  [`pkh(${XPUB_C}/<0;1>/<2;3>)`, 'malformed', 'more than one choice'],
  [
    `tr(${XPUB_C}/<6;7;8;9>/*,{pk(${XPUB_A}/<1;2;3>/0/*),pk(${XPUB_B}/0/0/<3;4;5>/*)})`,
    'malformed',
    'different lengths',
  ],
  [`wpkh(${XPUB_C}/<>/*)`, 'malformed', 'a step of a path'],
  [`wpkh(${XPUB_C}/0>/*)`, 'malformed', 'a step of a path'],
  [`wpkh(${XPUB_C}/<0/*)`, 'malformed', 'does not end'],
  [`wpkh(${XPUB_C}/<0;>/*)`, 'malformed', 'a step of a path'],
  [`wpkh(${XPUB_C}/<0;0>/*)`, 'malformed', 'the same step twice'],
  [`wpkh(${XPUB_C}/*/0)`, 'malformed', 'a step of a path'],
  [`wpkh(${XPUB_A}${'/0'.repeat(255)}/*)`, 'malformed', 'more steps than BIP32'],
  [`sh(multi(1,${XPUB_C}${'/0'.repeat(128)},${XPUB_A}${'/0'.repeat(128)}))`, 'unsupported', '256 steps together'],
  [`wpkh(${XPUB_C}/<${[...Array(17).keys()].join(';')}>/*)`, 'unsupported', '17 alternatives'],
  [`pkh(${XPUB_C}/2147483648)`, 'malformed', 'above 2147483647'],
  [`wpkh(${XPUB_C}/0'/*)`, 'unsupported', 'hardened'],
  [`wpkh(${XPUB_C}/0/*h)`, 'unsupported', 'hardened'],
  [`wsh(and_v(v:pk(${KEY}),older(144)))`, 'unsupported', 'miniscript'],
  [`wsh(older(144))`, 'unsupported', 'miniscript'],
  ['raw(deadbeef)#', 'checksum', '0 characters'],
  ['raw(deadbeef)#89f8spxmx', 'checksum', '9 characters'],
  ['raw(deadbeef)#89f8spx', 'checksum', '7 characters'],
  ['raw(deedbeef)#89f8spxm', 'checksum', 'typing mistake'],
  ['raw(deadbeef)##9f8spxm', 'malformed', 'more than one #'],
  ['raw(Ü)#00000000', 'malformed', 'character 5'],
  ['', 'malformed', 'no function'],
  [`wpkh(${XPUB_C.slice(0, -1)}u/*)`, 'checksum', 'typing mistake'],
  [
    'wpkh(tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B/*)',
    'foreign-network',
    'expected an xpub',
  ],
  [`pkh(${WIF})`, 'private-key', 'private key'],
  [`tr(${LONG_WIF})`, 'private-key', 'private key'],
  [`wpkh(${XPRV}/0)`, 'private-key', 'private key'],
  [XPRV, 'private-key', 'private key'],
  [WIF, 'private-key', 'private key'],
  ['x'.repeat(10_001), 'malformed', '10000 characters'],
];

function refusalOf(read: () => unknown): DescriptorError {
  try {
    read();
  } catch (error) {
    if (error instanceof DescriptorError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('Descriptors', () => {
  it.each(VALID)('reads %s', (text, ...scripts) => {
    expect(scriptsOf(text, Math.max(1, scripts.length))).toEqual(scripts);
  });

  it.each(INVALID)('refuses %s', (text, code, sentence) => {
    const error = refusalOf(() => parseDescriptor(bitcoin, text));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(sentence)]);
    // Nothing of what was given is said again, least of all a key.
    for (const word of text.match(/[0-9A-Za-z]{12,}/g) ?? []) expect(error.message).not.toContain(word);
  });

  it('expands a choice of steps into branches (BIP389)', () => {
    const text = (branch: string, steps: string) =>
      `sh(multi(2,${XPUB_A}/${branch}/0/*,${XPUB_B}/0/*,${XPUB_C}/0/0/${steps}/*))`;
    const expanded = [text('1', '3'), text('2', '4'), text('3', '5')].flatMap((each) => scriptsOf(each, 2));
    expect(scriptsOf(text('<1;2;3>', '<3;4;5>'), 2)).toEqual(expanded);
    const { branches } = parseDescriptor(bitcoin, `pkh(${XPUB_C}/<0;1>/*)`);
    expect(branches.map(({ role }) => role)).toEqual(['receive', 'change']);
  });

  it('writes the same account the same way, with its checksum', () => {
    const written = [`wpkh([D34DB33F/84h/0h]${XPUB_C}/**)`, `wpkh([d34db33f/84'/0']${XPUB_C}/<0;1>/*)`];
    const [text, other] = written.map((each) => parseDescriptor(bitcoin, each).text);
    expect(text).toBe(other);
    expect(parseDescriptor(bitcoin, text!).text).toBe(text);
    expect(text).toMatch(/#[a-z0-9]{8}$/);
  });

  it('credits P2PK to the P2PKH address of its key, as histories do', () => {
    const keys = parseDescriptor(bitcoin, `combo(${KEY})`).branches[0]!.derive(0, 1);
    expect(new Set(keys.map(({ addressKey }) => addressKey?.toString('hex'))).size).toBe(3);
  });
});

describe('Extended keys', () => {
  /** Source: BIP84, BIP86 and SLIP-132's vectors of the seed “abandon … about”. */
  const ACCOUNTS: readonly (readonly [ChainCode, string, KeyKind | undefined, string, string])[] = [
    [
      'btc',
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
      undefined,
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      "m/84'/0'/0'/0/0",
    ],
    [
      'btc',
      'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ',
      'tr',
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      "m/86'/0'/0'/0/0",
    ],
    [
      'btc',
      'ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP',
      undefined,
      '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf',
      "m/49'/0'/0'/0/0",
    ],
    [
      'btc',
      'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj',
      undefined,
      '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA',
      "m/44'/0'/0'/0/0",
    ],
  ];
  it.each(ACCOUNTS)('reads one of %s: %s', (code, key, kind, address, path) => {
    const place = placeOf(code);
    const [first] = parseDescriptor(place, key, kind).branches[0]!.derive(0, 1);
    expect([formatAddress(place.network, first!.addressKey!), first!.path]).toEqual([address, path]);
  });

  it('reads those of each chain, and refuses other networks', () => {
    const key = HDKey.fromMasterSeed(Buffer.alloc(32, 5));
    const written = (version: number) =>
      HDKey.fromExtendedKey(key.derive("m/44'/2'/0'").publicExtendedKey, { public: 0x0488b21e, private: 0x0488ade4 }) &&
      new HDKey({ ...keyParts(key.derive("m/44'/2'/0'")), versions: { public: version, private: 0x0488ade4 } })
        .publicExtendedKey;
    const kinds = (code: ChainCode, version: number, network?: string) =>
      parseDescriptor(placeOf(code, network), written(version)).kind;
    expect(kinds('ltc', 0x019da462)).toBe('pkh');
    expect(kinds('ltc', 0x01b26ef6)).toBe('sh-wpkh');
    expect(kinds('doge', 0x02facafd)).toBe('pkh');
    expect(kinds('btc', 0x045f1cf6, 'regtest')).toBe('wpkh');
    expect(refusalOf(() => kinds('btc', 0x019da462)).code).toBe('foreign-network');
    expect(refusalOf(() => kinds('btc', 0x043587cf)).code).toBe('foreign-network');
    expect(refusalOf(() => kinds('btc', 0x0295b43f)).message).toContain('one key of a multisig');
    expect(refusalOf(() => kinds('doge', 0x04b24746)).message).toContain('no segwit');
  });
});

function keyParts({ publicKey, chainCode, depth, index, parentFingerprint }: HDKey) {
  return { publicKey: publicKey!, chainCode: chainCode!, depth, index, parentFingerprint };
}

describe('Beside an independent implementation', () => {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const step = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 ** 31 - 1 }));
  const FORMS = [
    ([a]: string[]) => `pkh(${a})`,
    ([a]: string[]) => `wpkh(${a})`,
    ([a]: string[]) => `sh(wpkh(${a}))`,
    ([a]: string[]) => `tr(${a})`,
    ([a, b, c]: string[]) => `wsh(sortedmulti(2,${a},${b},${c}))`,
    ([a, b]: string[]) => `sh(wsh(sortedmulti(1,${a},${b})))`,
    ([a, b]: string[]) => `sh(sortedmulti(2,${a},${b}))`,
    ([a, b]: string[]) => `wsh(multi(2,${a},${b}))`,
    ([a, b]: string[]) => `tr(${a},pk(${b}))`,
    ([a, b, c]: string[]) => `tr(${a},{pk(${b}),pk(${c})})`,
    ([a, b, c]: string[]) => `tr(${a},multi_a(2,${b},${c}))`,
  ];

  it('derives the same scripts', () => {
    const keys = fc.array(fc.tuple(seed, step), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...FORMS), keys, fc.integer({ min: 0, max: 2 ** 31 - 3 }), (form, parts, index) => {
        const text = form(parts.map(([bytes, n]) => `${HDKey.fromMasterSeed(bytes).publicExtendedKey}/${n}/*`));
        const [, own] = parseDescriptor(bitcoin, text).branches[0]!.derive(index, 2);
        const theirs = new Output({ descriptor: text, index: index + 1, network: networks.bitcoin });
        expect(own!.script.toString('hex')).toBe(Buffer.from(theirs.getScriptPubKey()).toString('hex'));
      }),
      { numRuns: 25 },
    );
  });
});

it('adds multiples of the generator as one by one, also where a point is doubled or a step comes to nothing', () => {
  const { Point } = secp256k1;
  const order = Point.Fn.ORDER;
  const multiples = fc.oneof(fc.bigInt(1n, 520n), fc.bigInt(1n, order - 1n), fc.bigInt(order - 520n, order - 1n));
  const pairs = fc.array(
    fc.tuple(multiples, multiples).filter(([start, tweak]) => start + tweak !== order),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(pairs, (all) => {
      const starts = all.map(([start]) => Point.BASE.multiply(start).toAffine());
      const tweaks = all.map(([, tweak]) => Buffer.from(tweak.toString(16).padStart(64, '0'), 'hex'));
      const sums = all.map(([start, tweak]) => Point.BASE.multiply((start + tweak) % order).toHex());
      expect(shiftedPoints(starts, tweaks).map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(sums);
    }),
    { numRuns: 20 },
  );
});
