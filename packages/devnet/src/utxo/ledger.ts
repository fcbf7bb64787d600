import type { UtxoNetwork } from '@chaintrail/chains';
import type { Block } from './block.js';
import { addressOf, type Destination } from './destination.js';
import type { Coin, Transaction } from './transaction.js';

/** Core keeps no output that can never be spent (bitcoin src/script/script.h IsUnspendable). */
export function isUnspendable(coin: Coin): boolean {
  const { script } = coin.destination;
  return script[0] === 0x6a || script.length > 10_000;
}

export interface AddressModel {
  /** Base units, confirmed. */
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
}

/** Counts and total of the confirmed unspent outputs, as gettxoutsetinfo reports them. */
export class UtxoSetTotals {
  count = 0;
  total = 0n;

  connect(block: Block): void {
    this.apply(block, 1);
  }

  disconnect(block: Block): void {
    this.apply(block, -1);
  }

  private apply(block: Block, sign: 1 | -1): void {
    if (block.height === 0) return; // the genesis coinbase never enters the set
    const add = (coin: Coin, direction: number): void => {
      if (isUnspendable(coin)) return;
      this.count += direction;
      this.total += BigInt(direction) * coin.value;
    };
    for (const transaction of block.transactions) {
      for (const coin of transaction.inputs) add(coin, -sign);
      for (const coin of transaction.outputs) add(coin, sign);
    }
  }
}

/** The oracle: replays the active chain from its transactions. */
export function modelOf(blocks: readonly Block[], network: UtxoNetwork): LedgerModel {
  const addresses = new Map<string, AddressModel>();
  const totals = new UtxoSetTotals();
  let transactionCount = 0;
  // Writing an address costs more than the rest of the replay: once per destination, not once per coin.
  const known = new Map<Destination, AddressModel | null>();
  const modelOfDestination = (destination: Destination): AddressModel | null => {
    const found = known.get(destination);
    if (found !== undefined) return found;
    const address = addressOf(destination, network);
    const model =
      address === null ? null : (addresses.get(address) ?? { balance: 0n, received: 0n, sent: 0n, txids: [] });
    if (address !== null && model) addresses.set(address, model);
    known.set(destination, model);
    return model;
  };
  const touch = (coin: Coin, transaction: Transaction): AddressModel | null => {
    const model = modelOfDestination(coin.destination);
    if (model && model.txids.at(-1) !== transaction.id) model.txids.push(transaction.id);
    return model;
  };
  for (const block of blocks) {
    totals.connect(block);
    transactionCount += block.transactions.length;
    if (block.height === 0) continue;
    for (const transaction of block.transactions) {
      for (const coin of transaction.inputs) {
        const model = touch(coin, transaction);
        if (!model) continue;
        model.sent += coin.value;
        model.balance -= coin.value;
      }
      for (const coin of transaction.outputs) {
        const model = touch(coin, transaction);
        if (!model) continue;
        model.received += coin.value;
        model.balance += coin.value;
      }
    }
  }
  return { addresses, utxoCount: totals.count, utxoTotal: totals.total, transactionCount };
}
