/** What Arbitrum's transactions of every kind share: moves outside of calls, receipts, frames of what runs no code. */
import type { CallFrame, Move, ProtocolTransfer, ReceiptExtras } from '../block/evm-block.js';
import type { EvmTransaction } from '../block/evm-transaction.js';
import { type Hex, quantity } from '../bytes/hex.js';
import type { BlockBuilder, Run } from './block-builder.js';

/** Where fees go that pay for computing. */
export const NETWORK_FEES: Hex = '0x32e7af5a8151934f3787d0cd59eb6edd0a736b1d';
/** Layer 1's blocks are so many times rarer. */
const L2_BLOCKS_PER_L1 = 48;
const L1_AT_GENESIS = 20_000_000;

export function l1BlockOf(number: number): number {
  return L1_AT_GENESIS + Math.floor(number / L2_BLOCKS_PER_L1);
}

/** Moves base units outside of calls, and remembers them in both tongues: as moves and as the tracer shows them. */
export class ArbosTransfers {
  readonly moves: Move[] = [];
  readonly before: ProtocolTransfer[] = [];
  readonly after: ProtocolTransfer[] = [];
  private readonly block: BlockBuilder;

  constructor(block: BlockBuilder) {
    this.block = block;
  }

  move(when: 'before' | 'after', purpose: string, from: Hex | null, to: Hex | null, value: bigint): void {
    if (from !== null) this.block.state.addBalance(from, -value);
    if (to !== null) this.block.state.addBalance(to, value);
    if (value !== 0n) this.moves.push({ from, to, amount: value });
    this[when].push({ purpose, from, to, value });
  }
}

/** Ends a transaction: what ran, and what the transfers moved around it. */
export function addArbitrum(
  block: BlockBuilder,
  transaction: EvmTransaction,
  run: Run,
  transfers: ArbosTransfers,
  price: bigint,
  posterGas: number,
): void {
  block.add(transaction, {
    ...run,
    moves: [...transfers.moves, ...run.moves],
    effectiveGasPrice: price,
    before: transfers.before,
    after: transfers.after,
    extras: extrasOf(block, posterGas),
  });
}

function extrasOf({ place }: BlockBuilder, posterGas: number): ReceiptExtras {
  return { gasUsedForL1: quantity(posterGas), l1BlockNumber: quantity(l1BlockOf(place.number)) };
}

/** Of what runs no code. */
export function ownRun(frame: CallFrame): Run {
  return { frame, status: 1, gasUsed: 0, logs: [], moves: [], tokens: [] };
}

export function frameOf(from: Hex, to: Hex, value: bigint, input: Hex): CallFrame {
  const nothing = { output: null, error: null, revertReason: null };
  return { type: 'CALL', from, to, value, gas: 0, gasUsed: 0, input, ...nothing, calls: [] };
}
