/** The filter of a block's logs. Source: Ethereum Yellow Paper, section 4.3.1 */
import { DIGIT } from '../../bytes/hex.js';
import { keccak256 } from '../../bytes/keccak.js';

const BLOOM_BYTES = 256;
const BITS_OF_ONE = 3;

export class Bloom {
  readonly #bytes = new Uint8Array(BLOOM_BYTES);

  /** Adds an address or a topic. */
  add(bytes: Uint8Array): void {
    const hash = keccak256(bytes);
    for (let i = 0; i < BITS_OF_ONE; i++) {
      const bit = ((hash[2 * i]! << 8) | hash[2 * i + 1]!) & 0x7ff;
      this.#bytes[BLOOM_BYTES - 1 - (bit >> 3)]! |= 1 << (bit & 7);
    }
  }

  /** Whether the digits `bytes[from…to)` are this filter. */
  equals(bytes: Uint8Array, from: number, to: number): boolean {
    if (to - from !== 2 * BLOOM_BYTES) return false;
    let different = 0;
    for (let i = 0; i < BLOOM_BYTES; i++, from += 2) {
      different |= ((DIGIT[bytes[from]!]! << 4) | DIGIT[bytes[from + 1]!]!) ^ this.#bytes[i]!;
    }
    return different === 0;
  }
}
