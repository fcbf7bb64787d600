/** Transactions of every type that the simulated chains have, and the bytes that their hashes are made of. */
import { type Hex, hashOf } from '../bytes/hex.js';
import { encodedRlp, type Rlp } from '../bytes/rlp.js';

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

/** What a transaction of an account says beside its sender; the type follows from the fields that are there. */
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

/** A deposit of the OP stack, type 0x7e (optimism specs/protocol/deposits.md). */
export interface OpDeposit {
  readonly sourceHash: Hex;
  readonly mint: bigint | null;
}

/** Of Arbitrum's own types, those that every chain has (nitro go-ethereum core/types/arb_types.go). */
export type ArbitrumPart = { readonly kind: 'deposit'; readonly requestId: Hex } | { readonly kind: 'internal' };

export interface EvmTransaction extends SignedFields {
  readonly hash: Hex;
  readonly type: number;
  readonly from: Hex;
  readonly nonce: number;
  readonly chainId: number;
  /** Null where nobody signs: what the protocol itself puts into a block. */
  readonly signature: Signature | null;
  readonly deposit: OpDeposit | null;
  readonly arbitrum: ArbitrumPart | null;
  /** As the block's size counts it. */
  readonly byteLength: number;
}

export const OP_DEPOSIT_TYPE = 0x7e;
const ARBITRUM_TYPES = { deposit: 0x64, internal: 0x6a } as const;

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
  return { ...fields, ...encoded, type, from, nonce, chainId, signature, deposit: null, arbitrum: null };
}

/** `v` of a legacy transaction (EIP-155). */
export function legacyV({ yParity }: Signature, chainId: number): number {
  return chainId * 2 + 35 + yParity;
}

/** Of an authorization, as of a transaction: no key is behind it. */
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

interface UnsignedFields {
  readonly from: Hex;
  readonly to: Hex;
  readonly nonce: number;
  readonly chainId: number;
  readonly value: bigint;
  readonly gas: bigint;
  readonly input: Hex;
}

function unsigned(
  fields: UnsignedFields,
  type: number,
  payload: Rlp,
  own: Partial<Pick<EvmTransaction, 'deposit' | 'arbitrum'>>,
): EvmTransaction {
  const nobody = { signature: null, deposit: null, arbitrum: null };
  return { ...fields, ...nobody, ...own, ...encodedRlp(payload, type), type };
}

export function opDeposit(fields: UnsignedFields, deposit: OpDeposit): EvmTransaction {
  const { from, to, value, gas, input } = fields;
  const payload = [deposit.sourceHash, from, to, deposit.mint ?? 0n, value, gas, '0x', input];
  return unsigned(fields, OP_DEPOSIT_TYPE, payload, { deposit });
}

export function arbitrumTransaction(fields: UnsignedFields, arbitrum: ArbitrumPart): EvmTransaction {
  const { from, to, value, input } = fields;
  const own = arbitrum.kind === 'internal' ? [input] : [arbitrum.requestId, from, to, value];
  return unsigned(fields, ARBITRUM_TYPES[arbitrum.kind], [fields.chainId, ...own], { arbitrum });
}

/** Gas that a transaction costs before anything runs (go-ethereum core/state_transition.go IntrinsicGas). */
export function intrinsicGas({ to, input, accessList, authorizationList }: EvmTransaction): number {
  let gas = to === null ? 53_000 : 21_000;
  for (let at = 2; at < input.length; at += 2) gas += input[at] === '0' && input[at + 1] === '0' ? 4 : 16;
  for (const { storageKeys } of accessList ?? []) gas += 2_400 + 1_900 * storageKeys.length;
  return gas + 25_000 * (authorizationList?.length ?? 0);
}

/** What is paid per unit of gas (EIP-1559). */
export function effectivePrice(transaction: EvmTransaction, baseFee: bigint): bigint {
  const { gasPrice, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = transaction;
  if (gasPrice !== undefined) return gasPrice;
  if (baseFee + maxPriorityFeePerGas > maxFeePerGas) return maxFeePerGas;
  return baseFee + maxPriorityFeePerGas;
}

/** EIP-4844 GAS_PER_BLOB. */
export const GAS_PER_BLOB = 131_072;
