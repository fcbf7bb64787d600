/** What goes wrong with real nodes, as faults. Rates leave some answers right, so that whoever asks gets into the middle of things. */
import type { Fault } from './faults.js';

/** Of the connection and the node's state. All of it passes. */
export const BROKEN_ANSWERS: readonly Fault[] = [
  { kind: 'latency', delayMs: 300, rate: 0.5 },
  { kind: 'reset', rate: 0.3 },
  { kind: 'busy', rate: 0.3 },
  { kind: 'internal-error', rate: 0.3 },
  { kind: 'unauthorized', rate: 0.3 },
  { kind: 'warming-up', rate: 0.3 },
  { kind: 'truncated', rate: 0.3 },
  { kind: 'garbage', rate: 0.3 },
];

/** Answers that are whole and untrue. */
export const LYING_ANSWERS: readonly Fault[] = [
  { kind: 'wrong-block', rate: 0.5 },
  { kind: 'flipped-bit', rate: 0.5 },
  { kind: 'wrong-parent', rate: 0.3 },
  { kind: 'stale-tip', depth: 3, rate: 0.5 },
  { kind: 'wrong-height', rate: 0.3 },
];

/** For nodes that deliver what blocks spend. */
export const SPENT_OUTPUT_LIE: Fault = { kind: 'spent-lie', rate: 0.5 };
