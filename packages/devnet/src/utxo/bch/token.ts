/** CashTokens: what a Bitcoin Cash output carries beside its amount (CHIP-2022-02-CashTokens; BCHN src/primitives/token.h). */
import { ByteWriter } from '../bytes.js';

type Capability = 'none' | 'mutable' | 'minting';

export interface Nft {
  readonly capability: Capability;
  /** 0 … 128 bytes; none at all is the empty one. */
  readonly commitment: Buffer;
}

export interface Token {
  /** Id of the transaction whose output 0 the genesis spent, wire order. */
  readonly category: Buffer;
  /** Fungible tokens, 0 … 2^63-1. */
  readonly amount: bigint;
  readonly nft: Nft | null;
}

const PREFIX = 0xef;
const HAS_COMMITMENT = 0x40;
const HAS_NFT = 0x20;
const HAS_AMOUNT = 0x10;
const CAPABILITIES: readonly Capability[] = ['none', 'mutable', 'minting'];

/** The bytes in front of the locking script, in the same length-prefixed field. */
export function tokenPrefix({ category, amount, nft }: Token): Buffer {
  const commitment = nft?.commitment ?? Buffer.alloc(0);
  const bits =
    (nft ? HAS_NFT | CAPABILITIES.indexOf(nft.capability) : 0) |
    (commitment.length > 0 ? HAS_COMMITMENT : 0) |
    (amount > 0n ? HAS_AMOUNT : 0);
  const writer = new ByteWriter().u8(PREFIX).bytes(category).u8(bits);
  if (commitment.length > 0) writer.vector(commitment);
  if (amount > 0n) writer.compactSize(amount);
  return writer.take();
}
