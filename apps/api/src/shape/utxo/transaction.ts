/** From a stored transaction to the object that clients see. Histories make thousands of these a second: plain objects, in one go. */
import { opReturnData, SHIELDED_POOLS, scriptType, type UtxoChainNetwork } from '@chaintrail/chains';
import {
  type HistoryRow,
  LISTED,
  type SpentByColumns,
  type StoredInput,
  type StoredOutput,
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
import { type Payees, payeesOf } from './payees.js';

export function shapeUtxoTransaction(followed: UtxoChainNetwork, stored: StoredTransaction, tip: Tip): UtxoTransaction {
  return Object.assign(shapeCommon(followed, stored, tip, 'whole'), { tip });
}

/** One of a block's. */
export function shapeUtxoBlockTransaction(
  followed: UtxoChainNetwork,
  stored: StoredTransaction,
  tip: Tip,
): UtxoBlockTransaction {
  return shapeCommon(followed, stored, tip, 'listed');
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
  return Object.assign(shapeCommon(followed, transaction, tip, compact ? 'compact' : 'listed', ownKey), {
    direction: directionOf(delta, gained, transaction.fee),
    amount: delta,
    balanceAfter: balancesKnown ? balance : null,
  });
}

/**
 * `self`: the address spends and receives, and the fee is all that its balance loses. Amounts are integers in decimal, so equal
 * ones are equal texts. Where it gained something and lost nothing or the fee, it spent something.
 */
function directionOf(delta: string, gained: string, fee: string | null): 'in' | 'out' | 'self' {
  if (gained !== '0' && (delta === '0' || (fee !== null && delta === `-${fee}`))) return 'self';
  return delta.startsWith('-') ? 'out' : 'in';
}

/** @param ownKey hex of the key of an address: its own inputs and outputs come first, and at most {@link LISTED} of each */
function shapeCommon(
  followed: UtxoChainNetwork,
  stored: StoredTransaction,
  tip: Tip,
  extent: Extent,
  ownKey?: string,
): UtxoBlockTransaction {
  const { chain, network } = followed;
  const { block } = stored;
  const coinbase = block?.index === 0;
  const context = {
    ...{ followed, extent, payees: payeesOf(followed) },
    hogEx: block !== null && isHogEx(chain, block, stored.paysHogAddr),
    unspendable: coinbase && network.unspendableCoinbases.includes(block.height),
  };
  const common: Omit<UtxoBlockTransaction, 'inputCount' | 'outputCount' | 'inputs' | 'outputs'> = {
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
  };
  if (chain.mweb && extent !== 'compact') common.mweb = context.hogEx ? 'hogex' : null;
  if (chain.shielded) common.shielded = shapeShielded(stored.shielded);
  return Object.assign(common, {
    inputCount: stored.inputCount,
    outputCount: stored.outputCount,
    inputs: ownFirst(stored.inputs, ownKey).map((input) => shapeInput(context, input)),
    outputs: ownFirst(stored.outputs, ownKey).map((output) => shapeOutput(context, output)),
  });
}

function shapeShielded(deltas: StoredTransaction['shielded']): NonNullable<UtxoTransaction['shielded']> {
  const [sprout = null, sapling = null, orchard = null, ironwood = null] = SHIELDED_POOLS.map((_, at) => deltas?.[at]);
  return { sprout, sapling, orchard, ironwood };
}

/** How much of a transaction was read: less for lists, and for compact ones no scripts. */
type Extent = 'whole' | 'listed' | 'compact';

interface Context {
  readonly followed: UtxoChainNetwork;
  readonly payees: Payees;
  readonly hogEx: boolean;
  readonly extent: Extent;
  /** Outputs of this transaction never entered the UTXO set, or left it unspent. */
  readonly unspendable: boolean;
}

function shapeInput({ followed: { chain }, payees, extent }: Context, stored: StoredInput): Input {
  const { txid, vout, addressKey, amount, mweb } = stored;
  const address = addressKey === null ? null : payees.of(addressKey).address;
  return chain.mweb && extent !== 'compact' ? { txid, vout, address, amount, mweb } : { txid, vout, address, amount };
}

function shapeOutput(
  { followed: { chain }, payees, hogEx, unspendable, extent }: Context,
  stored: StoredOutput,
): Output {
  const { vout, amount, addressKey, token } = stored;
  const payee = addressKey === null ? null : payees.of(addressKey);
  const address = payee === null ? null : payee.address;
  if (extent === 'compact') return chain.cashTokens ? { vout, address, amount, token } : { vout, address, amount };
  const own = stored.script === null ? null : Buffer.from(stored.script, 'hex');
  const derived = own === null && stored.scriptBytes === null ? payee : null;
  const type = own === null ? (derived?.type ?? null) : scriptType(chain, own);
  const script = own === null ? (derived?.script ?? null) : stored.script;
  const spent = !stored.notSpent && !unspendable;
  const shaped: Output = { vout, address, amount, script, type, spent };
  if (extent === 'whole') shaped.spentBy = shapeSpentBy(stored.spentBy);
  shaped.opReturn = own && opReturnData(own);
  if (chain.mweb) shaped.mweb = mwebRole(type, hogEx, vout);
  if (chain.cashTokens) shaped.token = token;
  return shaped;
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

/** At most {@link LISTED}: the address's own, then the others, each part in the order of the transaction. */
function ownFirst<Stored extends StoredInput | StoredOutput>(
  rows: readonly Stored[],
  ownKey: string | undefined,
): readonly Stored[] {
  if (ownKey === undefined) return rows;
  const own: Stored[] = [];
  const others: Stored[] = [];
  for (const row of rows) (row.addressKey === ownKey ? own : others).push(row);
  return own.concat(others).slice(0, LISTED);
}
