import type { Chain } from '@chaintrail/chains';
import type { Fault } from '@chaintrail/devnet';
import type { Random } from '../random.js';

/** Each of them is survived without an operator; rates leave some answers right, so that things go on meanwhile. */
const ANY_NODE: readonly Fault[] = [
  { kind: 'latency', delayMs: 300, rate: 0.5 },
  { kind: 'reset', rate: 0.3 },
  { kind: 'busy', rate: 0.3 },
  { kind: 'internal-error', rate: 0.3 },
  { kind: 'unauthorized', rate: 0.3 },
  { kind: 'warming-up', rate: 0.3 },
  { kind: 'truncated', rate: 0.3 },
  { kind: 'garbage', rate: 0.3 },
  { kind: 'wrong-block', rate: 0.5 },
  { kind: 'flipped-bit', rate: 0.5 },
  { kind: 'wrong-parent', rate: 0.3 },
  { kind: 'stale-tip', depth: 3, rate: 0.5 },
  { kind: 'wrong-height', rate: 0.3 },
];
const WITH_SPENT_OUTPUTS: Fault = { kind: 'spent-lie', rate: 0.5 };

/** One kind of fault, now and then two at once. */
export function faultsFor(chain: Chain, random: Random): Fault[] {
  const possible = chain.code === 'btc' ? [...ANY_NODE, WITH_SPENT_OUTPUTS] : ANY_NODE;
  const faults = [random.pick(possible)];
  if (random.chance(0.3)) faults.push(random.pick(possible));
  return faults;
}
