/** Whether a stream can go on after an event that its client was told of. */
import { readStreamFork, type StreamFork } from '@chaintrail/db';
import { invalidParameter, ProblemError } from '../problem.js';
import type { FollowedChain } from '../read/followed-chain.js';
import { requireTip } from '../read/progress.js';
import type { AnswerSources } from '../read/read-answer.js';
import type { ChainChannel, Standing } from './chain-channel.js';
import {
  areLive,
  decodePosition,
  heightOf,
  isAhead,
  type LiveMarks,
  MOST_ID_CHARACTERS,
  type Position,
  type PositionScope,
} from './position.js';

/** How long a position that this server has not come to yet is waited for: another one may be ahead for a moment. */
const AHEAD_MS = 10_000;
const RETRY_SECONDS = 5;
/** Seconds of blocks. Whoever was away longer reads histories: a stream reads the same, a hundred rows at a time. */
const RESUMABLE_SECONDS = 7 * 86_400;

/** @throws ProblemError chain-syncing; the failure of a database that does not answer */
export async function requireStanding(sources: AnswerSources, channel: ChainChannel): Promise<Standing> {
  const standing = await channel.standing(true);
  if (standing === null) throw await notLive(sources, channel.source.followed);
  return standing;
}

/** Why nothing can be told of a chain. */
async function notLive({ chains }: AnswerSources, followed: FollowedChain): Promise<ProblemError> {
  for (const isAgain of [false, true]) {
    // The list may be a second old.
    if (isAgain) chains.forget(chains.databaseOf(followed.chain.code));
    const listed = (await chains.list()).chains.find(({ chain }) => chain.code === followed.chain.code);
    if (listed) requireTip(followed, listed.state);
  }
  return new ProblemError('store-unavailable', 'the chain cannot be read at the moment', { retryAfter: RETRY_SECONDS });
}

/** @throws ProblemError where nothing goes on from there */
export async function requirePosition(
  sources: AnswerSources,
  channel: ChainChannel,
  scope: PositionScope,
  id: string,
): Promise<Position> {
  const { followed } = channel.source;
  const position = id.length > MOST_ID_CHARACTERS ? null : decodePosition(scope, id);
  if (!position) throw invalidParameter('lastEventId', 'expected the id of an event of this currency, unchanged');
  if (position === 'foreign') throw gone('this server did not send it, or an earlier version of it did');
  const until = performance.now() + AHEAD_MS;
  for (;;) {
    const standing = await channel.standingAt(position, until);
    if (standing === null) throw await notLive(sources, followed);
    requireSameSync(position, standing.marks);
    const fork = isAhead(position, standing.marks) ? null : await readFork(sources, followed, position);
    if (fork && !isAhead(position, fork.marks)) return requireKnown(followed, position, fork);
    if (performance.now() > until) throw neverCame(position, (fork ?? standing).marks);
    await channel.nextLook();
  }
}

interface LiveFork extends StreamFork {
  readonly marks: LiveMarks;
}

async function readFork(sources: AnswerSources, followed: FollowedChain, position: Position): Promise<LiveFork> {
  const { chains, asking } = sources;
  const { code } = followed.chain;
  const told = { reorgId: position.reorgId, height: heightOf(position.told) };
  const fork = await chains.databaseOf(code).read((db) => readStreamFork(db, code, told), {
    heights: (found) => new Map([[code, found?.marks.height ?? null]]),
    asking,
  });
  if (!fork || !areLive(fork.marks) || fork.marks.network !== followed.network.name)
    throw await notLive(sources, followed);
  requireSameSync(position, fork.marks);
  return { ...fork, marks: fork.marks };
}

function requireSameSync({ liveSince }: Position, marks: LiveMarks): void {
  if (marks.liveSince !== liveSince) throw gone('the chain was synced again');
}

/** @returns the position, where it is one of this chain, and not too long ago */
function requireKnown({ chain }: FollowedChain, position: Position, { marks, lowest, base }: LiveFork): Position {
  const height = heightOf(position.told);
  const isKnown = base !== null && (base.height < height || base.hash === position.hash);
  if (!isKnown) throw gone('the block that it tells of is not one of this chain');
  const blocks = Math.ceil(RESUMABLE_SECONDS / chain.blockSeconds);
  if (marks.height - Math.min(height, lowest ?? height) > blocks) throw gone(`it was more than ${blocks} blocks ago`);
  return position;
}

function neverCame({ told }: Position, marks: LiveMarks): ProblemError {
  const height = heightOf(told);
  if (marks.height >= height) return gone('this server never had it');
  const detail = `this server has not come to block ${height} yet, which the event tells of`;
  return new ProblemError('store-unavailable', detail, { retryAfter: RETRY_SECONDS });
}

function gone(reason: string): ProblemError {
  return new ProblemError(
    'position-gone',
    `nothing goes on from that event: ${reason}; read what you need from the histories, and begin without lastEventId`,
  );
}
