import type { Fault } from '@chaintrail/devnet';
import type { Random } from '../random.js';

/** One kind of fault, now and then two at once. */
export function drawFaults(possible: readonly Fault[], random: Random): Fault[] {
  const faults = [random.pick(possible)];
  if (random.chance(0.3)) faults.push(random.pick(possible));
  return faults;
}
