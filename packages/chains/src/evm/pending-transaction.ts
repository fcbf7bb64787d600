/** A pending transaction, as `txpool_content` shows it. */
import { type Amount, amountOf } from '../amount.js';
import { DecodeError } from '../errors.js';

export interface PendingEvmTransaction {
  /** Hex without 0x. */
  readonly txid: string;
  /** EIP-2718 type. */
  readonly type: number;
  /** Address keys, 20 bytes. */
  readonly from: Buffer;
  /** Null where it creates a contract. */
  readonly to: Buffer | null;
  readonly value: Amount;
  readonly nonce: number;
  readonly gasLimit: number;
  /** The most that it pays for a unit of gas. */
  readonly gasPrice: Amount;
  /** First four bytes of the input as an unsigned number; null where there are none, or it creates a contract. */
  readonly method: number | null;
}

const MAX_TYPE = 0xff;
const HASH = /^0x[0-9a-f]{64}$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const METHOD = /^0x[0-9a-f]{8}/i;

/** @param json the object, parsed @throws DecodeError naming the field that is missing or malformed */
export function decodePendingTransaction(json: unknown): PendingEvmTransaction {
  if (typeof json !== 'object' || json === null) throw malformed('object');
  const fields = json as Readonly<Record<string, unknown>>;
  const to = isAbsent(fields['to']) ? null : keyOf('to', fields['to']);
  const type = isAbsent(fields['type']) ? 0 : numberOf('type', fields['type']);
  if (type > MAX_TYPE) throw malformed('type');
  const offered = isAbsent(fields['maxFeePerGas']) ? fields['gasPrice'] : fields['maxFeePerGas'];
  return {
    txid: matching('hash', fields['hash'], HASH).slice(2).toLowerCase(),
    type,
    from: keyOf('from', fields['from']),
    to,
    value: amountFrom('value', fields['value']),
    nonce: numberOf('nonce', fields['nonce']),
    gasLimit: numberOf('gas', fields['gas']),
    gasPrice: amountFrom('gasPrice', offered),
    method: to === null ? null : methodOf(fields['input']),
  };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function matching(name: string, value: unknown, form: RegExp): string {
  if (typeof value !== 'string' || !form.test(value)) throw malformed(name);
  return value;
}

function keyOf(name: string, value: unknown): Buffer {
  return Buffer.from(matching(name, value, ADDRESS).slice(2), 'hex');
}

function amountFrom(name: string, value: unknown): Amount {
  return amountOf(BigInt(matching(name, value, QUANTITY)));
}

function numberOf(name: string, value: unknown): number {
  const amount = amountFrom(name, value);
  if (typeof amount !== 'number') throw malformed(name);
  return amount;
}

function methodOf(input: unknown): number | null {
  if (typeof input !== 'string') throw malformed('input');
  const method = METHOD.exec(input)?.[0];
  return method === undefined ? null : Number(method);
}

function malformed(name: string): DecodeError {
  return new DecodeError(`pending transaction: malformed ${name}`, 0);
}
