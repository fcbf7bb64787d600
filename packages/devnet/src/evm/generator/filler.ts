/** Text whose digits nobody reads, made once: inputs, bloom filters, roots. */
import { Random } from '../../random.js';
import { literal } from './answer-writer.js';

const WORDS = 4_096;
const BLOOM_BYTES = 256;
const BLOOMS = 64;

/** Words as an ABI encodes them: addresses, amounts, some of 32 full bytes. */
function abiWord(random: Random): string {
  const dice = random.fraction();
  const bytes = dice < 0.4 ? 20 : dice < 0.8 ? random.between(1, 12) : 32;
  return random.bytes(bytes).toString('hex').padStart(64, '0');
}

function bloom(random: Random, bits: number): Uint8Array {
  const bytes = Buffer.alloc(BLOOM_BYTES);
  for (let count = 0; count < bits; count++) {
    const at = random.below(BLOOM_BYTES);
    bytes[at] = (bytes[at] as number) | (1 << random.below(8));
  }
  return literal(bytes.toString('hex'));
}

const random = new Random(7);
const ABI_TEXT = literal(Array.from({ length: WORDS }, () => abiWord(random)).join(''));
const RECEIPT_BLOOMS = Array.from({ length: BLOOMS }, (_, bits) => bloom(random, 3 + (bits % 30)));
const BLOCK_BLOOMS = Array.from({ length: BLOOMS }, () => bloom(random, 1_500));
const NO_BLOOM = literal('0'.repeat(BLOOM_BYTES * 2));

/** Most bytes of an input's filler. */
const MOST_INPUT_BYTES = 16_000;

/** @returns digits of so many bytes; from another place for every `which` */
export function inputFiller(bytes: number, which: number): Uint8Array {
  const most = WORDS - MOST_INPUT_BYTES / 32;
  const from = (which % most) * 64;
  return ABI_TEXT.subarray(from, from + bytes * 2);
}

export function receiptBloom(logs: number, which: number): Uint8Array {
  return logs === 0 ? NO_BLOOM : (RECEIPT_BLOOMS[which % BLOOMS] as Uint8Array);
}

export function blockBloom(which: number): Uint8Array {
  return BLOCK_BLOOMS[which % BLOOMS] as Uint8Array;
}
