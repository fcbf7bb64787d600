/** A small chain of the Cosmos family, written as an indexer writes it. */
import {
  type BlockRef,
  type CosmosBlock,
  type CosmosChainNetwork,
  type CosmosEntry,
  type CosmosEntryKind,
  type CosmosTransfer,
  chainOnNetwork,
  entryTxid,
  requireChain,
} from '@chaintrail/chains';
import { openCosmosLedger, openSession, prepareCosmosBlock } from '@chaintrail/db';
import { hashOf, TIME_0 } from './seed-chain.js';

export interface SeedCosmosOptions {
  readonly chain: 'rune' | 'cacao';
  readonly firstHeight: number;
  /** Entries of each block. */
  readonly blocks: readonly (readonly CosmosEntry[])[];
  /** False: the first sync is under way. */
  readonly live?: boolean;
}

export const COSMOS_SECONDS = 6;

export function cosmosPlace(code: 'rune' | 'cacao'): CosmosChainNetwork {
  const found = chainOnNetwork(requireChain(code), 'mocknet');
  if (found?.family !== 'cosmos') throw new Error(`${code} is no Cosmos chain`);
  return found;
}

export const cosmosHash = (chain: string, height: number): string => hashOf(`${chain} ${height}`).toString('hex');

/** An entry of which nothing is said but what is given. */
export function entryOf(kind: CosmosEntryKind, txid: Buffer, own: Partial<CosmosEntry>): CosmosEntry {
  const transaction = { index: 0, code: 0, gasWanted: 50_000_000, gasUsed: 123_456, fee: 0n };
  const none = { index: null, code: null, gasWanted: null, gasUsed: null, fee: null };
  return {
    ...{
      kind,
      txid,
      ...(kind === 'transaction' ? transaction : none),
      log: null,
      from: null,
      memo: null,
      messages: [],
    },
    ...{ inTxid: null, input: null, transfers: [], payouts: [], ...own },
  };
}

/** Entry of a block itself. */
export function ownEntry(height: number, kind: 'opening' | 'begin', transfers: readonly CosmosTransfer[]): CosmosEntry {
  const told = kind === 'opening' ? [{ type: 'opening', source: 'genesis', unknownDenoms: ['maya.mimir'] }] : [];
  return entryOf(kind, entryTxid(height, kind), { transfers, messages: told });
}

export async function seedCosmosChain(databaseUrl: string, options: SeedCosmosOptions): Promise<void> {
  const { chain, firstHeight, live } = options;
  const blocks = options.blocks.map((entries, at) => {
    const height = firstHeight + at;
    const parentHash = cosmosHash(chain, height - 1);
    const txCount = entries.filter(({ kind }) => kind === 'transaction').length;
    const block = { parentHash, time: TIME_0 + height * COSMOS_SECONDS, size: 1_000, txCount, entries };
    return { ref: { height, hash: cosmosHash(chain, height) }, block };
  });
  await seedCosmosBlocks(databaseUrl, chain, blocks, live);
}

/** @param live false: the first sync is under way */
export async function seedCosmosBlocks(
  databaseUrl: string,
  chain: SeedCosmosOptions['chain'],
  blocks: readonly { readonly ref: BlockRef; readonly block: CosmosBlock }[],
  live = true,
): Promise<void> {
  const session = await openSession(databaseUrl, 'seed');
  try {
    const ledger = await openCosmosLedger(session, cosmosPlace(chain), blocks[0]!.ref.height);
    const cursor = await ledger.cursor();
    const prepared = blocks.map(({ ref, block }) => prepareCosmosBlock(ref, block));
    await ledger.replaceAfter(cursor, cursor, prepared);
    const { height } = prepared.at(-1)!;
    await session.query(
      `UPDATE ${chain}.sync_state SET node_height = ${height}, phase = '${live ? 'live' : 'syncing'}',
        live_since = ${live ? 'now()' : 'NULL'}`,
    );
  } finally {
    await session.end();
  }
}
