/** Roots of the Merkle-Patricia tries that headers commit to: lists, keyed by the RLP of the position (yellow paper, appendix D). */
import { byteLength, type Hex, keccak256, rlpInteger } from './hex.js';
import { encodeRlp, type Rlp } from './rlp.js';

interface Item {
  readonly nibbles: string;
  readonly value: Hex;
}

const EMPTY_ROOT: Hex = keccak256('0x80');
/** Nodes shorter than a hash stand in their parent themselves. */
const HASH_BYTES = 32;

/** @param values the encoded transactions, receipts or withdrawals */
export function listRoot(values: readonly Hex[]): Hex {
  if (values.length === 0) return EMPTY_ROOT;
  const items = values.map((value, index) => ({ nibbles: encodeRlp(rlpInteger(index)).slice(2), value }));
  return keccak256(encodeRlp(nodeOf(items, 0)));
}

function nodeOf(items: readonly Item[], depth: number): Rlp {
  const [first] = items;
  if (!first) return '0x';
  if (items.length === 1) return [compact(first.nibbles.slice(depth), true), first.value];
  const shared = sharedPrefix(items, depth);
  if (shared > 0) {
    return [compact(first.nibbles.slice(depth, depth + shared), false), reference(nodeOf(items, depth + shared))];
  }
  const branches: Rlp[] = [...'0123456789abcdef'].map((nibble) => {
    const below = items.filter(({ nibbles }) => nibbles[depth] === nibble);
    return below.length === 0 ? '0x' : reference(nodeOf(below, depth + 1));
  });
  const ending = items.find(({ nibbles }) => nibbles.length === depth);
  return [...branches, ending?.value ?? '0x'];
}

function sharedPrefix(items: readonly Item[], depth: number): number {
  const [first, ...others] = items;
  let length = 0;
  while (
    first &&
    depth + length < first.nibbles.length &&
    others.every(({ nibbles }) => nibbles[depth + length] === first.nibbles[depth + length])
  ) {
    length++;
  }
  return length;
}

function reference(node: Rlp): Rlp {
  const encoded = encodeRlp(node);
  return byteLength(encoded) < HASH_BYTES ? node : keccak256(encoded);
}

/** Hex-prefix encoding: whether it is a leaf, and whether the number of nibbles is odd. */
function compact(nibbles: string, isLeaf: boolean): Hex {
  const flag = isLeaf ? 2 : 0;
  return nibbles.length % 2 === 1 ? `0x${flag + 1}${nibbles}` : `0x${flag}0${nibbles}`;
}
