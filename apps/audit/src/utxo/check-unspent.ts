/** The set of unspent outputs and the shielded pools against the node's own sums, to the unit. */
import type { UtxoSetInfo } from '@chaintrail/chains';
import {
  addPoolSums,
  type CheckReport,
  countUnspent,
  inSnapshot,
  NO_POOL_SUMS,
  type PoolSums,
  readAuditedChain,
  readBlockHashAt,
  readMovementAbove,
  readPlace,
  sumPools,
  type UnspentTotals,
} from '@chaintrail/db';
import { NotComparableError } from '../audit.js';
import type { Tally } from '../tally.js';
import type { UtxoAudit } from './utxo-audit.js';

/** The node's chain may be replaced while it counts, or while the index catches up. */
const ATTEMPTS = 5;

export interface UnspentReports {
  readonly unspent: CheckReport;
  readonly pools: CheckReport;
}

export async function checkUnspent(audit: UtxoAudit, tally: Tally, pools: Tally): Promise<UnspentReports> {
  for (const each of [tally, pools]) each.restart();
  const { chain, historyFrom } = audit;
  if (historyFrom > 0) {
    const reason = `the index begins at block ${historyFrom}: outputs from before it are not in it`;
    return { unspent: tally.skipped(reason), pools: pools.skipped(reason) };
  }
  // Most of the sums before the node is asked: what it says should not have to wait for hours.
  if (chain.shielded) await poolSumsUpTo(audit, tally, null);
  for (let attempt = 1; ; attempt++) {
    const asked = await askNode(audit);
    const compared = await compareAt(audit, asked, tally, pools);
    if (compared) return compared;
    if (attempt === ATTEMPTS) {
      throw new NotComparableError(
        `the node's chain was replaced ${ATTEMPTS} times while it was looked at, or the index follows another branch; see whether the indexer follows this node, and audit again`,
      );
    }
    await audit.pause(audit.limits.pollMs);
  }
}

async function askNode(audit: UtxoAudit): Promise<UtxoSetInfo> {
  const info = await audit.node.utxoSetInfo();
  await waitForIndex(audit, info.height);
  return info;
}

/** Waits until the index has a block at this height. @throws NotComparableError when it stands still below */
async function waitForIndex(audit: UtxoAudit, height: number): Promise<void> {
  let best = -1;
  let movedMs = Date.now();
  for (;;) {
    const { cursor } = await inSnapshot(audit.session, () => readPlace(audit.session, audit.code, height));
    if (cursor !== null && cursor.height >= height) return;
    const reached = cursor?.height ?? -1;
    if (reached !== best) {
      best = reached;
      movedMs = Date.now();
    } else if (Date.now() - movedMs > audit.limits.standstillMs) {
      throw new NotComparableError(
        `the node is at block ${height}, the index stands still at ${cursor?.height ?? 'none'}; start the indexer, or see why it does not get on`,
      );
    }
    await audit.pause(audit.limits.pollMs);
  }
}

/** @returns null where the node's block is not, or no longer, in the index */
async function compareAt(
  audit: UtxoAudit,
  info: UtxoSetInfo,
  tally: Tally,
  pools: Tally,
): Promise<UnspentReports | null> {
  const { session, code, network, position } = audit;
  const sums = info.pools === null ? null : await poolSumsUpTo(audit, tally, info.height);
  const counted = await inSnapshot(session, async () => {
    const { cursor, hash } = await readPlace(session, code, info.height);
    if (cursor === null || hash !== info.hash) return null;
    const now = await countUnspent(session, code, (share) => audit.stepInSnapshot(tally.underway(share)));
    return { cursor, now, movement: await readMovementAbove(session, code, network, info.height) };
  });
  if (counted === null || (info.pools !== null && sums === null)) return null;
  const { cursor, now, movement } = counted;
  audit.setBlock(info.height, info.hash);
  position.unspent = { cursor: cursor.hash, total: `${now.total}`, unaddressed: `${now.unaddressedTotal}` };
  const count = now.count - movement.madeCount + movement.spentCount;
  const total = now.total - movement.madeTotal + movement.spentTotal;
  compareTotals(tally, info, { ...now, count, total }, sums);
  return { unspent: tally.done(1), pools: comparePools(pools, info, sums) };
}

function compareTotals(tally: Tally, info: UtxoSetInfo, ours: UnspentTotals, sums: PoolSums | null): void {
  const place = `block ${info.height} ${info.hash}`;
  const unspendable = BigInt(sums?.unspendable ?? 0);
  Object.assign(tally.facts, {
    height: info.height,
    outputs: `${ours.count}`,
    total: `${ours.total}`,
    'without address': `${ours.unaddressedCount}`,
    asked: info.method,
  });
  if (sums !== null) tally.facts['unspendable'] = sums.unspendable;
  if (info.count !== null && BigInt(info.count) !== ours.count) tally.find('count', place, info.count, ours.count);
  const theirs = info.total - unspendable;
  if (theirs !== ours.total) tally.find('total', place, theirs, ours.total);
}

function comparePools(tally: Tally, info: UtxoSetInfo, sums: PoolSums | null): CheckReport {
  if (info.pools === null || sums === null) return tally.skipped('the chain has no shielded pools');
  for (const [name, theirs] of Object.entries(info.pools) as [keyof typeof info.pools, bigint][]) {
    tally.facts[name] = sums[name];
    if (BigInt(sums[name]) !== theirs) {
      tally.find('pool', `${name} at block ${info.height} ${info.hash}`, theirs, sums[name]);
    }
  }
  return tally.done(1);
}

/**
 * The sums of all blocks up to `height`; with null up to some way below the cursor, to have them ready.
 * @returns null when the block they were kept at is gone from the index: they begin anew at the next call
 */
async function poolSumsUpTo(audit: UtxoAudit, tally: Tally, height: number | null): Promise<PoolSums | null> {
  const { session, code, network, position } = audit;
  const cursor = (await readAuditedChain(session, code))?.cursor?.height ?? -1;
  const settled = cursor - audit.limits.keepBelowTip;
  const upTo = height ?? settled;
  const kept = position.pools;
  const isGone = kept && (await readBlockHashAt(session, code, kept.height)) !== kept.hash;
  if (isGone || (kept && height !== null && kept.height > height)) {
    delete position.pools;
    return null;
  }
  let sums = kept?.sums ?? NO_POOL_SUMS;
  for (let next = kept ? kept.height + 1 : 0; next <= upTo; ) {
    const stretch = await sumPools(session, code, network, { from: next, to: upTo });
    sums = addPoolSums(sums, stretch.sums);
    next = stretch.last + 1;
    const hash = stretch.last <= settled ? await readBlockHashAt(session, code, stretch.last) : null;
    if (hash !== null) position.pools = { height: stretch.last, hash, sums };
    tally.facts['pool sums up to block'] = stretch.last;
    await audit.step(tally.underway(0));
  }
  return sums;
}
