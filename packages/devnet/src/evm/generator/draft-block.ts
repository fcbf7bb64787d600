/** What a generated block says, before it is written. */
import { CALL_MIX, type CallDraft, isRollupInbox, type LogDraft, PLAIN_GAS } from './call-mix.js';
import { DraftChance } from './draft-chance.js';

export interface TransactionDraft extends CallDraft {
  /** EIP-2718 type. */
  readonly type: number;
  readonly from: number;
  /** Named by the receipt even where the creation failed. */
  readonly created: number | null;
  readonly succeeded: boolean;
  readonly gasLimit: number;
  /** Wei a unit of gas, above the base fee. */
  readonly tip: number;
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
const NO_LOGS: readonly LogDraft[] = [];

/**
 * What the block at a height says. The same for the same arguments, whenever it is asked for.
 * @param isLayer1 blobs and withdrawals are layer 1's
 * @param accounts that were used when the block before it ended
 */
export function draftBlock(seed: number, isLayer1: boolean, height: number, accounts: number): BlockDraft {
  const chance = new DraftChance(seed, height, accounts);
  const count = chance.between(FEWEST, MOST);
  const transactions = Array.from({ length: count }, () => draftTransaction(chance, isLayer1));
  const withdrawals = Array.from({ length: isLayer1 ? WITHDRAWALS : 0 }, (_, place) =>
    chance.validator(height * WITHDRAWALS + place),
  );
  return {
    height,
    transactions,
    builder: chance.builder(),
    // Slow waves between 1 and 21 gwei, not a whole number of gwei.
    baseFee: Math.floor((11 + 10 * Math.sin(height / 300)) * GWEI) + chance.below(GWEI),
    withdrawals,
    accounts: chance.accounts,
  };
}

function draftTransaction(chance: DraftChance, isLayer1: boolean): TransactionDraft {
  const from = chance.sender();
  const { to, valueDigits, selector, inputBytes, gasUsed, logs } = pickCall(chance)(chance, from);
  const succeeded = !chance.chance(FAILURES);
  // Spelled out: copying the call with spread syntax took longer than all the rest.
  return {
    to,
    valueDigits,
    selector,
    inputBytes,
    gasUsed,
    logs: succeeded ? logs : NO_LOGS,
    type: typeOf(chance, to, isLayer1),
    from,
    created: to === null ? chance.newAccount() : null,
    succeeded,
    gasLimit: gasUsed === PLAIN_GAS ? PLAIN_GAS : Math.floor(gasUsed * (1.1 + chance.fraction())),
    tip: chance.chance(0.2) ? 2 * GWEI : chance.below(3 * GWEI),
  };
}

function pickCall(chance: DraftChance): (typeof CALL_MIX)[number]['make'] {
  let dice = chance.fraction();
  for (const { share, make } of CALL_MIX) {
    if (dice < share) return make;
    dice -= share;
  }
  return CALL_MIX[0]!.make;
}

/** EIP-2718: 0 the original form, 1 access list, 2 dynamic fee, 3 blobs, 4 set code. */
function typeOf(chance: DraftChance, to: number | null, isLayer1: boolean): number {
  if (isLayer1 && isRollupInbox(to) && chance.chance(0.6)) return 3;
  const dice = chance.fraction();
  if (dice < 0.2) return 0;
  if (dice < 0.215) return 1;
  // Set code needs a recipient.
  return dice < 0.225 && to !== null ? 4 : 2;
}
