/** Blocks and transactions, drawn at random, against the node's own words about them. */
import type { DescribedTransaction } from '@chaintrail/chains';
import {
  type CheckReport,
  inSnapshot,
  readAuditedChain,
  readSampledBlock,
  readSampledTransaction,
  type SampledBlock,
} from '@chaintrail/db';
import { type Audit, NotComparableError, type Tally } from './audit.js';
import { compareTransaction } from './compare-transaction.js';
import { drawing, drawn } from './draw.js';

/** The newest blocks are always among those that are looked at: they were written last. */
const NEWEST = 3;
/** A block that differs is looked at again so often: the chain may be changing just now. */
const LOOKS = 10;

export async function checkTransactions(audit: Audit, tally: Tally): Promise<CheckReport> {
  const { session, code, historyFrom, sampledBlocks, position } = audit;
  const last = (await readAuditedChain(session, code))?.cursor?.height ?? -1;
  if (last < historyFrom) return tally.skipped('no block is indexed');
  const draw = drawing(position.seed);
  const heights = drawn(sampledBlocks, historyFrom, last, draw);
  for (let height = Math.max(historyFrom, last - NEWEST + 1); height <= last; height++) heights.add(height);
  // Interrupted, it begins anew: the blocks are few, and the newest are others by then.
  Object.assign(tally, { facts: {}, findings: 0, examples: [] });
  let done = 0;
  for (const height of [...heights].sort((a, b) => a - b)) {
    await checkBlock(audit, tally, height, draw);
    done++;
    await audit.step(tally.underway(done / heights.size));
  }
  return tally.done(Math.min(1, heights.size / (last - historyFrom + 1)));
}

async function checkBlock(audit: Audit, tally: Tally, height: number, draw: () => number): Promise<void> {
  const block = await sameBlock(audit, tally, height);
  if (block === null) return;
  tally.count('blocks', 1);
  const { hash, txids } = block;
  const theirs = await audit.node.blockTxids(hash);
  const place = `block ${height} ${hash}`;
  if (theirs.length !== txids.length) tally.find('transactions', place, theirs.length, txids.length);
  const differs = theirs.findIndex((txid, index) => index < txids.length && txid !== txids[index]);
  if (differs >= 0) tally.find('txid', `${place}, transaction ${differs}`, theirs[differs]!, txids[differs]!);
  // Nodes do not show the transaction of the first block (bitcoin src/rpc/rawtransaction.cpp getrawtransaction).
  if (height === 0 || differs >= 0) return;
  const last = Math.min(theirs.length, txids.length) - 1;
  for (const index of drawn(audit.limits.transactionsPerBlock, 0, last, draw)) {
    await checkTransaction(audit, tally, height, index, await audit.node.describedTransaction(txids[index]!, hash));
  }
}

async function checkTransaction(
  audit: Audit,
  tally: Tally,
  height: number,
  index: number,
  theirs: DescribedTransaction,
): Promise<void> {
  const { session, code, chain, network } = audit;
  const [ours, stillThere] = await inSnapshot(session, async () => {
    const block = await readAuditedChain(session, code);
    if ((block?.cursor?.height ?? -1) < height) return [null, false] as const;
    const found = await readSampledTransaction(session, code, height, index);
    return [found, found?.txid === theirs.txid] as const;
  });
  // A reorg took the block since its txids were compared.
  if (ours === null || !stillThere) return;
  tally.count('transactions', 1);
  const place = `transaction ${theirs.txid} of block ${height}`;
  for (const { what, expected, found } of compareTransaction(chain, network, ours, theirs)) {
    tally.find(what, place, expected, found);
  }
}

type KnownBlock = SampledBlock & { readonly hash: string };

/**
 * Our block at a height when it is the node's, too. Where it is not, and stays so while our last block is one of the
 * node's, that is a finding.
 * @throws NotComparableError when our last block is none of the node's
 */
async function sameBlock(audit: Audit, tally: Tally, height: number): Promise<KnownBlock | null> {
  const { session, code, node, limits } = audit;
  for (let look = 1; ; look++) {
    const ours = await readSampledBlock(session, code, height);
    const theirs = await node.blockHashAt(height);
    if (ours.hash !== null && ours.hash === theirs) return { ...ours, hash: ours.hash };
    const cursor = (await readAuditedChain(session, code))?.cursor ?? null;
    // A reorg to a lower tip: there is no such block any more.
    if (cursor === null || cursor.height < height) return null;
    const isFollowed = (await node.blockHashAt(cursor.height)) === cursor.hash;
    if (isFollowed && look > 1) {
      tally.find('hash', `block ${height}`, theirs ?? 'none', ours.hash ?? 'none');
      return null;
    }
    if (look === LOOKS) {
      throw new NotComparableError(
        `the index ends with block ${cursor.height} ${cursor.hash}, which the node does not have in its chain; see whether the indexer runs and follows this node`,
      );
    }
    await audit.pause(limits.pollMs);
  }
}
