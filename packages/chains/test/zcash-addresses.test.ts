import { type AddressErrorCode, formatAddress, requireUtxoChain } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unjumble } from '../src/utxo/zcash/f4jumble.js';
import { addressError, type InvalidAddress, itReads, itRefuses } from './support/address-tables.js';
import { btc, everyNetwork, ltc, networkOf, parseAddress } from './support/networks.js';
import { bech32Text, type Item, jumble, unifiedAddress } from './support/zcash-unified.js';

const zec = requireUtxoChain('zec');
const mainnet = networkOf(zec, 'mainnet');
const testnet = networkOf(zec, 'testnet');
const regtest = networkOf(zec, 'regtest');
const p2pkhScript = (hash: string) => `76a914${hash}88ac`;
const p2shScript = (hash: string) => `a914${hash}87`;

// Source of those without another: zcash/zcash-test-vectors unified_address, unified_address_r2, zip_0320.
const SAPLING = 'zs1qqqqqqqqqqqqqqqqqqcguyvaw2vjk4sdyeg0lc970u659lvhqq7t0np6hlup5lusxle75c8v35z';
const SPROUT = 'zc8E5gYid86n4bo2Usdq1cpr7PpfoJGzttwBHEEgGhGkLUg7SPPVFNB2AkRFXZ7usfphup5426dt1buMmY3fkYeRrQGLa8y';
const UNIFIED =
  'u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdvckzaect2jtte308mkwlycj2u0eac077wu70vqcetkxf';
const UNIFIED_ORCHARD =
  'u1ddnjsdcpm36r6aq79n3s68shjweksnmwtdltrh046s8m6xcws9ygyawalxx8n6hg6vegk0wh8zjnafxgh6msppjsljvyt0ynece3lvm0';
const UNIFIED_REGTEST =
  'uregtest15xk7vj4grjkay6mnfl93dhsflc2yeunhxwdh38rul0rq3dfhzzxgm5szjuvtqdha4t4p2q02ks0jgzrhjkrav70z9xlvq0plpcjkd5z3';
const FIRST = 't1V9mnyk5Z5cTNMCkLbaDwSskgJZucTLdgW';
const FIRST_HASH = '7bb83570b8fae146e03c5331a020b1e0892f631d';

describe('valid addresses', () => {
  itReads(zec, mainnet, [
    [FIRST, FIRST, p2pkhScript(FIRST_HASH)],
    // zebra zebra-chain/src/parameters/network/subsidy/constants/mainnet.rs
    [
      't3ev37Q2uL1sfTsiJQJiWJoFzQpDhmnUwYo',
      't3ev37Q2uL1sfTsiJQJiWJoFzQpDhmnUwYo',
      p2shScript('df3f053f9c73f96eb8502563f0566817e5c0b680'),
    ],
    ['tex10wur2u9clts5dcpu2vc6qg93uzyj7cca2xm732', FIRST, p2pkhScript(FIRST_HASH)],
    ['TEX10WUR2U9CLTS5DCPU2VC6QG93UZYJ7CCA2XM732', FIRST, p2pkhScript(FIRST_HASH)],
    // ZIP 320
    [
      'tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte',
      't1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC',
      p2pkhScript('8286bf790866805397e3a947640b77a43f0b43a5'),
    ],
    [UNIFIED, FIRST, p2pkhScript(FIRST_HASH)],
    [UNIFIED.toUpperCase(), FIRST, p2pkhScript(FIRST_HASH)],
    // With a receiver of type 0xfffc, which is to be ignored.
    [
      'u1en8ysypun4gdkdnu8zqqg6k73ankr9ffwfzg08wtzg9z939w0wupewemfrc8a630e8gc4uqucym0l4v44fszy3et4veyypt3jsyp0whfpfsn2lw30kj8nepe6wvvasf00wklh85u9v8glqndupmamk9z2ja9sanf70pp4yxvkt3dmyzxa0kkhv2c9pxmkghrxqk0590azvya3nzrtevj449nu3laskrhf7c7nj9cyw7ty38mccg4znrr876guu6pzndx7ngwzhmlsn8d89saf5araaacrhr9958xr6z23mj4qtzzn98whdpu8u7n8fhf5d2vypljda62q73du44sf0e0kxmq3gvgkta0qqgq9w6r403gc5jz2any02etmwlttkv84hgh95czhdf2jugk3u36ke0kchcthg240',
      formatAddress(mainnet, Buffer.from('0006974d8bcd8ba8ef89ce36a653d93868251c2e3d', 'hex')),
      p2pkhScript('06974d8bcd8ba8ef89ce36a653d93868251c2e3d'),
    ],
    // Second revision: P2SH with an expiry time, and P2PKH with an expiry height.
    [
      'tu165npws03eh8a5gxx6s0zesc3yag5ajdf9zkt0z22fyue96sasvjx369d4ddfe9vvpp5c83vrhypxa59jk345334df0kw0ec0up3cxefwt87fq2lfpgvvfzuys4g69shztfq78kkhf2jllpfs2rz9nxxyjkkf0lcqutpls84vgcey3l6ukpa877advxg8l8hccze5kfzpan6plapyvpdrp4y8nasxjf5k7fz',
      formatAddress(mainnet, Buffer.from('016faecbf360d6feea31d4184e9e3f517f64d03764', 'hex')),
      p2shScript('6faecbf360d6feea31d4184e9e3f517f64d03764'),
    ],
    [
      'tu10he3a748avswjp76qk4c4q5fatc4vdlr9w95y53vlptqp56n7avq88sdcq678l563xa3t5lt6uyj7hyh6d774muny9dk9ahr6hk33srau36dz0shurxhd4jmt5vzvxhd7hpaytekm7azvagvf3mm6',
      formatAddress(mainnet, Buffer.from('0040c44030e468b7091e9bb33ba0abdc63986f3c36', 'hex')),
      p2pkhScript('40c44030e468b7091e9bb33ba0abdc63986f3c36'),
    ],
  ]);
  itReads(zec, testnet, [
    [
      'tmEZhbWHTpdKMw5it8YDspUXSMGQyFwovpU',
      'tmEZhbWHTpdKMw5it8YDspUXSMGQyFwovpU',
      p2pkhScript('3535cd15f4209a68a92d1dcd59e949d6c656fc99'),
    ],
    ['t26YoyZ1iPgiMEWL4zGUm74eVWfhyDMXzY2', 't26YoyZ1iPgiMEWL4zGUm74eVWfhyDMXzY2', p2shScript('00'.repeat(20))],
    [
      'textest1qyqszqgpqyqszqgpqyqszqgpqyqszqgpfcjgfy',
      formatAddress(testnet, Buffer.concat([Buffer.of(0), Buffer.alloc(20, 1)])),
      p2pkhScript('01'.repeat(20)),
    ],
  ]);
  itReads(zec, regtest, [
    [
      'texregtest1s2rt77ggv6q989lr49rkgzmh5slsksa990zqpk',
      formatAddress(regtest, Buffer.from('008286bf790866805397e3a947640b77a43f0b43a5', 'hex')),
      p2pkhScript('8286bf790866805397e3a947640b77a43f0b43a5'),
    ],
  ]);
});

describe('addresses that cannot be looked up', () => {
  const hidden = 'the chain does not show what shielded addresses receive or spend';
  itRefuses(zec, mainnet, [
    [SAPLING, 'not-indexable', `this is a Sapling address: ${hidden}`],
    [SPROUT, 'not-indexable', `this is a Sprout address: ${hidden}`],
    [UNIFIED_ORCHARD, 'not-indexable', `no transparent receiver, only Orchard: ${hidden}`],
    [
      unifiedAddress('u', [
        [2, Buffer.alloc(43)],
        [3, Buffer.alloc(43)],
        [0xfffa, Buffer.alloc(300)],
      ]),
      'not-indexable',
      'only Sapling, Orchard, and type 0xfffa',
    ],
  ]);
  itRefuses(zec, regtest, [[UNIFIED_REGTEST, 'not-indexable', 'only Sapling']]);
});

describe('mistakes', () => {
  const changed = (text: string, at: number, char: string) => text.slice(0, at) + char + text.slice(at + 1);
  itRefuses(zec, mainnet, [
    [changed(FIRST, 10, '6'), 'checksum', 'typing mistake'],
    [FIRST.slice(0, -1), 'checksum', 'typing mistake'],
    [FIRST.slice(0, -3), 'malformed', 'a base58 address holds 26 bytes'],
    [changed(FIRST, 10, 'l'), 'malformed', 'character 11 (“l”)'],
    [FIRST.toUpperCase(), 'checksum', 'typing mistake'],
    [changed(UNIFIED, 30, 'q'), 'checksum', 'typing mistake'],
    [UNIFIED.slice(0, 100), 'checksum', 'typing mistake'],
    [changed(UNIFIED, 30, 'b'), 'malformed', 'character 31 (“b”)'],
    [`U${UNIFIED.slice(1)}`, 'malformed', 'never mixed'],
    [`${UNIFIED} `, 'malformed', 'character 142 is neither'],
    [`u1${'q'.repeat(999)}`, 'malformed', '1001 characters are more than any address has'],
    [`zcash:${UNIFIED}`, 'malformed', 'leave the prefix'],
    ['tex10wur2u9clts5dcpu2vc6qg93uzyj7cca2xm733', 'checksum', 'typing mistake'],
    [bech32Text('tex', Buffer.alloc(20), 1n), 'checksum', 'typing mistake'],
    [bech32Text('tex', Buffer.alloc(21)), 'malformed', 'holds 20 bytes, not 21'],
    [changed(SAPLING, 70, 'q'), 'checksum', 'typing mistake'],
    [bech32Text('zs', Buffer.alloc(42), 1n), 'malformed', 'holds 43 bytes, not 42'],
    [changed(SPROUT, 50, 'A'), 'checksum', 'typing mistake'],
    ['u1', 'checksum', 'typing mistake'],
  ]);
});

describe('a unified address', () => {
  const p2pkh: Item = [0, Buffer.alloc(20, 1)];
  const p2sh: Item = [1, Buffer.alloc(20, 2)];
  const sapling: Item = [2, Buffer.alloc(43, 3)];
  const orchard: Item = [3, Buffer.alloc(43, 4)];
  const expiry: Item = [0xe0, Buffer.alloc(4, 5)];
  const hint: Item = [0xc0, Buffer.alloc(40, 6)];
  const strange: Item = [0xe2, Buffer.alloc(4, 7)];
  const two = 'has two transparent receivers';

  const invalid: readonly InvalidAddress[] = [
    [unifiedAddress('u', [p2pkh, p2sh, sapling]), 'malformed', two],
    [unifiedAddress('u', [p2pkh, p2pkh, sapling]), 'malformed', 'not in their order'],
    [unifiedAddress('u', [sapling, p2pkh]), 'malformed', 'not in their order'],
    [
      unifiedAddress('u', [[0, Buffer.alloc(21)], sapling]),
      'malformed',
      'part 0x0 of the unified address has 21 bytes',
    ],
    [unifiedAddress('u', [p2pkh, [2, Buffer.alloc(42)]]), 'malformed', 'part 0x2 of the unified address has 42 bytes'],
    [unifiedAddress('u', [p2pkh, sapling], 'utest'), 'malformed', 'padding'],
    [unifiedAddress('u', [p2pkh, sapling], 'u', Buffer.of(3)), 'malformed', 'do not add up'],
    [unifiedAddress('u', [p2pkh, sapling], 'u', Buffer.of(3, 200, 1)), 'malformed', 'do not add up'],
    [unifiedAddress('u', [p2pkh, sapling], 'u', Buffer.of(0xfd, 3, 0, 0)), 'malformed', 'do not add up'],
    [unifiedAddress('u', [p2pkh]), 'malformed', 'does not hold 38 bytes'],
    [unifiedAddress('u', [p2pkh, hint]), 'malformed', 'has a shielded receiver'],
    [unifiedAddress('u', [p2pkh, orchard, expiry]), 'malformed', 'has no part 0xe0'],
    [unifiedAddress('tu', [hint]), 'malformed', 'has no receiver'],
    [unifiedAddress('zu', [p2pkh, orchard]), 'malformed', 'has no transparent receiver'],
    [unifiedAddress('tu', [p2pkh, orchard, strange]), 'not-indexable', '0xe2'],
    [unifiedAddress('tu', [p2pkh, orchard, [0xe1, Buffer.alloc(4)]]), 'malformed', 'part 0xe1'],
    [bech32Text('u', Buffer.alloc(47)), 'malformed', 'does not hold 47 bytes'],
    [bech32Text('u', Buffer.alloc(48)), 'malformed', 'padding'],
  ];
  itRefuses(zec, mainnet, invalid);

  it.each<[string, readonly Item[], Item]>([
    ['u', [p2pkh, sapling, orchard], p2pkh],
    ['u', [p2sh, orchard, hint, [0x1_0000, Buffer.alloc(3)]], p2sh],
    ['ur', [p2sh, hint, expiry], p2sh],
    ['tu', [p2pkh, orchard, hint, expiry, [0xe1, Buffer.alloc(8)]], p2pkh],
  ])('of prefix %s stands for its transparent receiver', (hrp, items, [type, hash]) => {
    const key = parseAddress(zec, mainnet, unifiedAddress(hrp, items));
    expect(key).toEqual(Buffer.concat([Buffer.of(type), hash]));
  });

  it('is read on its own network only', () => {
    const own = [
      [mainnet, 'u'],
      [testnet, 'utest'],
      [regtest, 'uregtest'],
    ] as const;
    for (const [network, hrp] of own) {
      for (const [other] of own) {
        const parse = () => parseAddress(zec, other, unifiedAddress(hrp, [p2pkh, orchard]));
        if (other === network) expect(parse().subarray(1)).toEqual(p2pkh[1]);
        else expect(addressError(parse).message).toContain(`this is an address of Zcash ${network.name}`);
      }
    }
  });

  it('is refused when any of its characters is changed', () => {
    const text = unifiedAddress('u', [p2pkh, orchard]);
    for (let at = 2; at < text.length; at++) {
      const wrong = text.slice(0, at) + (text[at] === 'q' ? 'p' : 'q') + text.slice(at + 1);
      expect(addressError(() => parseAddress(zec, mainnet, wrong)).code).toBe('checksum');
    }
  });
});

describe('addresses of other networks', () => {
  it.each<[string, AddressErrorCode, string]>([
    [UNIFIED, 'foreign-network', 'an address of Zcash mainnet'],
    [SAPLING, 'foreign-network', 'an address of Zcash mainnet'],
    [SPROUT, 'foreign-network', 'an address of Zcash mainnet'],
    ['textest1qyqszqgpqyqszqgpqyqszqgpqyqszqgpfcjgfy', 'foreign-network', 'an address of Zcash testnet'],
    [FIRST, 'foreign-network', 'an address of Zcash mainnet'],
  ])('%s is Zcash’s on every other chain', (text, code, words) => {
    for (const chain of [btc, ltc]) {
      const error = addressError(() => parseAddress(chain, networkOf(chain, 'mainnet'), text));
      expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
    }
  });

  it('are told from Zcash’s', () => {
    const others = everyNetwork.filter(({ chain }) => chain !== zec);
    for (const { chain, network } of others) {
      const error = addressError(() => parseAddress(zec, mainnet, network.addressExample));
      expect(error.code).toBe('foreign-network');
      expect(error.message).toContain(chain.name);
    }
  });
});

describe('F4Jumble', () => {
  it('takes back the shortest published vector', () => {
    const jumbled = '0304d029141b995da5387c125970673504d6c764d91ea6c082123770c7139ccd88ee27368cd0c0921a0444c8e5858d22';
    expect(unjumble(Buffer.from(jumbled, 'hex'))?.toString('hex')).toBe(
      '5d7a8f739a2d9e945b0ce152a8049e294c4d6e66b164939daffa2ef6ee6921481cdd86b3cc4318d9614fc820905d042b',
    );
  });

  it('is taken back for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 48, maxLength: 400 }), (noise) => {
        const message = Buffer.from(noise);
        expect(unjumble(jumble(message))).toEqual(message);
      }),
    );
    expect(unjumble(Buffer.alloc(47))).toBeNull();
  });
});
