/** From a transaction's bytes to Blockbook's `Tx`, `Vin` and `Vout` (trezor/blockbook `api/types.go`). Pure. */
import { addressKeyOfScript, isUnspendable, opReturnData, scriptType, type UtxoChainNetwork } from '@chaintrail/chains';
import type { FoundOutput, SpentOutputs } from '@chaintrail/db';
import { feeOf } from '../esplora/shape-transaction.js';
import type { LoadedTransaction } from '../esplora/transactions.js';
import { addressTextsOf } from '../read/texts.js';

/** A sequence below says that the transaction may be replaced (BIP125). */
const REPLACEABLE_BELOW = 0xfffffffe;
const WITNESS_SCALE = 4;

export interface TransactionContext {
  readonly height: number;
  /** Addresses of the account that is asked about. */
  readonly own: ReadonlySet<string>;
  /** Whether bytes are shown. */
  readonly isLight: boolean;
  /** Null where it is not told what is spent. */
  readonly spent: SpentOutputs | null;
}

export function shapeTransaction(followed: UtxoChainNetwork, loaded: LoadedTransaction, context: TransactionContext) {
  const { parts, prevouts, bytes } = loaded;
  const { block, firstSeen } = loaded.place;
  const fee = feeOf(loaded);
  const paid = parts.outputs.reduce((sum, { value }) => sum + value, 0n);
  // A coinbase spends nothing.
  const isKnown = !prevouts.includes(null);
  const valueIn = isKnown ? prevouts.reduce((sum, output) => sum + BigInt(output!.amount), 0n) : null;
  const isReplaceable = !block && parts.inputs.some(({ sequence }) => sequence < REPLACEABLE_BELOW);
  return {
    txid: parts.txid,
    ...{ version: parts.version, lockTime: parts.lockTime },
    vin: parts.inputs.map((_, n) => shapeInput(followed, loaded, n, context)),
    vout: parts.outputs.map((_, n) => shapeOutput(followed, loaded, n, context)),
    ...(block ? { blockHash: block.hash } : {}),
    blockHeight: block?.height ?? -1,
    confirmations: block ? context.height - block.height + 1 : 0,
    blockTime: block?.time ?? firstSeen ?? 0,
    size: parts.size,
    ...(followed.network.hrp === null ? {} : { vsize: Math.ceil(parts.weight / WITNESS_SCALE) }),
    value: String(paid),
    ...(valueIn === null ? {} : { valueIn: String(valueIn) }),
    ...(fee === null ? {} : { fees: String(fee) }),
    ...(context.isLight ? {} : { hex: bytes.toString('hex') }),
    ...(isReplaceable ? { rbf: true } : {}),
  };
}

function shapeInput(
  followed: UtxoChainNetwork,
  { parts, prevouts }: LoadedTransaction,
  n: number,
  { own, isLight }: TransactionContext,
) {
  const { txid, vout, sequence, scriptSig } = parts.inputs[n]!;
  const hex = scriptSig.toString('hex');
  if (parts.coinbase) return { n, sequence, isAddress: false, coinbase: hex };
  const prevout: FoundOutput | null = prevouts[n] ?? null;
  const { addresses, isAddress } = addressesOf(followed, Buffer.from(prevout?.script ?? '', 'hex'));
  return {
    txid,
    ...{ vout, sequence, n, addresses, isAddress },
    ...(addresses.some((address) => own.has(address)) ? { isOwn: true } : {}),
    ...(prevout ? { value: prevout.amount } : {}),
    ...(isLight || hex === '' ? {} : { hex }),
  };
}

function shapeOutput(
  followed: UtxoChainNetwork,
  loaded: LoadedTransaction,
  n: number,
  { own, isLight, spent }: TransactionContext,
) {
  const { value, script } = loaded.parts.outputs[n]!;
  const { addresses, isAddress } = addressesOf(followed, script);
  return {
    value: String(value),
    n,
    ...(isSpent(followed, loaded, n, spent) ? { spent: true } : {}),
    ...(isLight ? {} : { hex: script.toString('hex') }),
    ...{ addresses, isAddress },
    ...(addresses.some((address) => own.has(address)) ? { isOwn: true } : {}),
  };
}

/** An output that nobody can spend is not spent. */
function isSpent(
  { network }: UtxoChainNetwork,
  { place: { block }, parts }: LoadedTransaction,
  n: number,
  spent: SpentOutputs | null,
): boolean {
  if (spent === null) return false;
  if (spent.taken.has(n)) return true;
  if (!block || spent.unspent.has(n)) return false;
  if (parts.coinbase && network.unspendableCoinbases.includes(block.height)) return false;
  const { script } = parts.outputs[n]!;
  return !isUnspendable(script, 0, script.length);
}

/** A bare public key counts for its address, here and in Blockbook. */
function addressesOf(followed: UtxoChainNetwork, script: Buffer): { addresses: string[]; isAddress: boolean } {
  const { chain, network } = followed;
  const key = addressKeyOfScript(chain, script, 0, script.length);
  if (key) {
    const address = addressTextsOf(network).of(key.toString('hex'));
    if (address !== null) return { addresses: [address], isAddress: true };
  }
  if (scriptType(chain, script) !== 'nulldata') return { addresses: [], isAddress: false };
  return { addresses: [`OP_RETURN ${(opReturnData(script) ?? []).join(' ')}`.trimEnd()], isAddress: false };
}
