/** Protobuf's wire format, as far as blocks and transactions need it. Default values are left out, as proto3 does. */

export type Part = Buffer | null;

const SMALL = Array.from({ length: 0x80 }, (_, byte) => Buffer.from([byte]));

function varint(value: bigint): Buffer {
  const small = SMALL[Number(value)];
  if (small) return small;
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, value);
  do {
    const low = Number(left & 0x7fn);
    left >>= 7n;
    bytes.push(left === 0n ? low : low | 0x80);
  } while (left !== 0n);
  return Buffer.from(bytes);
}

function key(field: number, wireType: number): Buffer {
  return varint(BigInt((field << 3) | wireType));
}

export function uint(field: number, value: bigint | number): Part {
  const number = BigInt(value);
  return number === 0n ? null : Buffer.concat([key(field, 0), varint(number)]);
}

/** Of bytes or text; nothing where it is empty. */
export function bytes(field: number, value: Uint8Array | string): Part {
  return value.length === 0 ? null : message(field, Buffer.from(value as Uint8Array));
}

/** A part that is there even when it is empty. */
export function message(field: number, value: Uint8Array): Buffer {
  return Buffer.concat([key(field, 2), varint(BigInt(value.length)), value]);
}

export function join(...parts: readonly Part[]): Buffer {
  return Buffer.concat(parts.filter((part) => part !== null));
}

/** google.protobuf.Any */
export function any(typeUrl: string, value: Uint8Array): Buffer {
  return join(bytes(1, typeUrl), bytes(2, value));
}

export function timestamp(nanoseconds: bigint): Buffer {
  return join(uint(1, nanoseconds / 1_000_000_000n), uint(2, nanoseconds % 1_000_000_000n));
}
