/** Zcash's six transaction encodings (protocol specification §7.1; ZIPs 202, 243, 225, 229). */
import { ByteWriter } from '../utxo/bytes.js';
import type { ActionPart, JoinSplit, SaplingPart, ShieldedParts, SproutPart } from './shielded.js';
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

export interface WireTransaction extends ShieldedParts {
  readonly version: TransactionVersion;
  /** Of the block that may hold it; written from version 5 on. */
  readonly branchId: number;
  readonly lockTime: number;
  /** Last height that may hold it, 0 for no limit; written from version 3 on. */
  readonly expiryHeight: number;
  readonly inputs: readonly WireInput[];
  readonly outputs: readonly WireOutput[];
}

const writer = new ByteWriter();

/** Version with the fOverwintered flag, which every version from 3 on sets. */
export function headerWord(version: TransactionVersion): number {
  return version >= 3 ? (version | 0x80000000) >>> 0 : version;
}

/** @throws RangeError when the version has no place for one of the parts */
export function writeTransaction(transaction: WireTransaction): Buffer {
  const { version } = transaction;
  refuseMisfits(transaction);
  writer.reset().u32(headerWord(version));
  if (version >= 3) writer.u32(VERSION_GROUP_IDS[version]);
  if (version >= 5) writeFrom5(transaction);
  else writeUpTo4(transaction);
  return writer.take();
}

function refuseMisfits({ version, sprout, sapling, orchard, ironwood }: WireTransaction): void {
  const misfit =
    (sprout && (version === 1 || version > 4)) ||
    (sapling && version < 4) ||
    (orchard && version < 5) ||
    (ironwood && version < 6);
  if (misfit) throw new RangeError(`a transaction of version ${version} has no place for one of its shielded parts`);
}

function writeTransparent({ inputs, outputs }: WireTransaction): void {
  writer.compactSize(inputs.length);
  for (const { txid, vout, scriptSig, sequence } of inputs) {
    writer.bytes(txid).u32(vout).vector(scriptSig).u32(sequence);
  }
  writer.compactSize(outputs.length);
  for (const { value, script } of outputs) writer.i64(value).vector(script);
}

function writeUpTo4(transaction: WireTransaction): void {
  const { version, sprout, sapling } = transaction;
  writeTransparent(transaction);
  writer.u32(transaction.lockTime);
  if (version >= 3) writer.u32(transaction.expiryHeight);
  if (version === 4) writeSapling4(sapling);
  if (version >= 2) writeSprout(sprout);
  if (version === 4 && sapling) writer.bytes(sapling.bindingSignature);
}

function writeSprout(sprout: SproutPart | null): void {
  writer.compactSize(sprout?.joinSplits.length ?? 0);
  if (!sprout) return;
  for (const joinSplit of sprout.joinSplits) writeJoinSplit(joinSplit);
  writer.bytes(sprout.publicKey).bytes(sprout.signature);
}

function writeJoinSplit(joinSplit: JoinSplit): void {
  writer.i64(joinSplit.vpubOld).i64(joinSplit.vpubNew).bytes(joinSplit.anchor);
  for (const nullifier of joinSplit.nullifiers) writer.bytes(nullifier);
  for (const commitment of joinSplit.commitments) writer.bytes(commitment);
  writer.bytes(joinSplit.ephemeralKey).bytes(joinSplit.randomSeed);
  for (const mac of joinSplit.macs) writer.bytes(mac);
  writer.bytes(joinSplit.proof);
  for (const ciphertext of joinSplit.ciphertexts) writer.bytes(ciphertext);
}

function writeSapling4(sapling: SaplingPart | null): void {
  writer.i64(sapling?.valueBalance ?? 0n).compactSize(sapling?.spends.length ?? 0);
  for (const { cv, nullifier, rk, proof, signature } of sapling?.spends ?? []) {
    writer
      .bytes(cv)
      .bytes((sapling as SaplingPart).anchor)
      .bytes(nullifier)
      .bytes(rk)
      .bytes(proof)
      .bytes(signature);
  }
  writer.compactSize(sapling?.outputs.length ?? 0);
  for (const { cv, cmu, ephemeralKey, encCiphertext, outCiphertext, proof } of sapling?.outputs ?? []) {
    writer.bytes(cv).bytes(cmu).bytes(ephemeralKey).bytes(encCiphertext).bytes(outCiphertext).bytes(proof);
  }
}

function writeFrom5(transaction: WireTransaction): void {
  writer.u32(transaction.branchId).u32(transaction.lockTime).u32(transaction.expiryHeight);
  writeTransparent(transaction);
  writeSapling5(transaction.sapling);
  writeActions(transaction.orchard);
  if (transaction.version === 6) writeActions(transaction.ironwood);
}

function writeSapling5(sapling: SaplingPart | null): void {
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
