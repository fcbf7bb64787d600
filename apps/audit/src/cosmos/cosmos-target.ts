/** The audit of a chain of the Cosmos family. */
import type { CosmosChainNetwork } from '@chaintrail/chains';
import type { CosmosChainSettings } from '@chaintrail/config';
import {
  type CheckName,
  type CheckReport,
  checkCosmosHistories,
  checkCosmosTransfers,
  checkDenomHistories,
  FIRST_SEQ,
  firstDenomCursor,
  type KeyRange,
} from '@chaintrail/db';
import type { AuditPart, AuditTarget, Check } from '../audit.js';
import { checkTransfers } from '../check-transfers.js';
import type { Tally } from '../tally.js';
import { checkBlocks } from '../walk-blocks.js';
import { isSmall, keyRanges, walkRanges } from '../walk-ranges.js';
import { checkBalances } from './check-cosmos-balances.js';
import { checkTransactions } from './check-cosmos-transactions.js';
import type { CosmosAudit, CosmosAuditNode, HistoriesCursor } from './cosmos-audit.js';

type CosmosTargetSettings = CosmosChainNetwork & Pick<CosmosChainSettings, 'headerChecks'>;

export function cosmosTarget(place: CosmosTargetSettings, node: CosmosAuditNode, hasRest: boolean): AuditTarget {
  const isTrusted = place.headerChecks === 'off';
  const part = (name: CheckName, check: Check<CosmosAudit>): AuditPart => ({
    names: [name],
    make: async (audit, [tally]) => [await check({ ...audit, place, node, hasRest, isTrusted }, tally!)],
  });
  return {
    ...{ chain: place.chain, network: place.network },
    parts: [
      part('balances', checkBalances),
      part('transactions', checkTransactions),
      part('blocks', checkBlocks),
      part('histories', checkHistories),
      part('transfers', (audit, tally) => checkTransfers(audit, tally, checkCosmosTransfers)),
    ],
    inherits: [],
  };
}

async function checkHistories(audit: CosmosAudit, tally: Tally): Promise<CheckReport> {
  const { position } = audit;
  position.histories ??= { whole: await isSmall(audit), done: 0, place: null };
  const walk = position.histories;
  const share = await walkRanges(audit, tally, walk, keyRanges(walk.whole, 1), (range, place) => {
    const from = place ?? { of: 'coin', at: { key: range.from, seq: FIRST_SEQ } };
    return from.of === 'coin' ? checkCoin(audit, tally, range, from) : checkDenoms(audit, tally, range, from);
  });
  return tally.done(share);
}

/** @returns where to go on: with other denominations, at the end of the range */
async function checkCoin(
  { session, code, limits }: CosmosAudit,
  tally: Tally,
  range: KeyRange,
  { at }: HistoriesCursor & { of: 'coin' },
): Promise<HistoriesCursor> {
  const stretch = await checkCosmosHistories(session, code, { from: at, to: range.to, limit: limits.historyRows });
  tally.addHistories(stretch);
  if (stretch.next !== null) return { of: 'coin', at: stretch.next };
  return { of: 'denoms', at: firstDenomCursor(range.from) };
}

async function checkDenoms(
  { session, code, limits }: CosmosAudit,
  tally: Tally,
  range: KeyRange,
  { at }: HistoriesCursor & { of: 'denoms' },
): Promise<HistoriesCursor | null> {
  const stretch = await checkDenomHistories(session, code, { from: at, to: range.to, limit: limits.historyRows });
  tally.add(stretch);
  tally.count('rows of other denominations', stretch.rows);
  return stretch.next === null ? null : { of: 'denoms', at: stretch.next };
}
