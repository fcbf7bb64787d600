import type { Random } from '../../random.js';
import { addressOf, type Hex } from '../bytes/hex.js';

const EXCHANGES = 2;
const PERSONS = 40;
const SMART_ACCOUNTS = 4;
const REUSE = 0.8;
const EXCHANGE_SHARE = 0.25;

/** The accounts of the demo network. None has a key: see `signedTransaction`. */
export class Accounts {
  /** Own coins from the first block on, and send. */
  readonly accounts: readonly Hex[];
  /** Take part in every fourth payment or so. */
  readonly exchanges: readonly Hex[];
  readonly persons: readonly Hex[];
  /** Act by the code of the wallet contract, once somebody has paid for that. */
  readonly smart: readonly Hex[];
  private readonly seed: number;
  private readonly random: Random;

  constructor(seed: number, random: Random) {
    const make = (role: string, count: number): Hex[] =>
      Array.from({ length: count }, (_, index) => addressOf('account', seed, role, index));
    this.seed = seed;
    this.random = random;
    this.exchanges = make('exchange', EXCHANGES);
    this.persons = make('person', PERSONS);
    this.smart = make('smart', SMART_ACCOUNTS);
    this.accounts = [...this.exchanges, ...this.persons, ...this.smart];
  }

  /** Who sends: the first ones more often. */
  sender(): Hex {
    const { random, exchanges, persons } = this;
    if (random.chance(EXCHANGE_SHARE / 2)) return random.pick(exchanges);
    return persons[Math.floor(persons.length * random.fraction() ** 1.7)] as Hex;
  }

  /** Who is paid: an exchange, a known account, or an address that was never seen before. */
  recipient(): Hex {
    const { random, exchanges, persons } = this;
    if (random.chance(EXCHANGE_SHARE)) return exchanges[0] as Hex;
    if (random.chance(REUSE)) return random.pick(persons);
    return addressOf('fresh', this.seed, random.uint32(), random.uint32());
  }
}
