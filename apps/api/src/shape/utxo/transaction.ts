/** From a stored transaction to the object that clients see. */
import {
  formatAddress,
  opReturnData,
  SHIELDED_POOLS,
  scriptOfAddressKey,
  scriptType,
  type UtxoChainNetwork,
} from '@chaintrail/chains';
import {
  type HistoryRow,
  type InputColumns,
  LISTED,
  type OutputColumns,
  type SpentByColumns,
  type StoredTransaction,
} from '@chaintrail/db';
import type {
  Input,
  Output,
  UtxoBlockTransaction,
  UtxoHistoryTransaction,
  UtxoTransaction,
} from '../../schemas/utxo-transaction.js';
import type { Tip } from '../progress.js';
import { isHogEx } from './mweb.js';

export function shapeUtxoTransaction(followed: UtxoChainNetwork, stored: StoredTransaction, tip: Tip): UtxoTransaction {
  return { ...shapeCommon(followed, ordered(stored), tip, 'whole'), tip };
}

/** One of a block's. */
export function shapeUtxoBlockTransaction(
  followed: UtxoChainNetwork,
  stored: StoredTransaction,
  tip: Tip,
): UtxoBlockTransaction {
  return shapeCommon(followed, ordered(stored), tip, 'listed');
}

interface HistoryContext {
  /** Hex of the key of the address whose history it is. */
  readonly ownKey: string;
  /** Whether the index starts at the chain's first block. */
  readonly balancesKnown: boolean;
  /** Whether scripts were left out. */
  readonly compact: boolean;
}

export function shapeUtxoHistoryTransaction(
  followed: UtxoChainNetwork,
  row: HistoryRow,
  tip: Tip,
  { ownKey, balancesKnown, compact }: HistoryContext,
): UtxoHistoryTransaction {
  const { transaction, delta, gained, balance } = row;
  const inputs = ownFirst(transaction.inputs, ([, , , key]) => key === ownKey);
  const outputs = ownFirst(transaction.outputs, ([, , key]) => key === ownKey);
  return {
    ...shapeCommon(followed, { ...transaction, inputs, outputs }, tip, compact ? 'compact' : 'listed'),
    direction: directionOf(BigInt(delta), BigInt(gained), transaction.fee),
    amount: delta,
    balanceAfter: balancesKnown ? balance : null,
  };
}

/** `self`: the address spends and receives, and the fee is all that its balance loses. */
function directionOf(delta: bigint, gained: bigint, fee: string | null): 'in' | 'out' | 'self' {
  const spent = gained - delta;
  if (gained > 0n && spent > 0n && (delta === 0n || (fee !== null && delta === -BigInt(fee)))) return 'self';
  return delta < 0n ? 'out' : 'in';
}

function shapeCommon(
  followed: UtxoChainNetwork,
  stored: StoredTransaction,
  tip: Tip,
  extent: Extent,
): UtxoBlockTransaction {
  const { chain, network } = followed;
  const { block } = stored;
  const coinbase = block?.index === 0;
  const outputContext = {
    followed,
    extent,
    hogEx: block !== null && isHogEx(chain, block, stored.paysHogAddr),
    unspendable: coinbase && network.unspendableCoinbases.includes(block.height),
  };
  return {
    currency: chain.code,
    txid: stored.txid,
    status: block ? 'confirmed' : 'pending',
    blockHeight: block?.height ?? null,
    blockHash: block?.hash ?? null,
    blockIndex: block?.index ?? null,
    timestamp: block?.time ?? null,
    firstSeen: stored.firstSeen,
    confirmations: block ? tip.height - block.height + 1 : 0,
    fee: stored.fee,
    decimals: chain.decimals,
    size: stored.size,
    vsize: stored.vsize,
    version: stored.version,
    lockTime: stored.lockTime,
    coinbase,
    ...(chain.mweb && extent !== 'compact' ? { mweb: outputContext.hogEx ? 'hogex' : null } : {}),
    ...(chain.shielded ? { shielded: shapeShielded(stored.shielded) } : {}),
    inputCount: stored.inputCount,
    outputCount: stored.outputCount,
    inputs: stored.inputs.map((input) => shapeInput(followed, input, extent)),
    outputs: stored.outputs.map((output) => shapeOutput(outputContext, output)),
  };
}

function shapeShielded(deltas: StoredTransaction['shielded']): NonNullable<UtxoTransaction['shielded']> {
  const [sprout = null, sapling = null, orchard = null, ironwood = null] = SHIELDED_POOLS.map((_, at) => deltas?.[at]);
  return { sprout, sapling, orchard, ironwood };
}

function shapeInput({ chain, network }: UtxoChainNetwork, columns: InputColumns, extent: Extent): Input {
  const [, txid, vout, key, amount, mweb] = columns;
  const address = key === null ? null : formatAddress(network, Buffer.from(key, 'hex'));
  return { txid, vout, address, amount, ...(chain.mweb && extent !== 'compact' ? { mweb } : {}) };
}

/** How much of a transaction was read: less for lists, and for compact ones no scripts. */
type Extent = 'whole' | 'listed' | 'compact';

interface OutputContext {
  readonly followed: UtxoChainNetwork;
  readonly hogEx: boolean;
  readonly extent: Extent;
  /** Outputs of this transaction never entered the UTXO set, or left it unspent. */
  readonly unspendable: boolean;
}

function shapeOutput(
  { followed: { chain, network }, hogEx, unspendable, extent }: OutputContext,
  columns: OutputColumns,
): Output {
  const [vout, amount, keyHex, scriptHex, scriptBytes, notSpent, token, spentBy] = columns;
  const key = keyHex === null ? null : Buffer.from(keyHex, 'hex');
  const held = { vout, address: key && formatAddress(network, key), amount };
  const tokens = chain.cashTokens ? { token } : {};
  if (extent === 'compact') return { ...held, ...tokens };
  const script =
    scriptHex !== null ? Buffer.from(scriptHex, 'hex') : scriptBytes === null && key ? scriptOfAddressKey(key) : null;
  const type = script && scriptType(chain, script);
  return {
    ...held,
    script: script === null ? null : script.toString('hex'),
    type,
    spent: !notSpent && !unspendable,
    ...(extent === 'whole' ? { spentBy: shapeSpentBy(spentBy) } : {}),
    opReturn: script && opReturnData(script),
    ...(chain.mweb ? { mweb: mwebRole(type, hogEx, vout) } : {}),
    ...tokens,
  };
}

export function shapeSpentBy(columns: SpentByColumns | null): NonNullable<Output['spentBy']> | null {
  if (columns === null) return null;
  const [txid, vin] = columns;
  return { txid, vin };
}

function mwebRole(type: Output['type'], hogEx: boolean, vout: number): 'pegin' | 'pegout' | 'hogaddr' | null {
  if (hogEx) return vout === 0 ? 'hogaddr' : 'pegout';
  return type === 'witness_mweb_pegin' ? 'pegin' : null;
}

function ordered(stored: StoredTransaction): StoredTransaction {
  return { ...stored, inputs: inOrder(stored.inputs), outputs: inOrder(stored.outputs) };
}

function inOrder<Columns extends InputColumns | OutputColumns>(rows: readonly Columns[]): Columns[] {
  return [...rows].sort((a, b) => a[0] - b[0]);
}

/** At most {@link LISTED}: the address's own, then the others, each part in the order of the transaction. */
function ownFirst<Columns extends InputColumns | OutputColumns>(
  rows: readonly Columns[],
  isOwn: (row: Columns) => boolean,
): Columns[] {
  const ordered = inOrder(rows);
  return [...ordered.filter(isOwn), ...ordered.filter((row) => !isOwn(row))].slice(0, LISTED);
}
