/**
 * Transaction ids of version 5 (ZIP 244) and 6 (ZIP 229): a tree of BLAKE2b digests, each with a personalization of its
 * own. They cover everything but proofs, signatures and scripts that sign. In version 6 the anchors are left out too.
 */
import { Blake2b } from '../../bytes/blake2b.js';
import { HASH_BYTES } from '../../bytes/hash.js';
import type { UtxoTransactions } from '../utxo-block.js';
import type { DigestParts } from './read-zcash-transaction.js';
import { ACTION_BYTES, type ActionParts, OUTPUT_BYTES, type SaplingParts, SPEND_BYTES } from './shielded-parts.js';

const HEADER_BYTES = 20;
const BRANCH_OFFSET = 8;
const OUTPOINT_BYTES = 36;
const SEQUENCE_BYTES = 4;
const BALANCE_BYTES = 8;
const FLAGS_AND_BALANCE_BYTES = 1 + BALANCE_BYTES;
const ANCHOR_BYTES = 32;

/** Personalizations, 16 characters each. `v6` has those that differ in version 6. */
const NAMES = {
  header: 'ZTxIdHeadersHash',
  transparent: 'ZTxIdTranspaHash',
  prevouts: 'ZTxIdPrevoutHash',
  sequence: 'ZTxIdSequencHash',
  outputs: 'ZTxIdOutputsHash',
  sapling: 'ZTxIdSaplingHash',
  spends: 'ZTxIdSSpendsHash',
  spendsCompact: 'ZTxIdSSpendCHash',
  spendsRest: 'ZTxIdSSpendNHash',
  spendsRestV6: 'ZTxIdSSpendNH_v6',
  saplingOutputs: 'ZTxIdSOutputHash',
  outputsCompact: 'ZTxIdSOutC__Hash',
  outputsMemos: 'ZTxIdSOutM__Hash',
  outputsRest: 'ZTxIdSOutN__Hash',
  orchard: 'ZTxIdOrchardHash',
  orchardV6: 'ZTxIdOrchardH_v6',
  orchardCompact: 'ZTxIdOrcActCHash',
  orchardMemos: 'ZTxIdOrcActMHash',
  orchardRest: 'ZTxIdOrcActNHash',
  ironwood: 'ZTxIdIronwd_H_v6',
  ironwoodCompact: 'ZTxIdIrnActCH_v6',
  ironwoodMemos: 'ZTxIdIrnActMH_v6',
  ironwoodRest: 'ZTxIdIrnActNH_v6',
} as const;
type Hashers = Readonly<Record<keyof typeof NAMES, Blake2b>>;

let built: Hashers | undefined;

function hashers(): Hashers {
  built ??= Object.fromEntries(
    Object.entries(NAMES).map(([key, name]) => [key, new Blake2b(Buffer.from(name, 'latin1'), HASH_BYTES)]),
  ) as Hashers;
  return built;
}

// The digests of one node's children, one behind the other, until the node itself is hashed.
const root = Buffer.alloc(5 * HASH_BYTES);
const inner = Buffer.alloc(3 * HASH_BYTES);
const leaves = Buffer.alloc(3 * HASH_BYTES);

/** Writes the txid of a transaction of version 5 or 6 to its place in `transactions.txids`. */
export function writeDigestTxid(transactions: UtxoTransactions, parts: DigestParts): void {
  const { bytes, txids } = transactions;
  const { headerAt, sapling, orchard, ironwood } = parts;
  const h = hashers();
  h.header
    .begin()
    .add(bytes, headerAt, headerAt + HEADER_BYTES)
    .end(root, 0);
  transparentDigest(h, transactions, parts);
  saplingDigest(h, bytes, sapling, ironwood !== null);
  if (ironwood === null) {
    const nodes = [h.orchard, h.orchardCompact, h.orchardMemos, h.orchardRest] as const;
    actionsDigest(nodes, bytes, orchard, FLAGS_AND_BALANCE_BYTES + ANCHOR_BYTES, 3 * HASH_BYTES);
  } else {
    const nodes = [h.orchardV6, h.orchardCompact, h.orchardMemos, h.orchardRest] as const;
    actionsDigest(nodes, bytes, orchard, FLAGS_AND_BALANCE_BYTES, 3 * HASH_BYTES);
    const ironwoodNodes = [h.ironwood, h.ironwoodCompact, h.ironwoodMemos, h.ironwoodRest] as const;
    actionsDigest(ironwoodNodes, bytes, ironwood, FLAGS_AND_BALANCE_BYTES, 4 * HASH_BYTES);
  }
  rootHasher(bytes, headerAt + BRANCH_OFFSET)
    .begin()
    .add(root, 0, (ironwood === null ? 4 : 5) * HASH_BYTES)
    .end(txids, parts.tx * HASH_BYTES);
}

let lastBranch = -1;
let lastRootHasher: Blake2b | undefined;

/** Personalized by the consensus branch that the transaction says it is for. Neighbours share it, so one is kept. */
function rootHasher(bytes: Buffer, branchAt: number): Blake2b {
  const branch = bytes.readUInt32LE(branchAt);
  if (lastRootHasher === undefined || branch !== lastBranch) {
    const name = Buffer.concat([Buffer.from('ZcashTxHash_', 'latin1'), bytes.subarray(branchAt, branchAt + 4)]);
    lastRootHasher = new Blake2b(name, HASH_BYTES);
    lastBranch = branch;
  }
  return lastRootHasher;
}

/** ZIP 244 T.2 */
function transparentDigest(h: Hashers, transactions: UtxoTransactions, parts: DigestParts): void {
  const { bytes, inputStart, inputPrevTxidOffset } = transactions;
  const { tx, inputsEnd, outputsAt, outputsEnd } = parts;
  const first = inputStart[tx]!;
  const end = inputStart[tx + 1]!;
  h.transparent.begin();
  if (first < end || outputsAt < outputsEnd) {
    h.prevouts.begin();
    for (let i = first; i < end; i++) {
      h.prevouts.add(bytes, inputPrevTxidOffset[i]!, inputPrevTxidOffset[i]! + OUTPOINT_BYTES);
    }
    h.prevouts.end(inner, 0);
    h.sequence.begin();
    for (let i = first; i < end; i++) {
      const inputEnd = i + 1 < end ? inputPrevTxidOffset[i + 1]! : inputsEnd;
      h.sequence.add(bytes, inputEnd - SEQUENCE_BYTES, inputEnd);
    }
    h.sequence.end(inner, HASH_BYTES);
    h.outputs
      .begin()
      .add(bytes, outputsAt, outputsEnd)
      .end(inner, 2 * HASH_BYTES);
    h.transparent.begin().add(inner, 0, 3 * HASH_BYTES);
  }
  h.transparent.end(root, HASH_BYTES);
}

/** ZIP 244 T.3 */
function saplingDigest(h: Hashers, bytes: Buffer, sapling: SaplingParts, v6: boolean): void {
  h.sapling.begin();
  if (sapling.spends + sapling.outputs > 0) {
    spendsDigest(h, bytes, sapling, v6);
    saplingOutputsDigest(h, bytes, sapling);
    h.sapling.begin().add(inner, 0, 2 * HASH_BYTES);
    h.sapling.add(bytes, sapling.balanceAt, sapling.balanceAt + BALANCE_BYTES);
  }
  h.sapling.end(root, 2 * HASH_BYTES);
}

/** A spend: cv 32, nullifier 32, rk 32. */
function spendsDigest(h: Hashers, bytes: Buffer, { spends, spendsAt, anchorAt }: SaplingParts, v6: boolean): void {
  h.spends.begin();
  if (spends > 0) {
    const end = spendsAt + spends * SPEND_BYTES;
    addEach(h.spendsCompact.begin(), bytes, spendsAt, end, SPEND_BYTES, [[32, 64]]).end(leaves, 0);
    const rest = (v6 ? h.spendsRestV6 : h.spendsRest).begin();
    for (let at = spendsAt; at < end; at += SPEND_BYTES) {
      rest.add(bytes, at, at + 32);
      if (!v6) rest.add(bytes, anchorAt, anchorAt + ANCHOR_BYTES);
      rest.add(bytes, at + 64, at + 96);
    }
    rest.end(leaves, HASH_BYTES);
    h.spends.begin().add(leaves, 0, 2 * HASH_BYTES);
  }
  h.spends.end(inner, 0);
}

// Ranges of bytes. An output: cv 32, cmu 32, ephemeral key 32, encrypted note 580, encrypted key 80. Of the encrypted
// note, 52 bytes are what light clients need, 512 the memo, 16 its authentication.
const OUTPUT_COMPACT = [[32, 148]] as const;
const OUTPUT_MEMO = [[148, 660]] as const;
const OUTPUT_REST = [
  [0, 32],
  [660, 756],
] as const;
// An action: cv 32, nullifier 32, rk 32, cmx 32, ephemeral key 32, encrypted note 580, encrypted key 80.
const ACTION_COMPACT = [
  [32, 64],
  [96, 212],
] as const;
const ACTION_MEMO = [[212, 724]] as const;
const ACTION_REST = [
  [0, 32],
  [64, 96],
  [724, 820],
] as const;

function saplingOutputsDigest(h: Hashers, bytes: Buffer, { outputs, outputsAt }: SaplingParts): void {
  h.saplingOutputs.begin();
  if (outputs > 0) {
    const end = outputsAt + outputs * OUTPUT_BYTES;
    addEach(h.outputsCompact.begin(), bytes, outputsAt, end, OUTPUT_BYTES, OUTPUT_COMPACT).end(leaves, 0);
    addEach(h.outputsMemos.begin(), bytes, outputsAt, end, OUTPUT_BYTES, OUTPUT_MEMO).end(leaves, HASH_BYTES);
    addEach(h.outputsRest.begin(), bytes, outputsAt, end, OUTPUT_BYTES, OUTPUT_REST).end(leaves, 2 * HASH_BYTES);
    h.saplingOutputs.begin().add(leaves, 0, 3 * HASH_BYTES);
  }
  h.saplingOutputs.end(inner, HASH_BYTES);
}

/**
 * ZIP 244 T.4, and the same for Ironwood (ZIP 229).
 * @param nodes the hashers of the whole, and of its compact, memo and remaining data
 * @param tailBytes of flags, balance and, in version 5, anchor
 */
function actionsDigest(
  nodes: readonly [Blake2b, Blake2b, Blake2b, Blake2b],
  bytes: Buffer,
  { actions, actionsAt, flagsAt }: ActionParts,
  tailBytes: number,
  target: number,
): void {
  const [whole, compact, memos, rest] = nodes;
  whole.begin();
  if (actions > 0) {
    const end = actionsAt + actions * ACTION_BYTES;
    addEach(compact.begin(), bytes, actionsAt, end, ACTION_BYTES, ACTION_COMPACT).end(leaves, 0);
    addEach(memos.begin(), bytes, actionsAt, end, ACTION_BYTES, ACTION_MEMO).end(leaves, HASH_BYTES);
    addEach(rest.begin(), bytes, actionsAt, end, ACTION_BYTES, ACTION_REST).end(leaves, 2 * HASH_BYTES);
    whole
      .begin()
      .add(leaves, 0, 3 * HASH_BYTES)
      .add(bytes, flagsAt, flagsAt + tailBytes);
  }
  whole.end(root, target);
}

/** Adds these ranges of every item of `stride` bytes in `bytes[from…end)`. */
function addEach(
  hasher: Blake2b,
  bytes: Buffer,
  from: number,
  end: number,
  stride: number,
  ranges: readonly (readonly [number, number])[],
): Blake2b {
  for (let at = from; at < end; at += stride) {
    for (const range of ranges) hasher.add(bytes, at + range[0], at + range[1]);
  }
  return hasher;
}
