/**
 * Blocks, drawn at random: every transaction and all that it moved against the node's own words, and what it did to
 * each history.
 */
import {
  BlockNotFoundError,
  BlockPrunedError,
  type BlockRef,
  checkCommitments,
  DecodeError,
  type EvmBlockAnswers,
  StateUnavailableError,
} from '@chaintrail/chains';
import { type AuditedEvmEntries, type CheckReport, checkEvmTransfers, readAuditedEntries } from '@chaintrail/db';
import { checkSampledBlocks, GONE, sameBlock } from '../sampled-blocks.js';
import type { Tally } from '../tally.js';
import { checkForged } from './check-forged.js';
import { compareEntry, compareInAnyOrder } from './compare-evm-entries.js';
import type { EvmAudit } from './evm-audit.js';
import { type NodeBlock, readNodeBlock } from './evm-node-block.js';
import { expectedEntries, outcomeOf } from './expected-entries.js';
import { tracedTransfers, withoutRemains } from './expected-internal.js';
import { readTraces, type TracedTransaction } from './read-traces.js';
import { refutedCoins } from './wrapped-coins.js';

/** A block that a reorg took while it was asked for is looked at again so often. */
const LOOKS = 5;

export async function checkTransactions(audit: EvmAudit, tally: Tally): Promise<CheckReport> {
  return checkSampledBlocks(audit, tally, async (height) => {
    for (let look = 1; look <= LOOKS; look++) if (await checkBlock(audit, tally, height)) return;
    tally.count(GONE, 1);
  });
}

/** @returns false where the node does not have it: as a rule it was replaced meanwhile */
async function checkBlock(audit: EvmAudit, tally: Tally, height: number): Promise<boolean> {
  const { session, code, node } = audit;
  const hash = await sameBlock(audit, node, tally, height);
  if (hash === null) return true;
  const answers = await node.rawBlock(hash).catch((error: unknown) => {
    if (error instanceof BlockNotFoundError) return null;
    if (error instanceof BlockPrunedError) return GONE;
    throw error;
  });
  if (answers === GONE) {
    tally.count(GONE, 1);
    return true;
  }
  const ours = await readAuditedEntries(session, code, height);
  if (answers === null || ours.hash !== hash) return false;
  const block = readNodeBlock(answers, hash);
  const theirs = expectedEntries(audit, block);
  const coins = {
    listed: listedCoins(audit),
    refuted: await ofState(refutedCoins(audit, block, theirs), new Set<string>()),
  };
  tally.count('blocks', 1);
  tally.count('transactions', block.transactions.length);
  checkHeader(audit, tally, { height, hash }, answers);
  if (theirs.length !== ours.entries.length) {
    tally.find('entries', `block ${height} ${hash}`, theirs.length, ours.entries.length);
  }
  for (const [n, expected] of theirs.entries()) {
    const entry = ours.entries[n];
    if (entry !== undefined)
      tally.findAll(`transaction ${expected.columns.txid} of block ${height}`, compareEntry(entry, expected, coins));
  }
  await ofState(checkForged(audit, tally, block, ours.entries, theirs), undefined);
  if (ours.isTraced && block.transactions.length > 0) await checkInternal(audit, tally, { height, hash }, ours, block);
  // The stored transaction is the node's. Its effect on each address follows from it.
  tally.add(await checkEvmTransfers(session, code, { from: height, to: height }));
  return true;
}

function listedCoins({ network }: EvmAudit): ReadonlySet<string> {
  return new Set(network.contracts.filter(({ form }) => form === 'wrapped-coin').map(({ address }) => address));
}

/** Answers of contracts are left out where a reorg takes the block meanwhile. */
async function ofState<T>(answer: Promise<T>, none: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof BlockNotFoundError) return none;
    throw error;
  }
}

/**
 * A node that is wrong about a block was so when that was indexed, and would confirm it. The header, which is proved by
 * its hash, tells. What is not compared, as of a later fork, is no finding.
 */
function checkHeader({ chain, network }: EvmAudit, tally: Tally, ref: BlockRef, answers: EvmBlockAnswers): void {
  try {
    checkCommitments({ family: 'evm', chain, network }, ref, answers);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const place = `block ${ref.height} ${ref.hash}, as the node tells it`;
    tally.find('header', place, 'all that the header commits to', `repair or replace the node: ${error.message}`);
  }
}

async function checkInternal(
  audit: EvmAudit,
  tally: Tally,
  block: BlockRef,
  { entries }: AuditedEvmEntries,
  node: NodeBlock,
): Promise<void> {
  const { transactions, receipts } = node;
  const txids = transactions.map((transaction) => transaction.hash);
  const traces = await tracesOf(audit, block, txids);
  tally.count(traces === null ? 'blocks without traces' : 'blocks traced', 1);
  const isArbitrum = audit.chain.feeRules === 'arbitrum';
  for (const [n, traced] of (traces ?? []).entries()) {
    const place = `transaction ${txids[n]} of block ${block.height}`;
    const [transaction, receipt] = [transactions[n]!, receipts[n]!];
    const { status } = outcomeOf(audit, node, transaction, receipt);
    const problem = isArbitrum ? null : contradiction(traced, status);
    if (traced.unreadable !== null || problem !== null) {
      tally.find(
        'trace',
        place,
        'a trace that can be read, and agrees with the receipt',
        traced.unreadable ?? problem!,
      );
    }
    const ours = withoutRemains(entries[n]?.internal ?? [], traced.destroyed);
    tally.findAll(place, compareInAnyOrder(ours, tracedTransfers(audit, node, n, traced)));
  }
}

function contradiction({ failed, moves }: TracedTransaction, status: boolean | null): string | null {
  if (status === true && failed) return 'it failed, and its receipt says that it succeeded';
  const movedInside = moves.some(({ amount }) => amount > 0n);
  return status === false && !failed && movedInside ? 'coins moved inside, and its receipt says that it failed' : null;
}

/** @returns null where the node does not trace, has no state of the block any more, or tells more than is read here */
async function tracesOf(
  { node, limits }: EvmAudit,
  block: BlockRef,
  txids: readonly string[],
): Promise<TracedTransaction[] | null> {
  if ((await node.tracer()) === null) return null;
  try {
    const answer = await node.rawTraces(block);
    return answer.body.length > limits.traceBytes ? null : readTraces(answer, txids);
  } catch (error) {
    if (error instanceof StateUnavailableError || error instanceof BlockNotFoundError) return null;
    throw error;
  }
}
