/** The first sync of a UTXO chain: what its family adds to the stages of all. */
import type { BlockRef, PlacedUtxoBlock, UtxoChainNetwork } from '@chaintrail/chains';
import { inTransaction, LONG_LIMIT_MS } from '../../database-transaction.js';
import { txKey } from '../../tx-key.js';
import { copyInto } from '../copy.js';
import { readCursor, readLatestTime } from '../cursor.js';
import type { FirstSync, OnShare } from '../first-sync/first-sync.js';
import { type FirstSyncState, moveFirstSync } from '../first-sync/first-sync-state.js';
import { planMemory } from '../first-sync/memory-plan.js';
import { type FirstSyncOptions, openStagedFirstSync } from '../first-sync/staged-first-sync.js';
import { readBackUnspent } from './read-back-unspent.js';
import { UnspentCache } from './unspent-cache.js';
import { STORED_AT_ONCE, takeOldestRows, UtxoLoad } from './utxo-load.js';
import { COPY_TARGETS } from './utxo-rows.js';

export type UtxoFirstSyncOptions = FirstSyncOptions<UtxoChainNetwork>;

export function openUtxoFirstSync(options: UtxoFirstSyncOptions): FirstSync<PlacedUtxoBlock> {
  const { place, session, historyFrom, memory } = options;
  // Filled by the load stage and emptied by the one after it; read back when it was not this process that filled it.
  let cache: UnspentCache | null = null;
  return openStagedFirstSync<PlacedUtxoBlock>(options, {
    async openLoad(state, cursor, onShare) {
      cache = await filledCache(options, state, cursor, onShare);
      const { batchBytes } = planMemory(memory);
      const { chain, network } = place;
      const latestTime = await readLatestTime(session, chain.code);
      return new UtxoLoad({ session, chain, network, historyFrom, cursor, latestTime, state, cache, batchBytes });
    },
    own: {
      unspent: async (state, onShare) => {
        // Used once: after a failure it has given away what was not written.
        const filled = cache;
        cache = null;
        await storeUnspent(options, filled, state, onShare);
      },
    },
    stagingTables: [],
  });
}

async function filledCache(
  { session, place, memory }: UtxoFirstSyncOptions,
  state: FirstSyncState,
  cursor: BlockRef | null,
  onShare: OnShare,
): Promise<UnspentCache> {
  const cache = new UnspentCache(planMemory(memory).cacheBytes);
  if (cursor !== null)
    await readBackUnspent(session, place.chain.code, place.network, cache, state.unspentTo, cursor.height, onShare);
  return cache;
}

/** The unspent stage: what is left of the cache, oldest first, some at a time. */
async function storeUnspent(
  options: UtxoFirstSyncOptions,
  filled: UnspentCache | null,
  state: FirstSyncState,
  onShare: OnShare,
): Promise<void> {
  const { session, place } = options;
  const { code } = place.chain;
  const cursor = await readCursor(session, code);
  const cache = filled ?? (await filledCache(options, state, cursor, (share) => onShare(share / 2)));
  const end = txKey((cursor?.height ?? -1) + 1, 0);
  const total = Math.max(1, cache.live);
  const readBack = filled === null ? 0.5 : 0;
  while (cache.live > 0) {
    const rows = takeOldestRows(cache, STORED_AT_ONCE);
    await inTransaction(
      session,
      async () => {
        await copyInto(session, `${code}.unspent_outputs ${COPY_TARGETS.unspent_outputs}`, rows);
        await moveFirstSync(session, code, { unspentTo: cache.oldestTxKey() ?? end });
      },
      LONG_LIMIT_MS,
    );
    onShare(readBack + (1 - readBack) * (1 - cache.live / total));
  }
}
