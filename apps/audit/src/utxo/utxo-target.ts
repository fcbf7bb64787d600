/** How chains of the UTXO family are audited. */
import type { UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import {
  ALL_UTXO_KEYS,
  type CheckName,
  type CheckReport,
  checkUtxoHistories,
  FIRST_SEQ,
  readAuditedChain,
  UTXO_KEY_RANGES,
} from '@chaintrail/db';
import type { Audit, AuditPart, AuditTarget, Check } from '../audit.js';
import type { Tally } from '../tally.js';
import { checkBlocks } from '../walk-blocks.js';
import { isSmall, walkRanges } from '../walk-ranges.js';
import { checkUnspent } from './check-unspent.js';
import { checkTransactions } from './check-utxo-transactions.js';
import type { UtxoAudit, UtxoAuditNode } from './utxo-audit.js';

export function utxoTarget(chain: UtxoChain, network: UtxoNetwork, node: UtxoAuditNode): AuditTarget {
  const own = (audit: Audit): UtxoAudit => ({ ...audit, chain, network, node });
  const part = (name: CheckName, check: Check<UtxoAudit>): AuditPart => ({
    names: [name],
    make: async (audit, [tally]) => [await check(own(audit), tally!)],
  });
  return {
    ...{ chain, network },
    parts: [
      {
        // The node is asked once for both.
        names: ['unspent-outputs', 'shielded-pools'],
        async make(audit, [tally, ofPools]) {
          const { unspent, pools } = await checkUnspent(own(audit), tally!, ofPools!);
          return chain.shielded ? [pools, unspent] : [unspent];
        },
      },
      part('transactions', checkTransactions),
      part('blocks', checkBlocks),
      part('histories', checkHistories),
    ],
    inherits: ['pools'],
  };
}

async function checkHistories(audit: UtxoAudit, tally: Tally): Promise<CheckReport> {
  const { session, code, limits, position } = audit;
  position.histories ??= { whole: await isSmall(audit), done: 0, place: null };
  const walk = position.histories;
  const cursorBefore = (await readAuditedChain(session, code))?.cursor?.hash;
  const ranges = walk.whole ? [ALL_UTXO_KEYS] : UTXO_KEY_RANGES;
  const share = await walkRanges(audit, tally, walk, ranges, async (range, place) => {
    const stretch = await checkUtxoHistories(session, code, {
      from: place ?? { key: range.from, seq: FIRST_SEQ },
      to: range.to,
      limit: limits.historyRows,
      isWhole: audit.historyFrom === 0,
    });
    tally.addHistories(stretch);
    tally.sum('balances', stretch.balances);
    tally.sum('unspent', stretch.unspent);
    return stretch.next;
  });
  const cursorAfter = (await readAuditedChain(session, code))?.cursor?.hash;
  if (share === 1 && cursorBefore === cursorAfter) compareSums(audit, tally, cursorAfter);
  return tally.done(share);
}

/**
 * All balances and what lies on scripts without an address are all unspent outputs. That follows from the ranges, each
 * of which has both sums from one snapshot. Over all of them it can be said where no block came meanwhile.
 */
function compareSums({ position, historyFrom }: UtxoAudit, tally: Tally, cursor: string | undefined): void {
  const { unspent } = position;
  if (historyFrom > 0 || unspent === undefined || unspent.cursor !== cursor) return;
  const expected = BigInt(unspent.total) - BigInt(unspent.unaddressed);
  const found = BigInt(tally.facts['balances'] ?? 0);
  tally.facts['unspent without address'] = unspent.unaddressed;
  if (found !== expected) tally.find('sum', `all addresses at block ${cursor}`, expected, found);
}
