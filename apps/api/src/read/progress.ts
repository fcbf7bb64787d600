import {
  type ChainState,
  type InternalProgress,
  OFFLINE_AFTER_SECONDS,
  type Stage,
  type TraceGap,
} from '@chaintrail/db';
import { ProblemError } from '../problem.js';
import type { InternalTransfersStatus } from '../schemas/internal-transfers-schema.js';
import type { FollowedChain, ListedChain } from './followed-chain.js';
import { reasonOf } from './reason.js';
import { shownHash } from './texts.js';

const DEFAULT_RETRY_SECONDS = 30;
/** Highest `progress` until the history can be queried. */
const ALMOST = 0.999999;
const MIN_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 3_600;

/** Work in each stage of a first sync. */
const DOING: Readonly<Record<Stage, string>> = {
  load: 'blocks and transactions are being loaded',
  unspent: 'unspent outputs are being written',
  sort: 'histories are being sorted',
  tokens: 'holdings of tokens are being written',
  index: 'indexes are being built',
};

export function chainStatus(state: ChainState): 'syncing' | 'live' | 'stalled' | 'offline' {
  if (state.heartbeatAgeSeconds > OFFLINE_AFTER_SECONDS) return 'offline';
  if (state.phase === 'halted' || state.phase === 'stalled') return 'stalled';
  return state.phase === 'live' && state.liveSince !== null ? 'live' : 'syncing';
}

/** Where the database does not answer, nothing is known of what its indexer does now. */
export function listedStatus({ state, isAnswering }: Pick<ListedChain, 'state' | 'isAnswering'>) {
  return isAnswering ? chainStatus(state) : 'offline';
}

/** A row that no indexer ever wrote a block for, or comes back to, is what is left of a wrong setting. */
export function isFollowed(state: ChainState): boolean {
  return state.height !== null || chainStatus(state) !== 'offline';
}

/** `progress`, 0 to 1: the done part of a first sync, which never falls, then the indexed part of the node's blocks. */
export function chainProgress(state: ChainState) {
  return {
    indexedHeight: state.height,
    nodeHeight: state.nodeHeight,
    stage: state.stage,
    progress: progressOf(state),
    // An estimate that an indexer made before it stopped holds no more.
    eta: state.etaSeconds === null || chainStatus(state) !== 'syncing' ? null : Math.max(0, state.etaSeconds),
  };
}

function progressOf(state: ChainState): number | null {
  const { stage, share, liveSince } = state;
  if (liveSince !== null) return blockProgress(state);
  // Blocks say something only while they come: in the stages after the loading all of them are there, and much is left
  // to do.
  const part = share ?? (stage === null || stage === 'load' ? blockProgress(state) : null);
  return part === null ? null : Math.min(roundedDown(part), ALMOST);
}

function blockProgress({ height, nodeHeight, historyFrom }: ChainState): number | null {
  if (nodeHeight === null) return null;
  if (height === null) return 0;
  if (height >= nodeHeight) return 1;
  return roundedDown((height - historyFrom + 1) / (nodeHeight - historyFrom + 1));
}

/** To six digits, and down, so that the last blocks of millions do not look like the end. */
function roundedDown(part: number): number {
  return Math.max(0, Math.floor(part * 1e6) / 1e6);
}

export function shapeInternalProgress(internal: InternalProgress | null): InternalTransfersStatus | null {
  if (!internal) return null;
  const { mode, from, gapCount, gaps } = internal;
  return { mode, from, gapCount, gaps: [...gaps] };
}

/** Nothing where there are no gaps. */
export function shapeIncomplete(gaps: readonly TraceGap[] = []): { incomplete?: TraceGap[] } {
  return gaps.length > 0 ? { incomplete: [...gaps] } : {};
}

/** The last indexed block, its hash as the chain's users write it. */
export interface Tip {
  readonly height: number;
  readonly hash: string;
  readonly time: number;
}

/** @returns the tip to answer at. @throws ProblemError chain-syncing while the first sync is not complete */
export function requireTip(followed: FollowedChain, state: ChainState): Tip {
  const { height, hash, blockTime, liveSince } = state;
  if (liveSince !== null && height !== null && hash !== null && blockTime !== null)
    return { height, hash: shownHash(followed, hash), time: blockTime };
  const facts = chainProgress(state);
  const retryAfter = Math.min(MAX_RETRY_SECONDS, Math.max(MIN_RETRY_SECONDS, facts.eta ?? DEFAULT_RETRY_SECONDS));
  throw new ProblemError(
    'chain-syncing',
    `${firstSyncText(state, followed.chain.name, facts.progress)}; its history can be queried when it is complete`,
    { facts, retryAfter },
  );
}

/** Says that the sync goes on only where it does. */
function firstSyncText(state: ChainState, name: string, progress: number | null): string {
  const sync = `the first sync of ${name}`;
  const status = chainStatus(state);
  if (status === 'offline') return `${sync} is interrupted: its indexer has not reported for a minute`;
  const { reason } = reasonOf(state);
  if (reason !== null) return `${sync} waits: ${reason}`;
  if (status === 'stalled') return `${sync} waits: the node cannot be followed at the moment`;
  const doing = state.stage === null ? '' : `: ${DOING[state.stage]}`;
  // Down here, too: 99.96 is not 100.0.
  const percent = progress === null ? null : (Math.floor(progress * 1_000) / 10).toFixed(1);
  return `${sync} ${percent === null ? 'has begun' : `is ${percent} % done`}${doing}`;
}
