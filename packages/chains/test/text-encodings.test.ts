import { address } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase58Check, writeBase58Check } from '../src/bytes/base58.js';
import { decodeBech32, writeBech32 } from '../src/bytes/bech32.js';

function encodeBase58Check(payload: Uint8Array): string {
  const target = Buffer.alloc(200);
  return target.toString('latin1', 3, 3 + writeBase58Check(payload, target, 3));
}

describe('base58check', () => {
  it('writes what bitcoinjs-lib reads', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.uint8Array({ minLength: 21, maxLength: 21 }), (zeros, payload) => {
        payload.fill(0, 0, zeros);
        const text = encodeBase58Check(payload);
        expect(text).toBe(address.toBase58Check(payload.subarray(1), payload[0]!));
        const { version, hash } = address.fromBase58Check(text);
        expect([version, ...hash]).toEqual([...payload]);
      }),
    );
  });

  it('reads back what it writes, leading zeros included', () => {
    const payloads = fc.tuple(fc.nat(20), fc.uint8Array({ maxLength: 60 }));
    fc.assert(
      fc.property(payloads, ([zeros, rest]) => {
        const payload = Buffer.concat([Buffer.alloc(zeros), rest]);
        expect(decodeBase58Check(encodeBase58Check(payload), payload.length)).toEqual({ kind: 'payload', payload });
      }),
    );
  });

  it('tells the kinds of mistakes apart', () => {
    const good = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    expect(decodeBase58Check(good, 21).kind).toBe('payload');
    expect(decodeBase58Check(good.replace('Q', 'R'), 21).kind).toBe('bad-checksum');
    expect(decodeBase58Check(good.slice(0, -2), 21)).toEqual({ kind: 'bad-length', length: 24 });
    expect(decodeBase58Check(`1${good}`, 21)).toEqual({ kind: 'bad-length', length: 26 });
    expect(decodeBase58Check(good.replace('z', '0'), 21)).toEqual({ kind: 'bad-character', index: 3 });
    expect(decodeBase58Check(good.replace('z', '\u0661'), 21)).toEqual({ kind: 'bad-character', index: 3 });
    expect(decodeBase58Check('', 21)).toEqual({ kind: 'bad-length', length: 0 });
  });

  it('writes the largest numbers exactly', () => {
    for (let length = 0; length <= 82; length++) {
      const payload = Buffer.alloc(length, 0xff);
      expect(decodeBase58Check(encodeBase58Check(payload), length)).toEqual({ kind: 'payload', payload });
    }
  });

  it('writes at its place and nowhere else', () => {
    const target = Buffer.alloc(40, 0xee);
    expect(writeBase58Check(Buffer.from('0062e907b15cbf27d5425399ebf6f0fb50ebb88f18', 'hex'), target, 2)).toBe(34);
    expect(target.toString('latin1')).toBe('\u00ee\u00ee1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa\u00ee\u00ee\u00ee\u00ee');
  });

  it('bounds what it writes', () => {
    expect(encodeBase58Check(Buffer.alloc(82, 0xff)).length).toBeGreaterThan(110);
    expect(() => encodeBase58Check(Buffer.alloc(83))).toThrow(RangeError);
  });
});

describe('bech32 and bech32m', () => {
  it('writes at most 90 characters', () => {
    const program = Buffer.alloc(40, 0xff);
    const target = Buffer.alloc(100, 0xee);
    const hrp = 'h'.repeat(18);
    expect(writeBech32(hrp, 2, program, 0, 40, target, 5)).toBe(90);
    expect(target.toString('latin1', 5, 95).startsWith(`${hrp}1z`)).toBe(true);
    expect([target[4], target[95]]).toEqual([0xee, 0xee]);
    expect(() => writeBech32(`${hrp}h`, 2, program, 0, 40, target, 0)).toThrow(RangeError);
  });

  const read = (text: string) => {
    const lower = text.toLowerCase();
    return decodeBech32(lower, lower.slice(0, lower.lastIndexOf('1')));
  };

  it.each([
    'A12UEL5L',
    'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
    'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
    '11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j',
    'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
    '?1ezyfcl',
  ])('accepts the bech32 string %s (BIP173)', (text) => {
    expect(read(text)).toMatchObject({ kind: 'data', encoding: 'bech32' });
  });

  it.each([
    'A1LQFN3A',
    'an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6',
    'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx',
    '11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8',
    'split1checkupstagehandshakeupstreamerranterredcaperredlc445v',
    '?1v759aa',
  ])('accepts the bech32m string %s (BIP350)', (text) => {
    expect(read(text)).toMatchObject({ kind: 'data', encoding: 'bech32m' });
  });

  it.each([
    ['x1b4n0q5v', 'bad-character'],
    ['y1b0jsk6g', 'bad-character'],
    ['lt1igcx5c0', 'bad-character'],
    ['li1dgmt3', 'bad-checksum'],
    ['in1muywd', 'bad-checksum'],
    ['mm1crxm3i', 'bad-character'],
    ['au1s5cgom', 'bad-character'],
    ['M1VUXWEZ', 'bad-checksum'],
    ['a1', 'bad-checksum'],
  ])('refuses %s: %s (BIP173, BIP350)', (text, kind) => {
    expect(read(text).kind).toBe(kind);
  });
});
