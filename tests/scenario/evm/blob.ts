/** A transaction with a blob (EIP-4844), made without a KZG library: of a blob of zeros, all points are infinity. */
import { concat, sha256, Transaction } from 'ethers';
import type { Actor, Cast } from './evm-cast.js';

const BLOB_BYTES = 131_072;
/** The compressed point at infinity of BLS12-381's G1. */
const INFINITY = `0xc0${'00'.repeat(47)}`;
/** Cells of an extended blob, each with a proof (EIP-7594). */
const CELLS = 128;
const MAX_FEE_PER_BLOB_GAS = 10_000_000_000n;

/** @returns the raw transaction, in the form for the network, with the blob. Anvil takes seconds for the first one. */
export async function blobTransaction(cast: Cast, from: Actor, to: string, value: bigint): Promise<string> {
  const versionedHash = `0x01${sha256(INFINITY).slice(4)}`;
  const fields = { type: 3, to, value, maxFeePerBlobGas: MAX_FEE_PER_BLOB_GAS, blobVersionedHashes: [versionedHash] };
  const signed = Transaction.from(await cast.sign(from, fields));
  signed.blobWrapperVersion = 1;
  const proof = concat(Array.from({ length: CELLS }, () => INFINITY));
  signed.blobs = [{ data: `0x${'00'.repeat(BLOB_BYTES)}`, commitment: INFINITY, proof }];
  return signed.serialized;
}
