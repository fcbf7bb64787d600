import { setTimeout as sleep } from 'node:timers/promises';
import { readStreamFork } from '@chaintrail/db';
import { z } from 'zod';
import { readAddress } from '../families/named-address.js';
import { invalidParameter, ProblemError } from '../http/problem.js';
import { route } from '../http/route.js';
import type { FollowedChain } from '../read/followed-chain.js';
import {
  currencyParameter,
  lastEventIdParameter,
  MOST_STREAM_ADDRESSES,
  streamAddressesParameter,
} from '../schemas/parameters.js';
import type { Services } from '../server/open-services.js';
import { requireTip } from '../shape/progress.js';
import { areLive, decodePosition, heightOf, isAhead, MOST_ID_CHARACTERS, type Position } from '../stream/position.js';
import { SYNCING } from './respond.js';

/** An address of each of the longest kinds that are pasted, 66 characters, with what is before it. */
const MAX_STREAM_URL_BYTES = 80_000;
/** How long a position that this server has not come to yet is waited for: another one may be ahead for a moment. */
const AHEAD_MS = 10_000;
const AHEAD_POLL_MS = 250;
const RETRY_SECONDS = 5;
/**
 * Seconds of blocks. Whoever was away for longer reads histories: a stream would read the same, a hundred rows at a
 * time.
 */
const RESUMABLE_SECONDS = 7 * 86_400;

export const stream = route({
  path: '/stream',
  operationId: 'streamEvents',
  tag: 'Chains',
  summary: 'Blocks, reorganisations and transactions of addresses as they come (server-sent events)',
  description:
    `Server-sent events of one currency and up to ${MOST_STREAM_ADDRESSES} addresses; without an address, blocks and reorganisations alone. ` +
    '`tip`: `{currency, height, hash, time}`. `transaction`: `{currency, address, transaction}`, where `transaction` is an entry of the ' +
    "address's history; told when it arrives unconfirmed, and again when a block has it. `reorg`: `{currency, from, to}`, the last block that " +
    'was sent and the last one that stayed, each `{height, hash}`. Forget all that was confirmed above `to`, and all that was pending: ' +
    'the current state follows. A block’s transactions come before its `tip`; after several blocks at once there is one `tip`, the last. ' +
    'Every event has an `id`. A connection with it in `Last-Event-ID` (or `lastEventId`) continues after that event, on any server of the ' +
    'same data, with the same addresses. Events since then are sent, none twice. Without one, the first event is the `tip` of now. ' +
    'Events wait for nobody: where a connection ends, connect again. On Ethereum and its layer 2s `balanceAfter` is null here, and what an ' +
    'address has to do with by internal transfers alone is told when the block is traced.',
  query: z.strictObject({
    currency: currencyParameter,
    address: streamAddressesParameter,
    lastEventId: lastEventIdParameter,
  }),
  lists: { address: MOST_STREAM_ADDRESSES },
  maxUrlBytes: MAX_STREAM_URL_BYTES,
  response: { mediaType: 'text/event-stream', description: 'Events until the connection ends.' },
  problems: {
    404: 'This server does not follow the currency (`currencies` lists those it does).',
    410: 'The data does not go on from that event (`position-gone`): it was made anew, or it was too long ago. Read histories, and begin a stream without it.',
    503: SYNCING,
  },
  // What is watched costs nothing before a block comes.
  cost: ({ query }) => ({ rows: query.address?.length ?? 0, work: 0 }),
  async handle(services, { query, request, caller }) {
    const { streams, chains } = services;
    const followed = await chains.find(query.currency);
    const keys = [...new Set(query.address?.map((text) => readAddress(followed, text).key.toString('hex')))];
    const header = request.headers['last-event-id'];
    const id = typeof header === 'string' && header !== '' ? header : query.lastEventId;
    const position = id === undefined ? null : await requirePosition(services, followed, id);
    // What is wrong with the chain is said before anything else is.
    if (position === null) await requireLive(services, followed);
    // The URL of a thousand addresses is not kept as long as the connection.
    request.originalUrl = request.url = request.path;
    return {
      mediaType: 'text/event-stream',
      send: (response) => streams.serve({ followed, caller, keys, position }, response),
    };
  },
});

/** @throws ProblemError chain-syncing; the failure of a database that does not answer */
async function requireLive(services: Services, followed: FollowedChain): Promise<void> {
  if ((await services.streams.channel(followed).standing(true)) === null) throw await notLive(services, followed);
}

/** Why nothing can be told of a chain. */
async function notLive(services: Services, followed: FollowedChain): Promise<ProblemError> {
  const { chains } = await services.chains.list();
  const listed = chains.find(({ chain }) => chain.code === followed.chain.code);
  if (listed) requireTip(followed, listed.state);
  return new ProblemError('store-unavailable', 'the chain cannot be read at the moment', { retryAfter: RETRY_SECONDS });
}

/** @throws ProblemError where nothing goes on from there */
async function requirePosition(services: Services, followed: FollowedChain, id: string): Promise<Position> {
  const { chain, network } = followed;
  const expected = 'expected the id of an event of this currency, unchanged';
  const position =
    id.length > MOST_ID_CHARACTERS ? null : decodePosition({ chain: chain.code, network: network.name }, id);
  if (!position) throw invalidParameter('lastEventId', expected);
  const height = heightOf(position.told);
  const told = { reorgId: position.reorgId, height };
  const database = services.chains.databaseOf(chain.code);
  for (let until = performance.now() + AHEAD_MS; ; ) {
    const fork = await database.read((db) => readStreamFork(db, chain.code, told), {
      heights: (found) => new Map([[chain.code, found?.marks.height ?? null]]),
    });
    if (!fork || !areLive(fork.marks) || fork.marks.network !== network.name) throw await notLive(services, followed);
    const { marks, lowest, base } = fork;
    if (marks.liveSince !== position.liveSince) throw gone('the chain was synced again');
    if (!isAhead(position, marks)) {
      const isKnown = base !== null && (base.height < height || base.hash === position.hash);
      if (!isKnown) throw gone('the block that it tells of is not one of this chain');
      const blocks = Math.ceil(RESUMABLE_SECONDS / chain.blockSeconds);
      if (marks.height - Math.min(height, lowest ?? height) > blocks)
        throw gone(`it was more than ${blocks} blocks ago`);
      return position;
    }
    if (performance.now() > until) {
      if (marks.height >= height) throw gone('this server never had it');
      const detail = `this server has not come to block ${height} yet, which the event tells of`;
      throw new ProblemError('store-unavailable', detail, { retryAfter: RETRY_SECONDS });
    }
    await sleep(AHEAD_POLL_MS);
  }
}

function gone(reason: string): ProblemError {
  return new ProblemError(
    'position-gone',
    `nothing goes on from that event: ${reason}; read what you need from the histories, and begin without lastEventId`,
  );
}
