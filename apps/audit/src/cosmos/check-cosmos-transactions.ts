/** Blocks, drawn at random: their moves against the node's words, their entries against the codec's of now. */
import { DecodeError, decodeCosmosBlock, formatAddress } from '@chaintrail/chains';
import { type AuditedCosmosEntry, type CheckReport, readCosmosEntries } from '@chaintrail/db';
import { NotComparableError } from '../audit.js';
import { checkSampledBlocks, GONE, sameBlock, whereKept } from '../sampled-blocks.js';
import type { Difference, Tally } from '../tally.js';
import { compareEntries } from './compare-cosmos-entries.js';
import type { CosmosAudit } from './cosmos-audit.js';
import { type Moves, moveKey, type NodeBlock, readNodeBlock, sumMoves } from './cosmos-node-block.js';

export async function checkTransactions(audit: CosmosAudit, tally: Tally): Promise<CheckReport> {
  return checkSampledBlocks(audit, tally, (height) => checkBlock(audit, tally, height));
}

async function checkBlock(audit: CosmosAudit, tally: Tally, height: number): Promise<void> {
  const { session, code, node, place, isTrusted } = audit;
  const hash = await sameBlock(audit, node, tally, height);
  if (hash === null) return;
  const ref = { height, hash };
  const answers = await whereKept(node.rawBlock(ref));
  if (answers === null) return tally.count(GONE, 1);
  const { entries } = await readCosmosEntries(session, code, height);
  const theirs = readNodeBlock(answers, hash);
  tally.count('blocks', 1);
  tally.count('transactions', theirs.txids.length);
  for (const [part, expected, found] of partsOf(audit, theirs, entries))
    tally.findAll(`${part} of block ${height}`, compareMoves(expected, found));
  try {
    // Coins from before the first block are no part of it.
    const own = entries.filter((entry) => !isOf(entry, 'opening'));
    const block = decodeCosmosBlock(place, ref, { ...answers, opening: null, isTrusted });
    tally.findAll(`block ${height}`, compareEntries(own, block.entries));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new NotComparableError(`block ${height} of the node cannot be right: ${error.message}`);
  }
}

/** Moves of each part of the block, as the node says and as it is indexed. */
function partsOf(
  { place }: CosmosAudit,
  { txids, begin, transactions, end }: NodeBlock,
  entries: readonly AuditedCosmosEntry[],
): (readonly [string, Moves, Moves])[] {
  const moved = (which: (entry: AuditedCosmosEntry) => boolean): Moves =>
    sumMoves(
      entries.filter(which).flatMap(({ transfers }) =>
        transfers.flatMap(({ from, to, asset, amount }) => {
          const key = (address: string) =>
            moveKey(formatAddress(place.network, Buffer.from(address, 'hex')), asset ?? place.chain.nativeDenom);
          return [
            ...(from === null ? [] : [[key(from), -BigInt(amount)] as const]),
            ...(to === null ? [] : [[key(to), BigInt(amount)] as const]),
          ];
        }),
      ),
    );
  return [
    ['the begin', begin, moved((entry) => isOf(entry, 'begin'))],
    ...transactions.map(
      (moves, n) =>
        [`transaction ${txids[n]?.toUpperCase()}`, moves, moved(({ columns }) => columns.txid === txids[n])] as const,
    ),
    ['the end', end, moved((entry) => isOf(entry, 'end'))],
  ];
}

/** Entries of the block itself have a text in the place of a txid. */
function isOf({ columns }: AuditedCosmosEntry, kind: 'opening' | 'begin' | 'end'): boolean {
  return columns.index === null && Buffer.from(columns.txid, 'hex').toString('latin1').split(':')[2] === kind;
}

function compareMoves(expected: Moves, found: Moves): Difference[] {
  const keys = new Set([...expected.keys(), ...found.keys()]);
  return [...keys].flatMap((key) => {
    const [theirs, ours] = [expected.get(key) ?? 0n, found.get(key) ?? 0n];
    return theirs === ours ? [] : [{ what: 'moved', expected: `${key} ${theirs}`, found: `${key} ${ours}` }];
  });
}
