/** What a generated block says, before it is written. */
import { Random } from '../../random.js';
import { BUILDERS, CONTRACTS, type ContractGroup, NOBODY, VALIDATORS, WRAPPED } from './generated-names.js';
import { type EventName, KINDS, type Party, PLAIN_GAS, type TransactionKind } from './traffic-mix.js';

export interface LogDraft {
  readonly event: EventName;
  readonly contract: number;
  readonly first: number;
  readonly second: number;
  readonly third: number;
  /** Digits of its amounts. */
  readonly digits: number;
}

export interface TransactionDraft {
  /** EIP-2718 type. */
  readonly type: number;
  readonly from: number;
  /** Null creates a contract. */
  readonly to: number | null;
  /** Named by the receipt even where the creation failed. */
  readonly created: number | null;
  readonly succeeded: boolean;
  /** Digits of the value; 0 moves nothing. */
  readonly valueDigits: number;
  readonly selector: string;
  /** Bytes of the input, the selector included. */
  readonly inputBytes: number;
  readonly gasUsed: number;
  readonly gasLimit: number;
  /** Wei a unit of gas, above the base fee. */
  readonly tip: number;
  readonly logs: readonly LogDraft[];
}

export interface BlockDraft {
  readonly height: number;
  readonly transactions: readonly TransactionDraft[];
  readonly builder: number;
  /** Wei a unit of gas. */
  readonly baseFee: number;
  readonly withdrawals: readonly number[];
  /** Accounts that were ever used when it ends. */
  readonly accounts: number;
}

/** Transactions of a block. */
const FEWEST = 150;
const MOST = 200;
const FAILURES = 0.03;
/** EIP-4895: at most so many withdrawals a block, and since the queue is never empty, always. */
const WITHDRAWALS = 16;
const GWEI = 1_000_000_000;
/** Exchanges, bots and others that send and receive all day long. */
const HOT_ACCOUNTS = 64;
const BUILDER_COUNT = 24;
const VALIDATOR_COUNT = 30_000;
const NO_LOGS: readonly LogDraft[] = [];

/**
 * What the block at a height says. The same for the same arguments, whenever it is asked for.
 * @param isLayer1 blobs and withdrawals are layer 1's
 * @param accounts that were used when the block before it ended
 */
export function draftBlock(seed: number, isLayer1: boolean, height: number, accounts: number): BlockDraft {
  const drafter = new Drafter(seed, height, accounts);
  const count = drafter.between(FEWEST, MOST);
  return {
    height,
    transactions: Array.from({ length: count }, () => drafter.transaction(isLayer1)),
    builder: BUILDERS + drafter.rank(BUILDER_COUNT),
    // Slow waves between 1 and 21 gwei, not a whole number of gwei.
    baseFee: Math.floor((11 + 10 * Math.sin(height / 300)) * GWEI) + drafter.below(GWEI),
    // Validators are paid in turns.
    withdrawals: Array.from(
      { length: isLayer1 ? WITHDRAWALS : 0 },
      (_, place) => VALIDATORS + ((height * WITHDRAWALS + place) % VALIDATOR_COUNT),
    ),
    accounts: drafter.accounts,
  };
}

/** Whom and what the transactions of one block pick, by Zipf's law where some are used far more than others. */
class Drafter extends Random {
  /** That were ever used; the next new one has this number. */
  accounts: number;

  constructor(seed: number, height: number, accounts: number) {
    super(seed * 4_294_967_296 + height);
    this.accounts = accounts;
  }

  transaction(isLayer1: boolean): TransactionDraft {
    const kind = this.kind();
    const { selector, gas, words, value } = kind;
    const from = this.sender();
    const to = this.recipient(kind);
    const gasUsed = this.between(gas[0], gas[1]);
    const succeeded = !this.chance(FAILURES);
    // Spelled out: with spread syntax, it took longer than all the rest.
    return {
      type: this.type(kind, isLayer1),
      from,
      to,
      created: to === null ? this.accounts++ : null,
      succeeded,
      valueDigits: value === null ? 0 : this.digits(value[0], value[1]),
      selector,
      inputBytes: selector.length / 2 + 32 * this.between(words[0], words[1]),
      gasUsed,
      gasLimit: gasUsed === PLAIN_GAS ? PLAIN_GAS : Math.floor(gasUsed * (1.1 + this.fraction())),
      tip: this.chance(0.2) ? 2 * GWEI : this.below(3 * GWEI),
      logs: succeeded ? this.logs(kind, from, to ?? NOBODY) : NO_LOGS,
    };
  }

  /** Below `count`: 0 as often as Zipf's law has it with exponent 1. */
  rank(count: number): number {
    return Math.floor((count + 1) ** this.fraction()) - 1;
  }

  private kind(): TransactionKind {
    let dice = this.fraction();
    for (const kind of KINDS) {
      if (dice < kind.share) return kind;
      dice -= kind.share;
    }
    return KINDS[0]!;
  }

  private sender(): number {
    const dice = this.fraction();
    if (dice < 0.14) return this.rank(HOT_ACCOUNTS);
    return dice < 0.34 ? this.accounts++ : this.usedAccount();
  }

  private recipient({ to, fresh }: TransactionKind): number | null {
    if (to === null) return null;
    return to === 'account' ? this.other(fresh) : this.contract(to);
  }

  private logs({ logs, fresh }: TransactionKind, from: number, to: number): readonly LogDraft[] {
    if (logs.length === 0) return NO_LOGS;
    const pool = this.contract('pools');
    const drafts: LogDraft[] = [];
    for (const [event, place, one, two = 'nobody'] of logs) {
      const contract = this.party(place, from, to, pool, fresh);
      const first = this.party(one, from, to, pool, fresh);
      const second = this.party(two, from, to, pool, fresh);
      // Six decimals or eighteen.
      const digits = this.chance(0.5) ? this.digits(5, 11) : this.digits(14, 21);
      drafts.push({ event, contract, first, second, third: from, digits });
    }
    return drafts;
  }

  private party(party: Party, from: number, to: number, pool: number, fresh: number): number {
    switch (party) {
      case 'from':
        return from;
      case 'to':
        return to;
      case 'pool':
        return pool;
      case 'wrapped':
        return WRAPPED;
      case 'nobody':
        return NOBODY;
      case 'other':
        return this.other(fresh);
      default:
        return this.contract(party);
    }
  }

  /** EIP-2718: 0 the original form, 1 access list, 2 dynamic fee, 3 blobs of a rollup, 4 set code. */
  private type({ to }: TransactionKind, isLayer1: boolean): number {
    if (isLayer1 && to === 'inboxes' && this.chance(0.6)) return 3;
    const dice = this.fraction();
    if (dice < 0.2) return 0;
    if (dice < 0.215) return 1;
    // Set code needs a recipient.
    return dice < 0.225 && to !== null ? 4 : 2;
  }

  private contract(group: ContractGroup): number {
    const { first, count } = CONTRACTS[group];
    return first + this.rank(count);
  }

  private other(fresh: number): number {
    const dice = this.fraction();
    if (dice < fresh) return this.accounts++;
    return dice < fresh + 0.15 ? this.rank(HOT_ACCOUNTS) : this.usedAccount();
  }

  /** Hexadecimal digits of an amount: about as many below the middle as above. */
  private digits(low: number, high: number): number {
    return low + Math.floor(((this.fraction() + this.fraction()) / 2) * (high - low + 1));
  }

  /** Recently used ones mostly, and the oldest, which get ever busier. */
  private usedAccount(): number {
    const skewed = this.fraction();
    if (this.chance(0.7)) return this.accounts - 1 - Math.floor(this.accounts * skewed ** 4);
    return Math.floor(this.accounts * skewed ** 3);
  }
}
