import { CALLS, isRollupInbox, type MakeCall, PLAIN_GAS } from './calls.js';
import { Chance } from './chance.js';
import type { BlockDraft, LogDraft, TransactionDraft } from './draft.js';

/** Transactions of a block. */
const FEWEST = 150;
const MOST = 200;
const FAILURES = 0.03;
/** EIP-4895: at most so many withdrawals a block, and since the queue is never empty, always. */
const WITHDRAWALS = 16;
const GWEI = 1_000_000_000;
const NO_LOGS: readonly LogDraft[] = [];

export interface DraftOptions {
  readonly seed: number;
  /** Blobs and withdrawals are layer 1's. */
  readonly isLayer1: boolean;
}

/**
 * What the block at a height says. The same for the same arguments, whenever it is asked for.
 * @param accounts that were used when the block before it ended
 */
export function draftBlock({ seed, isLayer1 }: DraftOptions, height: number, accounts: number): BlockDraft {
  const chance = new Chance(seed, height, accounts);
  const transactions: TransactionDraft[] = [];
  for (let count = chance.between(FEWEST, MOST); count > 0; count--)
    transactions.push(draftTransaction(chance, isLayer1));
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

function draftTransaction(chance: Chance, isLayer1: boolean): TransactionDraft {
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

function pickCall(chance: Chance): MakeCall {
  let dice = chance.fraction();
  for (const { share, make } of CALLS) {
    if (dice < share) return make;
    dice -= share;
  }
  return CALLS[0]!.make;
}

/** EIP-2718: 0 the original form, 1 access list, 2 dynamic fee, 3 blobs, 4 set code. */
function typeOf(chance: Chance, to: number | null, isLayer1: boolean): number {
  if (isLayer1 && isRollupInbox(to) && chance.chance(0.6)) return 3;
  const dice = chance.fraction();
  if (dice < 0.2) return 0;
  if (dice < 0.215) return 1;
  // Set code needs a recipient.
  return dice < 0.225 && to !== null ? 4 : 2;
}
