import { Random } from '../../random.js';
import { BUILDERS, CONTRACTS, VALIDATORS } from './generated-names.js';

/** Exchanges, bots and others that send and receive all day long. */
const HOT_ACCOUNTS = 64;
/** Things of each group, the busiest first. */
const COUNTS = {
  tokens: 4_000,
  collections: 1_500,
  multiTokens: 300,
  pools: 6_000,
  routers: 24,
  others: 8_000,
  inboxes: 40,
} as const;
const BUILDER_COUNT = 24;
const VALIDATOR_COUNT = 30_000;

/** Whom and what the transactions of one block pick, by Zipf's law where some are used far more than others. */
export class DraftChance extends Random {
  /** Accounts that were ever used; the next new one has this number. */
  accounts: number;

  constructor(seed: number, height: number, accounts: number) {
    super(seed * 4_294_967_296 + height);
    this.accounts = accounts;
  }

  newAccount(): number {
    return this.accounts++;
  }

  sender(): number {
    const dice = this.fraction();
    if (dice < 0.14) return this.rank(HOT_ACCOUNTS);
    return dice < 0.34 ? this.newAccount() : this.usedAccount();
  }

  /** @param fresh how often it is one that was never used */
  recipient(fresh: number): number {
    const dice = this.fraction();
    if (dice < fresh) return this.newAccount();
    return dice < fresh + 0.15 ? this.rank(HOT_ACCOUNTS) : this.usedAccount();
  }

  /** Of a group: number 0 as often as Zipf's law has it with exponent 1. */
  contract(group: keyof typeof CONTRACTS): number {
    return CONTRACTS[group] + this.rank(COUNTS[group]);
  }

  builder(): number {
    return BUILDERS + this.rank(BUILDER_COUNT);
  }

  /** Validators are paid in turns: `turn` counts payments. */
  validator(turn: number): number {
    return VALIDATORS + (turn % VALIDATOR_COUNT);
  }

  /** Hexadecimal digits of an amount: about as many below the middle as above. */
  digits(low: number, high: number): number {
    return low + Math.floor(((this.fraction() + this.fraction()) / 2) * (high - low + 1));
  }

  /** Recently used ones mostly, and the oldest, which get ever busier. */
  private usedAccount(): number {
    const skewed = this.fraction();
    if (this.chance(0.7)) return this.accounts - 1 - Math.floor(this.accounts * skewed ** 4);
    return Math.floor(this.accounts * skewed ** 3);
  }

  private rank(count: number): number {
    return Math.floor((count + 1) ** this.fraction()) - 1;
  }
}
