import type { Random } from '../random.js';
import { type Destination, type DestinationKind, newDestination } from './destination.js';
import type { Coin } from './utxo-transaction.js';

export type WalletRole = 'exchange' | 'miner' | 'merchant' | 'person';

export interface Wallet {
  readonly index: number;
  readonly role: WalletRole;
  readonly type: DestinationKind;
  /** Probability that a receipt goes to an address that was used before. */
  readonly reuse: number;
  /** Addresses handed out so far, the oldest first. */
  readonly destinations: Destination[];
  /** Unspent outputs as the mempool sees them: not yet spent by any known transaction. */
  readonly coins: Coin[];
}

/** Output types by kind of wallet. */
export interface WalletTypes {
  /** Kinds of the busy exchange and of the other one. */
  readonly exchanges: readonly [DestinationKind, DestinationKind];
  readonly miners: readonly DestinationKind[];
  /** Kinds of everybody else, with their shares, which sum up to 1. */
  readonly persons: readonly (readonly [DestinationKind, number])[];
}

const WALLET_COUNT = 300;
const EXCHANGES = 2;
const MINERS = 6;
const MERCHANTS = 12;

/**
 * The people of the demo network. How often each one pays is heavy-tailed (Zipf); exchanges keep one hot address each
 * that takes part in a large share of all transactions.
 */
export class Population {
  readonly wallets: readonly Wallet[];
  private readonly cumulative: readonly number[];

  constructor(random: Random, types: WalletTypes) {
    this.wallets = Array.from({ length: WALLET_COUNT }, (_, index) => makeWallet(index, types, random));
    let sum = 0;
    this.cumulative = this.wallets.map((_, index) => {
      sum += 1 / (index + 3) ** 0.8;
      return sum;
    });
  }

  ofRole(role: WalletRole): readonly Wallet[] {
    return this.wallets.filter((wallet) => wallet.role === role);
  }

  /** A wallet, the busy ones more often. */
  pick(random: Random): Wallet {
    const total = this.cumulative.at(-1) ?? 0;
    const wanted = random.fraction() * total;
    const found = this.cumulative.findIndex((sum) => sum > wanted);
    return this.wallets[Math.max(0, found)] as Wallet;
  }

  /** Where a wallet wants to be paid now: an address it used before, or a new one. */
  receive(wallet: Wallet, random: Random): Destination {
    const known = wallet.destinations;
    if (known.length > 0 && random.chance(wallet.reuse)) {
      return known[wallet.role === 'exchange' ? 0 : random.below(known.length)] as Destination;
    }
    return this.newAddress(wallet, random, wallet.type);
  }

  newAddress(wallet: Wallet, random: Random, kind: DestinationKind): Destination {
    const destination = newDestination(kind, wallet.index, random);
    wallet.destinations.push(destination);
    return destination;
  }

  /** Makes a coin spendable by its wallet; outputs that nobody owns are left alone. */
  addCoin(coin: Coin): void {
    const wallet = this.wallets[coin.destination.wallet];
    if (!wallet) return;
    coin.slot = wallet.coins.length;
    wallet.coins.push(coin);
  }

  /** Swaps the last coin into the place of the removed one: constant time, and the same order on every replay. */
  removeCoin(coin: Coin): void {
    const wallet = this.wallets[coin.destination.wallet];
    if (!wallet || coin.slot < 0) return;
    const last = wallet.coins.pop() as Coin;
    if (last !== coin) {
      wallet.coins[coin.slot] = last;
      last.slot = coin.slot;
    }
    coin.slot = -1;
  }
}

function makeWallet(index: number, types: WalletTypes, random: Random): Wallet {
  const common = { index, destinations: [], coins: [] };
  if (index < EXCHANGES) {
    const type = types.exchanges[index === 0 ? 0 : 1];
    const wallet: Wallet = { ...common, role: 'exchange', type, reuse: 1 };
    wallet.destinations.push(newDestination(type, index, random));
    return wallet;
  }
  if (index < EXCHANGES + MINERS) return { ...common, role: 'miner', type: random.pick(types.miners), reuse: 0.9 };
  if (index < EXCHANGES + MINERS + MERCHANTS)
    return { ...common, role: 'merchant', type: personType(types, random), reuse: 0.95 };
  return { ...common, role: 'person', type: personType(types, random), reuse: random.chance(0.3) ? 0.8 : 0.25 };
}

function personType({ persons }: WalletTypes, random: Random): DestinationKind {
  let left = random.fraction();
  for (const [type, share] of persons) {
    left -= share;
    if (left < 0) return type;
  }
  return persons[0]?.[0] ?? 'pubkeyhash';
}
