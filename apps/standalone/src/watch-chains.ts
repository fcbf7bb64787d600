/** Follows what the indexer reports about each chain and tells the operator what changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainState, createPool, readChains } from '@chaintrail/db';
import type { Terminal } from './terminal.js';

const POLL_MS = 500;
/** The indexer reports every 2 s while it owns a chain. */
const SILENT_SECONDS = 20;
/** The indexer's next look at a node that failed it tells what helps; until then its bare failure is not told. */
const BARE_FAILURE_MS = 20_000;

export interface ChainWatch {
  stop(): Promise<void>;
}

export interface ChainWatchOptions {
  readonly databaseUrl: string;
  /** Codes of the chains that this run follows; the database may know more. */
  readonly chains: readonly string[];
  readonly terminal: Terminal;
  /** Where the indexer's own words are. */
  readonly logHint: string;
  /** Called when a chain is found live for the first time: there is something of it to ask for. */
  onLive(): void;
}

export function watchChains(options: ChainWatchOptions): ChainWatch {
  const { databaseUrl, chains, terminal, logHint, onLive } = options;
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'chaintrail-standalone' });
  const stopping = new AbortController();
  const startedMs = Date.now();
  const told = new Map<string, string>();
  const live = new Set<string>();
  const failedMs = new Map<string, number>();

  /** What an earlier run left in the table says nothing about this one, until the silence has lasted too long. */
  const isCurrent = (state: ChainState) => {
    const runningSeconds = (Date.now() - startedMs) / 1000;
    return state.heartbeatAgeSeconds < runningSeconds || runningSeconds > SILENT_SECONDS;
  };
  const isSettled = (state: ChainState) => {
    if (!isBareFailure(state)) {
      failedMs.delete(state.chain);
      return true;
    }
    const sinceMs = failedMs.get(state.chain) ?? Date.now();
    failedMs.set(state.chain, sinceMs);
    return Date.now() - sinceMs >= BARE_FAILURE_MS;
  };
  const poll = async () => {
    while (!stopping.signal.aborted) {
      // While the database is away the indexer says so; the next round asks again.
      const known = await readChains(pool).catch(() => []);
      const states = known.filter((state) => chains.includes(state.chain) && isCurrent(state) && isSettled(state));
      for (const state of states) {
        const sentence = sentenceOf(state, logHint);
        if (sentence !== told.get(state.chain) && sentence !== '') terminal.line(sentence);
        told.set(state.chain, sentence);
        if (state.liveSince === null && state.phase === 'syncing') terminal.progress(progressOf(state));
        else terminal.endProgress(state.chain);
      }
      const found = states.filter((state) => state.liveSince !== null && !live.has(state.chain));
      for (const { chain } of found) live.add(chain);
      if (found.length > 0) onLive();
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const polling = poll();
  return {
    stop: async () => {
      stopping.abort();
      await polling;
      terminal.close();
      await pool.end();
    },
  };
}

function progressOf(state: ChainState) {
  const { chain, historyFrom, height, nodeHeight, transactionsPerSecond, etaSeconds } = state;
  return {
    chain,
    done: height === null ? 0 : height - historyFrom + 1,
    total: Math.max(nodeHeight ?? 0, height ?? 0) - historyFrom + 1,
    transactionsPerSecond,
    etaSeconds,
  };
}

/** A failed call as the indexer met it (NodeError of @chaintrail/chains), without a remedy. */
function isBareFailure({ chain, phase, reason }: ChainState): boolean {
  return phase === 'stalled' && reason?.startsWith(`${chain} node, `) === true;
}

/** What is worth a line, once: nothing while all is as expected. */
export function sentenceOf(state: ChainState, logHint: string): string {
  const { chain, network, phase, reason, liveSince, heartbeatAgeSeconds } = state;
  if (heartbeatAgeSeconds > SILENT_SECONDS) return `${chain}: the indexer reports nothing; see ${logHint}.`;
  if (isBareFailure(state)) return `${chain} stalled: ${reason}; see ${logHint}.`;
  if (phase === 'stalled' || phase === 'halted')
    return `${chain} ${phase}: ${reason?.replace(`${chain}: `, '') ?? `see ${logHint}`}`;
  if (phase === 'live' && liveSince !== null) return `${chain}: live on ${network}`;
  return phase === 'syncing' && liveSince === null ? `${chain}: syncing ${network}` : '';
}
