/** Blocks and transactions, drawn at random, against the node's own words about them. */
import type { DescribedTransaction } from '@chaintrail/chains';
import {
  type CheckReport,
  inSnapshot,
  readAuditedChain,
  readSampledBlock,
  readSampledTransaction,
} from '@chaintrail/db';
import { checkSampledBlocks, GONE, sameBlock, whereKept } from '../sampled-blocks.js';
import { drawn } from '../seeded-random.js';
import type { Tally } from '../tally.js';
import { compareTransaction } from './compare-utxo-transaction.js';
import type { UtxoAudit } from './utxo-audit.js';

export async function checkTransactions(audit: UtxoAudit, tally: Tally): Promise<CheckReport> {
  return checkSampledBlocks(audit, tally, (height, draw) => checkBlock(audit, tally, height, draw));
}

async function checkBlock(audit: UtxoAudit, tally: Tally, height: number, draw: () => number): Promise<void> {
  const known = await sameBlock(audit, audit.node, tally, height);
  if (known === null) return;
  const { hash, txids } = await readSampledBlock(audit.session, audit.code, height);
  // A reorg took it just now.
  if (hash !== known) return;
  const theirs = await whereKept(audit.node.blockTxids(hash));
  if (theirs === null) return tally.count(GONE, 1);
  tally.count('blocks', 1);
  const place = `block ${height} ${hash}`;
  if (theirs.length !== txids.length) tally.find('transactions', place, theirs.length, txids.length);
  const differs = theirs.findIndex((txid, index) => index < txids.length && txid !== txids[index]);
  if (differs >= 0) tally.find('txid', `${place}, transaction ${differs}`, theirs[differs]!, txids[differs]!);
  // Nodes do not show the transaction of the first block (bitcoin src/rpc/rawtransaction.cpp getrawtransaction).
  if (height === 0 || differs >= 0) return;
  const last = Math.min(theirs.length, txids.length) - 1;
  const indexes = [...drawn(audit.limits.transactionsPerBlock, 0, last, draw)];
  const drawnTxids = indexes.map((index) => txids[index]!);
  const described = await whereKept(audit.node.describedTransactions(drawnTxids, hash));
  if (described === null) return tally.count(GONE, 1);
  for (const [n, index] of indexes.entries()) await checkTransaction(audit, tally, height, index, described[n]!);
}

async function checkTransaction(
  audit: UtxoAudit,
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
  tally.findAll(
    `transaction ${theirs.txid} of block ${height}`,
    compareTransaction(chain, network, ours, theirs, height),
  );
}
