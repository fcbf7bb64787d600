/** Warnings about a node that can be followed for now. Each is a sentence with its remedy. */
import type { UtxoChain } from '../../chain.js';

export interface WarningFacts {
  /** Unix seconds of the tip's header; null on test networks, and while the node catches up: its age says nothing. */
  readonly tipTime: number | null;
  readonly tipHeight: number;
  readonly endOfSupport: EndOfSupport | null;
}

/** Where a release of zebrad stops. */
export interface EndOfSupport {
  /** Last height that it follows. */
  readonly height: number;
  /**
   * Unix seconds when that is expected: the node counts its blocks by the spacing in force at each, and takes a day
   * off.
   */
  readonly time: number;
}

const MIN_STALE_SECONDS = 2 * 3600;
/** Not by chance on any chain: a gap of 20 average blocks has a probability of 2·10⁻⁹. */
const STALE_BLOCKS = 40;
/** zebrad itself starts to warn so long before (zebrad/src/components/sync/end_of_support.rs EOS_WARN_AFTER). */
const SUPPORT_WARNING_DAYS = 14;
const DAY_SECONDS = 86_400;

/** @param now Unix seconds */
export function nodeWarnings(
  chain: UtxoChain,
  { tipTime, tipHeight, endOfSupport }: WarningFacts,
  now: number,
): string[] {
  const warnings: string[] = [];
  const age = tipTime === null ? 0 : now - tipTime;
  if (age > Math.max(MIN_STALE_SECONDS, STALE_BLOCKS * chain.blockSeconds)) {
    warnings.push(
      `the node's newest block is ${duration(age)} old: see whether it has peers (getpeerinfo), whether its release ` +
        'still follows the network, and whether the clocks of both machines are right',
    );
  }
  if (endOfSupport !== null && endOfSupport.time - now <= SUPPORT_WARNING_DAYS * DAY_SECONDS) {
    warnings.push(endOfSupportWarning(endOfSupport, tipHeight, now));
  }
  return warnings;
}

function endOfSupportWarning({ height, time }: EndOfSupport, tipHeight: number, now: number): string {
  const remedy = 'upgrade zebrad to its newest release';
  if (tipHeight >= height)
    return `this release of zebrad has reached the end of its support at block ${height}: ${remedy}`;
  const when = time > now ? `in about ${duration(time - now)}` : 'within a day or so';
  return `this release of zebrad stops at block ${height}, ${when}: ${remedy} before`;
}

function duration(seconds: number): string {
  const [count, unit] = seconds >= 2 * DAY_SECONDS ? [seconds / DAY_SECONDS, 'day'] : [seconds / 3600, 'hour'];
  const whole = Math.max(1, Math.floor(count));
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
