/**
 * Moves of the frames of one transaction, in the order in which the frames began. The end of a frame may show that it
 * failed: then it takes back all that it holds.
 */
import { NO_NUMBER } from '../../account/account-block.js';
import type { Amount } from '../../amount.js';

export type MoveKind = 'call' | 'create' | 'destroy';

export interface Move {
  readonly kind: MoveKind;
  /** Where the 40 digits of the address are that it came from, and went to; {@link NO_NUMBER} for nowhere. */
  readonly from: number;
  readonly to: number;
  /** 0 for the creation of a contract that was given nothing. */
  readonly amount: Amount;
}

export class Moves {
  /** Whether the transaction, of Arbitrum, submits a retryable. */
  submitsRetryable = false;
  /** Whether the outermost call failed. */
  failed = false;
  readonly #moves: (Move | null)[] = [];

  clear(): void {
    this.submitsRetryable = false;
    this.failed = false;
    this.#moves.length = 0;
  }

  add(move: Move): void {
    this.#moves.push(move);
  }

  /** Reserves the slot for a frame's own move, before those of its inner frames. */
  reserve(): number {
    return this.#moves.push(null) - 1;
  }

  /** @param move null for nothing */
  set(slot: number, move: Move | null): void {
    this.#moves[slot] = move;
  }

  /** Takes back all since `slot` was reserved. */
  dropFrom(slot: number): void {
    this.#moves.length = slot;
  }

  *[Symbol.iterator](): Generator<Move> {
    for (const move of this.#moves) if (move !== null) yield move;
  }

  /** Whether coins moved, as far as it was read. */
  get someMoved(): boolean {
    return this.#moves.some((move) => move !== null && move.amount !== 0);
  }

  get someDestroy(): boolean {
    return this.#moves.some((move) => move?.kind === 'destroy');
  }
}

/** The outermost frame's move follows from the block. Of a creation only the fact matters here. */
export function creationOnly(move: Move): Move | null {
  return move.kind === 'create' && move.to !== NO_NUMBER ? { ...move, amount: 0 } : null;
}
