/** Transactions as getblock 2 and getrawtransaction print them. */
import { keyDestinations } from '../utxo/bare-keys.js';
import type { Token } from '../utxo/bch/token.js';
import type { Destination } from '../utxo/destination.js';
import { displayHash } from '../utxo/hash.js';
import { type Coin, type Transaction, virtualSizeOf, weightOf } from '../utxo/transaction.js';
import type { NodeProfile } from './chain-source.js';
import type { Json } from './decimal-json.js';

export interface TransactionJsonOptions extends Pick<NodeProfile, 'network' | 'wire' | 'style'> {
  /** getblock 3: with the outputs that the inputs spend. */
  readonly prevouts: boolean;
  /** As a member of a block's list, which says less on some nodes. */
  readonly inBlock: boolean;
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

/** P2PK and bare multisig have no address of their own; older nodes name those of their keys. */
function addressesOf(destination: Destination, { network, wire, style }: TransactionJsonOptions): string[] {
  const { type } = destination;
  const shown: readonly string[] = { none: [], multisig: ['multisig'], all: ['multisig', 'pubkey'] }[
    style.keyAddresses
  ];
  const named =
    type === 'pubkey' || type === 'multisig'
      ? shown.includes(type)
        ? keyDestinations(destination)
        : []
      : [destination];
  return named.flatMap((one) => wire.addressOf(one, network) ?? []);
}

function scriptJson(destination: Destination, options: TransactionJsonOptions): Json {
  const addresses = addressesOf(destination, options);
  const named =
    options.style.addresses === 'one'
      ? { address: addresses[0] }
      : { reqSigs: addresses.length > 0 ? requiredSignatures(destination) : undefined, addresses: some(addresses) };
  return { hex: destination.script.toString('hex'), ...named, type: destination.type };
}

const some = (list: string[]): string[] | undefined => (list.length > 0 ? list : undefined);

function requiredSignatures({ type, script }: Destination): number {
  return type === 'multisig' ? script.readUInt8(0) - 0x50 : 1;
}

function tokenJson(token: Token | null): Json | undefined {
  if (!token) return undefined;
  const { category, amount, nft } = token;
  return {
    category: displayHash(category),
    amount: amount.toString(),
    nft: nft ? { capability: nft.capability, commitment: nft.commitment.toString('hex') } : undefined,
  };
}

/** Nodes that tell of spent outputs name one address there, whatever they do elsewhere. */
function prevoutJson(coin: Coin, { style, ...options }: TransactionJsonOptions): Json {
  const named = { ...options, style: { ...style, addresses: 'one' } } as const;
  return {
    generated: coin.transaction.kind === 'coinbase',
    height: coin.transaction.height,
    value: coin.value,
    scriptPubKey: scriptJson(coin.destination, named),
    tokenData: tokenJson(coin.token),
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
  return {
    value: coin.value,
    n: coin.vout,
    scriptPubKey: scriptJson(coin.destination, options),
    tokenData: tokenJson(coin.token),
  };
}

export function transactionJson(
  transaction: Transaction,
  options: TransactionJsonOptions,
): { [name: string]: Json | undefined } {
  const { style, inBlock, prevouts } = options;
  // What a transaction paid is known from the undo data of its block, or where spent outputs are looked up.
  const withFee = transaction.kind !== 'coinbase' && style.fees && (inBlock || prevouts);
  return {
    txid: transaction.id,
    hash: displayHash(transaction.wtxid),
    version: transaction.version,
    size: transaction.bytes.length,
    vsize: style.weights ? virtualSizeOf(transaction) : undefined,
    weight: style.transactionWeights ? weightOf(transaction) : undefined,
    locktime: transaction.lockTime,
    vin: inputsJson(transaction, options),
    vout: transaction.outputs.map((coin) => outputJson(coin, options)),
    fee: withFee ? transaction.fee : undefined,
    hex: inBlock && !style.hexInBlocks ? undefined : transaction.bytes.toString('hex'),
  };
}
