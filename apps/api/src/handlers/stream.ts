import type { Request } from 'express';
import { z } from 'zod';
import { readAddress } from '../families/named-address.js';
import type { FollowedChain, NamedAddress } from '../read/followed-chain.js';
import {
  currencyParameter,
  lastEventIdParameter,
  MOST_STREAM_ADDRESSES,
  streamAddressesParameter,
} from '../schemas/parameters.js';
import type { Services } from '../services/open-services.js';
import { route, SYNCING } from '../services/route.js';
import type { Position } from '../stream/position.js';
import { requirePosition, requireStanding } from '../stream/resume.js';

/** An address of each of the longest kinds that are pasted, 66 characters, with what is before it. */
const MAX_STREAM_URL_BYTES = 80_000;

/** Where the request goes on; null: from now on. */
export async function positionOf(
  services: Services,
  followed: FollowedChain,
  { headers }: Request,
  lastEventId: string | undefined,
): Promise<Position | null> {
  const header = headers['last-event-id'];
  const id = typeof header === 'string' && header !== '' ? header : lastEventId;
  const channel = services.streams.channel(followed);
  // The first thing to say is what is wrong with the chain.
  const { scope } = await requireStanding(services, channel);
  return id === undefined ? null : requirePosition(services, channel, scope, id);
}

export const stream = route({
  path: '/stream',
  operationId: 'streamEvents',
  tag: 'Chains',
  summary: 'Blocks, reorganisations and transactions of addresses as they come (server-sent events)',
  description:
    `Server-sent events of one currency and up to ${MOST_STREAM_ADDRESSES} addresses; without an address, blocks and reorganisations alone. ` +
    '`tip`: `{currency, height, hash, time}`. `transaction`: `{currency, address, transaction}`, where `transaction` is an entry of the ' +
    "address's history; told when it arrives unconfirmed, again when a block has it, and to the first signer of a THORChain or MAYAChain deposit " +
    'when a later block changes its `outcome`, also by a payout on another chain. `dropped`: `{currency, address, txid, dropReason, replacedBy, droppedAt}`, ' +
    'an unconfirmed one that left without a block. `reorg`: `{currency, from, to}`, the last block that ' +
    'was sent and the last one that stayed, each `{height, hash}`. Forget all that was confirmed above `to`, and all that was pending: ' +
    'the current state follows. A block’s transactions come before its `tip`; after several blocks at once there is one `tip`, the last. ' +
    'Every event has an `id`. A connection with it in `Last-Event-ID` (or `lastEventId`) continues after that event, on any server of the ' +
    'same data, with the same addresses. Events since then are sent, none twice. Without one, the first event is the `tip` of now. ' +
    'Events wait for nobody: where a connection ends, connect again. On Ethereum and its layer 2s `balanceAfter` is null here. Internal ' +
    'transfers are part of their block; traces that come later are not told.',
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
  // Watched addresses cost nothing before a block comes.
  cost: ({ query }) => ({ rows: query.address?.length ?? 0, work: 0 }),
  async handle(services, { query, request, caller }) {
    const { streams, chains } = services;
    const followed = await chains.find(query.currency);
    const named = (query.address ?? []).map((text) => readAddress(followed, text));
    const keyOf = ({ key }: NamedAddress): string => key.toString('hex');
    const keys = [...new Set(named.map(keyOf))];
    const bareKeys = new Set(named.filter(({ isBare }) => isBare).map(keyOf));
    // Whoever waits for anything has a place.
    await streams.enter(caller, keys.length, request.res!);
    const position = await positionOf(services, followed, request, query.lastEventId);
    // The URL of a thousand addresses is not kept as long as the connection.
    request.originalUrl = request.url = request.path;
    return {
      mediaType: 'text/event-stream',
      send: (response) => streams.serve({ followed, caller, keys, bareKeys, account: null, position }, response),
    };
  },
});
