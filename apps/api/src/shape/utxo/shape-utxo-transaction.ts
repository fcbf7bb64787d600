/** Stored transactions as clients see them. Histories make thousands a second: plain objects, in one go. */
import {
  opReturnData,
  type ScriptType,
  SHIELDED_POOLS,
  scriptTextOfAddressKey,
  scriptType,
  type UtxoChain,
  type UtxoChainNetwork,
} from '@chaintrail/chains';
import {
  type FoundUtxoTransaction,
  LISTED,
  type SpentByColumns,
  type StoredInput,
  type StoredOutput,
  type StoredUtxoTransaction,
  type UtxoHistoryRow,
} from '@chaintrail/db';
import { ENTRY_WEIGHT, nextOffsetOf, type PartRequest, Rows, type WithRows } from '../../http/rows.js';
import type { Tip } from '../../read/progress.js';
import { type AddressTexts, addressTextsOf, shownPlaces, textsWith } from '../../read/texts.js';
import type {
  Input,
  Output,
  UtxoBlockTransaction,
  UtxoHistoryTransaction,
  UtxoTransaction,
} from '../../schemas/utxo-transaction-schema.js';
import { directionOf } from '../direction.js';
import { asDropped } from '../dropped.js';

/** A part of a transaction, its lists made while they are written; without what it waits for. */
export function shapeUtxoTransaction(
  followed: UtxoChainNetwork,
  { dropped, alsoIn }: Pick<FoundUtxoTransaction, 'dropped' | 'alsoIn'>,
  stored: StoredUtxoTransaction,
  tip: Tip,
  part: PartRequest,
): WithRows<UtxoTransaction> {
  const context = contextOf(followed, stored, 'whole');
  return {
    ...shapeCommon(followed, { ...stored, inputs: [], outputs: [] }, tip, 'whole'),
    ...asDropped(followed, dropped),
    inputs: Rows.of(stored.inputs, (input) => shapeInput(context, input), ENTRY_WEIGHT),
    outputs: Rows.of(stored.outputs, (output) => shapeOutput(context, output), ENTRY_WEIGHT),
    waiting: null,
    nextOffset: nextOffsetOf(part, [stored.inputCount, stored.outputCount]),
    alsoIn: shownPlaces(followed, alsoIn),
    tip,
  };
}

/** One of a block's. */
export function shapeUtxoBlockTransaction(
  followed: UtxoChainNetwork,
  stored: StoredUtxoTransaction,
  tip: Tip,
): UtxoBlockTransaction {
  return shapeCommon(followed, stored, tip, 'listed');
}

interface HistoryContext {
  /** Hex of the key of the address whose history it is. */
  readonly ownKey: string;
  /** How it is written; in its canonical form where absent. */
  readonly ownAddress?: string;
  /** Whether the index starts at the chain's first block. */
  readonly balancesKnown: boolean;
  /** Whether scripts were left out. */
  readonly compact: boolean;
}

export function shapeUtxoHistoryTransaction(
  followed: UtxoChainNetwork,
  row: UtxoHistoryRow,
  tip: Tip,
  { ownKey, ownAddress, balancesKnown, compact }: HistoryContext,
): UtxoHistoryTransaction {
  const { transaction, delta, gained, balance } = row;
  // Spreading an object of so many fields takes as long as making all of it.
  const shaped = shapeCommon(
    followed,
    transaction,
    tip,
    compact ? 'compact' : 'listed',
    ownKey,
    ownAddress,
  ) as UtxoHistoryTransaction;
  // An address that received something, and gained nothing, spent something.
  shaped.direction = directionOf(delta, transaction.fee, gained !== '0');
  shaped.netAmount = delta;
  shaped.amount = delta;
  shaped.balanceAfter = balancesKnown ? balance : null;
  return shaped;
}

/**
 * @param ownKey hex of the key of an address: its own inputs and outputs come first, and at most {@link LISTED} of each
 */
function shapeCommon(
  followed: UtxoChainNetwork,
  stored: StoredUtxoTransaction,
  tip: Tip,
  extent: Extent,
  ownKey?: string,
  ownAddress?: string,
): UtxoBlockTransaction {
  const { chain } = followed;
  const { block } = stored;
  const coinbase = block?.index === 0;
  const context = contextOf(followed, stored, extent, ownKey, ownAddress);
  const head = {
    family: 'utxo' as const,
    currency: chain.code,
    txid: stored.txid,
    status: block ? ('confirmed' as const) : ('pending' as const),
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
  const shaped: typeof head & Partial<UtxoBlockTransaction> = head;
  if (chain.mweb && extent !== 'compact') shaped.mweb = context.hogEx ? 'hogex' : null;
  if (chain.shielded) shaped.shielded = shapeShielded(stored.shielded);
  shaped.inputCount = stored.inputCount;
  shaped.outputCount = stored.outputCount;
  shaped.inputs = ownFirst(stored.inputs, ownKey).map((input) => shapeInput(context, input));
  shaped.outputs = ownFirst(stored.outputs, ownKey).map((output) => shapeOutput(context, output));
  return shaped as UtxoBlockTransaction;
}

function shapeShielded(deltas: StoredUtxoTransaction['shielded']): NonNullable<UtxoTransaction['shielded']> {
  const [sprout = null, sapling = null, orchard = null, ironwood = null] = SHIELDED_POOLS.map((_, at) => deltas?.[at]);
  return { sprout, sapling, orchard, ironwood };
}

/** How much of a transaction was read: less for lists, and for compact ones no scripts. */
type Extent = 'whole' | 'listed' | 'compact';

interface Context {
  readonly followed: UtxoChainNetwork;
  readonly texts: Pick<AddressTexts, 'of'>;
  readonly hogEx: boolean;
  readonly extent: Extent;
  /** Outputs of this transaction never entered the UTXO set, or left it unspent. */
  readonly unspendable: boolean;
}

function contextOf(
  followed: UtxoChainNetwork,
  { block, paysHogAddr }: StoredUtxoTransaction,
  extent: Extent,
  ownKey?: string,
  ownAddress?: string,
): Context {
  const { chain, network } = followed;
  return {
    followed,
    extent,
    texts: textsWith(addressTextsOf(network), ownKey, ownAddress),
    hogEx: block !== null && isHogEx(chain, block, paysHogAddr),
    unspendable: block?.index === 0 && network.unspendableCoinbases.includes(block.height),
  };
}

function shapeInput({ followed: { chain }, texts, extent }: Context, stored: StoredInput): Input {
  const { txid, vout, addressKey, amount, mweb } = stored;
  const address = texts.of(addressKey);
  return chain.mweb && extent !== 'compact' ? { txid, vout, address, amount, mweb } : { txid, vout, address, amount };
}

function shapeOutput(
  { followed: { chain }, texts, hogEx, unspendable, extent }: Context,
  stored: StoredOutput,
): Output {
  const { vout, amount, addressKey, token } = stored;
  const address = texts.of(addressKey);
  if (extent === 'compact') return chain.cashTokens ? { vout, address, amount, token } : { vout, address, amount };
  const own = stored.script === null ? null : Buffer.from(stored.script, 'hex');
  const key = own === null && stored.scriptBytes === null ? addressKey : null;
  const script = key === null ? stored.script : scriptTextOfAddressKey(key);
  const type = key === null ? own && scriptType(chain, own) : derivedType(chain, key, script!);
  const spent = !stored.notSpent && !unspendable;
  const shaped: Output = { vout, address, amount, script, type, spent };
  if (extent === 'whole') shaped.spentBy = shapeSpentBy(stored.spentBy);
  shaped.opReturn = own && opReturnData(own);
  if (chain.mweb) shaped.mweb = mwebRole(type, hogEx, vout);
  if (chain.cashTokens) shaped.token = token;
  return shaped;
}

const derivedTypes = new WeakMap<UtxoChain, Map<string, ScriptType>>();
/** Two bytes of a witness program are looked at (pay-to-anchor); of others, their length. */
const ANCHOR_KEY_CHARS = 6;

/** The type of the script of an address key: that of the first one of its kind and length. */
function derivedType(chain: UtxoChain, key: string, script: string): ScriptType {
  if (key.length === ANCHOR_KEY_CHARS) return scriptType(chain, Buffer.from(script, 'hex'));
  const types = derivedTypes.get(chain) ?? new Map<string, ScriptType>();
  const like = `${key.slice(0, 2)}${key.length}`;
  let type = types.get(like);
  if (type === undefined) {
    type = scriptType(chain, Buffer.from(script, 'hex'));
    derivedTypes.set(chain, types.set(like, type));
  }
  return type;
}

export function shapeSpentBy(columns: SpentByColumns | null): NonNullable<Output['spentBy']> | null {
  if (columns === null) return null;
  const [txid, vin] = columns;
  return { txid, vin };
}

type BlockPosition = Pick<NonNullable<StoredUtxoTransaction['block']>, 'index' | 'txCount'>;

/** A HogEx is the last transaction of its block and pays the HogAddr first (litecoin src/mweb/mweb_node.cpp). */
export function isHogEx({ mweb }: UtxoChain, { index, txCount }: BlockPosition, paysHogAddr: boolean): boolean {
  return mweb && paysHogAddr && index !== 0 && index === txCount - 1;
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
  const own = rows.filter((row) => row.addressKey === ownKey);
  if (own.length === rows.length || own.length === 0) return rows.length <= LISTED ? rows : rows.slice(0, LISTED);
  for (const row of rows) {
    if (own.length >= LISTED) break;
    if (row.addressKey !== ownKey) own.push(row);
  }
  return own.slice(0, LISTED);
}
