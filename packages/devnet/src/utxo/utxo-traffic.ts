/** Makes the payments of the demo network, one event at a time, from the coins that its wallets hold. */
import type { Random } from '../random.js';
import type { ChainRules, DraftContext } from './chain-rules.js';
import { type Destination, inputVirtualBytes, newDestination, witnessScript } from './destination.js';
import {
  type Coin,
  type DraftOutput,
  inputsOf,
  makeTransaction,
  type Transaction,
  type TransactionDraft,
} from './utxo-transaction.js';
import type { Population, Wallet } from './wallets.js';

const EMPTY = Buffer.alloc(0);
const REPLACEABLE = 0xfffffffd; // BIP125

export class Traffic {
  private readonly chain: ChainRules;
  private readonly population: Population;
  private readonly random: Random;
  /** As it is for the next block. */
  private readonly context: () => DraftContext;

  constructor(chain: ChainRules, population: Population, random: Random, context: () => DraftContext) {
    this.chain = chain;
    this.population = population;
    this.random = random;
    this.context = context;
  }

  /** A waiting transaction may be replaced by one that pays more (BIP125). */
  get replacesByFee(): boolean {
    return this.chain.replaceByFee ?? true;
  }

  /** The next payment, or null when the wallet that was picked has nothing to spend. */
  next(): Transaction | null {
    const { special } = this.chain;
    if (special && this.random.chance(special.chance)) {
      const draft = special.make(this.context());
      if (draft) return makeTransaction(draft, this.chain.wire);
    }
    const dice = this.random.fraction();
    if (dice < 0.16) return this.deposit();
    if (dice < 0.26) return this.withdrawals();
    if (dice < 0.32) return this.consolidation();
    if (dice < 0.4) return this.payment(this.random.between(2, 5));
    if (dice < 0.45) return this.payExtra(newDestination('nulldata', -1, this.random), 0n);
    if (dice < 0.47 && this.chain.anchors) return this.payAnchor();
    if (dice < 0.5) return this.payExotic();
    if (dice < 0.51) return this.payExtra(this.receiver(), 0n);
    if (dice < 0.55 && this.pegsIn()) return this.pegIn();
    return this.payment(1);
  }

  /** A payment into the extension block, so that its first HogEx has something to spend. */
  pegIn(): Transaction | null {
    // Witness version 9 carries the id of the MWEB kernel that takes the amount (litecoin src/script/script.h).
    const script = witnessScript(9, this.random.bytes(32));
    return this.payShare({ type: 'witness_mweb_pegin', script, wallet: -1, reveal: EMPTY });
  }

  /** The same spend with a higher fee, paid from its last output; null when it cannot be raised. */
  bump(transaction: Transaction): Transaction | null {
    const last = transaction.outputs.at(-1);
    const extra = transaction.fee + BigInt(transaction.bytes.length) * 2n * this.chain.feeRate;
    if (!last || transaction.sequence !== REPLACEABLE || last.value < extra + this.chain.dust) return null;
    const payees = transaction.outputs.map(({ destination, value }) => ({ destination, value }));
    payees[payees.length - 1] = { destination: last.destination, value: last.value - extra };
    return this.build(transaction.inputs, payees);
  }

  /** A double spend: the same coins, paid back to their first owner. */
  respend(transaction: Transaction): Transaction | null {
    const owner = this.population.wallets[transaction.inputs[0]?.destination.wallet ?? -1];
    return owner ? this.transfer(transaction.inputs, [], this.population.receive(owner, this.random)) : null;
  }

  private pegsIn(): boolean {
    const { mwebFrom, nextHeight } = this.context();
    return mwebFrom !== null && nextHeight >= mwebFrom;
  }

  private receiver(): Destination {
    return this.population.receive(this.population.pick(this.random), this.random);
  }

  private exchange(): Wallet {
    const exchanges = this.population.ofRole('exchange');
    return exchanges[this.random.chance(0.75) ? 0 : exchanges.length - 1] as Wallet;
  }

  /** A payment to many of shares of what the coins have. */
  private pay(wallet: Wallet, payees: number, low: number, high: number): Transaction | null {
    const coins = this.someCoins(wallet, payees);
    const budget = total(coins) / BigInt(payees);
    const outputs = Array.from({ length: payees }, () => ({
      destination: this.receiver(),
      value: this.random.share(budget, low, high),
    }));
    return this.transfer(coins, outputs);
  }

  private payment(payees: number): Transaction | null {
    return this.pay(this.population.pick(this.random), payees, 0.05, 0.9);
  }

  private withdrawals(): Transaction | null {
    const payees = 2 + Math.floor(48 * this.random.fraction() ** 2);
    return this.pay(this.exchange(), payees, 0.01, 0.5);
  }

  private deposit(): Transaction | null {
    return this.payShare(this.population.receive(this.exchange(), this.random));
  }

  private payShare(destination: Destination): Transaction | null {
    const coins = this.someCoins(this.population.pick(this.random), 1);
    return this.transfer(coins, [{ destination, value: this.random.share(total(coins), 0.1, 0.95) }]);
  }

  /** Many small coins into one. */
  private consolidation(): Transaction | null {
    const wallet = this.random.chance(0.4) ? this.exchange() : this.population.pick(this.random);
    const coins = wallet.coins.filter(this.context().isMature).slice(0, this.random.between(5, 60));
    return coins.length < 3 ? null : this.transfer(coins, [], this.population.receive(wallet, this.random));
  }

  private payExtra(destination: Destination, value: bigint): Transaction | null {
    const coins = this.someCoins(this.population.pick(this.random), 1);
    const payment = { destination: this.receiver(), value: this.random.share(total(coins), 0.05, 0.6) };
    return this.transfer(
      coins,
      this.random.chance(0.5) ? [{ destination, value }, payment] : [payment, { destination, value }],
    );
  }

  private payAnchor(): Transaction | null {
    const anchor = newDestination('anchor', this.random.below(this.population.wallets.length), this.random);
    return this.payExtra(anchor, this.random.pick([0n, 240n]));
  }

  private payExotic(): Transaction | null {
    const wallet = this.population.pick(this.random);
    return this.payShare(this.population.newAddress(wallet, this.random, this.random.pick(this.chain.exoticTypes)));
  }

  /** One to three coins of a wallet; for many payees the richest of some. */
  private someCoins(wallet: Wallet, payees: number): Coin[] {
    const chosen = new Set<Coin>();
    const { isMature } = this.context();
    const wanted = this.random.chance(0.6) ? 1 : this.random.between(2, 3);
    for (let tries = 0; tries < 8 && chosen.size < wanted && wallet.coins.length > 0; tries++) {
      const candidates = Array.from({ length: payees > 1 ? 8 : 1 }, () => this.random.pick(wallet.coins));
      const coin = candidates.reduce((best, next) => (next.value > best.value ? next : best));
      if (isMature(coin)) chosen.add(coin);
    }
    return [...chosen];
  }

  /** Pays the payees, and the rest to `change` (by default one of the payer's own addresses). */
  private transfer(coins: readonly Coin[], payees: readonly DraftOutput[], change?: Destination): Transaction | null {
    const owner = this.population.wallets[coins[0]?.destination.wallet ?? -1];
    const { dust, feeRate, maxMoney } = this.chain;
    if (!owner || total(coins) > maxMoney) return null;
    const virtualBytes = coins.reduce(
      (sum, coin) => sum + inputVirtualBytes(coin.destination),
      11 + 34 * (payees.length + 1),
    );
    const fee = BigInt(Math.ceil(virtualBytes * (1 + 40 * this.random.fraction() ** 3))) * feeRate;
    const paid = payees.reduce((sum, payee) => sum + payee.value, 0n);
    const rest = total(coins) - paid - fee;
    const spendable = payees.every(
      ({ value, destination }) =>
        value >= dust || destination.type === 'nulldata' || value === 0n || destination.type === 'anchor',
    );
    if (rest < 0n || !spendable) return null;
    if (rest < dust) return payees.length > 0 ? this.build(coins, payees) : null;
    const own = { destination: change ?? this.population.receive(owner, this.random), value: rest };
    return this.build(coins, [...payees, own]);
  }

  private build(coins: readonly Coin[], outputs: readonly DraftOutput[]): Transaction {
    const { finish, wire } = this.chain;
    const sequence = this.random.chance(0.6) && this.replacesByFee ? REPLACEABLE : 0xffffffff;
    const draft: TransactionDraft = {
      kind: 'payment',
      version: this.random.chance(0.85) ? 2 : 1,
      lockTime: 0,
      spends: coins,
      inputs: inputsOf(coins, this.random, sequence),
      outputs,
    };
    return makeTransaction(finish?.(draft, this.context()) ?? draft, wire);
  }
}

function total(coins: readonly Coin[]): bigint {
  return coins.reduce((sum, coin) => sum + coin.value, 0n);
}
