/** The rows of unconfirmed transactions in COPY form. Pure: values in, bytes out. */
import {
  addressKeyOfScript,
  amountOf,
  HIGH_WORD,
  isUnspendable,
  LOW_WORD,
  scriptIsDerived,
  type UtxoChain,
  type UtxoTransactions,
  wordsOf,
} from '@chaintrail/chains';
import { BYTEA, CopyRows, INT4, INT8 } from '../../copy-rows.js';
import { putPoolDeltas, putTokens } from '../utxo-rows.js';
import type { SpentOutput, UtxoMempoolTransaction } from './resolve-inputs.js';

export const PENDING_TARGETS = {
  mempool_transactions:
    '(id, txid, first_seen, version, lock_time, size, vsize, fee, input_txids, input_vouts, input_values, input_keys, output_values, output_keys, output_scripts, output_tokens, sprout_delta, sapling_delta, orchard_delta, ironwood_delta, signals_rbf)',
  mempool_address_transactions: '(address_key, id, delta, received, vouts)',
  mempool_spends: '(txid, vout, id, vin)',
} as const;

interface Effect {
  readonly key: Buffer;
  delta: bigint;
  received: bigint;
  readonly vouts: number[];
}

const WORD_BITS = 32n;

export class PendingRows {
  readonly mempool_transactions = new CopyRows();
  readonly mempool_address_transactions = new CopyRows();
  readonly mempool_spends = new CopyRows();
  private readonly chain: UtxoChain;

  constructor(chain: UtxoChain) {
    this.chain = chain;
  }

  /** @param spent what its inputs spend; null where it is not known */
  add(id: number, transaction: UtxoMempoolTransaction, spent: readonly (SpentOutput | null)[]): void {
    const { decoded } = transaction;
    const keys = this.outputKeys(transaction);
    const rows = this.mempool_transactions;
    rows.row(21);
    rows.int8(id);
    rows.reversedHash(decoded.txids, 0);
    rows.int8(transaction.firstSeen);
    rows.int8(decoded.txVersion[0]!);
    rows.int8(decoded.lockTime[0]!);
    rows.int4(decoded.txSize[0]!);
    rows.int4(Math.ceil(decoded.txWeight[0]! / 4));
    const fee = feeOf(transaction, spent);
    if (fee === null) rows.null();
    else rows.numeric(amountOf(fee));
    this.putInputs(transaction, spent);
    this.putOutputs(transaction, keys);
    putTokens(rows, decoded, 0);
    putPoolDeltas(rows, decoded.poolDeltas && wordsOf(decoded.poolDeltas), 0);
    const signal = signalsReplacement(this.chain, decoded);
    if (signal === null) rows.null();
    else rows.bool(signal);
    this.putEffects(id, transaction, spent, keys);
    this.putSpends(id, transaction);
  }

  private outputKeys({ decoded }: UtxoMempoolTransaction): (Buffer | null)[] {
    const { bytes, outputScriptOffset, outputScriptLength } = decoded;
    return Array.from(outputScriptOffset, (offset, o) =>
      addressKeyOfScript(this.chain, bytes, offset, outputScriptLength[o]!),
    );
  }

  private putInputs({ decoded }: UtxoMempoolTransaction, spent: readonly (SpentOutput | null)[]): void {
    const rows = this.mempool_transactions;
    const txids = rows.beginArray(BYTEA, spent.length);
    for (let i = 0; i < spent.length; i++) rows.reversedHash(decoded.bytes, decoded.inputPrevTxidOffset[i]!);
    rows.endArray(txids);
    const vouts = rows.beginArray(INT4, spent.length);
    for (let i = 0; i < spent.length; i++) rows.int4(decoded.inputPrevVout[i]! | 0);
    rows.endArray(vouts);
    const values = rows.beginArray(INT8, spent.length);
    for (const output of spent) {
      if (output === null) rows.null();
      else rows.int8Words(Number(output.value >> WORD_BITS), Number(BigInt.asUintN(32, output.value)));
    }
    rows.endArray(values);
    const keys = rows.beginArray(BYTEA, spent.length);
    for (const output of spent) {
      if (!output?.key) rows.null();
      else rows.bytea(output.key);
    }
    rows.endArray(keys);
  }

  private putOutputs({ decoded }: UtxoMempoolTransaction, keys: readonly (Buffer | null)[]): void {
    const { bytes, outputValue, outputScriptOffset, outputScriptLength } = decoded;
    const rows = this.mempool_transactions;
    const words = wordsOf(outputValue);
    const values = rows.beginArray(INT8, keys.length);
    for (let o = 0; o < keys.length; o++) rows.int8Words(words[2 * o + HIGH_WORD]!, words[2 * o + LOW_WORD]!);
    rows.endArray(values);
    const keyArray = rows.beginArray(BYTEA, keys.length);
    for (const key of keys) {
      if (key === null) rows.null();
      else rows.bytea(key);
    }
    rows.endArray(keyArray);
    const isStored = keys.map(
      (key, o) => key === null || !scriptIsDerived(bytes, outputScriptOffset[o]!, outputScriptLength[o]!, key),
    );
    if (!isStored.includes(true)) {
      rows.null();
      return;
    }
    const scripts = rows.beginArray(BYTEA, keys.length);
    for (const [o, stored] of isStored.entries()) {
      const offset = outputScriptOffset[o]!;
      if (stored) rows.bytea(bytes, offset, offset + outputScriptLength[o]!);
      else rows.null();
    }
    rows.endArray(scripts);
  }

  private putEffects(
    id: number,
    { decoded }: UtxoMempoolTransaction,
    spent: readonly (SpentOutput | null)[],
    keys: readonly (Buffer | null)[],
  ): void {
    const effects = new Map<string, Effect>();
    const effectOn = (key: Buffer): Effect => {
      const name = key.toString('latin1');
      const effect = effects.get(name) ?? { key, delta: 0n, received: 0n, vouts: [] };
      effects.set(name, effect);
      return effect;
    };
    for (const output of spent) if (output?.key) effectOn(output.key).delta -= output.value;
    for (const [o, key] of keys.entries()) {
      const offset = decoded.outputScriptOffset[o]!;
      if (key === null || isUnspendable(decoded.bytes, offset, decoded.outputScriptLength[o]!)) continue;
      const effect = effectOn(key);
      effect.delta += decoded.outputValue[o]!;
      effect.received += decoded.outputValue[o]!;
      effect.vouts.push(o);
    }
    const rows = this.mempool_address_transactions;
    for (const { key, delta, received, vouts } of effects.values()) {
      rows.row(5);
      rows.bytea(key);
      rows.int8(id);
      rows.numeric(amountOf(delta));
      rows.numeric(amountOf(received));
      const array = rows.beginArray(INT4, vouts.length);
      for (const vout of vouts) rows.int4(vout);
      rows.endArray(array);
    }
  }

  private putSpends(id: number, { decoded }: UtxoMempoolTransaction): void {
    const rows = this.mempool_spends;
    for (let i = 0; i < decoded.inputPrevVout.length; i++) {
      rows.row(4);
      rows.reversedHash(decoded.bytes, decoded.inputPrevTxidOffset[i]!);
      rows.int4(decoded.inputPrevVout[i]! | 0);
      rows.int8(id);
      rows.int4(i);
    }
  }
}

/** Inputs minus outputs and what shielded pools gain, in base units; null when an input is not known. */
export function feeOf({ decoded }: UtxoMempoolTransaction, spent: readonly (SpentOutput | null)[]): bigint | null {
  let fee = 0n;
  for (const output of spent) {
    if (output === null) return null;
    fee += output.value;
  }
  for (const value of decoded.outputValue) fee -= value;
  for (const gain of decoded.poolDeltas ?? []) fee -= gain;
  return fee;
}

const OUTPOINT_BYTES = 36;
/** Bytes in front of lengths of two bytes and of four; shorter ones stand alone. */
const [TWO_BYTES, FOUR_BYTES] = [0xfd, 0xfe];
/** BIP125 MAX_BIP125_RBF_SEQUENCE (bitcoin src/util/rbf.h). */
const MOST_SIGNALLING = 0xfffffffd;

/** Whether it says that it may be replaced (BIP125); null on chains whose nodes replace nothing. */
function signalsReplacement({ cashTokens, shielded }: UtxoChain, decoded: UtxoTransactions): boolean | null {
  if (cashTokens || shielded) return null;
  const { bytes, inputPrevTxidOffset } = decoded;
  return inputPrevTxidOffset.some((offset) => {
    const at = offset + OUTPOINT_BYTES;
    const first = bytes[at]!;
    let end = at + 1 + first;
    if (first === TWO_BYTES) end = at + 3 + bytes.readUInt16LE(at + 1);
    if (first === FOUR_BYTES) end = at + 5 + bytes.readUInt32LE(at + 1);
    return bytes.readUInt32LE(end) <= MOST_SIGNALLING;
  });
}
