/** The growing columns that a decode fills, one per field; `UtxoBlock` says what each holds. */
import { HASH_BYTES, rehash } from '../bytes/hash.js';
import type { UtxoChain } from '../chain.js';
import { HIGH_WORD, LOW_WORD, SHIELDED_POOLS, type UtxoTransactions } from './utxo-block.js';

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

  /** Splits the last output's field: it starts with `length` bytes of tokens, and its script is the rest. */
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

// Typical bytes per input and output, for the first size of the arrays; they grow as needed.
const BYTES_PER_INPUT = 180;
const BYTES_PER_OUTPUT = 150;

/** The columns of {@link UtxoTransactions} while they are being filled. */
export class TransactionColumns {
  readonly inputs: InputColumns;
  readonly outputs: OutputColumns;
  /**
   * Room for every txid. SHA-256 of transaction t is written to `t * 32` before `push` adds the rest; `finish` hashes
   * all once more, which makes them txids. What is there of Zcash's version 5 and later is replaced afterwards.
   */
  readonly txids: Buffer;
  /** See {@link UtxoTransactions.poolDeltas}; zeros to begin with. */
  readonly poolDeltas: BigInt64Array | null;
  /** Transactions pushed so far. */
  count = 0;
  readonly #bytes: Buffer;
  readonly #version: Uint32Array;
  readonly #lockTime: Uint32Array;
  readonly #size: Uint32Array;
  readonly #weight: Uint32Array;
  readonly #inputStart: Uint32Array;
  readonly #outputStart: Uint32Array;

  /** @param txCount has been checked against the length of `bytes`. */
  constructor(chain: UtxoChain, bytes: Buffer, txCount: number) {
    this.#bytes = bytes;
    this.inputs = new InputColumns(4 + Math.ceil(bytes.length / BYTES_PER_INPUT));
    this.outputs = new OutputColumns(4 + Math.ceil(bytes.length / BYTES_PER_OUTPUT), chain.cashTokens);
    this.txids = Buffer.allocUnsafe(txCount * HASH_BYTES);
    this.poolDeltas = chain.shielded ? new BigInt64Array(txCount * SHIELDED_POOLS.length) : null;
    this.#version = new Uint32Array(txCount);
    this.#lockTime = new Uint32Array(txCount);
    this.#size = new Uint32Array(txCount);
    this.#weight = new Uint32Array(txCount);
    this.#inputStart = new Uint32Array(txCount + 1);
    this.#outputStart = new Uint32Array(txCount + 1);
  }

  /** Adds a transaction; its txid, inputs and outputs are in place. */
  push(version: number, lockTime: number, size: number, weight: number): void {
    const tx = this.count++;
    this.#version[tx] = version;
    this.#lockTime[tx] = lockTime;
    this.#size[tx] = size;
    this.#weight[tx] = weight;
    this.#inputStart[tx + 1] = this.inputs.count;
    this.#outputStart[tx + 1] = this.outputs.count;
  }

  finish(): UtxoTransactions {
    const { prevTxidOffset, prevVout } = this.inputs.finish();
    const { value, scriptOffset, scriptLength } = this.outputs.finish();
    rehash(this.txids, this.count);
    return {
      bytes: this.#bytes,
      txCount: this.count,
      txids: this.txids,
      txVersion: this.#version,
      lockTime: this.#lockTime,
      txSize: this.#size,
      txWeight: this.#weight,
      inputStart: this.#inputStart,
      inputPrevTxidOffset: prevTxidOffset,
      inputPrevVout: prevVout,
      outputStart: this.#outputStart,
      outputValue: value,
      outputScriptOffset: scriptOffset,
      outputScriptLength: scriptLength,
      outputTokenLength: this.outputs.finishTokens(),
      poolDeltas: this.poolDeltas,
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
