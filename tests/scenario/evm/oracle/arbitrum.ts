/**
 * What ArbOS moves beside the calls of a transaction, as the node traces it.
 * Sources: nitro arbos/tx_processor.go, arbos/retryables/retryable.go; OffchainLabs/go-ethereum eth/tracers/native/tracer_arbitrum.go
 */
import { concat, dataSlice, getAddress, keccak256, toUtf8Bytes, ZeroAddress } from 'ethers';
import type { NodeFrame, TracedTransaction } from './node-block.js';
import { etherTransfer, type Transfer } from './transfer.js';

const ARBITRUM_TYPE = { deposit: 0x64, submitRetryable: 0x69 } as const;
const ARB_SYS = getAddress(`0x${'64'.padStart(40, '0')}`);
/** Gas that is bought and comes back is the fee; a deposit is minted and sent on, which the transaction says itself. */
const TOLD_BY_TRANSACTION: readonly string[] = ['feePayment', 'gasRefund', 'deposit'];

/** What comes into being with a transaction from layer 1. */
export function mintedByArbitrum({ transaction }: TracedTransaction): bigint {
  if (Number(transaction.type) === ARBITRUM_TYPE.deposit) return BigInt(transaction.value);
  return BigInt(transaction.depositValue ?? 0);
}

/** Who submits a retryable pays in transfers of its trace, gas included. */
export function paysGasInTrace({ transaction }: TracedTransaction): boolean {
  return Number(transaction.type) === ARBITRUM_TYPE.submitRetryable;
}

/** Transfers before and after the calls, which happen whether or not those fail. */
export function outerTransfersOf({ frame }: TracedTransaction): Transfer[] {
  const outer = [...(frame.beforeEVMTransfers ?? []), ...(frame.afterEVMTransfers ?? [])];
  return outer
    .filter(({ purpose, value }) => !TOLD_BY_TRANSACTION.includes(purpose) && BigInt(value) > 0n)
    .map(({ from, to, value }) => transferBetween(from, to, BigInt(value)));
}

/** The frames of a retryable's submission that happened: its escrow is filled only where all of it succeeds. */
export function submissionFrames({ transaction, receipt, frame }: TracedTransaction): NodeFrame {
  const [, ...calls] = frame.calls ?? [];
  const escrow = escrowOf(transaction.hash);
  const happened = receipt.status === '0x1' ? calls : calls.filter(({ to }) => to !== escrow);
  return { ...frame, calls: happened };
}

function escrowOf(ticket: string): string {
  return dataSlice(keccak256(concat([toUtf8Bytes('retryable escrow'), ticket])), 12);
}

function transferBetween(from: string | null, to: string | null, amount: bigint): Transfer {
  const [source, target] = [from && getAddress(from), to && getAddress(to)];
  return etherTransfer(source === null ? 'mint' : target === null ? 'burn' : 'internal', source, target, amount);
}

/** What ArbSys sends to nowhere leaves for layer 1. Source: nitro precompiles/ArbSys.go SendTxToL1 */
export function withoutWithdrawn(transfer: Transfer): Transfer {
  const { from, to, asset } = transfer;
  const leaves = asset === null && from === ARB_SYS && to === ZeroAddress;
  return leaves ? { ...transfer, kind: 'burn', to: null } : transfer;
}
