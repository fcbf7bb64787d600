/** The first sync of a UTXO chain: its stages one after the other, each from where it was. */
import type { BlockRef, PlacedUtxoBlock, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { Pool, Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { copyInto } from '../copy.js';
import { readCursor } from '../cursor.js';
import { beginFirstSync, dropLeftovers, endFirstSync } from '../first-sync/begin-and-end.js';
import { buildIndexes } from '../first-sync/build-indexes.js';
import type { FirstSync, OnShare } from '../first-sync/first-sync.js';
import { type FirstSyncState, moveFirstSync, readFirstSync, readShownShare } from '../first-sync/first-sync-state.js';
import { planMemory } from '../first-sync/memory-plan.js';
import { createNumbering } from '../first-sync/numbering.js';
import { sortHistories } from '../first-sync/sort-histories.js';
import { FIRST_SYNC_LIMIT_MS, inTransaction, settled } from '../transaction.js';
import { STORED_AT_ONCE, takeOldestRows } from './oldest-unspent-rows.js';
import { readBackUnspent } from './read-back-unspent.js';
import { COPY_TARGETS } from './rows.js';
import { UnspentCache } from './unspent-cache.js';
import { UtxoLoad } from './utxo-load.js';

export interface UtxoFirstSyncOptions {
  /** The owner's session of the chain. */
  readonly session: Session;
  /** Asked for the progress of what the session is busy with. */
  readonly pool: Pool;
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly historyFrom: number;
  /** Bytes that this chain's first sync may use. */
  readonly memory: number;
  /** Threads that number histories; 0 numbers in the calling one. */
  readonly threads: number;
}

export function openUtxoFirstSync(options: UtxoFirstSyncOptions): FirstSync<PlacedUtxoBlock> {
  const { session, pool, chain, network } = options;
  const { code } = chain;
  // Filled by the load stage and emptied by the one after it; read back when it was not this process that filled it.
  let cache: UnspentCache | null = null;
  let load: UtxoLoad | null = null;
  const stages = {
    load: () => Promise.reject(new Error('the load stage is not over')),
    unspent: (state: FirstSyncState, onShare: OnShare) => {
      // Used once: after a failure it has given away what was not written.
      const filled = cache;
      cache = null;
      return storeUnspent(options, filled, state, onShare);
    },
    sort: async (state: FirstSyncState, onShare: OnShare) => {
      const numbering = createNumbering(code, network.name, options.threads);
      try {
        await sortHistories(session, code, state.sortedTo, numbering, planMemory(options.memory).stepBytes, onShare);
      } finally {
        await numbering.close();
      }
      await inTransaction(session, () => moveFirstSync(session, code, { stage: 'index' }));
    },
    index: async (_: FirstSyncState, onShare: OnShare) => {
      await buildIndexes(session, pool, code, onShare);
      await endFirstSync(session, code);
    },
  };
  return {
    stage: async () => (await readFirstSync(session, code))?.stage ?? null,
    shownShare: () => readShownShare(session, code),
    begin: () => beginFirstSync(session, code),
    async openLoad(onShare: OnShare) {
      if (load !== null && !load.hasFailed) {
        await load.flush();
        return load;
      }
      // A load before this one may have been given up while it wrote.
      await settled(session);
      const state = await readFirstSync(session, code);
      if (state?.stage !== 'load') throw new Error(`${code}: the load stage is not under way`);
      const cursor = await readCursor(session, code);
      cache = await filledCache(options, state, cursor, onShare);
      load = new UtxoLoad({ ...options, cursor, state, cache, batchBytes: planMemory(options.memory).batchBytes });
      return load;
    },
    async finish(onStage) {
      for (;;) {
        const state = await readFirstSync(session, code);
        if (state === null) {
          await dropLeftovers(session, code);
          return;
        }
        onStage(state.stage, 0);
        await stages[state.stage](state, (share) => onStage(state.stage, share));
      }
    },
  };
}

async function filledCache(
  { session, chain, network, memory }: UtxoFirstSyncOptions,
  state: FirstSyncState,
  cursor: BlockRef | null,
  onShare: OnShare,
): Promise<UnspentCache> {
  const cache = new UnspentCache(planMemory(memory).cacheBytes);
  if (cursor !== null)
    await readBackUnspent(session, chain.code, network, cache, state.unspentTo, cursor.height, onShare);
  return cache;
}

/** The unspent stage: what is left of the cache, oldest first, some at a time. */
async function storeUnspent(
  options: UtxoFirstSyncOptions,
  filled: UnspentCache | null,
  state: FirstSyncState,
  onShare: OnShare,
): Promise<void> {
  const { session, chain } = options;
  const { code } = chain;
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
        await copyInto(session, `unspent_outputs_${code} ${COPY_TARGETS.unspent_outputs}`, rows);
        await moveFirstSync(session, code, { unspentTo: cache.oldestTxKey() ?? end });
      },
      FIRST_SYNC_LIMIT_MS,
    );
    onShare(readBack + (1 - readBack) * (1 - cache.live / total));
  }
  await inTransaction(session, () => moveFirstSync(session, code, { stage: 'sort' }));
}
