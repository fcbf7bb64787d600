/** The root of the Merkle Patricia trie of a list. Source: Ethereum Yellow Paper, appendix D */
import { RLP } from '@ethereumjs/rlp';
import { bytesOf, type Hex, hexOf, keccak256 } from '../bytes/hex.js';

const EMPTY = new Uint8Array();
/** A node that is shorter stands in its parent itself. */
const HASH_BYTES = 32;

/** A node in RLP's terms. */
type Node = (Uint8Array | Node)[];

interface Leaf {
  /** Hexadecimal digits of its place in RLP, one a character. */
  readonly key: string;
  readonly value: Uint8Array;
}

export function trieRoot(values: readonly Uint8Array[]): Hex {
  if (values.length === 0) return keccak256(RLP.encode(EMPTY));
  return keccak256(
    RLP.encode(
      nodeOf(
        values.map((value, place) => ({ key: hexOf(RLP.encode(place)).slice(2), value })),
        0,
      ),
    ),
  );
}

function nodeOf(leaves: readonly Leaf[], depth: number): Node {
  const [first, ...others] = leaves;
  const { key, value } = first!;
  if (others.length === 0) return [compact(key.slice(depth), 2), value];
  let shared = depth;
  while (others.every((other) => other.key[shared] === key[shared])) shared++;
  if (shared > depth) return [compact(key.slice(depth, shared), 0), reference(nodeOf(leaves, shared))];
  const children = [...'0123456789abcdef'].map((digit) => {
    const below = leaves.filter((leaf) => leaf.key[depth] === digit);
    return below.length === 0 ? EMPTY : reference(nodeOf(below, depth + 1));
  });
  return [...children, EMPTY];
}

function reference(node: Node): Uint8Array | Node {
  const encoded = RLP.encode(node);
  return encoded.length < HASH_BYTES ? node : bytesOf(keccak256(encoded));
}

/** @param kind 2 of a leaf, 0 of an extension */
function compact(digits: string, kind: number): Uint8Array {
  const isOdd = digits.length % 2;
  return bytesOf(`0x${kind + isOdd}${isOdd ? '' : '0'}${digits}`);
}
