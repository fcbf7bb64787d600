/**
 * The compression function of SHA-256 (FIPS 180-4 §6.2.2) on four messages at once, one in each 32-bit lane of a
 * 128-bit vector. It is a WebAssembly module, written here instruction by instruction, since neither JavaScript nor
 * Node's crypto has vectors. A vector of the memory holds the same word of the four messages.
 */
import { instantiateWasm, unsigned } from './wasm.js';

export interface Sha256Lanes {
  /** The module's memory in 32-bit words; see {@link LAYOUT}. */
  readonly words: Int32Array;
  /**
   * Compresses the 16 vectors at `message` into the 8 at `state`, and leaves the new state at `LAYOUT.state`. Byte
   * offsets.
   */
  readonly compress: (state: number, message: number) => void;
}

const VECTOR_BYTES = 16;
/** Byte offsets. */
export const LAYOUT = {
  initial: 0,
  state: 8 * VECTOR_BYTES,
  /** Directly behind the state: the padding that makes a message of a digest. */
  digestPadding: 16 * VECTOR_BYTES,
  message: 24 * VECTOR_BYTES,
  /** The block behind a message of 64 bytes. */
  padding64: 40 * VECTOR_BYTES,
  constants: 56 * VECTOR_BYTES,
} as const;

// Parameters and local variables of the function: 8 of the state, 16 of the message.
const STATE_OFFSET = 0;
const MESSAGE_OFFSET = 1;
const STATE = 2;
const MESSAGE = 10;
const VECTOR_LOCALS = 24;

// Source of the codes: WebAssembly Core Specification 2.0, §5.4.
const OP = { end: 0x0b, get: 0x20, set: 0x21, i32Const: 0x41, vector: 0xfd } as const;
const VECTOR_OP = {
  load: 0x00,
  store: 0x0b,
  or: 0x50,
  xor: 0x51,
  bitselect: 0x52,
  shl: 0xab,
  shrU: 0xad,
  add: 0xae,
} as const;
const TYPE_V128 = 0x7b;

/** @returns null on a machine without the vectors that WebAssembly needs */
export function sha256Lanes(): Sha256Lanes | null {
  const wasm = instantiateWasm({ parameters: 2, locals: VECTOR_LOCALS, localType: TYPE_V128, code: compressCode() });
  if (wasm === null) return null;
  const words = new Int32Array(wasm.memory);
  const put = (at: number, index: number, word: number): void => {
    words.fill(word, at / 4 + 4 * index, at / 4 + 4 * index + 4);
  };
  const { initial, round } = primeConstants();
  for (const [i, word] of initial.entries()) put(LAYOUT.initial, i, word);
  for (const [i, word] of round.entries()) put(LAYOUT.constants, i, word);
  // A one bit, zeros, and the length in bits.
  put(LAYOUT.digestPadding, 0, 0x8000_0000);
  put(LAYOUT.digestPadding, 7, 256);
  put(LAYOUT.padding64, 0, 0x8000_0000);
  put(LAYOUT.padding64, 15, 512);
  return { words, compress: wasm.run };
}

/** The first bits of the fractional parts of square and cube roots of the first primes (FIPS 180-4 §4.2.2, §5.3.3). */
function primeConstants(): { initial: number[]; round: number[] } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => (root - Math.floor(root)) * 2 ** 32;
  return {
    initial: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    round: primes.map((prime) => fraction(Math.cbrt(prime))),
  };
}

const get = (local: number) => [OP.get, local];
const set = (local: number) => [OP.set, local];
const vector = (op: number) => [OP.vector, ...unsigned(op)];
const load = (offset: number) => [...vector(VECTOR_OP.load), 4, ...unsigned(offset)];
const store = (offset: number) => [...vector(VECTOR_OP.store), 4, ...unsigned(offset)];
/** @param value 0 to 63: one byte, whose sign bit is bit 6 */
const small = (value: number) => [OP.i32Const, value];
const ADD = vector(VECTOR_OP.add);
const XOR = vector(VECTOR_OP.xor);
const SELECT = vector(VECTOR_OP.bitselect);

const shiftRight = (x: number, bits: number) => [...get(x), ...small(bits), ...vector(VECTOR_OP.shrU)];
const rotateRight = (x: number, bits: number) => [
  ...shiftRight(x, bits),
  ...[...get(x), ...small(32 - bits), ...vector(VECTOR_OP.shl)],
  ...vector(VECTOR_OP.or),
];
/** Σ0 and Σ1: three rotations. */
const bigSigma = (x: number, p: number, q: number, r: number) => [
  ...[...rotateRight(x, p), ...rotateRight(x, q), ...XOR],
  ...[...rotateRight(x, r), ...XOR],
];
/** σ0 and σ1: two rotations and a shift. */
const smallSigma = (x: number, p: number, q: number, shift: number) => [
  ...[...rotateRight(x, p), ...rotateRight(x, q), ...XOR],
  ...[...shiftRight(x, shift), ...XOR],
];

function compressCode(): number[] {
  const code: number[] = [];
  for (let i = 0; i < 8; i++) code.push(...get(STATE_OFFSET), ...load(VECTOR_BYTES * i), ...set(STATE + i));
  for (let i = 0; i < 16; i++) code.push(...get(MESSAGE_OFFSET), ...load(VECTOR_BYTES * i), ...set(MESSAGE + i));
  for (let t = 0; t < 64; t++) code.push(...(t < 16 ? [] : scheduleCode(t)), ...roundCode(t));
  for (let i = 0; i < 8; i++) {
    code.push(...small(0), ...get(STATE + i));
    code.push(...get(STATE_OFFSET), ...load(VECTOR_BYTES * i), ...ADD, ...store(LAYOUT.state + VECTOR_BYTES * i));
  }
  return [...code, OP.end];
}

/** W(t) = σ1(W(t-2)) + W(t-7) + σ0(W(t-15)) + W(t-16), in the place of the last. */
function scheduleCode(t: number): number[] {
  const w = (back: number) => MESSAGE + ((t - back) & 15);
  return [
    ...[...get(w(16)), ...smallSigma(w(15), 7, 18, 3), ...ADD],
    ...[...get(w(7)), ...ADD, ...smallSigma(w(2), 17, 19, 10), ...ADD],
    ...set(w(16)),
  ];
}

/** Instead of moving a…h on by one, every round calls them by names that have moved. */
function roundCode(t: number): number[] {
  const at = (i: number) => STATE + ((i - t) & 7);
  const [a, b, c, d, e, f, g, h] = [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)];
  return [
    // T1 = h + Σ1(e) + Ch(e, f, g) + K(t) + W(t), in the place of h
    ...[...get(h), ...bigSigma(e, 6, 11, 25), ...ADD, ...get(f), ...get(g), ...get(e), ...SELECT, ...ADD],
    ...[
      ...small(0),
      ...load(LAYOUT.constants + VECTOR_BYTES * t),
      ...get(MESSAGE + (t & 15)),
      ...ADD,
      ...ADD,
      ...set(h),
    ],
    ...[...get(d), ...get(h), ...ADD, ...set(d)],
    // T1 + Σ0(a) + Maj(a, b, c); where a and b differ, c is the majority
    ...[...get(h), ...bigSigma(a, 2, 13, 22), ...ADD],
    ...[...get(c), ...get(a), ...get(a), ...get(b), ...XOR, ...SELECT, ...ADD, ...set(h)],
  ];
}
