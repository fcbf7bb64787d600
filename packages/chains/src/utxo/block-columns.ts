/** The growing arrays that one decode fills, one column per field; see `UtxoBlock` for what each holds. */
import { HIGH_WORD, LOW_WORD } from './utxo-block.js';

/** Values and scripts of outputs: of a block's own, or of those it spends. */
export class OutputColumns {
  count = 0;
  #words: Uint32Array;
  #scriptOffset: Uint32Array;
  #scriptLength: Uint32Array;
  #tokenLength: Uint32Array | null;

  /** @param tokens outputs may carry CashTokens. */
  constructor(capacity: number, tokens = false) {
    this.#words = new Uint32Array(2 * capacity);
    this.#scriptOffset = new Uint32Array(capacity);
    this.#scriptLength = new Uint32Array(capacity);
    this.#tokenLength = tokens ? new Uint32Array(capacity) : null;
  }

  /** Makes room for `more` outputs. The caller has checked that so many fit into the bytes that are left. */
  reserve(more: number): void {
    const capacity = grownCapacity(this.#scriptOffset.length, this.count + more);
    if (capacity === this.#scriptOffset.length) return;
    this.#words = grown(this.#words, 2 * capacity);
    this.#scriptOffset = grown(this.#scriptOffset, capacity);
    this.#scriptLength = grown(this.#scriptLength, capacity);
    if (this.#tokenLength !== null) this.#tokenLength = grown(this.#tokenLength, capacity);
  }

  /** Adds an output whose value is `high * 2^32 + low`; `reserve` has made the room. */
  push(low: number, high: number, scriptOffset: number, scriptLength: number): void {
    const index = this.count++;
    this.#words[2 * index + LOW_WORD] = low;
    this.#words[2 * index + HIGH_WORD] = high;
    this.#scriptOffset[index] = scriptOffset;
    this.#scriptLength[index] = scriptLength;
  }

  /** Says that the last output's field starts with `length` bytes of tokens: its script is the rest. */
  splitTokens(length: number): void {
    const index = this.count - 1;
    this.#scriptOffset[index]! += length;
    this.#scriptLength[index]! -= length;
    if (this.#tokenLength !== null) this.#tokenLength[index] = length;
  }

  finish(): { value: BigInt64Array; scriptOffset: Uint32Array; scriptLength: Uint32Array } {
    return {
      value: new BigInt64Array(this.#words.slice(0, 2 * this.count).buffer),
      scriptOffset: this.#scriptOffset.slice(0, this.count),
      scriptLength: this.#scriptLength.slice(0, this.count),
    };
  }

  /** Bytes of tokens before each script; null where no output can have any. */
  finishTokens(): Uint32Array | null {
    return this.#tokenLength === null ? null : this.#tokenLength.slice(0, this.count);
  }
}

/** The outpoints that a block's inputs name. */
export class InputColumns {
  count = 0;
  #prevTxidOffset: Uint32Array;
  #prevVout: Uint32Array;

  constructor(capacity: number) {
    this.#prevTxidOffset = new Uint32Array(capacity);
    this.#prevVout = new Uint32Array(capacity);
  }

  /** Makes room for `more` inputs. The caller has checked that so many fit into the bytes that are left. */
  reserve(more: number): void {
    const capacity = grownCapacity(this.#prevVout.length, this.count + more);
    if (capacity === this.#prevVout.length) return;
    this.#prevTxidOffset = grown(this.#prevTxidOffset, capacity);
    this.#prevVout = grown(this.#prevVout, capacity);
  }

  push(prevTxidOffset: number, prevVout: number): void {
    const index = this.count++;
    this.#prevTxidOffset[index] = prevTxidOffset;
    this.#prevVout[index] = prevVout;
  }

  finish(): { prevTxidOffset: Uint32Array; prevVout: Uint32Array } {
    return {
      prevTxidOffset: this.#prevTxidOffset.slice(0, this.count),
      prevVout: this.#prevVout.slice(0, this.count),
    };
  }
}

function grownCapacity(capacity: number, needed: number): number {
  return needed <= capacity ? capacity : Math.max(needed, 2 * capacity);
}

function grown(old: Uint32Array, capacity: number): Uint32Array {
  const larger = new Uint32Array(capacity);
  larger.set(old);
  return larger;
}
