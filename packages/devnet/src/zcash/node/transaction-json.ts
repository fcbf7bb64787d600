/** Transactions as zebrad prints them (zebra zebra-rpc/src/methods/types/transaction.rs TransactionObject). */
import type { UtxoNetwork } from '@chaintrail/chains';
import type { Json } from '../../node/decimal-json.js';
import { displayHash } from '../../utxo/hash.js';
import type { Coin, Transaction } from '../../utxo/transaction.js';
import type { ZcashParts } from '../parts.js';
import type { ActionPart, JoinSplit, SaplingPart } from '../shielded.js';
import { VERSION_GROUP_IDS } from '../upgrades.js';
import { authDigestOf, zcashWire } from '../wire.js';
import { zec } from './amounts-json.js';
import { readUnlockingScripts } from './read-scripts.js';

const hex = (bytes: Buffer): string => bytes.toString('hex');

/** Where a transaction is, for the fields that zebrad adds to it. */
export interface TransactionPlace {
  readonly blockHash: string;
  /** Unix seconds. */
  readonly blockTime: number;
  readonly height: number;
  readonly confirmations: number;
  readonly inActiveChain: boolean;
}

/** @param withPrevouts verbosity 3 of zebrad 7 */
function inputsJson(transaction: Transaction, network: UtxoNetwork, withPrevouts: boolean): Json[] {
  return readUnlockingScripts(transaction.bytes).map(({ script, sequence }, index) => {
    const coin = transaction.inputs[index];
    if (!coin) return { coinbase: hex(script), sequence };
    // zebrad knows fields for value and address here, and never fills them.
    const { kind, height } = coin.transaction;
    const value = zec(coin.value);
    const prevout = { generated: kind === 'coinbase', height, value, scriptPubKey: scriptJson(coin, network) };
    return {
      txid: coin.transaction.id,
      vout: coin.vout,
      scriptSig: { hex: hex(script) },
      sequence,
      prevout: withPrevouts ? prevout : undefined,
    };
  });
}

/** `addresses` is left out for scripts without one: bare keys count among them here. */
export function scriptJson({ destination }: Coin, network: UtxoNetwork): Json {
  const address = destination.type === 'pubkey' ? null : zcashWire.addressOf(destination, network);
  return {
    hex: hex(destination.script),
    reqSigs: address === null ? undefined : 1,
    type: destination.type,
    addresses: address === null ? undefined : [address],
  };
}

function outputJson(coin: Coin, network: UtxoNetwork): Json {
  const { value, vout } = coin;
  return { value: zec(value), valueZat: Number(value), n: vout, scriptPubKey: scriptJson(coin, network) };
}

function joinSplitJson(joinSplit: JoinSplit): Json {
  return {
    vpub_old: zec(joinSplit.vpubOld),
    vpub_oldZat: Number(joinSplit.vpubOld),
    vpub_new: zec(joinSplit.vpubNew),
    vpub_newZat: Number(joinSplit.vpubNew),
    anchor: displayHash(joinSplit.anchor),
    nullifiers: joinSplit.nullifiers.map(displayHash),
    commitments: joinSplit.commitments.map(displayHash),
    onetimePubKey: displayHash(joinSplit.ephemeralKey),
    randomSeed: displayHash(joinSplit.randomSeed),
    macs: joinSplit.macs.map(displayHash),
    // Only Groth16 proofs are shown.
    proof: joinSplit.proof.length === 192 ? hex(joinSplit.proof) : '',
    ciphertexts: joinSplit.ciphertexts.map(hex),
  };
}

function saplingJson(sapling: SaplingPart | null): { [name: string]: Json | undefined } {
  const { spends = [], outputs = [], anchor, valueBalance = 0n } = sapling ?? {};
  return {
    vShieldedSpend: spends.map(({ cv, nullifier, rk, proof, signature }) => ({
      cv: displayHash(cv),
      anchor: anchor && displayHash(anchor),
      nullifier: displayHash(nullifier),
      rk: displayHash(rk),
      proof: hex(proof),
      spendAuthSig: hex(signature),
    })),
    vShieldedOutput: outputs.map(({ cv, cmu, ephemeralKey, encCiphertext, outCiphertext, proof }) => ({
      cv: displayHash(cv),
      cmu: displayHash(cmu),
      ephemeralKey: displayHash(ephemeralKey),
      encCiphertext: hex(encCiphertext),
      outCiphertext: hex(outCiphertext),
      proof: hex(proof),
    })),
    bindingSig: sapling ? hex(sapling.bindingSignature) : undefined,
    valueBalance: zec(valueBalance),
    valueBalanceZat: Number(valueBalance),
  };
}

/** Orchard's is printed even when there is none, Ironwood's only when there is one. */
function actionsJson(part: ActionPart | null): Json {
  const valueBalance = part?.valueBalance ?? 0n;
  return {
    actions: (part?.actions ?? []).map((action) => ({
      cv: hex(action.cv),
      nullifier: hex(action.nullifier),
      rk: hex(action.rk),
      cmx: hex(action.cmx),
      ephemeralKey: hex(action.ephemeralKey),
      encCiphertext: hex(action.encCiphertext),
      spendAuthSig: hex(action.signature),
      outCiphertext: hex(action.outCiphertext),
    })),
    valueBalance: zec(valueBalance),
    valueBalanceZat: Number(valueBalance),
    flags: part ? { enableOutputs: (part.flags & 2) !== 0, enableSpends: (part.flags & 1) !== 0 } : undefined,
    anchor: part ? displayHash(part.anchor) : undefined,
    proof: part ? hex(part.proofs) : undefined,
    bindingSig: part ? hex(part.bindingSignature) : undefined,
  };
}

function shieldedJson({ sprout, sapling, orchard, ironwood }: ZcashParts): { [name: string]: Json | undefined } {
  return {
    ...saplingJson(sapling),
    vjoinsplit: (sprout?.joinSplits ?? []).map(joinSplitJson),
    joinSplitPubKey: sprout ? displayHash(sprout.publicKey) : undefined,
    joinSplitSig: sprout ? hex(sprout.signature) : undefined,
    orchard: actionsJson(orchard),
    ironwood: ironwood ? actionsJson(ironwood) : undefined,
  };
}

/** @param place null in the mempool */
export function zebraTransactionJson(
  transaction: Transaction,
  network: UtxoNetwork,
  place: TransactionPlace | null,
  withPrevouts = false,
): { [name: string]: Json | undefined } {
  const { zcash, bytes } = transaction;
  if (!zcash) throw new RangeError(`transaction ${transaction.id} is not of Zcash`);
  const overwintered = zcash.version >= 3;
  const authDigest = authDigestOf(transaction);
  return {
    in_active_chain: place?.inActiveChain ?? false,
    hex: hex(bytes),
    height: place ? (place.inActiveChain ? place.height : -1) : undefined,
    confirmations: place ? (place.inActiveChain ? place.confirmations : 0) : undefined,
    vin: inputsJson(transaction, network, withPrevouts),
    vout: transaction.outputs.map((coin) => outputJson(coin, network)),
    ...shieldedJson(zcash),
    size: bytes.length,
    fee: withPrevouts && transaction.kind !== 'coinbase' ? zec(transaction.fee) : undefined,
    time: place?.blockTime,
    txid: transaction.id,
    authdigest: authDigest ? displayHash(authDigest) : undefined,
    overwintered,
    version: zcash.version,
    versiongroupid: overwintered ? VERSION_GROUP_IDS[zcash.version].toString(16).padStart(8, '0') : undefined,
    locktime: transaction.lockTime,
    expiryheight: overwintered ? zcash.expiryHeight : undefined,
    blockhash: place?.blockHash,
    blocktime: place?.blockTime,
  };
}
