/** Proofs that a block has a transaction. Hashes are display form outside, wire order inside. */
import { displayHash, sha256d, wireHash } from '@chaintrail/chains';

/** The levels of the tree, leaves first. An odd hash at the end of a level is paired with itself. */
function levelsOf(txids: readonly string[]): Buffer[][] {
  const levels = [txids.map(wireHash)];
  for (let level = levels[0]!; level.length > 1; levels.push(level)) {
    const below = level;
    level = Array.from({ length: (below.length + 1) >> 1 }, (_, at) =>
      sha256d(Buffer.concat([below[2 * at]!, below[2 * at + 1] ?? below[2 * at]!])),
    );
  }
  return levels;
}

/** The hashes beside the way from a transaction up to the root, as Electrum's servers give them. */
export function merkleBranch(txids: readonly string[], position: number): string[] {
  return levelsOf(txids)
    .slice(0, -1)
    .map((level, height) => {
      const own = position >> height;
      return displayHash(level[own ^ 1] ?? level[own]!);
    });
}

/** `gettxoutproof`: a block with the part of its tree that leads to a transaction (BIP37; bitcoin merkleblock.cpp). */
export function merkleBlock(header: Buffer, txids: readonly string[], position: number): Buffer {
  const levels = levelsOf(txids);
  const bits: number[] = [];
  const hashes: Buffer[] = [];
  const walk = (height: number, at: number): void => {
    const isOnWay = position >> height === at;
    bits.push(isOnWay ? 1 : 0);
    if (height === 0 || !isOnWay) {
      hashes.push(levels[height]![at]!);
      return;
    }
    walk(height - 1, 2 * at);
    if (2 * at + 1 < levels[height - 1]!.length) walk(height - 1, 2 * at + 1);
  };
  walk(levels.length - 1, 0);
  const flags = Buffer.alloc((bits.length + 7) >> 3);
  for (const [n, bit] of bits.entries()) flags[n >> 3]! |= bit << (n & 7);
  const count = Buffer.alloc(4);
  count.writeUInt32LE(txids.length);
  // A tree has some twenty levels: both lengths take one byte.
  return Buffer.concat([header, count, Buffer.of(hashes.length), ...hashes, Buffer.of(flags.length), flags]);
}
