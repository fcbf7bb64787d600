/**
 * Moves of ArbOS beside the calls of a transaction, as the node traces it.
 * Sources: nitro arbos/tx_processor.go, arbos/retryables/retryable.go;
 * OffchainLabs/go-ethereum eth/tracers/native/tracer_arbitrum.go
 */
import { concat, dataSlice, getAddress, keccak256, toUtf8Bytes, ZeroAddress } from 'ethers';
import { etherTransfer, type Transfer } from './internal-transfers.js';
import type { NodeFrame, TracedTransaction } from './node-block.js';

const ARBITRUM_TYPE = { deposit: 0x64, submitRetryable: 0x69 } as const;
const ARB_SYS = getAddress(`0x${'64'.padStart(40, '0')}`);
/** Gas that is bought and comes back is the fee; a deposit is minted and sent on, which the transaction says itself. */
const TOLD_BY_TRANSACTION: readonly string[] = ['feePayment', 'gasRefund', 'deposit'];

/** Value that comes into being with a transaction from layer 1. */
export function mintedByArbitrum({ transaction }: TracedTransaction): bigint {
  if (Number(transaction.type) === ARBITRUM_TYPE.deposit) return BigInt(transaction.value);
  return BigInt(transaction.depositValue ?? 0);
}

export function submitsRetryable({ transaction }: TracedTransaction): boolean {
  return Number(transaction.type) === ARBITRUM_TYPE.submitRetryable;
}

/** Transfers before and after the calls, which happen whether or not those fail. */
export function outerTransfersOf({ frame }: TracedTransaction): Transfer[] {
  const outer = [...(frame.beforeEVMTransfers ?? []), ...(frame.afterEVMTransfers ?? [])];
  return outer
    .filter(({ purpose, value }) => !TOLD_BY_TRANSACTION.includes(purpose) && BigInt(value) > 0n)
    .map(({ from, to, value }) => transferBetween(from, to, BigInt(value)));
}

/** Frames of a retryable's submission, without those that pay for gas. The escrow is filled only on success. */
export function submissionFrames(traced: TracedTransaction): NodeFrame {
  const { transaction, receipt, frame } = traced;
  const [, ...calls] = frame.calls ?? [];
  const escrow = escrowOf(transaction.hash);
  const happened = receipt.status === '0x1' ? calls : calls.filter(({ to }) => to !== escrow);
  return { ...frame, calls: happened.filter((call) => !gasFrames(traced).includes(call)) };
}

/**
 * Who is paid the gas of a retryable's submission. It comes from nowhere, as the gas of other transactions does.
 * @throws Error where the trace tells of another sum than the receipt
 */
export function collectedFromSubmission(traced: TracedTransaction): Transfer[] {
  const collected = gasFrames(traced).map(({ to, value }) => transferBetween(null, to ?? null, BigInt(value ?? 0)));
  const sum = collected.reduce((all, { amount }) => all + amount, 0n);
  const { gasUsed, effectiveGasPrice } = traced.receipt;
  if (sum !== BigInt(gasUsed) * BigInt(effectiveGasPrice))
    throw new Error(
      `${traced.transaction.hash} paid ${sum} for gas, by its receipt ${gasUsed} at ${effectiveGasPrice}`,
    );
  return collected.filter(({ amount }) => amount > 0n);
}

/** Between what fills the escrow and what is refunded of the gas price; none where no gas was bought. */
function gasFrames({ transaction, receipt, frame }: TracedTransaction): NodeFrame[] {
  const calls = frame.calls ?? [];
  const escrow = calls.findIndex(({ to }) => to === escrowOf(transaction.hash));
  return BigInt(receipt.gasUsed) === 0n ? [] : calls.slice(escrow + 1, -2);
}

function escrowOf(ticket: string): string {
  return dataSlice(keccak256(concat([toUtf8Bytes('retryable escrow'), ticket])), 12);
}

function transferBetween(from: string | null, to: string | null, amount: bigint): Transfer {
  const [source, target] = [from && getAddress(from), to && getAddress(to)];
  return etherTransfer(source === null ? 'mint' : target === null ? 'burn' : 'internal', source, target, amount);
}

/** Value that ArbSys sends to nowhere leaves for layer 1. Source: nitro precompiles/ArbSys.go SendTxToL1 */
export function withoutWithdrawn(transfer: Transfer): Transfer {
  const { from, to, asset } = transfer;
  const leaves = asset === null && from === ARB_SYS && to === ZeroAddress;
  return leaves ? { ...transfer, kind: 'burn', to: null } : transfer;
}
