/** Reads Protocol Buffers as far as transactions need them: varints and length-delimited fields, one message deep. */

/** The bytes are no message. Readers of untrusted bytes catch it. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}

export interface ProtobufField {
  readonly number: number;
  /** An unsigned integer for a varint; the bytes of everything else. */
  readonly value: bigint | Buffer;
}

const MAX_FIELD_NUMBER = 2 ** 29 - 1;
const WIRE_VARINT = 0;
const WIRE_64_BITS = 1;
const WIRE_BYTES = 2;
const WIRE_32_BITS = 5;

/** The fields of a message in their order. @throws ProtobufError; groups, which are deprecated, are refused. */
export function readFields(message: Buffer): ProtobufField[] {
  const fields: ProtobufField[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new ProtobufError('a number ends too early');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new ProtobufError('a number is longer than ten bytes');
  };
  const bytes = (length: bigint): Buffer => {
    if (length > BigInt(message.length - at)) throw new ProtobufError('a field ends too early');
    const start = at;
    at += Number(length);
    return message.subarray(start, at);
  };
  while (at < message.length) {
    const tag = varint();
    const number = Number(tag >> 3n);
    if (number === 0 || number > MAX_FIELD_NUMBER) throw new ProtobufError('a field has no number');
    switch (Number(tag & 7n)) {
      case WIRE_VARINT:
        fields.push({ number, value: varint() });
        break;
      case WIRE_64_BITS:
        fields.push({ number, value: bytes(8n) });
        break;
      case WIRE_BYTES:
        fields.push({ number, value: bytes(varint()) });
        break;
      case WIRE_32_BITS:
        fields.push({ number, value: bytes(4n) });
        break;
      default:
        throw new ProtobufError('a field is of no known wire type');
    }
  }
  return fields;
}

/** The bytes of a field that occurs once: the last one wins, and a missing one is empty. */
export function bytesOf(fields: readonly ProtobufField[], number: number): Buffer {
  return manyOf(fields, number).at(-1) ?? EMPTY;
}

/** The bytes of every occurrence of a repeated field. */
export function manyOf(fields: readonly ProtobufField[], number: number): Buffer[] {
  const found: Buffer[] = [];
  for (const field of fields) {
    if (field.number !== number) continue;
    if (typeof field.value === 'bigint') throw new ProtobufError('a number where bytes belong');
    found.push(field.value);
  }
  return found;
}

/** A number that occurs once; 0 where it is missing. */
export function numberOf(fields: readonly ProtobufField[], number: number): bigint {
  const value = fields.findLast((field) => field.number === number)?.value ?? 0n;
  if (typeof value !== 'bigint') throw new ProtobufError('bytes where a number belongs');
  return value;
}

const EMPTY = Buffer.alloc(0);
