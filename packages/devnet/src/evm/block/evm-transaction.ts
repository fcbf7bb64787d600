/** Transactions of every type that the simulated chains have, and the bytes that their hashes are made of. */
import { encodedRlp, type Hex, hashOf, type Rlp } from '../bytes/hex.js';

/** Members as JSON names them. A number is written as one; everything else is bytes. */
export type Fields = Readonly<Record<string, Hex | number | bigint>>;

interface AccessListEntry {
  readonly address: Hex;
  readonly storageKeys: readonly Hex[];
}

interface Signature {
  readonly yParity: number;
  readonly r: Hex;
  readonly s: Hex;
}

/** Lets an account act by the code of `address` (EIP-7702). */
export interface Authorization {
  readonly authority: Hex;
  readonly address: Hex;
  readonly nonce: number;
}

/** Fields of an account's transaction beside its sender; the type follows from the fields that are there. */
export interface SignedFields {
  readonly to: Hex | null;
  readonly value: bigint;
  readonly gas: bigint;
  readonly input: Hex;
  /** Types 0 and 1. */
  readonly gasPrice?: bigint;
  /** Types 2 and above. */
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly accessList?: readonly AccessListEntry[];
  /** Type 3. */
  readonly maxFeePerBlobGas?: bigint;
  readonly blobVersionedHashes?: readonly Hex[];
  /** Type 4. */
  readonly authorizationList?: readonly Authorization[];
}

export interface EvmTransaction extends SignedFields {
  readonly hash: Hex;
  readonly type: number;
  readonly from: Hex;
  readonly nonce: number;
  readonly chainId: number;
  /** Null where nobody signs: what the protocol itself puts into a block. */
  readonly signature: Signature | null;
  /** Members that its type alone has, as JSON names them. */
  readonly own: Fields;
  /** Bytes that its hash is made of. */
  readonly bytes: Uint8Array;
  /** As the block's size counts it. */
  readonly byteLength: number;
}

/** Type of deposits of the OP stack (optimism specs/protocol/deposits.md). */
export const OP_DEPOSIT_TYPE = 0x7e;

function typeOf(fields: SignedFields): number {
  if (fields.authorizationList) return 4;
  if (fields.blobVersionedHashes) return 3;
  if (fields.maxFeePerGas !== undefined) return 2;
  return fields.accessList ? 1 : 0;
}

/**
 * A transaction of an account. Its hash is the one of its bytes, as everywhere; the signature in them is made from a hash and
 * not with a key, as signing would take longer than all the rest: `from` cannot be recovered from it.
 */
export function signedTransaction(from: Hex, nonce: number, chainId: number, fields: SignedFields): EvmTransaction {
  const type = typeOf(fields);
  const { to, value, input } = fields;
  const signature = signatureOf('transaction', from, nonce, chainId, to ?? '', String(value), input);
  const encoded = encodedRlp(signedPayload(type, nonce, chainId, fields, signature), type);
  return { ...fields, ...encoded, type, from, nonce, chainId, signature, own: {} };
}

/** `v` of a legacy transaction (EIP-155). */
export function legacyV({ yParity }: Signature, chainId: number): number {
  return chainId * 2 + 35 + yParity;
}

/** Signature of an authorization, as of a transaction: no key is behind it. */
export function authorizationSignature({ authority, address, nonce }: Authorization): Signature {
  return signatureOf('authorization', authority, address, nonce);
}

function signatureOf(...words: readonly (string | number)[]): Signature {
  const seed = hashOf(...words);
  // Both numbers begin with the digit 1: whole words, and below half of the curve's order (EIP-2).
  return {
    yParity: Number.parseInt(seed.slice(-1), 16) & 1,
    r: `0x1${seed.slice(3)}`,
    s: `0x1${[...seed.slice(3)].reverse().join('')}`,
  };
}

function signedPayload(type: number, nonce: number, chainId: number, fields: SignedFields, signature: Signature): Rlp {
  const { r, s, yParity } = signature;
  const { gasPrice = 0n, maxPriorityFeePerGas = 0n, maxFeePerGas = 0n, maxFeePerBlobGas = 0n } = fields;
  const body: Rlp = [fields.gas, fields.to ?? '0x', fields.value, fields.input];
  if (type === 0) return [nonce, gasPrice, ...body, legacyV(signature, chainId), r, s];
  const accessList = (fields.accessList ?? []).map(({ address, storageKeys }) => [address, storageKeys]);
  const fees = type === 1 ? [gasPrice] : [maxPriorityFeePerGas, maxFeePerGas];
  const own: Rlp[] = [];
  if (type === 3) own.push(maxFeePerBlobGas, fields.blobVersionedHashes ?? []);
  if (type === 4) own.push((fields.authorizationList ?? []).map((entry) => authorizationPayload(entry, chainId)));
  return [chainId, nonce, ...fees, ...body, accessList, ...own, yParity, r, s];
}

function authorizationPayload(entry: Authorization, chainId: number): Rlp {
  const { yParity, r, s } = authorizationSignature(entry);
  return [chainId, entry.address, entry.nonce, yParity, r, s];
}

type UnsignedFields = Pick<EvmTransaction, 'from' | 'to' | 'nonce' | 'chainId' | 'value' | 'gas' | 'input'>;

/**
 * A transaction that the protocol itself puts into a block. @param payload what its hash is made of, behind the type
 */
export function unsignedTransaction(type: number, fields: UnsignedFields, payload: Rlp, own: Fields): EvmTransaction {
  return { ...fields, ...encodedRlp(payload, type), type, signature: null, own };
}

/** Gas that a transaction costs before anything runs (go-ethereum core/state_transition.go IntrinsicGas). */
export function intrinsicGas({ to, input, accessList, authorizationList }: EvmTransaction): number {
  let gas = to === null ? 53_000 : 21_000;
  for (let at = 2; at < input.length; at += 2) gas += input[at] === '0' && input[at + 1] === '0' ? 4 : 16;
  for (const { storageKeys } of accessList ?? []) gas += 2_400 + 1_900 * storageKeys.length;
  return gas + 25_000 * (authorizationList?.length ?? 0);
}

/** Price per unit of gas (EIP-1559). */
export function effectivePrice(transaction: EvmTransaction, baseFee: bigint): bigint {
  const { gasPrice, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = transaction;
  if (gasPrice !== undefined) return gasPrice;
  if (baseFee + maxPriorityFeePerGas > maxFeePerGas) return maxFeePerGas;
  return baseFee + maxPriorityFeePerGas;
}

/** EIP-4844 GAS_PER_BLOB. */
export const GAS_PER_BLOB = 131_072;
