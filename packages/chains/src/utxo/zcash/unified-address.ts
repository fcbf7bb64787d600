/** Content of a unified address (ZIP 316), once it is decoded from bech32m. */
import { ByteReader } from '../../bytes/reader.js';
import { DecodeError } from '../../errors.js';
import { unjumble } from './f4jumble.js';

const PADDING_BYTES = 16;
const FIRST_REVISION = ['u', 'utest', 'uregtest'];

const P2PKH = 0x00;
const P2SH = 0x01;
const SAPLING = 0x02;
const ORCHARD = 0x03;
const EXPIRY_HEIGHT = 0xe0;
const EXPIRY_TIME = 0xe1;
/** Bytes of the items whose types are known. */
const BYTES_OF_TYPE: ReadonlyMap<number, number> = new Map([
  [P2PKH, 20],
  [P2SH, 20],
  [SAPLING, 43],
  [ORCHARD, 43],
  [EXPIRY_HEIGHT, 4],
  [EXPIRY_TIME, 8],
]);
const isMetadata = (type: number) => type >= 0xc0 && type <= 0xfc;
/** A reader that does not know these must not use the address. The first revision has none of them. */
const mustBeUnderstood = (type: number) => type >= 0xe0 && type <= 0xfc;

export type UnifiedAddress =
  | {
      readonly kind: 'address';
      /** The transparent receiver, or null. */
      readonly transparent: { readonly kind: 'p2pkh' | 'p2sh'; readonly hash: Buffer } | null;
      /** "Sapling", "Orchard", "type 0x…" */
      readonly shielded: readonly string[];
    }
  | { readonly kind: 'malformed'; readonly what: string }
  | { readonly kind: 'not-understood'; readonly type: number };

/**
 * @param jumbled the bytes of the bech32m text.
 * @param hrp its human-readable part: `u…` in the first revision, `zu…` without transparent receivers.
 */
export function readUnifiedAddress(jumbled: Buffer, hrp: string): UnifiedAddress {
  const padded = unjumble(jumbled);
  if (padded === null) return malformed(`a unified address does not hold ${jumbled.length} bytes`);
  const padding = Buffer.alloc(PADDING_BYTES);
  padding.write(hrp, 'latin1');
  if (!padded.subarray(-PADDING_BYTES).equals(padding)) return malformed('the padding of the unified address is wrong');
  const items = readItems(padded.subarray(0, -PADDING_BYTES));
  return items instanceof Map ? judge(items, hrp) : items;
}

function malformed(what: string): UnifiedAddress {
  return { kind: 'malformed', what };
}

function readItems(bytes: Buffer): Map<number, Buffer> | UnifiedAddress {
  const items = new Map<number, Buffer>();
  const reader = new ByteReader(bytes);
  let previous = -1;
  try {
    while (reader.remaining > 0) {
      const type = reader.compactSize();
      const length = reader.compactSize();
      const start = reader.skip(length);
      if (type <= previous) return malformed('the parts of the unified address are not in their order');
      const expected = BYTES_OF_TYPE.get(type);
      if (expected !== undefined && length !== expected) {
        return malformed(`part 0x${type.toString(16)} of the unified address has ${length} bytes, not ${expected}`);
      }
      items.set(type, bytes.subarray(start, start + length));
      previous = type;
    }
  } catch (error) {
    if (error instanceof DecodeError) return malformed('the parts of the unified address do not add up');
    throw error;
  }
  return items;
}

function judge(items: ReadonlyMap<number, Buffer>, hrp: string): UnifiedAddress {
  const types = [...items.keys()];
  const firstRevision = FIRST_REVISION.includes(hrp);
  const p2pkh = items.get(P2PKH);
  const p2sh = items.get(P2SH);
  const receivers = types.filter((type) => !isMetadata(type));
  const hidden = receivers.filter((type) => type > P2SH);
  if (p2pkh && p2sh) return malformed('the unified address has two transparent receivers');
  if (receivers.length === 0) return malformed('the unified address has no receiver');
  if (hrp.startsWith('zu') && (p2pkh || p2sh))
    return malformed('a unified address of this kind has no transparent receiver');
  if (firstRevision && hidden.length === 0) return malformed('a unified address of this kind has a shielded receiver');
  const demanding = types.find(mustBeUnderstood);
  if (firstRevision && demanding !== undefined) {
    return malformed(`a unified address of this kind has no part 0x${demanding.toString(16)}`);
  }
  const unknown = types.find((type) => mustBeUnderstood(type) && !BYTES_OF_TYPE.has(type));
  if (unknown !== undefined) return { kind: 'not-understood', type: unknown };
  const hash = p2pkh ?? p2sh;
  return {
    kind: 'address',
    transparent: hash ? { kind: p2pkh ? 'p2pkh' : 'p2sh', hash } : null,
    shielded: hidden.map(receiverName),
  };
}

function receiverName(type: number): string {
  if (type === SAPLING) return 'Sapling';
  return type === ORCHARD ? 'Orchard' : `type 0x${type.toString(16)}`;
}
