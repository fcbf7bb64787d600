/** Transparent Zcash transactions of versions 4, 5 and 6, signed as ZIP 243, ZIP 244 and ZIP 229 say. */
import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import {
  headerWord,
  Random,
  shieldedBytes,
  transactionId,
  VERSION_GROUP_IDS,
  type WireTransaction,
  writeTransaction,
} from '@chaintrail/devnet';
import { blake2b256, branchPersonalization } from './auth-digests.js';

export interface ZcashKey {
  readonly secret: Buffer;
  /** Compressed unless it was asked for otherwise. */
  readonly publicKey: Buffer;
}

/** An output that can be spent, with what its script takes. */
export interface ZcashCoin {
  /** Display form. */
  readonly txid: string;
  readonly vout: number;
  /** Zatoshis. */
  readonly amount: bigint;
  readonly script: Buffer;
  /** Their signatures, in this order. None where the script takes none. */
  readonly signers: readonly ZcashKey[];
  /** Bytes pushed after the signatures: a public key, or the redeem script of P2SH. */
  readonly reveal?: Buffer;
  /** Script of P2SH, which signatures before version 5 commit to. */
  readonly redeemScript?: Buffer;
  /** Multisig takes an empty push before its signatures. */
  readonly isMultisig?: boolean;
}

export interface ZcashPayment {
  readonly version: 4 | 5 | 6;
  /** Branch id of the upgrade whose rules the block follows. */
  readonly branchId: number;
  readonly coins: readonly ZcashCoin[];
  readonly outputs: readonly { readonly value: bigint; readonly script: Buffer }[];
  readonly lockTime?: number;
}

export interface SignedTransaction {
  /** Display form. */
  readonly txid: string;
  readonly hex: string;
  readonly wire: WireTransaction;
}

const FINAL = 0xffffffff;
const SIGHASH_ALL = 1;
const NO_HASH = Buffer.alloc(32);

/** @param seed the same text gives the same key */
export function zcashKey(seed: string, compressed = true): ZcashKey {
  const secret = createHash('sha256').update(`chaintrail zcash key ${seed}`).digest();
  return { secret, publicKey: Buffer.from(ecc.pointFromScalar(secret, compressed) ?? []) };
}

export function sign(payment: ZcashPayment): SignedTransaction {
  const { version, branchId, coins, outputs, lockTime = 0 } = payment;
  const unsigned: WireTransaction = {
    ...{ version, branchId, lockTime, expiryHeight: 0, shielded: shieldedBytes(version, {}, new Random(0)) },
    inputs: coins.map(({ txid, vout }) => {
      return { txid: Buffer.from(txid, 'hex').reverse(), vout, scriptSig: Buffer.alloc(0), sequence: FINAL };
    }),
    outputs: [...outputs],
  };
  const inputs = unsigned.inputs.map((input, index) => ({ ...input, scriptSig: unlock(unsigned, coins, index) }));
  const wire = { ...unsigned, inputs };
  const bytes = writeTransaction(wire);
  return {
    txid: Buffer.from(transactionId(version, bytes)).reverse().toString('hex'),
    hex: bytes.toString('hex'),
    wire,
  };
}

function unlock(transaction: WireTransaction, coins: readonly ZcashCoin[], index: number): Buffer {
  const { signers, reveal, isMultisig } = coins[index] as ZcashCoin;
  const digest = transaction.version === 4 ? digest4(transaction, coins, index) : digest5(transaction, coins, index);
  const signatures = signers.map(({ secret }) => {
    return Buffer.concat([der(ecc.sign(digest, secret)), Buffer.from([SIGHASH_ALL])]);
  });
  const pushes = [...signatures, ...(reveal ? [reveal] : [])].map(push);
  return Buffer.concat([...(isMultisig ? [Buffer.from([0])] : []), ...pushes]);
}

/** Up to 255 bytes. */
export function push(bytes: Buffer): Buffer {
  const opcode = bytes.length < 76 ? [bytes.length] : [0x4c, bytes.length];
  return Buffer.concat([Buffer.from(opcode), bytes]);
}

/** X.690 of the two numbers; the library's are low already. */
function der(signature: Uint8Array): Buffer {
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)].map((number) => {
    const start = number.findIndex((byte) => byte !== 0);
    const digits = Buffer.from(number.subarray(start));
    const positive = (digits[0] as number) & 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits;
    return Buffer.concat([Buffer.from([2, positive.length]), positive]);
  }) as [Buffer, Buffer];
  return Buffer.concat([Buffer.from([0x30, r.length + s.length]), r, s]);
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const i64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
};
/** With its length, below 253. */
const vector = (bytes: Buffer): Buffer => {
  if (bytes.length > 252) return Buffer.concat([Buffer.from([0xfd, bytes.length & 0xff, bytes.length >> 8]), bytes]);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
};

interface Parts {
  readonly prevouts: readonly Buffer[];
  readonly sequences: readonly Buffer[];
  readonly paid: readonly Buffer[];
}

function partsOf({ inputs, outputs }: WireTransaction): Parts {
  return {
    prevouts: inputs.map(({ txid, vout }) => Buffer.concat([txid, u32(vout)])),
    sequences: inputs.map(({ sequence }) => u32(sequence)),
    paid: outputs.map(({ value, script }) => Buffer.concat([i64(value), vector(script)])),
  };
}

/** ZIP 243, nothing shielded. */
function digest4(transaction: WireTransaction, coins: readonly ZcashCoin[], index: number): Buffer {
  const { prevouts, sequences, paid } = partsOf(transaction);
  const { script, redeemScript = script, amount } = coins[index] as ZcashCoin;
  return blake2b256(
    branchPersonalization('ZcashSigHash', transaction.branchId),
    ...[u32(headerWord(transaction.version)), u32(VERSION_GROUP_IDS[transaction.version])],
    blake2b256('ZcashPrevoutHash', ...prevouts),
    blake2b256('ZcashSequencHash', ...sequences),
    blake2b256('ZcashOutputsHash', ...paid),
    ...[NO_HASH, NO_HASH, NO_HASH],
    ...[u32(transaction.lockTime), u32(transaction.expiryHeight), i64(0n), u32(SIGHASH_ALL)],
    ...[prevouts[index] as Buffer, vector(redeemScript), i64(amount), sequences[index] as Buffer],
  );
}

/** ZIP 244 S, and for version 6 ZIP 229's additions; nothing shielded. */
function digest5(transaction: WireTransaction, coins: readonly ZcashCoin[], index: number): Buffer {
  const { version, branchId, lockTime, expiryHeight } = transaction;
  const { prevouts, sequences, paid } = partsOf(transaction);
  const { script, amount } = coins[index] as ZcashCoin;
  const header = [headerWord(version), VERSION_GROUP_IDS[version], branchId, lockTime, expiryHeight].map(u32);
  const transparent = blake2b256(
    'ZTxIdTranspaHash',
    Buffer.from([SIGHASH_ALL]),
    blake2b256('ZTxIdPrevoutHash', ...prevouts),
    blake2b256('ZTxTrAmountsHash', ...coins.map((coin) => i64(coin.amount))),
    blake2b256('ZTxTrScriptsHash', ...coins.map((coin) => vector(coin.script))),
    blake2b256('ZTxIdSequencHash', ...sequences),
    blake2b256('ZTxIdOutputsHash', ...paid),
    blake2b256(
      'Zcash___TxInHash',
      ...[prevouts[index] as Buffer, i64(amount), vector(script), sequences[index] as Buffer],
    ),
  );
  const shielded = version === 6 ? ['ZTxIdOrchardH_v6', 'ZTxIdIronwd_H_v6'] : ['ZTxIdOrchardHash'];
  return blake2b256(
    branchPersonalization('ZcashTxHash_', branchId),
    blake2b256('ZTxIdHeadersHash', ...header),
    transparent,
    blake2b256('ZTxIdSaplingHash'),
    ...shielded.map((name) => blake2b256(name)),
  );
}
