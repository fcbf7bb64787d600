import { HASH_BYTES } from '../bytes/hash.js';
import { rehash } from '../bytes/hash-many.js';
import type { UtxoChain } from '../chain.js';
import { InputColumns, OutputColumns } from './block-columns.js';
import { SHIELDED_POOLS, type UtxoTransactions } from './utxo-block.js';

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
