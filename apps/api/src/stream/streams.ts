/** Who listens in this process, and to what. */
import { Turns } from '@chaintrail/db';
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { Caller } from '../access/access.js';
import { siteOf } from '../access/client-address.js';
import type { Lack, Room } from '../access/room.js';
import type { Unsent } from '../http/unsent.js';
import type { StreamMetrics } from '../metrics/stream-metrics.js';
import { ProblemError } from '../problem.js';
import type { FollowedChain } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import { type Siblings, shareOf } from '../shares/siblings.js';
import type { AccountNews } from './account-news.js';
import { ChainChannel } from './chain-channel.js';
import type { Position } from './position.js';
import { Subscriber } from './subscriber.js';

/** Half of the connections that the server keeps, so that streams leave room for everything else. */
const MOST_STREAMS = 5_000;
/** Bound on one caller: a token's subject or a client's address. */
const MOST_STREAMS_OF_CLIENT = 100;
/** Addresses that one caller's streams watch together: ten full ones. */
const MOST_KEYS_OF_CLIENT = 10_000;
/** Addresses of all streams: each is a probe of an index for each block, some microseconds. */
const MOST_KEYS = 100_000;
/**
 * Streams that read by themselves, at a time: the rest of the connections to a database is for requests. Clients take
 * turns, so whoever has a hundred streams that catch up delays another's by one page.
 */
const MOST_CATCHING_UP = 4;
/** Places of a process: no client has all of them. */
const LEAST_CATCHING_UP = 2;
/** A stream whose turn does not come in this time asks for it again. */
const TURN_MS = 60_000;
/** Proxies close what is silent for a minute. */
const HEARTBEAT_MS = 15_000;
/** How soon streams end when the server stops, or their token expires or is revoked. */
const SWEEP_MS = 250;
const RETRY_SECONDS = 60;

/** Whoever is told of events over a connection that stays open. */
export interface Listening {
  end(): void;
  /** Now and then, so that nothing on the way takes the connection for a dead one. */
  beat(): void;
}

interface OpenStream {
  readonly subscriber: Listening;
  readonly caller: Caller;
}

/** Parameters of a stream. */
export interface StreamRequest {
  readonly followed: FollowedChain;
  readonly caller: Caller;
  /** Hex keys of addresses, each once. */
  readonly keys: readonly string[];
  /** Those that are told of without the prefix of a CashAddr. */
  readonly bareKeys: ReadonlySet<string>;
  /** In the place of addresses. */
  readonly account: AccountNews | null;
  /** Null: from now on. */
  readonly position: Position | null;
}

export interface StreamsOptions {
  readonly sources: AnswerSources;
  readonly metrics: StreamMetrics;
  readonly log: Logger;
  readonly siblings: Siblings;
  readonly unsent: Unsent;
  /** Whether the caller's token has expired or was revoked since. */
  readonly isOver: (caller: Caller) => Promise<boolean>;
  /** Whether the server is closing. */
  readonly stopping: AbortSignal;
}

export class Streams {
  readonly #options: StreamsOptions;
  readonly #open = new Set<OpenStream>();
  readonly #channels = new Map<string, ChainChannel>();
  readonly #room: Room;
  readonly #turns: Turns;
  #sweep: NodeJS.Timeout | undefined;
  #beatAt = 0;

  constructor(options: StreamsOptions) {
    this.#options = options;
    const { siblings } = options;
    this.#room = siblings.room('streams', {
      all: { count: MOST_STREAMS, weight: MOST_KEYS },
      ofClient: { count: MOST_STREAMS_OF_CLIENT, weight: MOST_KEYS_OF_CLIENT },
    });
    const places = Math.max(LEAST_CATCHING_UP, shareOf(MOST_CATCHING_UP, siblings));
    this.#turns = new Turns({ places, waiting: MOST_STREAMS, waitMs: TURN_MS, siteOf });
  }

  /** Events of a chain. It looks for a moment without listeners. */
  channel(followed: FollowedChain): ChainChannel {
    const { sources, log } = this.#options;
    const { code } = followed.chain;
    const known = this.#channels.get(code);
    if (known && !known.isEnded) return known;
    const channel: ChainChannel = new ChainChannel(sources, followed, {
      onEnd: () => {
        if (this.#channels.get(code) === channel) this.#channels.delete(code);
      },
      report: (error) => log.error({ err: error }, 'What happens on a chain could not be told'),
    });
    this.#channels.set(code, channel);
    return channel;
  }

  /** Takes a place until the response is closed. @param keys addresses watched @throws ProblemError without room */
  async enter(caller: Caller, keys: number, response: Response): Promise<void> {
    const leave = await this.takePlace(caller, keys);
    if (response.destroyed) leave();
    else response.once('close', leave);
  }

  /** Takes a place. @returns what leaves it, to be called once @throws ProblemError where there is no room */
  async takePlace({ client }: Caller, keys: number): Promise<() => void> {
    const entered = await this.#room.enter(client, keys);
    if (typeof entered === 'string') throw refusal(entered);
    return entered;
  }

  /** Ends it when the server stops or the token is over, and beats meanwhile, until the response is closed. */
  attend(subscriber: Listening, caller: Caller, response: Response): void {
    this.#add({ subscriber, caller }, response);
  }

  /** Sends events until the client leaves, its token is over, or the server stops; there has to be a place for it. */
  async serve({ followed, caller, ...asked }: StreamRequest, response: Response): Promise<void> {
    if (response.destroyed) return;
    response.set({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
    const channel = this.channel(followed);
    const sent = (name: string) => this.#options.metrics.sent(followed.chain.code, name);
    const subscriber = new Subscriber({
      ...{ ...asked, channel, response, sent },
      ...{ client: caller.client, turns: this.#turns, unsent: this.#options.unsent },
    });
    this.#add({ subscriber, caller }, response);
    await subscriber.run();
  }

  #add(open: OpenStream, response: Response): void {
    this.#open.add(open);
    this.#options.metrics.open.set(this.#open.size);
    this.#sweep ??= setInterval(() => void this.#sweepAll(this.#options.stopping.aborted), SWEEP_MS);
    response.once('close', () => {
      this.#open.delete(open);
      this.#options.metrics.open.set(this.#open.size);
      if (this.#open.size > 0) return;
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    });
  }

  /** One timer for all. */
  async #sweepAll(isStopping: boolean): Promise<void> {
    const now = Date.now();
    const beats = now - this.#beatAt >= HEARTBEAT_MS;
    if (beats) this.#beatAt = now;
    for (const { subscriber, caller } of this.#open) {
      if (isStopping || (await this.#options.isOver(caller))) subscriber.end();
      else if (beats) subscriber.beat();
    }
    if (isStopping) for (const channel of this.#channels.values()) channel.end();
  }
}

function refusal(lack: Lack): ProblemError {
  const retry = { retryAfter: RETRY_SECONDS };
  switch (lack) {
    case 'count':
      return new ProblemError('rate-limited', `one client may have ${MOST_STREAMS_OF_CLIENT} streams open here`, retry);
    case 'weight': {
      const detail = `the streams of one client may have ${MOST_KEYS_OF_CLIENT} addresses together here`;
      return new ProblemError('rate-limited', detail, retry);
    }
    case 'all':
      return new ProblemError('overloaded', 'the server has as many streams as it can keep', retry);
  }
}
