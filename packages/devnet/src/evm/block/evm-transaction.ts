/** Transactions of every type that the simulated chains have, and the bytes that their hashes are made of. */
import { concat, type Hex, hashOf, keccak256, rlpInteger } from '../bytes/hex.js';
import { encodeRlp, type Rlp } from '../bytes/rlp.js';

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
  /** As the transactions' trie and the block's size count it. */
  readonly bytes: Hex;
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
  const signature = signatureOf(
    'transaction',
    from,
    nonce,
    chainId,
    fields.to ?? '',
    fields.value.toString(),
    fields.input,
  );
  const envelope = encodeRlp(signedPayload(type, nonce, chainId, fields, signature));
  const bytes = type === 0 ? envelope : concat(rlpInteger(type), envelope);
  const hash = keccak256(bytes);
  return { ...fields, hash, type, from, nonce, chainId, signature, deposit: null, arbitrum: null, bytes };
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
  const body = [rlpInteger(fields.gas), fields.to ?? '0x', rlpInteger(fields.value), fields.input];
  const price = rlpInteger(fields.gasPrice ?? 0n);
  if (type === 0) return [rlpInteger(nonce), price, ...body, rlpInteger(legacyV(signature, chainId)), r, s];
  const accessList = (fields.accessList ?? []).map(({ address, storageKeys }) => [address, storageKeys]);
  const fees =
    type === 1 ? [price] : [rlpInteger(fields.maxPriorityFeePerGas ?? 0n), rlpInteger(fields.maxFeePerGas ?? 0n)];
  const own: Rlp[] = [];
  if (type === 3) own.push(rlpInteger(fields.maxFeePerBlobGas ?? 0n), [...(fields.blobVersionedHashes ?? [])]);
  if (type === 4) own.push((fields.authorizationList ?? []).map((entry) => authorizationPayload(entry, chainId)));
  const head = [rlpInteger(chainId), rlpInteger(nonce), ...fees];
  return [...head, ...body, accessList, ...own, rlpInteger(yParity), r, s];
}

function authorizationPayload(entry: Authorization, chainId: number): Rlp {
  const { yParity, r, s } = authorizationSignature(entry);
  return [rlpInteger(chainId), entry.address, rlpInteger(entry.nonce), rlpInteger(yParity), r, s];
}

interface UnsignedFields {
  readonly from: Hex;
  readonly to: Hex | null;
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
  own: Pick<EvmTransaction, 'deposit' | 'arbitrum'>,
): EvmTransaction {
  const bytes = concat(rlpInteger(type), encodeRlp(payload));
  return { ...fields, ...own, hash: keccak256(bytes), type, signature: null, bytes };
}

export function opDeposit(fields: UnsignedFields, deposit: OpDeposit): EvmTransaction {
  const { from, to, value, gas, input } = fields;
  const amounts = [rlpInteger(deposit.mint ?? 0n), rlpInteger(value), rlpInteger(gas)];
  const payload = [deposit.sourceHash, from, to ?? '0x', ...amounts, '0x', input];
  return unsigned(fields, OP_DEPOSIT_TYPE, payload, { deposit, arbitrum: null });
}

export function arbitrumTransaction(fields: UnsignedFields, arbitrum: ArbitrumPart): EvmTransaction {
  const payload = [rlpInteger(fields.chainId), ...arbitrumPayload(fields, arbitrum)];
  return unsigned(fields, ARBITRUM_TYPES[arbitrum.kind], payload, { deposit: null, arbitrum });
}

function arbitrumPayload({ from, to, value, input }: UnsignedFields, part: ArbitrumPart): Rlp[] {
  return part.kind === 'internal' ? [input] : [part.requestId, from, to ?? '0x', rlpInteger(value)];
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
