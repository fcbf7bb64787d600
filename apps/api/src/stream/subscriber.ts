/** One client that listens: told by its chain's channel while it keeps up, by its own reads until it does. */
import { isStoreError, type NewsPlace, type Turns } from '@chaintrail/db';
import type { Response } from 'express';
import { bareAddress } from '../families/named-address.js';
import type { Unsent } from '../http/unsent.js';
import type { AccountNews } from './account-news.js';
import { advance, MovedError, type NewsSource, ReplacedError, type StreamEvent, tipEvent } from './advance.js';
import type { ChainChannel, Listener } from './chain-channel.js';
import { comparePlaces, encodePosition, isAhead, laterPlace, type Position } from './position.js';

/** Bytes that wait to be sent on a stream. One that takes less than there is reads on by itself, a page at a time. */
const MOST_UNSENT_BYTES = 256 * 1_024;
/** A client that takes nothing for so long is cut. */
const DRAIN_MS = 30_000;
/** Milliseconds before clients connect again: spread, as a restart sends all of them away at once. */
const RETRY_MS = { least: 500, spread: 2_000 } as const;

export interface SubscriberOptions {
  readonly channel: ChainChannel;
  readonly response: Response;
  /** Hex. */
  readonly keys: readonly string[];
  /** Those of the keys that the client wrote without the prefix of a CashAddr, as it is told of them. */
  readonly bareKeys: ReadonlySet<string>;
  /** In the place of addresses, which it brings itself. */
  readonly account: AccountNews | null;
  /** Null: from now on. */
  readonly position: Position | null;
  /** Client that the stream belongs to. */
  readonly client: string;
  /** Turns of clients that catch up. */
  readonly turns: Turns;
  /** Bytes that all clients have not taken: where there is no room for more, a stream waits until it was taken. */
  readonly unsent: Unsent;
  /** Called for each event that is sent. */
  sent(name: StreamEvent['name']): void;
}

/** The same position has one id, however many are told of it. */
const ids = new WeakMap<Position, string>();

export class Subscriber implements Listener {
  readonly #options: SubscriberOptions;
  #position: Position | null;
  /** Whether its account has to be read before it is told anything. */
  #isBehind: boolean;
  #hasLeft: () => void = () => undefined;
  #isTaken: () => void = () => undefined;
  readonly #closed = new AbortController();
  #isClosed = false;

  constructor(options: SubscriberOptions) {
    this.#options = options;
    this.#position = options.position;
    this.#isBehind = options.account !== null;
  }

  /** The same from when it joins its channel until it leaves. */
  get keys(): readonly string[] {
    const { account, keys } = this.#options;
    return account?.keys ?? keys;
  }

  /** Sends events until the client leaves, or there can be no more. */
  async run(): Promise<void> {
    const { channel, response } = this.#options;
    response.once('close', () => {
      this.end();
      this.#closed.abort();
      this.#isTaken();
    });
    // Where a socket fails while bytes wait for it, there is nobody left to tell.
    response.on('error', () => response.destroy());
    const retry = RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.spread);
    this.#write(`retry: ${retry}\n\n`);
    channel.expect(this);
    try {
      while (!this.#isClosed) {
        await this.#drained();
        await this.#follow();
      }
    } catch (error) {
      // Gone, or the client's: neither is an error of this server.
      if (!this.#isClosed && !(error instanceof ReplacedError)) throw error;
    } finally {
      this.end();
    }
  }

  take(event: StreamEvent): void {
    const before = this.#position!;
    const { kind, name, from } = event;
    // Blocks that others were told of, and that a reorganisation took before their tip, are none to take back here.
    if (from && from.hash !== before.hash) {
      this.#leave();
      return;
    }
    if (kind !== null && kind !== 'told' && comparePlaces(event.position[kind], before[kind]) <= 0) return;
    // Whatever happens to one address of an account is read for all of them.
    if (this.#options.account && name !== 'tip') {
      this.#isBehind = true;
      this.#leave();
      return;
    }
    this.#position = name === 'reorg' ? event.position : merged(event.position, before);
    this.#send(event, this.#position);
    if (this.#isFull()) this.#leave();
  }

  /** Goes on by itself. */
  #leave(): void {
    const { channel } = this.#options;
    channel.leave(this);
    channel.expect(this);
    this.#hasLeft();
  }

  moved(position: Position): void {
    this.#position = merged(position, this.#position!);
  }

  /** Takes no more events. What waits already is sent, to a client that takes it in time. */
  end(): void {
    const { channel, response } = this.#options;
    this.#isClosed = true;
    channel.leave(this);
    this.#hasLeft();
    if (response.writableEnded) return;
    response.end();
    const cut = setTimeout(() => response.destroy(), DRAIN_MS).unref();
    response.once('close', () => clearTimeout(cut));
  }

  /** A comment, unless more waits to be sent. */
  beat(): void {
    if (!this.#options.response.writableNeedDrain) this.#write(':\n\n');
  }

  /** Returns when there is something to wait for first, or to begin anew. */
  async #follow(): Promise<void> {
    const { channel } = this.#options;
    const standing = await channel.standing();
    if (standing === null || this.#isClosed) {
      this.#isClosed = true;
      return;
    }
    if (this.#position === null) {
      this.#position = standing.position;
      this.#send(tipEvent(channel.source.followed, standing.marks, standing.position), standing.position);
    }
    if (!this.#isBehind && channel.join(this, this.#position)) {
      await new Promise<void>((resolve) => {
        this.#hasLeft = resolve;
      });
    } else if (isAhead(this.#position, standing.marks)) await channel.nextLook();
    else await this.#catchUp(this.#position, standing.marks);
  }

  async #catchUp(start: Position, goal: Parameters<typeof advance>[2]): Promise<void> {
    const { channel, turns, client, account } = this.#options;
    const source: NewsSource = {
      ...channel.source,
      keys: async () => this.keys,
      // A page of events is as much work as a page of as many rows, and nobody waits for it.
      asking: { lane: 'heavy', client },
    };
    const steps = advance(source, start, goal, account ? (span) => account.page(source, span, goal) : undefined);
    try {
      for (;;) {
        // The turn is for what is read, not for what the client takes its time to receive.
        const end = await turns.begin(client, this.#closed.signal);
        const step = await steps.next().finally(end);
        if (this.#isClosed) return;
        if (step.done) break;
        for (const event of step.value.events) {
          this.#position = event.position;
          this.#send(event, event.position);
          // The rest of the page is read again, when there is room for it.
          if (this.#isFull()) return;
        }
        this.#position = step.value.position;
      }
      await account?.walked(source, goal);
      this.#isBehind = false;
    } catch (error) {
      if (!(error instanceof MovedError || isStoreError(error))) throw error;
      await channel.nextLook();
    }
  }

  #send(event: StreamEvent, position: Position): void {
    const { channel, sent, bareKeys } = this.#options;
    let id = ids.get(position);
    if (id === undefined) {
      // Nobody is told anything before the channel has looked.
      id = encodePosition(channel.scope!, position);
      ids.set(position, id);
    }
    const isBare = event.key !== null && bareKeys.has(event.key);
    const data = isBare ? withBareAddress(event.data, channel.source, event.key) : event.data;
    if (this.#write(`id: ${id}\nevent: ${event.name}\ndata: ${data}\n\n`)) sent(event.name);
  }

  /** @returns whether it was; a response that has ended takes nothing more, and one that is gone nothing at all */
  #write(text: string): boolean {
    const { response } = this.#options;
    if (response.writableEnded || response.destroyed) return false;
    response.write(text, this.#count);
    this.#count();
    return true;
  }

  /** When there is more to take, and again when it was taken. */
  readonly #count = (): void => {
    const { unsent, client, response } = this.#options;
    unsent.hold(client, response.writableLength, response);
    if (response.writableLength === 0) this.#isTaken();
  };

  #isFull(): boolean {
    const { unsent, client, response } = this.#options;
    return response.writableLength > MOST_UNSENT_BYTES || !unsent.hasRoom(client);
  }

  /** Returns when there is room for more. */
  async #drained(): Promise<void> {
    const { response } = this.#options;
    if (response.writableLength === 0 || !(response.writableNeedDrain || this.#isFull())) return;
    const cut = setTimeout(() => {
      this.#isClosed = true;
      response.destroy();
    }, DRAIN_MS);
    await new Promise<void>((resolve) => {
      this.#isTaken = resolve;
    });
    clearTimeout(cut);
  }
}

/** @param data JSON, in which the address is a value wherever it is in quotes */
function withBareAddress(data: string, { addressOf, followed }: NewsSource, key: string): string {
  const address = addressOf(key);
  return data.replaceAll(`"${address}"`, `"${bareAddress(followed.network, address)}"`);
}

/** The channel's position, without what this one knows already. */
function merged(told: Position, own: Position): Position {
  const pending = laterPlace(told.pending, own.pending);
  return isPlace(pending, told.pending) ? told : { ...told, pending };
}

const isPlace = (a: NewsPlace, b: NewsPlace): boolean => comparePlaces(a, b) === 0;
