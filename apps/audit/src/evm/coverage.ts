import type { CheckReport } from '@chaintrail/db';
import type { Tally } from '../tally.js';

/**
 * The end of a check that asked for the state of blocks. What the node has no state of any more was not compared, which makes
 * the share smaller and is no finding.
 * @param share part of all rows that were read
 * @param compared facts that count what was compared; `without state` counts what could not be
 */
export function coverage(tally: Tally, share: number, compared: readonly string[]): CheckReport {
  const done = compared.reduce((sum, fact) => sum + Number(tally.facts[fact] ?? 0), 0);
  const missed = Number(tally.facts['without state'] ?? 0);
  if (done + missed === 0)
    return tally.findings > 0 ? tally.done(share) : tally.skipped('nothing is stored that the node could be asked for');
  if (done === 0 && tally.findings === 0) {
    return tally.skipped(
      `the node has no state of the blocks that ${missed} balances are of; a node that keeps all states (an archive node) has`,
    );
  }
  return tally.done((share * done) / (done + missed));
}
