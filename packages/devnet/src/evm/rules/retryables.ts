/** Arbitrum's retryable tickets: calls that were paid for on layer 1 (nitro arbos/tx_processor.go, arbos/retryables). */
import { arbitrumTransaction, type EvmTransaction } from '../block/transaction.js';
import { type Hex, keccak256, word } from '../bytes/hex.js';
import { calldata, METHODS } from '../contracts/abi.js';
import { addArbitrum, frameOf, NETWORK_FEES, ownRun, Till } from './arbitrum-till.js';
import type { BlockBuilder } from './block-builder.js';

const RETRYABLE: Hex = '0x000000000000000000000000000000000000006e';
/** submitRetryable(…) */
const SUBMIT_RETRYABLE: Hex = '0xc9f95d32';
const REDEEM_GAS = 150_000n;

/** A ticket from layer 1 and, right after it, the call that it was bought for. */
export function addRetryable(block: BlockBuilder): void {
  const { place, random, accounts, contracts } = block;
  const from = random.pick(accounts);
  const refundTo = random.pick(accounts);
  const retryValue = BigInt(random.below(1_000)) * 1_000_000_000_000n;
  const fails = random.chance(0.3);
  const retryTo = fails ? contracts.at('failing') : contracts.at('splitter');
  const retryData = calldata(METHODS.split, ...[0, 1, 2].map(() => random.pick(accounts)));
  const maxFeePerGas = place.baseFee * 2n;
  const maxSubmissionFee = 3_000_000_000_000n;
  const submissionFee = 2_000_000_000_000n;
  const depositValue = retryValue + maxSubmissionFee + maxFeePerGas * REDEEM_GAS;
  const input: Hex = `${SUBMIT_RETRYABLE}${retryData.slice(2)}`;
  const submission = arbitrumTransaction(
    { from, to: RETRYABLE, nonce: 0, chainId: place.chainId, value: 0n, gas: REDEEM_GAS, input },
    {
      kind: 'submit-retryable',
      requestId: `0x${word(place.number * 2 + 1)}`,
      l1BaseFee: 5_000_000_000n,
      depositValue,
      maxFeePerGas,
      retryTo,
      retryValue,
      retryData,
      beneficiary: refundTo,
      maxSubmissionFee,
      refundTo,
    },
  );
  const escrow = escrowOf(submission.hash);
  const gasCost = place.baseFee * REDEEM_GAS;
  submit(block, submission, { escrow, depositValue, submissionFee, retryValue, gasCost });
  const redeem = arbitrumTransaction(
    { from, to: retryTo, nonce: 0, chainId: place.chainId, value: retryValue, gas: REDEEM_GAS, input: retryData },
    {
      kind: 'retry',
      maxFeePerGas: place.baseFee,
      ticketId: submission.hash,
      refundTo,
      maxRefund: gasCost + submissionFee,
      submissionFeeRefund: submissionFee,
    },
  );
  redeemTicket(block, redeem, escrow);
}

interface Ticket {
  readonly escrow: Hex;
  readonly depositValue: bigint;
  readonly submissionFee: bigint;
  readonly retryValue: bigint;
  readonly gasCost: bigint;
}

function submit(block: BlockBuilder, transaction: EvmTransaction, ticket: Ticket): void {
  const part = transaction.arbitrum;
  if (part?.kind !== 'submit-retryable') throw new TypeError('not a ticket');
  const { from } = transaction;
  const frame = frameOf(from, RETRYABLE, 0n, transaction.input);
  const till = new Till(block);
  till.mock(frame, null, from, ticket.depositValue);
  till.mock(frame, from, NETWORK_FEES, ticket.submissionFee);
  till.mock(frame, from, part.refundTo, part.maxSubmissionFee - ticket.submissionFee);
  till.mock(frame, from, ticket.escrow, ticket.retryValue);
  till.mock(frame, from, NETWORK_FEES, ticket.gasCost);
  till.mock(frame, from, part.refundTo, part.maxFeePerGas * REDEEM_GAS - ticket.gasCost);
  const run = { ...ownRun(frame), gasUsed: Number(REDEEM_GAS) };
  addArbitrum(block, transaction, run, till, block.place.baseFee, 0);
}

function redeemTicket(block: BlockBuilder, transaction: EvmTransaction, escrow: Hex): void {
  const part = transaction.arbitrum;
  if (part?.kind !== 'retry') throw new TypeError('not a retry');
  const { from, value, gas } = transaction;
  const price = block.place.baseFee;
  const till = new Till(block);
  till.move('before', 'escrow', escrow, from, value);
  till.move('before', 'prepaid', null, from, gas * price);
  till.move('before', 'feePayment', from, null, gas * price);
  const { state } = block;
  const nonce = state.nonce(from);
  const run = block.run(transaction);
  // A redeem does not use up a nonce of the account that it acts for.
  state.setNonce(from, nonce);
  const left = (gas - BigInt(run.gasUsed)) * price;
  till.move('after', 'gasRefund', null, from, left);
  till.move('after', 'undoRefund', from, null, left);
  if (run.status === 1) till.move('after', 'refund', NETWORK_FEES, part.refundTo, part.submissionFeeRefund);
  till.move('after', 'refund', NETWORK_FEES, part.refundTo, left);
  if (run.status === 0) till.move('after', 'escrow', from, escrow, value);
  addArbitrum(block, transaction, run, till, price, 0);
}

/** nitro arbos/retryables/retryable.go RetryableEscrowAddress */
function escrowOf(ticket: Hex): Hex {
  const seed = Buffer.from('retryable escrow').toString('hex');
  return `0x${keccak256(`0x${seed}${ticket.slice(2)}`).slice(26)}`;
}
