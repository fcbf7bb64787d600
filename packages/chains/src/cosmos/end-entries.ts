/**
 * Splits what EndBlock moved by the transactions that it answers. THORChain and MAYAChain run swaps, payouts and
 * refunds there: first coins move, then an event names the transaction. So each such event ends a part, and what moved
 * since the one before belongs to it.
 *
 * In the order in which they come for one swap, with what moves before each (of both chains alike, as recorded from
 * their nodes):
 * - `secured_asset_withdraw.tx_id`, `trade_account_withdraw.tx_id`: what is sold leaves its owner
 * - `swap.id`, two of them where RUNE lies between: fees to the reserve, derived and synthetic assets burned and minted
 * - `affiliate_fee.tx_id`: paid to the affiliate
 * - `fee.tx_id`: synthetic assets burned for the fee of the outbound; what it costs the pool comes after it, before the
 *   next
 * - `outbound.in_tx_id`: what is paid here. Its `id` is 64 zeros then; of another chain it is the transaction that
 *   paid, and the event comes with the transaction in which that was observed
 * - `scheduled_outbound.in_hash`: what is to be paid elsewhere; `refund.id` where it is sent back
 * - `streaming_swap.tx_id`, `loan_open.tx_id`, `loan_repayment.tx_id`, `secured_asset_deposit.tx_id`,
 *   `trade_account_deposit.tx_id`
 *
 * What the protocol does by itself ends with `rewards`, `gas`, `bond`, `pool`, `donate` or `add_liquidity` of 64 zeros
 * (yield of savers, liquidity that the protocol owns). On MAYAChain it may be `dynamic_inflation`. Source: thornode
 * x/thorchain/types/type_event.go
 */
import type { CosmosChainNetwork } from '../chain.js';
import type { CosmosInput, CosmosPayout, CosmosTransfer } from './cosmos-block.js';
import type { CosmosEvent } from './events.js';
import { joinInputs, readInput, readPayouts, readRefund, readTxid } from './payouts.js';
import { readTransfers } from './transfers.js';

export interface EndEntry {
  /** The transaction that it answers; null for what the protocol does by itself: rewards, gas, what validators get. */
  readonly inTxid: Buffer | null;
  input: CosmosInput | null;
  readonly transfers: CosmosTransfer[];
  readonly payouts: CosmosPayout[];
  /** Why that transaction was given back; null where it was not. */
  log: string | null;
}

/** Events of the bank module, and those in the middle of a step: they name no transaction. */
const SILENT_TYPES: ReadonlySet<string> = new Set([
  ...['coin_spent', 'coin_received', 'transfer', 'message', 'coinbase', 'burn'],
  // Source: thornode x/thorchain/types/type_event.go EventMintBurn, EventPoolBalanceChanged (of derived pools, within a
  // swap)
  ...['mint_burn', 'pool_balance_change'],
]);

/**
 * Contracts run in EndBlock, too, and their events may say anything. Their types begin with `wasm`. Source: wasmd
 * x/wasm/keeper/events.go
 */
function isSilent({ type }: CosmosEvent): boolean {
  return SILENT_TYPES.has(type) || type.startsWith('wasm');
}

/** The attributes with the transaction that an event is about. `id` is last: in `outbound` it is the one that pays. */
const NAMES = ['in_tx_id', 'in_hash', 'tx_id', 'txid', 'id'] as const;

export function readEndEntries(chainNetwork: CosmosChainNetwork, events: readonly CosmosEvent[]): EndEntry[] {
  const entries: Ordered[] = [];
  let start = 0;
  const cut = (end: number, inTxid: Buffer | null) => {
    const part = events.slice(start, end);
    start = end;
    const transfers = readTransfers(chainNetwork, part);
    const payouts = readPayouts(chainNetwork.network, part);
    const log = readRefund(part);
    // The event that ends the part is the only one in it with such coins.
    const input = inTxid === null ? null : readInput(part.at(-1));
    if (transfers.length > 0 || payouts.length > 0 || log !== null || input !== null)
      addInOrder(entries, { inTxid, input, transfers, payouts, log });
  };
  for (const [index, event] of events.entries()) {
    if (!isSilent(event)) cut(index + 1, namedTransaction(event));
  }
  cut(events.length, null);
  return entries.map(({ entry }) => entry);
}

function namedTransaction({ attributes }: CosmosEvent): Buffer | null {
  for (const name of NAMES) {
    const texts = attributes.filter(([each]) => each === name);
    // Either side of liquidity from two chains may have none.
    if (texts.length > 0) return texts.map(([, text]) => readTxid(text)).find((txid) => txid !== null) ?? null;
  }
  return null;
}

interface Ordered {
  readonly entry: EndEntry;
  /** Balances that it lowers and raises. */
  readonly spent: Set<string>;
  readonly received: Set<string>;
}

/**
 * Joins it to the entry of the same transaction where that lowers no balance at any time: nothing that it spends was
 * received in an entry between the two. Else it becomes another entry of this transaction.
 */
function addInOrder(entries: Ordered[], entry: EndEntry): void {
  const added: Ordered = { entry, spent: new Set(), received: new Set() };
  for (const { from, to, denom } of entry.transfers) {
    if (from !== null) added.spent.add(balanceOf(from, denom));
    if (to !== null) added.received.add(balanceOf(to, denom));
  }
  const at = entries.findLastIndex(({ entry: other }) => isSame(other.inTxid, entry.inTxid));
  const between = entries.slice(at + 1);
  const same = entries[at];
  if (same === undefined || !between.every(({ received }) => isDisjoint(received, added.spent))) {
    entries.push(added);
    return;
  }
  same.entry.transfers.push(...entry.transfers);
  same.entry.payouts.push(...entry.payouts);
  same.entry.input = joinInputs(same.entry.input, entry.input);
  same.entry.log ??= entry.log;
  for (const balance of added.spent) same.spent.add(balance);
  for (const balance of added.received) same.received.add(balance);
}

function balanceOf(address: Buffer, denom: string | null): string {
  return `${address.toString('latin1')} ${denom}`;
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}

function isDisjoint(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const value of other) if (one.has(value)) return false;
  return true;
}
