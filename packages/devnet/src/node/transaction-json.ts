/** Transactions as getblock 2 and getrawtransaction print them. */
import type { UtxoNetwork } from '@chaintrail/chains';
import { addressOf, type Destination } from '../utxo/destination.js';
import { displayHash } from '../utxo/hash.js';
import { type Coin, type Transaction, virtualSizeOf, weightOf } from '../utxo/transaction.js';
import type { Json } from './decimal-json.js';

export interface TransactionJsonOptions {
  readonly network: UtxoNetwork;
  /** Node version: `address` replaced `addresses` in 22.0, `fee` came with 23.0. */
  readonly version: number;
  /** getblock 3: with the outputs that the inputs spend. */
  readonly prevouts: boolean;
}

interface UnlockingHex {
  readonly scriptSig: string;
  readonly witness: readonly string[];
}

/** Reads scriptSigs and witnesses back from the bytes: the simulator does not keep them apart. */
function readUnlocking(bytes: Buffer): UnlockingHex[] {
  let at = 4;
  const compactSize = (): number => {
    const first = bytes.readUInt8(at++);
    if (first < 253) return first;
    const width = first === 253 ? 2 : 4;
    at += width;
    return bytes.readUIntLE(at - width, width);
  };
  const take = (count: number): string => {
    at += count;
    return bytes.toString('hex', at - count, at);
  };
  const segwit = bytes[4] === 0;
  if (segwit) at += 2;
  const scripts = Array.from({ length: compactSize() }, () => {
    at += 36;
    const script = take(compactSize());
    at += 4;
    return script;
  });
  if (!segwit) return scripts.map((scriptSig) => ({ scriptSig, witness: [] }));
  for (let left = compactSize(); left > 0; left--) {
    at += 8;
    // Not `at += compactSize()`: that would add to the offset from before the length was read.
    const scriptLength = compactSize();
    at += scriptLength;
  }
  return scripts.map((scriptSig) => ({
    scriptSig,
    witness: Array.from({ length: compactSize() }, () => take(compactSize())),
  }));
}

function scriptJson(destination: Destination, { network, version }: TransactionJsonOptions): Json {
  // Core prints no address for P2PK outputs.
  const address = destination.type === 'pubkey' ? null : addressOf(destination, network);
  const named =
    version >= 220_000 ? { address: address ?? undefined } : { addresses: address === null ? undefined : [address] };
  return { hex: destination.script.toString('hex'), ...named, type: destination.type };
}

function prevoutJson(coin: Coin, options: TransactionJsonOptions): Json {
  return {
    generated: coin.transaction.kind === 'coinbase',
    height: coin.transaction.height,
    value: coin.value,
    scriptPubKey: scriptJson(coin.destination, options),
  };
}

function inputsJson(transaction: Transaction, options: TransactionJsonOptions): Json[] {
  return readUnlocking(transaction.bytes).map(({ scriptSig, witness }, index) => {
    const txinwitness = witness.length > 0 ? witness : undefined;
    const { sequence } = transaction;
    const coin = transaction.inputs[index];
    if (!coin) return { coinbase: scriptSig, txinwitness, sequence };
    const prevout = options.prevouts ? prevoutJson(coin, options) : undefined;
    return {
      txid: coin.transaction.id,
      vout: coin.vout,
      scriptSig: { hex: scriptSig },
      txinwitness,
      prevout,
      sequence,
    };
  });
}

export function outputJson(coin: Coin, options: TransactionJsonOptions): Json {
  return { value: coin.value, n: coin.vout, scriptPubKey: scriptJson(coin.destination, options) };
}

export function transactionJson(
  transaction: Transaction,
  options: TransactionJsonOptions,
): { [name: string]: Json | undefined } {
  return {
    txid: transaction.id,
    hash: displayHash(transaction.wtxid),
    version: transaction.version,
    size: transaction.bytes.length,
    vsize: virtualSizeOf(transaction),
    weight: weightOf(transaction),
    locktime: transaction.lockTime,
    vin: inputsJson(transaction, options),
    vout: transaction.outputs.map((coin) => outputJson(coin, options)),
    fee: options.version >= 230_000 && transaction.kind !== 'coinbase' ? transaction.fee : undefined,
    hex: transaction.bytes.toString('hex'),
  };
}
