/** Transactions and outputs as bitcoind's descendants describe them: what names them, what they spend and whom they pay. */

import type { Destination } from '../utxo/destination.js';
import { hash160 } from '../utxo/hash.js';
import type { Coin, Transaction } from '../utxo/utxo-transaction.js';
import type { Json } from './decimal-json.js';
import type { NodeProfile } from './dialect.js';

/** P2PK and bare multisig have no address of their own; older nodes name those of their keys. */
function addressesOf(destination: Destination, { network, wire, style }: NodeProfile): string[] {
  const { type } = destination;
  const shown: readonly string[] = { none: [], multisig: ['multisig'], all: ['multisig', 'pubkey'] }[
    style.keyAddresses
  ];
  const isBare = type === 'pubkey' || type === 'multisig';
  const named = isBare ? (shown.includes(type) ? keyDestinations(destination) : []) : [destination];
  return named.flatMap((one) => wire.addressOf(one, network) ?? []);
}

export function outputJson({ value, vout, destination }: Coin, profile: NodeProfile): { [name: string]: Json } {
  const { script, type } = destination;
  const addresses = addressesOf(destination, profile);
  const named =
    profile.style.addresses === 'one'
      ? { address: addresses[0] }
      : { addresses: addresses.length > 0 ? addresses : undefined };
  return { value, n: vout, scriptPubKey: { hex: script.toString('hex'), ...named, type } };
}

export function inputsJson({ kind, inputs }: Transaction): Json[] {
  // The script of a coinbase means nothing to anybody here.
  if (kind === 'coinbase') return [{ coinbase: '' }];
  return inputs.map(({ transaction, vout }) => ({ txid: transaction.id, vout }));
}

export function transactionJson(transaction: Transaction, profile: NodeProfile): Json {
  const { id, bytes, outputs } = transaction;
  return {
    txid: id,
    vin: inputsJson(transaction),
    vout: outputs.map((coin) => outputJson(coin, profile)),
    hex: bytes.toString('hex'),
  };
}

/** Lengths of a compressed and of an uncompressed public key, which are also the opcodes that push them. */
const KEY_LENGTHS = [33, 65];

/** The P2PKH destinations of the keys that a P2PK or bare multisig script shows. */
function keyDestinations({ script, wallet }: Destination): Destination[] {
  const keys: Buffer[] = [];
  for (let at = 0; at < script.length; ) {
    const opcode = script.readUInt8(at++);
    if (!KEY_LENGTHS.includes(opcode)) continue;
    keys.push(script.subarray(at, at + opcode));
    at += opcode;
  }
  return keys.map((key) => ({
    type: 'pubkeyhash',
    script: Buffer.concat([Buffer.from([0x76, 0xa9, 20]), hash160(key), Buffer.from([0x88, 0xac])]),
    wallet,
    reveal: key,
  }));
}
