import { type ChainPoll, pollChains, SILENT_SECONDS } from './poll-chains.js';
import { syncProgressOf } from './sync-progress.js';
import type { Terminal } from './terminal.js';

/**
 * Draws how far the first syncs of these chains are, whichever indexer runs them.
 * @returns what stops it, and clears what was drawn
 */
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
