import type { Chain } from '@chaintrail/chains';
import { BROKEN_ANSWERS, type Fault, LYING_ANSWERS, SPENT_OUTPUT_LIE } from '@chaintrail/devnet';
import type { Random } from '../random.js';

/** Each of them is survived without an operator. */
const ANY_NODE: readonly Fault[] = [...BROKEN_ANSWERS, ...LYING_ANSWERS];

/** One kind of fault, now and then two at once. */
export function faultsFor(chain: Chain, random: Random): Fault[] {
  const possible = chain.code === 'btc' ? [...ANY_NODE, SPENT_OUTPUT_LIE] : ANY_NODE;
  const faults = [random.pick(possible)];
  if (random.chance(0.3)) faults.push(random.pick(possible));
  return faults;
}
