/**
 * AuxPoW: proof that a block of another chain, whose coinbase names this one, was worked for (dogecoin src/auxpow.h,
 * src/auxpow.cpp CAuxPow::check). Valid in every part: branches, index, parent's Merkle root and, if mined, its work.
 */
import { sha256d } from '../../sha256.js';
import { ByteWriter } from '../bytes.js';
import { script } from '../destination.js';
import { mineHeader, type ProofOfWork, REGTEST_BITS, serializeHeader } from '../utxo-header.js';

/** "Josh Wise": Dogecoin's id among merge-mined chains. */
const CHAIN_ID = 0x62;
/** Marks the root of the chains' tree in the parent's coinbase (pchMergedMiningHeader). */
const MAGIC = Buffer.from('fabe6d6d', 'hex');
const HASH = 32;

export interface AuxPow {
  /** Of the parent block, with its witness where it has one. */
  readonly coinbase: Buffer;
  /** Wire order, from the coinbase up. */
  readonly merkleBranch: readonly Buffer[];
  readonly index: number;
  readonly chainBranch: readonly Buffer[];
  readonly chainIndex: number;
  /** 80 bytes. */
  readonly parent: Buffer;
}

/** Root over a leaf at `index` and its branch. */
export function branchRoot(leaf: Buffer, branch: readonly Buffer[], index: number): Buffer {
  return branch.reduce(
    (hash, other, level) => sha256d((index >> level) & 1 ? Buffer.concat([other, hash]) : Buffer.concat([hash, other])),
    leaf,
  );
}

/** Where a chain's hash must lie in a tree of this depth (CAuxPow::getExpectedIndex). */
export function expectedChainIndex(nonce: number, depth: number): number {
  const step = (value: number): number => (Math.imul(value, 1_103_515_245) + 12_345) >>> 0;
  return step((step(nonce) + CHAIN_ID) >>> 0) % (1 << depth);
}

function parentCoinbase(chainRoot: Buffer, depth: number, nonce: number, noise: Buffer, witness: boolean): Buffer {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(1 << depth, 0);
  tail.writeUInt32LE(nonce, 4);
  // The root is written the other way round (CAuxPow::check reverses it).
  const scriptSig = Buffer.concat([noise.subarray(0, 8), MAGIC, Buffer.from(chainRoot).reverse(), tail]);
  const writer = new ByteWriter().u32(1);
  if (witness) writer.u8(0).u8(1);
  writer.compactSize(1).bytes(Buffer.alloc(HASH)).u32(0xffffffff).vector(scriptSig).u32(0xffffffff);
  writer.compactSize(1).i64(1_250_000_000n);
  writer.vector(script(0x76, 0xa9, noise.subarray(8, 28), 0x88, 0xac));
  if (witness) writer.compactSize(1).vector(Buffer.alloc(HASH));
  return writer.u32(0).take();
}

/** @param header the block's own, whose hash the proof is for */
export function makeAuxPow(header: Buffer, proofOfWork: ProofOfWork, noise: (length: number) => Buffer): Buffer {
  const shape = noise(4);
  const chainDepth = (shape[0] as number) % 3;
  const depth = (shape[1] as number) % 5;
  const nonce = noise(4).readUInt32LE(0);
  const hashes = (count: number): Buffer[] => Array.from({ length: count }, () => noise(HASH));
  const chainBranch = hashes(chainDepth);
  const chainIndex = expectedChainIndex(nonce, chainDepth);
  const chainRoot = branchRoot(sha256d(header), chainBranch, chainIndex);
  const coinbaseNoise = noise(28);
  const stripped = parentCoinbase(chainRoot, chainDepth, nonce, coinbaseNoise, false);
  const witness = (shape[2] as number) < 80;
  const merkleBranch = hashes(depth);
  const parent = serializeHeader({
    version: 0x20000000,
    parent: noise(HASH),
    merkleRoot: branchRoot(sha256d(stripped), merkleBranch, 0),
    time: header.readUInt32LE(68),
    bits: REGTEST_BITS,
    nonce: 0,
  });
  mineHeader(parent, proofOfWork);
  const coinbase = witness ? parentCoinbase(chainRoot, chainDepth, nonce, coinbaseNoise, true) : stripped;
  return writeAuxPow({ coinbase, merkleBranch, index: 0, chainBranch, chainIndex, parent });
}

function writeAuxPow({ coinbase, merkleBranch, index, chainBranch, chainIndex, parent }: AuxPow): Buffer {
  const writer = new ByteWriter().bytes(coinbase).bytes(sha256d(parent)).compactSize(merkleBranch.length);
  for (const hash of merkleBranch) writer.bytes(hash);
  writer.u32(index).compactSize(chainBranch.length);
  for (const hash of chainBranch) writer.bytes(hash);
  return writer.u32(chainIndex).bytes(parent).take();
}
