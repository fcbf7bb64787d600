/**
 * How transactions of a public chain look: 2.6 inputs on average (60 % have one, a tail of 8 to 27) and 3.3 outputs
 * (65 % have two, a tail of 10 to 70), inputs by recency, half of the outputs to new addresses, the rest to used ones,
 * 2 % to ten hot addresses.
 */
import type { Random } from '../random.js';
import { NULLDATA_OWNER } from './owner-scripts.js';

export const HOT_OWNERS = 10;
/** Owner of the miner's coinbases; hot owners are 1 … {@link HOT_OWNERS}. */
export const MINER = 0;
const NULLDATA_SHARE = 0.02;

export class PaymentShape {
  private readonly random: Random;
  /** The next address that was never used. */
  nextOwner = HOT_OWNERS + 1;

  constructor(random: Random) {
    this.random = random;
  }

  inputCount(): number {
    const dice = this.random.fraction();
    if (dice < 0.6) return 1;
    if (dice < 0.772) return 2;
    return dice < 0.942 ? 3 + this.random.below(5) : 8 + Math.floor(20 * this.random.fraction() ** 2);
  }

  outputCount(): number {
    const dice = this.random.fraction();
    if (dice < 0.155) return 1;
    if (dice < 0.805) return 2;
    const skewed = this.random.fraction() ** 2;
    return dice < 0.963 ? 3 + Math.floor(7 * skewed) : 10 + Math.floor(61 * skewed);
  }

  outputOwner(): number {
    const dice = this.random.fraction();
    const used = this.nextOwner - 1;
    if (dice < 0.02) return this.hotOwner();
    if (dice < 0.02 + NULLDATA_SHARE) return NULLDATA_OWNER;
    if (dice < 0.53) return this.nextOwner++;
    // Recently used ones, and the oldest, which get ever busier.
    if (dice < 0.86) return used - Math.floor(used * this.random.fraction() ** 4);
    return 1 + Math.floor(used * this.random.fraction() ** 3);
  }

  /** Half of these to the first one. */
  private hotOwner(): number {
    return 1 + Math.min(HOT_OWNERS - 1, Math.floor(-Math.log(1 - this.random.fraction()) * 1.4));
  }

  /** Which of `count` outputs, the newest last, is spent next. */
  recentIndex(count: number): number {
    return count - 1 - Math.floor(count * this.random.fraction() ** 3);
  }
}
