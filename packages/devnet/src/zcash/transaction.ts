/** Zcash's transaction encodings (protocol specification §7.1; ZIPs 243, 225, 229). */
import { ByteWriter } from '../utxo/bytes.js';
import type { ActionPart, SaplingPart, ShieldedParts } from './shielded.js';
import { type TransactionVersion, VERSION_GROUP_IDS } from './upgrades.js';

interface WireInput {
  /** Wire order. */
  readonly txid: Buffer;
  readonly vout: number;
  readonly scriptSig: Buffer;
  readonly sequence: number;
}

interface WireOutput {
  /** Zatoshis. */
  readonly value: bigint;
  readonly script: Buffer;
}

/** What a Zcash transaction has beside transparent inputs and outputs. */
export interface ZcashParts extends ShieldedParts {
  readonly version: TransactionVersion;
  /** Of the rules it was made for: its signatures say so, from version 5 on its bytes too. */
  readonly branchId: number;
  /** Last height that may hold it; 0 for no limit. */
  readonly expiryHeight: number;
}

export interface WireTransaction extends ZcashParts {
  readonly lockTime: number;
  readonly inputs: readonly WireInput[];
  readonly outputs: readonly WireOutput[];
}

const writer = new ByteWriter();

/** Version with the fOverwintered flag. */
export function headerWord(version: TransactionVersion): number {
  return (version | 0x80000000) >>> 0;
}

/** @throws RangeError when the version has no place for one of the parts */
export function writeTransaction(transaction: WireTransaction): Buffer {
  const { version, branchId, lockTime, expiryHeight, sapling, orchard, ironwood } = transaction;
  if ((version < 5 && (sapling || orchard)) || (version < 6 && ironwood)) {
    throw new RangeError(`a transaction of version ${version} has no place for one of its shielded parts`);
  }
  writer.reset().u32(headerWord(version)).u32(VERSION_GROUP_IDS[version]);
  if (version === 4) {
    writeTransparent(transaction);
    // Sapling's balance, no spends, no outputs, and no JoinSplits.
    writer.u32(lockTime).u32(expiryHeight).i64(0n).compactSize(0).compactSize(0).compactSize(0);
    return writer.take();
  }
  writer.u32(branchId).u32(lockTime).u32(expiryHeight);
  writeTransparent(transaction);
  writeSapling(sapling);
  writeActions(orchard);
  if (version === 6) writeActions(ironwood);
  return writer.take();
}

function writeTransparent({ inputs, outputs }: WireTransaction): void {
  writer.compactSize(inputs.length);
  for (const { txid, vout, scriptSig, sequence } of inputs) {
    writer.bytes(txid).u32(vout).vector(scriptSig).u32(sequence);
  }
  writer.compactSize(outputs.length);
  for (const { value, script } of outputs) writer.i64(value).vector(script);
}

function writeSapling(sapling: SaplingPart | null): void {
  const { spends, outputs } = sapling ?? { spends: [], outputs: [] };
  writer.compactSize(spends.length);
  for (const { cv, nullifier, rk } of spends) writer.bytes(cv).bytes(nullifier).bytes(rk);
  writer.compactSize(outputs.length);
  for (const { cv, cmu, ephemeralKey, encCiphertext, outCiphertext } of outputs) {
    writer.bytes(cv).bytes(cmu).bytes(ephemeralKey).bytes(encCiphertext).bytes(outCiphertext);
  }
  if (!sapling) return;
  writer.i64(sapling.valueBalance);
  if (spends.length > 0) writer.bytes(sapling.anchor);
  for (const { proof } of spends) writer.bytes(proof);
  for (const { signature } of spends) writer.bytes(signature);
  for (const { proof } of outputs) writer.bytes(proof);
  writer.bytes(sapling.bindingSignature);
}

function writeActions(part: ActionPart | null): void {
  writer.compactSize(part?.actions.length ?? 0);
  if (!part) return;
  for (const { cv, nullifier, rk, cmx, ephemeralKey, encCiphertext, outCiphertext } of part.actions) {
    writer.bytes(cv).bytes(nullifier).bytes(rk).bytes(cmx).bytes(ephemeralKey).bytes(encCiphertext);
    writer.bytes(outCiphertext);
  }
  writer.u8(part.flags).i64(part.valueBalance).bytes(part.anchor).vector(part.proofs);
  for (const { signature } of part.actions) writer.bytes(signature);
  writer.bytes(part.bindingSignature);
}
