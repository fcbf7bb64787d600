import type { UtxoNetwork } from '@chaintrail/chains';
import type { Destination } from './destination.js';
import { addressOf } from './destination.js';
import type { Block } from './utxo-block.js';
import type { Coin, Transaction } from './utxo-transaction.js';

/** Core keeps no output that can never be spent (bitcoin src/script/script.h IsUnspendable). */
export function isUnspendable(coin: Coin): boolean {
  const { script } = coin.destination;
  return script[0] === 0x6a || script.length > 10_000;
}

export interface AddressModel {
  /** Base units; of what waits, what it changes: below zero where more is spent than received. */
  balance: bigint;
  /** Sum of all outputs that paid the address. */
  received: bigint;
  /** Sum of its outputs that were spent. */
  sent: bigint;
  /** Every transaction that paid it or spent from it, once, the oldest first. */
  readonly txids: string[];
}

/** Rows of a correct index of the active chain; computed from the simulator's own objects, not from block bytes. */
export interface LedgerModel {
  readonly addresses: ReadonlyMap<string, AddressModel>;
  readonly utxoCount: number;
  /** Base units. */
  readonly utxoTotal: bigint;
  readonly transactionCount: number;
  /** Effects of the waiting transactions, by address. */
  readonly pending: ReadonlyMap<string, AddressModel>;
  /** Ids of all that wait, parents first. */
  readonly pendingTxids: readonly string[];
}

/** Count and total of the confirmed unspent outputs, as gettxoutsetinfo has them; the genesis block's are never among them. */
export function unspentTotals(blocks: readonly Block[]): { readonly count: number; readonly total: bigint } {
  const coins = blocks.slice(1).flatMap(({ transactions }) => transactions.flatMap(({ outputs }) => outputs));
  const unspent = coins.filter((coin) => !isUnspendable(coin) && (coin.spender?.height ?? null) === null);
  return { count: unspent.length, total: unspent.reduce((sum, { value }) => sum + value, 0n) };
}

/** Adds up what transactions do to addresses. */
function addressBook(transactions: Iterable<Transaction>, network: UtxoNetwork): ReadonlyMap<string, AddressModel> {
  const addresses = new Map<string, AddressModel>();
  // Writing an address costs more than the rest of the replay: once per destination, not once per coin.
  const known = new Map<Destination, AddressModel | null>();
  const find = (destination: Destination): AddressModel | null => {
    const address = addressOf(destination, network);
    if (address === null) return null;
    const model = addresses.get(address) ?? { balance: 0n, received: 0n, sent: 0n, txids: [] };
    addresses.set(address, model);
    return model;
  };
  const move = (id: string, { destination, value }: Coin, side: 'received' | 'sent'): void => {
    const model = known.get(destination) ?? find(destination);
    known.set(destination, model);
    if (!model) return;
    model[side] += value;
    model.balance += side === 'sent' ? -value : value;
    if (model.txids.at(-1) !== id) model.txids.push(id);
  };
  for (const { id, inputs, outputs } of transactions) {
    for (const coin of inputs) move(id, coin, 'sent');
    for (const coin of outputs) move(id, coin, 'received');
  }
  return addresses;
}

/** The oracle: replays the active chain, and what waits, from the transactions. */
export function modelOf(blocks: readonly Block[], waiting: readonly Transaction[], network: UtxoNetwork): LedgerModel {
  const { count, total } = unspentTotals(blocks);
  const confirmed = blocks.slice(1).flatMap(({ transactions }) => transactions);
  return {
    addresses: addressBook(confirmed, network),
    utxoCount: count,
    utxoTotal: total,
    // With the genesis block's.
    transactionCount: confirmed.length + 1,
    pending: addressBook(waiting, network),
    pendingTxids: waiting.map(({ id }) => id),
  };
}
