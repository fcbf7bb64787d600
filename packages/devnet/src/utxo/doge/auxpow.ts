/**
 * AuxPoW: proof that a block of another chain, whose coinbase names this one, was worked for (dogecoin src/auxpow.h). Of
 * the right form and of random bytes: nodes have checked it before anybody reads it, and nothing of it is indexed.
 */
import { ByteWriter } from '../bytes.js';

const HASH = 32;

/** The parent's coinbase, whose script holds the root of the merge-mined chains; with a witness or without. */
function writeCoinbase(writer: ByteWriter, script: Buffer, payee: Buffer, witness: boolean): void {
  writer.u32(1);
  if (witness) writer.u8(0).u8(1);
  writer.compactSize(1).bytes(Buffer.alloc(HASH)).u32(0xffffffff).vector(script).u32(0xffffffff);
  writer.compactSize(1).i64(1_250_000_000n).vector(payee);
  if (witness) writer.compactSize(1).vector(Buffer.alloc(HASH));
  writer.u32(0);
}

function writeBranch(writer: ByteWriter, branch: readonly Buffer[]): void {
  writer.compactSize(branch.length);
  for (const hash of branch) writer.bytes(hash);
  writer.u32(0); // its index
}

export function makeAuxPow(noise: (length: number) => Buffer): Buffer {
  const shape = noise(8);
  const hashes = (count: number): Buffer[] => Array.from({ length: count }, () => noise(HASH));
  const chainBranch = hashes((shape[0] as number) % 3);
  const coinbase = noise(28);
  const merkleBranch = hashes((shape[1] as number) % 5);
  const parent = noise(HASH);
  const writer = new ByteWriter();
  writeCoinbase(writer, Buffer.alloc(52, coinbase), Buffer.alloc(25, coinbase), (shape[2] as number) < 80);
  writeBranch(writer.bytes(parent), merkleBranch);
  writeBranch(writer, chainBranch);
  return writer.bytes(Buffer.alloc(80, parent)).take();
}
