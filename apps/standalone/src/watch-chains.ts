/** Follows what the indexer reports about each chain and tells the operator what changes. */
import type { Databases, OperatorChainState } from '@chaintrail/db';
import { pollChains, SILENT_SECONDS, syncProgressOf, type Terminal } from '@chaintrail/terminal';

/** The indexer's next look at a node that failed it tells what helps; until then its bare failure is not told. */
const BARE_FAILURE_MS = 20_000;

export interface ChainWatch {
  stop(): Promise<void>;
}

export interface ChainWatchOptions {
  readonly databases: Databases;
  /** Codes of the chains that this run follows; the databases may know more. */
  readonly chains: readonly OperatorChainState['chain'][];
  readonly terminal: Terminal;
  /** Where the indexer's own words are. */
  readonly logHint: string;
  /** Called with the chains that are found live for the first time: there is something of them to ask for. */
  onLive(chains: readonly string[]): void;
  /** Called once, when of every chain more is known than that it is being looked at: from then on that is told as it changes. */
  onAllTold(): void;
}

export function watchChains(options: ChainWatchOptions): ChainWatch {
  const { databases, chains, terminal, logHint, onLive, onAllTold } = options;
  let areAllTold = false;
  const startedMs = Date.now();
  const told = new Map<string, string>();
  const live = new Set<string>();
  const failedMs = new Map<string, number>();

  /** A row of an earlier run says nothing about this one, until the silence has lasted too long. */
  const isCurrent = (state: OperatorChainState) => {
    const runningSeconds = (Date.now() - startedMs) / 1000;
    return state.heartbeatAgeSeconds < runningSeconds || runningSeconds > SILENT_SECONDS;
  };
  const isSettled = (state: OperatorChainState) => {
    if (!isBareFailure(state)) {
      failedMs.delete(state.chain);
      return true;
    }
    const sinceMs = failedMs.get(state.chain) ?? Date.now();
    failedMs.set(state.chain, sinceMs);
    return Date.now() - sinceMs >= BARE_FAILURE_MS;
  };
  const stopPolling = pollChains({ databases, chains }, (rows) => {
    const states = rows.filter((state) => isCurrent(state) && isSettled(state));
    for (const state of states) {
      const sentence = sentenceOf(state, logHint);
      if (sentence !== told.get(state.chain) && sentence !== '') terminal.line(sentence);
      told.set(state.chain, sentence);
      const progress = syncProgressOf(state);
      if (progress) terminal.progress(progress);
      else terminal.endProgress(state.chain);
    }
    const found = states.filter((state) => state.liveSince !== null && !live.has(state.chain));
    for (const { chain } of found) live.add(chain);
    if (found.length > 0) onLive(found.map(({ chain }) => chain));
    const known = states.filter(({ phase }) => phase !== 'starting');
    if (areAllTold || known.length < chains.length) return;
    areAllTold = true;
    onAllTold();
  });
  return {
    stop: async () => {
      await stopPolling();
      terminal.close();
    },
  };
}

/** A failed call as the indexer met it (NodeError of @chaintrail/chains), without a remedy. */
function isBareFailure({ chain, phase, reason }: OperatorChainState): boolean {
  return phase === 'stalled' && reason?.startsWith(`${chain} node, `) === true;
}

/** A line worth saying once: nothing while all is as expected. */
export function sentenceOf(state: OperatorChainState, logHint: string): string {
  const { chain, network, phase, reason, liveSince, heartbeatAgeSeconds } = state;
  if (heartbeatAgeSeconds > SILENT_SECONDS) return `${chain}: the indexer reports nothing; see ${logHint}.`;
  if (isBareFailure(state)) return `${chain} stalled: ${reason}; see ${logHint}.`;
  if (phase === 'stalled' || phase === 'halted')
    return `${chain} ${phase}: ${reason?.replace(`${chain}: `, '') ?? `see ${logHint}`}`;
  if (phase === 'live' && liveSince !== null) return `${chain}: live on ${network}`;
  if (liveSince !== null) return '';
  if (phase === 'starting') return `${chain}: looking at the node and the tables of ${network}`;
  return phase === 'syncing' ? `${chain}: syncing ${network}` : '';
}
