/**
 * Reads the shielded parts of Zcash's transactions. Of them the index has only what they move between their pool and
 * the transparent coins. The offsets of the parts are for the txid, which covers them.
 *
 * Source: Zcash Protocol Specification §7.1–7.5; ZIP 225 (version 5), ZIP 229 (version 6); librustzcash
 * zcash_primitives src/transaction/components, which zebra reads with.
 */
import type { ByteReader } from '../../bytes/reader.js';
import { DecodeError } from '../../errors.js';

/** 21 million coins: no amount and no sum of a pool is larger. Source: zcash src/amount.h MAX_MONEY. */
const MAX_MONEY = 21_000_000 * 1e8;

/** Bytes of one JoinSplit with the proof of its time: PHGR13 to version 3, Groth16 in version 4. */
export const JOIN_SPLIT_BYTES = { phgr13: 1802, groth16: 1698 } as const;
/** The key that signs JoinSplits, and its signature. */
const JOIN_SPLIT_AUTH_BYTES = 96;
const SIGNATURE_BYTES = 64;
const ANCHOR_BYTES = 32;
const GROTH16_PROOF_BYTES = 192;
const SPEND_V4_BYTES = 384;
const OUTPUT_V4_BYTES = 948;

/** One spend, output or action without its proof and signature. */
export const SPEND_BYTES = 96;
export const OUTPUT_BYTES = 756;
export const ACTION_BYTES = 820;

/** Where version 5 and 6 have their Sapling part. */
export interface SaplingParts {
  readonly spends: number;
  readonly spendsAt: number;
  readonly outputs: number;
  readonly outputsAt: number;
  /** 8 bytes; there if there are spends or outputs. */
  readonly balanceAt: number;
  /** There if there are spends. */
  readonly anchorAt: number;
  /** Value that leaves the pool, negative where value enters it; base units. */
  readonly balance: number;
}

/** Where they have an Orchard or Ironwood part: the two are encoded alike. */
export interface ActionParts {
  readonly actions: number;
  readonly actionsAt: number;
  /** Flags (1 byte), balance (8) and anchor (32), if there are actions. */
  readonly flagsAt: number;
  /** Value that leaves the pool, negative where value enters it; base units. */
  readonly balance: number;
}

/** @returns what the Sprout pool gains: Σ vpub_old − Σ vpub_new */
export function readJoinSplits(reader: ByteReader, joinSplitBytes: number): number {
  const count = reader.count(joinSplitBytes, 'JoinSplits');
  let entering = 0;
  let leaving = 0;
  for (let i = 0; i < count; i++) {
    const start = reader.at;
    entering += readAmount(reader);
    leaving += readAmount(reader);
    if (entering > MAX_MONEY || leaving > MAX_MONEY) {
      throw new DecodeError('JoinSplits move more coins than there are', start);
    }
    reader.skip(joinSplitBytes - (reader.at - start));
  }
  if (count > 0) reader.skip(JOIN_SPLIT_AUTH_BYTES);
  return entering - leaving;
}

/**
 * Version 4's, up to the binding signature, which comes after the JoinSplits.
 * @returns what leaves the pool, and whether anything is there
 */
export function readSaplingV4(reader: ByteReader): { balance: number; present: boolean } {
  const start = reader.at;
  const balance = readBalance(reader);
  const spends = reader.count(SPEND_V4_BYTES, 'Sapling spends');
  reader.skip(spends * SPEND_V4_BYTES);
  const outputs = reader.count(OUTPUT_V4_BYTES, 'Sapling outputs');
  reader.skip(outputs * OUTPUT_V4_BYTES);
  const present = spends + outputs > 0;
  if (!present && balance !== 0) throw new DecodeError('a Sapling balance comes without spends and outputs', start);
  return { balance, present };
}

export function readBindingSignature(reader: ByteReader): void {
  reader.skip(SIGNATURE_BYTES);
}

export function readSapling(reader: ByteReader): SaplingParts {
  const spends = reader.count(SPEND_BYTES, 'Sapling spends');
  const spendsAt = reader.skip(spends * SPEND_BYTES);
  const outputs = reader.count(OUTPUT_BYTES, 'Sapling outputs');
  const outputsAt = reader.skip(outputs * OUTPUT_BYTES);
  const balanceAt = reader.at;
  const present = spends + outputs > 0;
  const balance = present ? readBalance(reader) : 0;
  const anchorAt = spends > 0 ? reader.skip(ANCHOR_BYTES) : reader.at;
  reader.skip(spends * (GROTH16_PROOF_BYTES + SIGNATURE_BYTES) + outputs * GROTH16_PROOF_BYTES);
  if (present) readBindingSignature(reader);
  return { spends, spendsAt, outputs, outputsAt, balanceAt, anchorAt, balance };
}

/**
 * @param exactProof the proof has the size that its number of actions needs. Until NU6.2 it could be padded, so version
 *   5 has blocks that nodes accept with other sizes (zebra zebra-consensus/src/transaction.rs, GHSA-jfw5-j458-pfv6).
 */
export function readActions(reader: ByteReader, exactProof: boolean): ActionParts {
  const actions = reader.count(ACTION_BYTES, 'actions');
  const actionsAt = reader.skip(actions * ACTION_BYTES);
  const flagsAt = reader.at;
  if (actions === 0) return { actions, actionsAt, flagsAt, balance: 0 };
  reader.skip(1);
  const balance = readBalance(reader);
  reader.skip(ANCHOR_BYTES);
  const proofAt = reader.at;
  const proofBytes = reader.compactSize();
  const needed = 2720 + 2272 * actions; // ZIP 225
  if (exactProof && proofBytes !== needed) {
    throw new DecodeError(`a proof of ${actions} actions has ${proofBytes} bytes, not ${needed}`, proofAt);
  }
  reader.skip(proofBytes + actions * SIGNATURE_BYTES);
  readBindingSignature(reader);
  return { actions, actionsAt, flagsAt, balance };
}

/** 8 bytes, not negative. Up to MAX_MONEY, and thus where it is used, a number is exact. */
function readAmount(reader: ByteReader): number {
  const start = reader.at;
  const low = reader.u32();
  const amount = reader.u32() * 2 ** 32 + low;
  if (amount > MAX_MONEY) throw new DecodeError('a shielded amount is above 21 million coins', start);
  return amount;
}

/** 8 bytes, signed. */
function readBalance(reader: ByteReader): number {
  const start = reader.at;
  const low = reader.u32();
  const balance = (reader.u32() | 0) * 2 ** 32 + low;
  if (Math.abs(balance) > MAX_MONEY) throw new DecodeError('a shielded balance is above 21 million coins', start);
  return balance;
}
