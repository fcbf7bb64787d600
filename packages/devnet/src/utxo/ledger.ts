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

/** What a correct index of the active chain holds; computed from the simulator's own objects, not from block bytes. */
export interface LedgerModel {
  readonly addresses: ReadonlyMap<string, AddressModel>;
  readonly utxoCount: number;
  /** Base units. */
  readonly utxoTotal: bigint;
  readonly transactionCount: number;
  /** What the waiting transactions do, by address. */
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
class AddressBook {
  readonly addresses = new Map<string, AddressModel>();
  private readonly network: UtxoNetwork;
  // Writing an address costs more than the rest of the replay: once per destination, not once per coin.
  private readonly known = new Map<Destination, AddressModel | null>();

  constructor(network: UtxoNetwork) {
    this.network = network;
  }

  apply(transaction: Transaction): void {
    for (const coin of transaction.inputs) {
      const model = this.touch(coin, transaction);
      if (!model) continue;
      model.sent += coin.value;
      model.balance -= coin.value;
    }
    for (const coin of transaction.outputs) {
      const model = this.touch(coin, transaction);
      if (!model) continue;
      model.received += coin.value;
      model.balance += coin.value;
    }
  }

  private touch(coin: Coin, transaction: Transaction): AddressModel | null {
    const model = this.modelOf(coin.destination);
    if (model && model.txids.at(-1) !== transaction.id) model.txids.push(transaction.id);
    return model;
  }

  private modelOf(destination: Destination): AddressModel | null {
    const found = this.known.get(destination);
    if (found !== undefined) return found;
    const address = addressOf(destination, this.network);
    const model =
      address === null ? null : (this.addresses.get(address) ?? { balance: 0n, received: 0n, sent: 0n, txids: [] });
    if (address !== null && model) this.addresses.set(address, model);
    this.known.set(destination, model);
    return model;
  }
}

/** The oracle: replays the active chain, and what waits, from the transactions. */
export function modelOf(blocks: readonly Block[], waiting: Iterable<Transaction>, network: UtxoNetwork): LedgerModel {
  const confirmed = new AddressBook(network);
  const pending = new AddressBook(network);
  const { count, total } = unspentTotals(blocks);
  const pendingTxids: string[] = [];
  let transactionCount = 0;
  for (const block of blocks) {
    transactionCount += block.transactions.length;
    if (block.height > 0) for (const transaction of block.transactions) confirmed.apply(transaction);
  }
  for (const transaction of waiting) {
    pending.apply(transaction);
    pendingTxids.push(transaction.id);
  }
  return {
    addresses: confirmed.addresses,
    utxoCount: count,
    utxoTotal: total,
    transactionCount,
    pending: pending.addresses,
    pendingTxids,
  };
}
