import { NOBODY, type Salt, saltsOf, wordOf } from './identities.js';

const DIGITS = Uint8Array.from(Buffer.from('0123456789abcdef', 'latin1'));
/** The four digits of every number of 16 bits, as one number of 32 bits. */
const FOUR_DIGITS = Uint32Array.from({ length: 1 << 16 }, (_, value) =>
  Buffer.from(value.toString(16).padStart(4, '0'), 'latin1').readUInt32BE(),
);
/** Shorter text is copied faster here than by the call that copies memory. */
const SHORT_TEXT = 48;
const ZERO = 0x30;
const X = 0x78;
/** 0x30 for each digit of a word of 32 bytes. */
const ZEROS = new Uint8Array(64).fill(ZERO);
const FULL_HASH_WORDS = 8;
const ADDRESS_WORDS = 5;

/** Text that is written many times. */
export function literal(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

/**
 * Writes JSON of a known shape straight into bytes. Nothing is checked: the caller writes what is valid, and reserves
 * room first, but for what is text already.
 */
export class AnswerWriter {
  private bytes = Buffer.allocUnsafeSlow(1 << 20);
  private at = 0;
  private view = new DataView(this.bytes.buffer);
  private readonly salts: Readonly<Record<Salt, number>>;

  constructor(seed: number) {
    this.salts = saltsOf(seed);
  }

  get length(): number {
    return this.at;
  }

  /** Forgets what was written behind this length. */
  rewind(length: number): void {
    this.at = length;
  }

  /** Makes room for so many more bytes. */
  reserve(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + length));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** What was written; valid until the writer is used again. */
  written(): Buffer {
    return this.bytes.subarray(0, this.at);
  }

  text(text: Uint8Array): void {
    this.reserve(text.length);
    const { bytes, at } = this;
    const { length } = text;
    if (length > SHORT_TEXT) bytes.set(text, at);
    else for (let place = 0; place < length; place++) bytes[at + place] = text[place] as number;
    this.at = at + length;
  }

  /** 64 digits, no prefix. */
  hash(kind: Salt, number: number): void {
    const salt = this.salts[kind];
    for (let index = 0; index < FULL_HASH_WORDS; index++) this.word(wordOf(salt, number, index));
  }

  /** The 40 digits of somebody's address, no prefix. */
  party(number: number): void {
    const salt = this.salts.party;
    const isNobody = number === NOBODY;
    for (let index = 0; index < ADDRESS_WORDS; index++) this.word(isNobody ? 0 : wordOf(salt, number, index));
  }

  /** `0x` and as few digits as will do; below 2^53. */
  quantity(value: number): void {
    const { bytes } = this;
    bytes[this.at] = ZERO;
    bytes[this.at + 1] = X;
    let count = 1;
    for (let rest = Math.floor(value / 16); rest > 0; rest = Math.floor(rest / 16)) count++;
    this.at += 2 + count;
    let rest = value;
    for (let place = 1; place <= count; place++) {
      const next = Math.floor(rest / 16);
      bytes[this.at - place] = DIGITS[rest - next * 16] as number;
      rest = next;
    }
  }

  /** So many digits that do not begin with 0; which, another number says. */
  digits(count: number, which: number): void {
    const salt = this.salts.amount;
    for (let done = 0; done < count; done += 8) {
      const length = Math.min(8, count - done);
      this.someDigits(wordOf(salt, which, done) | (done === 0 ? 0x1000_0000 : 0), length);
    }
  }

  /** 32 bytes of which the last so many digits are not 0; no prefix. */
  padded(count: number, which: number): void {
    this.bytes.set(ZEROS, this.at);
    this.at += 64 - count;
    this.digits(count, which);
  }

  /** A small number as 32 bytes; no prefix. */
  paddedNumber(value: number): void {
    this.bytes.set(ZEROS, this.at);
    this.at += 56;
    this.word(value);
  }

  private word(value: number): void {
    this.view.setUint32(this.at, FOUR_DIGITS[value >>> 16] as number);
    this.view.setUint32(this.at + 4, FOUR_DIGITS[value & 0xffff] as number);
    this.at += 8;
  }

  /** The first `length` of a word's eight digits. */
  private someDigits(value: number, length: number): void {
    const { bytes, at } = this;
    for (let place = 0; place < length; place++)
      bytes[at + place] = DIGITS[(value >>> (28 - place * 4)) & 15] as number;
    this.at = at + length;
  }
}
