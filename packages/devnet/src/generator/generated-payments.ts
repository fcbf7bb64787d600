/** The payments of a generated chain. Memory is the outputs that can be spent, whatever the length of the chain. */
import { displayHash } from '@chaintrail/chains';
import { Random } from '../random.js';
import type { EncodedTransaction, TransactionDraft } from '../utxo/utxo-transaction.js';
import { NULLDATA_OWNER, ownerScripts } from './owner-scripts.js';
import { HOT_OWNERS, MINER, PaymentShape } from './payment-shape.js';

/** An output that may be spent. */
interface Spendable {
  readonly txid: Buffer;
  readonly vout: number;
  /** Its address is a number, from which type and hash follow: millions of them need no table. */
  readonly owner: number;
  /** Base units; below 2^53. */
  readonly value: number;
}

export type Encode = (draft: TransactionDraft) => EncodedTransaction;

export interface Payment {
  /** Display form. */
  readonly id: string;
  /** Wire order. */
  readonly txid: Buffer;
  readonly bytes: Buffer;
  readonly spent: readonly { readonly value: bigint; readonly script: Buffer }[];
  readonly fee: number;
}

/** Payments that pay a hot address or spend from it, and its balance in base units. */
interface HotActivity {
  transactions: number;
  balance: number;
}

/** Outputs that can be spent at one time. Another one takes the place of an old one, which then stays unspent for ever. */
const MOST_SPENDABLE = 1 << 20;
const LEAST_VALUE = 1_000;

export class GeneratedPayments {
  /** Made so far. */
  count = 0;
  /** By owner. */
  readonly hot = new Map<number, HotActivity>();
  readonly encode: Encode;
  readonly #seed: number;
  readonly #segwit: boolean;
  readonly #random: Random;
  readonly #shape: PaymentShape;
  /** The newest at the end. */
  readonly #spendable: Spendable[] = [];

  constructor({ encode, segwit, seed }: { encode: Encode; segwit: boolean; seed: number }) {
    this.encode = encode;
    this.#seed = seed;
    this.#segwit = segwit;
    this.#random = new Random(seed);
    this.#shape = new PaymentShape(this.#random);
    for (let owner = 1; owner <= HOT_OWNERS; owner++) this.hot.set(owner, { transactions: 0, balance: 0 });
  }

  /** Where an output of this owner pays, and what spends it. */
  scripts(owner: number): ReturnType<typeof ownerScripts> {
    return ownerScripts(this.#seed, this.#segwit, owner);
  }

  /** Makes a coinbase spendable. */
  addCoinbase(txid: Buffer, value: number): void {
    this.#add({ txid, vout: 0, owner: MINER, value });
  }

  /** Splits the newest output over new addresses, so that there is something to choose from. */
  fanOut(outputs: number): Payment {
    const owners = Array.from({ length: outputs }, () => this.#shape.nextOwner++);
    return this.#pay([this.#take(this.#spendable.length - 1)], owners);
  }

  /** A payment of the usual shape. */
  next(): Payment {
    // While there is little to choose from, a transaction takes little.
    const inputs = Math.min(this.#shape.inputCount(), Math.max(1, this.#spendable.length >> 4));
    const wanted = this.#shape.outputCount();
    const spends = Array.from({ length: inputs }, () => this.#take(this.#choose(wanted)));
    const outputs = Math.max(1, Math.min(wanted, Math.floor(sumOf(spends) / (2 * LEAST_VALUE))));
    const owners = Array.from({ length: outputs }, () => this.#shape.outputOwner());
    // The first output takes the amounts of those that carry data.
    if (owners[0] === NULLDATA_OWNER) owners[0] = this.#shape.nextOwner++;
    return this.#pay(spends, owners);
  }

  #pay(spends: readonly Spendable[], owners: readonly number[]): Payment {
    const total = sumOf(spends);
    const fee = Math.min(spends.length * 70 + owners.length * 40, total - owners.length * LEAST_VALUE);
    const values = this.#divide(total - fee, owners);
    const spent: { readonly value: bigint; readonly script: Buffer }[] = [];
    const inputs = spends.map(({ txid, vout, owner, value }) => {
      const { destination, unlocking } = this.scripts(owner);
      spent.push({ value: BigInt(value), script: destination.script });
      return { txid, vout, sequence: 0xfffffffd, unlocking };
    });
    const outputs = owners.map((owner, at) => {
      return { value: BigInt(values[at]!), destination: this.scripts(owner).destination };
    });
    const draft = { kind: 'payment', version: 2, lockTime: 0, inputs, spends: [], outputs } as const;
    const { bytes, txid } = this.encode(draft);
    this.count++;
    this.#countHot(spends, owners, values);
    for (const [vout, owner] of owners.entries())
      if (owner !== NULLDATA_OWNER) this.#add({ txid, vout, owner, value: values[vout]! });
    return { id: displayHash(txid), txid, bytes, spent, fee };
  }

  /** Recent outputs; but recent change is small, so a payout to many takes the richest of some of all ages. */
  #choose(outputs: number): number {
    const spendable = this.#spendable;
    let best = this.#shape.recentIndex(spendable.length);
    for (let candidates = outputs > 2 ? 4 : 0; candidates > 0; candidates--) {
      const index = this.#random.below(spendable.length);
      if (spendable[index]!.value > spendable[best]!.value) best = index;
    }
    return best;
  }

  /** Fills the gap with the newest output. */
  #take(index: number): Spendable {
    const taken = this.#spendable[index]!;
    const last = this.#spendable.pop()!;
    if (taken !== last) this.#spendable[index] = last;
    return taken;
  }

  #add(output: Spendable): void {
    if (this.#spendable.length < MOST_SPENDABLE) this.#spendable.push(output);
    else this.#spendable[this.#random.below(MOST_SPENDABLE)] = output;
  }

  /** Random shares of what is left above the least values; the first output takes the rest, and what data would have. */
  #divide(amount: number, owners: readonly number[]): number[] {
    const shares = owners.map(() => 0.2 + this.#random.fraction());
    const free = (amount - owners.length * LEAST_VALUE) / shares.reduce((sum, share) => sum + share);
    const values = owners.map((owner, at) =>
      at === 0 || owner === NULLDATA_OWNER ? 0 : LEAST_VALUE + Math.floor(free * shares[at]!),
    );
    values[0] = values.reduce((left, value) => left - value, amount);
    return values;
  }

  #countHot(spends: readonly Spendable[], owners: readonly number[], values: readonly number[]): void {
    const touched = new Set<HotActivity>();
    const move = (owner: number, amount: number): void => {
      const activity = this.hot.get(owner);
      if (!activity) return;
      activity.balance += amount;
      touched.add(activity);
    };
    for (const { owner, value } of spends) move(owner, -value);
    for (const [at, owner] of owners.entries()) move(owner, values[at]!);
    for (const activity of touched) activity.transactions++;
  }
}

function sumOf(outputs: readonly Spendable[]): number {
  return outputs.reduce((sum, { value }) => sum + value, 0);
}
