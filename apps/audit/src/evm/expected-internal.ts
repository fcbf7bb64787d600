/**
 * Internal transfers, out of a node's traces, in the simplest way. What is burned with a contract that
 * destroys itself depends on hard forks and on what it had: that, sums of balances tell (`check-evm-balances.ts`).
 * Pure.
 */
import type { AuditedEvmTransfer } from '@chaintrail/db';
import type { AuditedEvmChain } from './evm-audit.js';
import type { NodeBlock } from './evm-node-block.js';
import { outcomeOf } from './expected-entries.js';
import { coinTransfer } from './expected-income.js';
import type { TracedMove, TracedTransaction } from './read-traces.js';

const ZERO_ADDRESS = '0'.repeat(40);
const ARB_SYS = '64'.padStart(40, '0');
const ARB_RETRYABLE_TX = '6e'.padStart(40, '0');

const SUBMIT_RETRYABLE = 0x69n;

/**
 * All that only the trace tells of a transaction. One that failed moved nothing inside, whatever its trace says; ArbOS
 * moves coins even then.
 * @param n its place in the block
 * @returns as {@link expectedInternal} does
 */
export function tracedTransfers(
  place: AuditedEvmChain,
  block: NodeBlock,
  n: number,
  traced: TracedTransaction,
): AuditedEvmTransfer[] {
  const [transaction, receipt] = [block.transactions[n]!, block.receipts[n]!];
  const isArbitrum = place.chain.feeRules === 'arbitrum';
  const { status, moved } = outcomeOf(place, block, transaction, receipt);
  const moves = isArbitrum || status !== false ? expectedInternal(traced, transaction.type ?? null, isArbitrum) : [];
  if (status !== null) return moves;
  const to = transaction.to ?? receipt.contractAddress ?? null;
  return [...moves, ...settledBy(traced, { from: transaction.from, to, value: transaction.value ?? 0n }, moved)];
}

/**
 * @param type of the transaction
 * @returns transfers as they are indexed, without burns of contracts that destroyed themselves; in the order of the trace
 */
export function expectedInternal(
  { moves, destroyed }: TracedTransaction,
  type: bigint | null,
  isArbitrum: boolean,
): AuditedEvmTransfer[] {
  const happened = isArbitrum && type === SUBMIT_RETRYABLE ? movedBySubmission(moves) : moves;
  const transfers = happened.flatMap(({ from, to, amount }) => {
    if (amount === 0n) return [];
    // Coins that leave for layer 1 (nitro precompiles/ArbSys.go).
    const target = isArbitrum && from === ARB_SYS && to === ZERO_ADDRESS ? null : to;
    return [coinTransfer(from === null ? 'mint' : target === null ? 'burn' : 'internal', from, target, amount)];
  });
  return withoutRemains(transfers, destroyed);
}

/** The first that moves is the deposit, which the block tells; it tells of gas, too, that the sender has paid it. */
function movedBySubmission(moves: readonly TracedMove[]): TracedMove[] {
  return moves.flatMap((move, n) => {
    if (n === 0 || isFailedEscrow(moves, n)) return [];
    return isGasPayment(moves, n) ? [{ ...move, from: null }] : [move];
  });
}

/**
 * After deposit, fee, its refund and escrow; before what is refunded of the price, and the call that redeems. Only
 * where it is there, gas was bought.
 */
function isGasPayment(moves: readonly TracedMove[], n: number): boolean {
  return moves.at(-1)?.to === ARB_RETRYABLE_TX && n >= 4 && n < moves.length - 2;
}

/**
 * Who submits a retryable may lack what it is to carry. The trace tells that it went into escrow nevertheless, and then
 * that the fee comes back from who was paid it. Source: nitro arbos/tx_processor.go StartTxHook, arbos/util/transfer.go
 */
function isFailedEscrow([deposit, fee, , , back]: readonly TracedMove[], n: number): boolean {
  if (n !== 3 || deposit?.from !== ZERO_ADDRESS || fee === undefined || back === undefined) return false;
  return fee.from !== fee.to && back.from === fee.to && back.to === fee.from && back.amount === fee.amount;
}

/**
 * Settles by its trace a transaction whose receipt does not tell the outcome: its value, or the same back.
 * @param moved whether the value counts as moved without the trace
 */
function settledBy(
  { failed }: Pick<TracedTransaction, 'failed'>,
  { from, to, value }: { readonly from: string; readonly to: string | null; readonly value: bigint },
  moved: boolean,
): AuditedEvmTransfer[] {
  if (value === 0n || to === null || failed !== moved) return [];
  return [moved ? coinTransfer('internal', to, from, value) : coinTransfer('internal', from, to, value)];
}

/** Burns of contracts that destroyed themselves left out. */
export function withoutRemains(
  transfers: readonly AuditedEvmTransfer[],
  destroyed: ReadonlySet<string>,
): AuditedEvmTransfer[] {
  return transfers.filter(({ kind, from }) => !(kind === 'burn' && from !== null && destroyed.has(from)));
}
