/** Polls the rows of sync_state, and draws the progress of first syncs from them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Databases, OperatorChainState } from '@chaintrail/db';
import { syncProgressOf } from './sync-progress.js';
import type { Terminal } from './terminal.js';

const POLL_MS = 500;
/** An indexer reports every 2 s while it owns a chain. */
export const SILENT_SECONDS = 20;

export interface ChainPoll {
  readonly databases: Databases;
  /** Codes of the chains that this run follows; the databases may know more. */
  readonly chains: readonly OperatorChainState['chain'][];
}

/** Gives `look` the chains' rows, twice a second. @returns what stops it; resolves when `look` is over */
export function pollChains(
  { databases, chains }: ChainPoll,
  look: (states: OperatorChainState[]) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const poll = async () => {
    while (!stopping.signal.aborted) {
      const known = await databases.readAnsweringChains(chains);
      if (stopping.signal.aborted) return;
      look(known);
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const polling = poll();
  return async () => {
    stopping.abort();
    await polling;
  };
}

/** Draws how far first syncs are, whichever indexer runs them. @returns what stops it, and clears what was drawn */
export function showProgress(poll: ChainPoll, terminal: Terminal): () => Promise<void> {
  const stop = pollChains(poll, (states) => {
    for (const state of states) {
      const progress = state.heartbeatAgeSeconds > SILENT_SECONDS ? null : syncProgressOf(state);
      if (progress) terminal.progress(progress);
      else terminal.endProgress(state.chain);
    }
  });
  return async () => {
    await stop();
    terminal.close();
  };
}
