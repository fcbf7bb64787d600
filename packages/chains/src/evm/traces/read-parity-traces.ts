/** Reads traces of `trace_block`: one flat list for the block, in the order in which calls began. */
import type { JsonCursor } from '../../json/cursor.js';
import type { InternalColumns } from './internal-columns.js';
import { creationOnly, type Move, Moves } from './moves.js';
import { type ParityTrace, readParityTrace, type TracedBlock } from './parity-trace.js';
import { contradiction, settlement } from './receipt-status.js';
import { repeatsItsCall } from './self-destruct.js';

/** Reads the list into `columns`. @throws DecodeError where it is none, or lacks a transaction */
export function readParityTraces(json: JsonCursor, block: TracedBlock, columns: InternalColumns): void {
  const transactions = new ParityTransactions(json, block, columns);
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    const start = json.at;
    const trace = readParityTrace(json, block);
    if (!transactions.add(trace)) json.fail('traces are not in order', start);
  }
  const traced = transactions.finish();
  if (traced !== block.txCount) json.fail(`there are traces of ${traced} of ${block.txCount} transactions`);
}

const NONE_FAILED = Number.POSITIVE_INFINITY;

class ParityTransactions {
  readonly #json: JsonCursor;
  readonly #block: TracedBlock;
  readonly #columns: InternalColumns;
  readonly #moves = new Moves();
  #started = 0;
  /** Depth of the failed call that the traces now belong to. */
  #failedDepth = NONE_FAILED;
  /** Movements of each of the open calls, by depth. */
  readonly #open: (Move | null)[] = [];

  constructor(json: JsonCursor, block: TracedBlock, columns: InternalColumns) {
    this.#json = json;
    this.#block = block;
    this.#columns = columns;
  }

  /** @returns whether the trace may come here: behind the others of its transaction, the outermost first */
  add({ position, depth, failed, move }: ParityTrace): boolean {
    // Rewards are in the block's own entry.
    if (position === null) return true;
    if (depth === 0) {
      if (position !== this.#started) return false;
      this.#endTransaction();
      this.#started++;
    } else if (position !== this.#started - 1) return false;
    if (depth > this.#failedDepth) return true;
    this.#failedDepth = failed ? depth : NONE_FAILED;
    if (depth === 0) this.#moves.failed = failed;
    const isMove = move?.kind !== 'destroy' || !this.#repeatsItsCall(move, depth);
    this.#open[depth] = move;
    if (depth === 0) this.#moves.set(this.#moves.reserve(), failed || move === null ? null : creationOnly(move));
    else if (move !== null && isMove) this.#moves.add(move);
    return true;
  }

  /** @returns how many transactions there were */
  finish(): number {
    this.#endTransaction();
    return this.#started;
  }

  #repeatsItsCall(destruction: Move, depth: number): boolean {
    return repeatsItsCall(this.#json.bytes, destruction, this.#open[depth - 1] ?? null, this.#block.rules);
  }

  #endTransaction(): void {
    if (this.#started > 0) {
      const index = this.#started - 1;
      const problem = contradiction(this.#moves, this.#moves.someMoved, this.#block.statuses?.[index]);
      if (problem !== null) this.#json.fail(`by its trace transaction ${index} ${problem}`);
      const settled = settlement(this.#moves, this.#open[0] ?? null, this.#block.statuses?.[index]);
      if (settled !== undefined) this.#moves.set(0, settled);
      this.#columns.add(this.#moves);
    }
    this.#moves.clear();
    this.#failedDepth = NONE_FAILED;
  }
}
