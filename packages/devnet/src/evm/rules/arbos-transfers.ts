/** What Arbitrum's transactions of every kind share: moves outside of calls, receipts, runs without code. */
import type { CallFrame, ProtocolTransfer } from '../block/evm-block.js';
import type { EvmTransaction } from '../block/evm-transaction.js';
import type { Hex } from '../bytes/hex.js';
import type { BlockBuilder, Run } from './block-builder.js';

/** Where fees go that pay for computing. */
export const NETWORK_FEES: Hex = '0x32e7af5a8151934f3787d0cd59eb6edd0a736b1d';
/** Layer 1's blocks are so many times rarer. */
const L2_BLOCKS_PER_L1 = 48;
const L1_AT_GENESIS = 20_000_000;

export function l1BlockOf(number: number): number {
  return L1_AT_GENESIS + Math.floor(number / L2_BLOCKS_PER_L1);
}

/** One transaction, with what moves outside of its calls. */
export class ArbosTransfers {
  private readonly before: ProtocolTransfer[] = [];
  private readonly after: ProtocolTransfer[] = [];
  private readonly block: BlockBuilder;

  constructor(block: BlockBuilder) {
    this.block = block;
    block.state.begin();
  }

  move(when: 'before' | 'after', purpose: string, from: Hex | null, to: Hex | null, value: bigint): void {
    if (from !== null) this.block.state.addBalance(from, -value);
    if (to !== null) this.block.state.addBalance(to, value);
    this[when].push({ purpose, from, to, value });
  }

  /** Ends the transaction. */
  add(transaction: EvmTransaction, run: Run, effectiveGasPrice: bigint, posterGas: number): void {
    const { before, block } = this;
    // Told apart here alone (nitro's go-ethereum core/state_transition.go).
    const ended = run.destroyed.map(({ address, balance }) => ({ from: address, to: null, value: balance }));
    const after = [...this.after, ...ended.map((transfer) => ({ purpose: 'selfDestruct', ...transfer }))];
    const extras = { gasUsedForL1: posterGas, l1BlockNumber: l1BlockOf(block.place.number) };
    block.add(transaction, { ...run, effectiveGasPrice, before, after, extras });
  }
}

/** Of what runs no code. */
export function ownRun(frame: CallFrame): Run {
  return { frame, status: 1, gasUsed: 0, logs: [], destroyed: [] };
}
