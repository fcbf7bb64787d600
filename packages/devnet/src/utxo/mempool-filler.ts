/**
 * A mempool full of cheap transactions: one that pays some hundreds, each of which pays some hundreds, each of which is spent
 * once. Only the first is kept; the others are made when asked for, so that 300,000 of them cost little more than their ids.
 */
import { Random } from '../random.js';
import { type Destination, unlock } from './destination.js';
import type { ChainRules, DraftContext } from './rules/chain-rules.js';
import { type Coin, makeTransaction, type Transaction, type TransactionDraft } from './utxo-transaction.js';

const ID_LENGTH = 32;
/** Parents that are kept for the next question. */
const KEPT_PARENTS = 4;

/** As many outputs, in two levels, as make `count` transactions. */
function widthFor(count: number): number {
  return Math.max(1, Math.ceil(Math.sqrt(count)));
}

export class MempoolFiller {
  /** In the mempool like any other, but never mined. */
  readonly root: Transaction;
  private readonly chain: ChainRules;
  private readonly context: DraftContext;
  private readonly width: number;
  private readonly count: number;
  /** Place by id; ids in place order are its keys. */
  private readonly places = new Map<string, number>();
  private readonly parents = new Map<number, Transaction>();
  /** Fixed: the same place gives the same bytes, whenever it is asked for. */
  private readonly template: Buffer;

  /** @param coin what pays for all of them */
  constructor(coin: Coin, count: number, chain: ChainRules, context: DraftContext) {
    this.chain = chain;
    this.context = context;
    this.count = count;
    this.width = widthFor(count);
    this.template = context.random.bytes(ID_LENGTH);
    this.root = this.spend(coin, this.width, -1);
    for (let place = 0; place < count; place++) this.places.set(this.at(place).id, place);
  }

  get ids(): IterableIterator<string> {
    return this.places.keys();
  }

  get(id: string): Transaction | undefined {
    const place = this.places.get(id);
    return place === undefined ? undefined : this.at(place);
  }

  /** Places are in order of arrival: parent 0, its children, parent 1 … */
  private at(place: number): Transaction {
    const parent = Math.floor(place / (this.width + 1));
    const child = (place % (this.width + 1)) - 1;
    const transaction = this.parent(parent);
    return child < 0 ? transaction : this.spend(transaction.outputs[child] as Coin, 1, place);
  }

  private parent(index: number): Transaction {
    const known = this.parents.get(index);
    if (known) return known;
    const made = this.spend(this.root.outputs[index] as Coin, this.width, index * (this.width + 1));
    this.parents.set(index, made);
    const oldest = this.parents.keys().next().value;
    if (this.parents.size > KEPT_PARENTS && oldest !== undefined) this.parents.delete(oldest);
    return made;
  }

  private destination(place: number, vout: number): Destination {
    const hash = Buffer.from(this.template.subarray(0, 20));
    hash.writeInt32LE(place, 0);
    hash.writeInt32LE(vout, 4);
    const script = Buffer.concat([Buffer.from([0x76, 0xa9, 20]), hash, Buffer.from([0x88, 0xac])]);
    return { type: 'pubkeyhash', script, wallet: -1, reveal: this.template };
  }

  private spend(coin: Coin, outputs: number, place: number): Transaction {
    const fee = this.chain.feeRate * BigInt(200 + 34 * outputs);
    const value = (coin.value - fee) / BigInt(outputs);
    if (value < this.chain.dust)
      throw new RangeError(`no coin of the demo network pays for ${this.count} transactions`);
    // Its own, so that asking again gives the same and leaves the chain's random numbers alone.
    const random = new Random(place);
    const draft: TransactionDraft = {
      kind: 'payment',
      version: 2,
      lockTime: 0,
      spends: [coin],
      inputs: [
        {
          txid: coin.transaction.txid,
          vout: coin.vout,
          sequence: 0xffffffff,
          unlocking:
            place < 0
              ? unlock(coin.destination, random)
              : { scriptSig: Buffer.concat([Buffer.from([ID_LENGTH]), this.template]), witness: [] },
        },
      ],
      outputs: Array.from({ length: outputs }, (_, vout) => ({ value, destination: this.destination(place, vout) })),
    };
    return makeTransaction(this.chain.finish?.(draft, { ...this.context, random }) ?? draft, this.chain.wire);
  }
}
