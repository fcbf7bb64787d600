import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../src/bytes/reader.js';
import { DecodeError } from '../src/errors.js';
import { compactSize } from './support/wire.js';

const reader = (hex: string) => new ByteReader(Buffer.from(hex, 'hex'));

describe('ByteReader', () => {
  it('reads CompactSize integers in their shortest form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x0200_0000 }), (value) => {
        const bytes = compactSize(value);
        const read = new ByteReader(bytes);
        expect(read.compactSize()).toBe(value);
        expect(read.remaining).toBe(0);
      }),
    );
  });

  it.each([
    ['fdfc00', 'not in its shortest form'],
    ['feffff0000', 'not in its shortest form'],
    ['ffffffffff00000000', 'not in its shortest form'],
    ['fe01000002', 'above the limit'],
    ['ff0000000001000000', 'above the limit'],
    ['ffffffffffffffffff', 'above the limit'],
    ['fd01', 'end 1 bytes too early'],
    ['fe010000', 'end 1 bytes too early'],
    ['ff01000000', 'end 4 bytes too early'],
    ['', 'end 1 bytes too early'],
  ])('refuses CompactSize %s', (hex, message) => {
    expect(() => reader(hex).compactSize()).toThrow(DecodeError);
    expect(() => reader(hex).compactSize()).toThrow(message);
  });

  it('reads the whole range of u32', () => {
    expect(reader('ffffffff').u32()).toBe(0xffff_ffff);
    expect(reader('01020380').u32()).toBe(0x8003_0201);
    expect(() => reader('010203').u32()).toThrow(DecodeError);
  });

  it('refuses a count whose items cannot fit, before anyone allocates for them', () => {
    expect(reader('02aabb').count(1, 'items')).toBe(2);
    expect(() => reader('03aabb').count(1, 'items')).toThrow(
      '3 items cannot fit into the 2 bytes that follow at byte 0',
    );
    expect(() => reader('fe00000002').count(41, 'inputs')).toThrow(DecodeError);
  });

  it('stays where it is when a skip would leave the bytes', () => {
    const read = reader('0011');
    expect(read.skip(1)).toBe(0);
    expect(() => read.skip(2)).toThrow('at byte 1');
    expect(read.u8()).toBe(0x11);
  });
});
