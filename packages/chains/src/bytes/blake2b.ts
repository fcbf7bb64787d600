/**
 * BLAKE2b (RFC 7693) with a personalization, as Zcash uses it: for transaction ids (ZIP 244, ZIP 229) and the jumbling
 * of unified addresses (ZIP 316). Node's crypto has no personalization, and JavaScript's fast numbers have no 64 bits.
 * So this is WebAssembly, written instruction by instruction. It hashes 690 MB/s, and 32 bytes in 0.4 µs; @noble/hashes
 * takes 5 µs and hashes 40 MB/s.
 */
import { get, I64, instantiateWasm, load, OP, unsigned } from './wasm.js';

const BLOCK_BYTES = 128;
const STATE_BYTES = 64;
const PERSONALIZATION_BYTES = 16;

// Byte offsets in the memory: state, initialization vector, then what of the message is not compressed yet.
const STATE_AT = 0;
const IV_AT = STATE_BYTES;
const MESSAGE_AT = 2 * STATE_BYTES;
const MESSAGE_END = 65_536;
/** Shorter pieces are copied faster byte by byte. */
const SHORT_BYTES = 48;

/** RFC 7693 §2.6: that of SHA-512. */
const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

/** RFC 7693 §2.7: which words of the block a round takes, in hexadecimal. Rounds 10 and 11 are 0 and 1 again. */
const SIGMA = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
];
const ROUNDS = 12;

interface Engine {
  readonly memory: Buffer;
  /** Compresses the block at byte `block` into the state; `hashed` bytes end with it; `last` is -1 for the last. */
  readonly compress: (block: number, hashed: number, last: number) => void;
}

let engine: Engine | undefined;

/** Built when first needed, which takes a millisecond. One for all: a digest is finished before the next begins. */
function theEngine(): Engine {
  engine ??= build();
  return engine;
}

function build(): Engine {
  const wasm = instantiateWasm('hashing with BLAKE2b', { parameters: 3, locals: 16, code: compressCode() });
  const memory = Buffer.from(wasm.memory);
  for (const [i, word] of IV.entries()) memory.writeBigUInt64LE(word, IV_AT + 8 * i);
  return { memory, compress: wasm.run };
}

/** A message that is given in pieces: `begin`, any number of `add`, `end`. */
export class Blake2b {
  readonly #initial = Buffer.alloc(STATE_BYTES);
  readonly #engine = theEngine();
  readonly #digestBytes: number;
  #at = MESSAGE_AT;
  #hashed = 0;

  /** @param personalization 16 bytes. @param digestBytes 1 to 64 */
  constructor(personalization: Uint8Array, digestBytes: number) {
    if (personalization.length !== PERSONALIZATION_BYTES || digestBytes < 1 || digestBytes > STATE_BYTES) {
      throw new RangeError(`BLAKE2b of ${digestBytes} bytes personalized by ${personalization.length}`);
    }
    this.#digestBytes = digestBytes;
    this.#engine.memory.copy(this.#initial, 0, IV_AT, IV_AT + STATE_BYTES);
    // The parameter block (RFC 7693 §2.5): length of the digest, no key, fanout and depth 1, and at its end the
    // personalization.
    this.#initial[0]! ^= digestBytes;
    this.#initial[2]! ^= 1;
    this.#initial[3]! ^= 1;
    for (let i = 0; i < PERSONALIZATION_BYTES; i++) this.#initial[48 + i]! ^= personalization[i]!;
  }

  begin(): this {
    this.#initial.copy(this.#engine.memory, STATE_AT);
    this.#at = MESSAGE_AT;
    this.#hashed = 0;
    return this;
  }

  /** Adds `bytes[from…to)` to the message. */
  add(bytes: Buffer, from = 0, to = bytes.length): this {
    let start = from;
    while (to - start > MESSAGE_END - this.#at) {
      const part = MESSAGE_END - this.#at;
      bytes.copy(this.#engine.memory, this.#at, start, start + part);
      start += part;
      this.#at = MESSAGE_END;
      this.#compressAllButLast();
    }
    this.#copy(bytes, start, to);
    return this;
  }

  /** Ends the message, and writes its digest to `target` at `at`. */
  end(target: Buffer, at: number): void {
    const { memory, compress } = this.#engine;
    const length = this.#at - MESSAGE_AT;
    const last = MESSAGE_AT + Math.max(0, Math.ceil(length / BLOCK_BYTES) - 1) * BLOCK_BYTES;
    for (let block = MESSAGE_AT; block < last; block += BLOCK_BYTES) {
      this.#hashed += BLOCK_BYTES;
      compress(block, this.#hashed, 0);
    }
    memory.fill(0, this.#at, last + BLOCK_BYTES);
    compress(last, this.#hashed + this.#at - last, -1);
    memory.copy(target, at, STATE_AT, STATE_AT + this.#digestBytes);
  }

  #copy(bytes: Buffer, from: number, to: number): void {
    const { memory } = this.#engine;
    if (to - from > SHORT_BYTES) bytes.copy(memory, this.#at, from, to);
    else for (let i = from, at = this.#at; i < to; i++) memory[at++] = bytes[i]!;
    this.#at += to - from;
  }

  /** Makes room. The last block stays: it may be the last of the message. */
  #compressAllButLast(): void {
    const { memory, compress } = this.#engine;
    const last = MESSAGE_END - BLOCK_BYTES;
    for (let block = MESSAGE_AT; block < last; block += BLOCK_BYTES) {
      this.#hashed += BLOCK_BYTES;
      compress(block, this.#hashed, 0);
    }
    memory.copy(memory, MESSAGE_AT, last, MESSAGE_END);
    this.#at = MESSAGE_AT + BLOCK_BYTES;
  }
}

// Parameters and local variables of the function: 16 words of the working vector (RFC 7693 §3.2).
const BLOCK = 0;
const HASHED = 1;
const LAST = 2;
const VECTOR = 3;

const loadFixed = (address: number) => [OP.i32Const, 0, ...load(address)];
const v = (i: number) => VECTOR + i;

function compressCode(): number[] {
  const code: number[] = [];
  for (let i = 0; i < 8; i++) code.push(...loadFixed(STATE_AT + 8 * i), OP.set, v(i));
  for (let i = 0; i < 8; i++) code.push(...loadFixed(IV_AT + 8 * i), OP.set, v(8 + i));
  code.push(...get(v(12)), ...get(HASHED), I64.fromU32, I64.xor, OP.set, v(12));
  code.push(...get(v(14)), ...get(LAST), I64.fromI32, I64.xor, OP.set, v(14));
  for (let round = 0; round < ROUNDS; round++) code.push(...roundCode(SIGMA[round % SIGMA.length]!));
  for (let i = 0; i < 8; i++) {
    code.push(OP.i32Const, 0, ...loadFixed(STATE_AT + 8 * i), ...get(v(i)), I64.xor, ...get(v(8 + i)), I64.xor);
    code.push(I64.store, 3, ...unsigned(STATE_AT + 8 * i));
  }
  return [...code, OP.end];
}

/** Four columns, then four diagonals. */
function roundCode(sigma: string): number[] {
  const code: number[] = [];
  for (let i = 0; i < 8; i++) {
    const shift = i < 4 ? 0 : 1;
    const at = (row: number) => v(4 * row + ((i + row * shift) & 3));
    const word = (index: number) => 8 * Number.parseInt(sigma[index]!, 16);
    code.push(...mixCode(at(0), at(1), at(2), at(3), word(2 * i), word(2 * i + 1)));
  }
  return code;
}

/** G (RFC 7693 §3.1) of four local variables and two words of the block. */
function mixCode(a: number, b: number, c: number, d: number, x: number, y: number): number[] {
  const half = (word: number, rotateD: number, rotateB: number) => [
    ...[...get(a), ...get(b), I64.add, ...get(BLOCK), ...load(word), I64.add, OP.tee, a],
    ...[...get(d), I64.xor, OP.i64Const, rotateD, I64.rotr, OP.tee, d],
    ...[...get(c), I64.add, OP.tee, c],
    ...[...get(b), I64.xor, OP.i64Const, rotateB, I64.rotr, OP.set, b],
  ];
  return [...half(x, 32, 24), ...half(y, 16, 63)];
}
