/** Blocks, drawn at random, whose rows are compared with what the node says of them. */
import { BlockNotFoundError, BlockPrunedError, ResultsNotFoundError } from '@chaintrail/chains';
import { type CheckReport, readAuditedChain, readBlockHashAt } from '@chaintrail/db';
import { type Audit, type NodeChain, NotComparableError } from './audit.js';
import { drawing, drawn } from './seeded-random.js';
import type { Tally } from './tally.js';

/** The newest blocks are always among those that are looked at: they were written last. */
const NEWEST = 3;
/** Fact: pruned, so nothing is known of them. */
export const GONE = 'blocks that the node has no more';
/** A block that differs is looked at again so often: the chain may be changing just now. */
const LOOKS = 10;

/**
 * Calls `check` with each of them, the lowest first. Interrupted, it begins anew: the blocks are few, and the newest
 * are others by then.
 * @param check is given numbers drawn at random, too
 */
export async function checkSampledBlocks(
  audit: Audit,
  tally: Tally,
  check: (height: number, draw: () => number) => Promise<void>,
): Promise<CheckReport> {
  const { session, code, historyFrom, sampledBlocks, position } = audit;
  const last = (await readAuditedChain(session, code))?.cursor?.height ?? -1;
  if (last < historyFrom) return tally.skipped('no block is indexed');
  const draw = drawing(position.seed);
  const heights = drawn(sampledBlocks, historyFrom, last, draw);
  for (let height = Math.max(historyFrom, last - NEWEST + 1); height <= last; height++) heights.add(height);
  tally.restart();
  let done = 0;
  for (const height of [...heights].sort((a, b) => a - b)) {
    await check(height, draw);
    done++;
    await audit.step(tally.underway(done / heights.size));
  }
  const gone = Number(tally.facts[GONE] ?? 0);
  const setting = `${code.toUpperCase()}_RPC_URL`;
  const remedy = `set ${setting} to a node that keeps all blocks, and audit again`;
  if (gone === heights.size) return tally.skipped(`the node has none of the ${gone} blocks any more: ${remedy}`);
  const reason = gone === 0 ? null : `the node has ${gone} of the ${heights.size} blocks no more: ${remedy}`;
  return tally.done(Math.min(1, (heights.size - gone) / (last - historyFrom + 1)), reason);
}

/** @returns null where the node has pruned what is asked for. @throws whatever else the answer fails with */
export async function whereKept<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const isGone = [BlockNotFoundError, BlockPrunedError, ResultsNotFoundError].some((each) => error instanceof each);
    if (isGone) return null;
    throw error;
  }
}

/**
 * Reads the indexed block at a height when it is the node's block, too. Where it is not, and stays so while our
 * last block is one of the node's, that is a finding. Where the node has none at the height any more, it is counted.
 * @returns null after that, and where a reorg took the block
 * @throws NotComparableError when our last block is none of the node's
 */
export async function sameBlock(audit: Audit, node: NodeChain, tally: Tally, height: number): Promise<string | null> {
  const { session, code, limits } = audit;
  for (let look = 1; ; look++) {
    const ours = await readBlockHashAt(session, code, height);
    const theirs = await whereKept(node.blockHashAt(height));
    if (ours !== null && ours === theirs) return ours;
    const cursor = (await readAuditedChain(session, code))?.cursor ?? null;
    // A reorg to a lower tip: there is no such block any more.
    if (cursor === null || cursor.height < height) return null;
    const isFollowed = (await node.blockHashAt(cursor.height)) === cursor.hash;
    if (isFollowed && look > 1) {
      if (theirs === null) tally.count(GONE, 1);
      else tally.find('hash', `block ${height}`, theirs, ours ?? 'none');
      return null;
    }
    if (look === LOOKS) throw differentChain(cursor.height, cursor.hash);
    await audit.pause(limits.pollMs);
  }
}

function differentChain(height: number, hash: string): NotComparableError {
  return new NotComparableError(
    `the index ends with block ${height} ${hash}, which the node does not have in its chain; see whether the indexer runs and follows this node`,
  );
}
