/** One WebSocket: messages are answered one after the other, within the limits of requests. */
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Caller, Cost } from '../access/access.js';
import { MOST_HEX } from '../handlers/ask-node.js';
import { answerInTurn } from '../http/lanes.js';
import { parsedJson } from '../http/read-body.js';
import { JsonText } from '../http/rows.js';
import { upgradeOf } from '../http/upgrades.js';
import { ProblemError } from '../problem.js';
import type { Services } from '../services/open-services.js';
import { type BlockbookChain, refused } from './blockbook-route.js';
import { METHODS, unknownMethod } from './socket-methods.js';
import { Subscriptions } from './subscriptions.js';

/** The largest message sends a transaction. */
const MOST_MESSAGE_BYTES = MOST_HEX + 4_096;
/** Messages that wait for the answer before theirs, and how long those are: more are not read meanwhile. */
const MOST_WAITING = { count: 64, characters: MOST_MESSAGE_BYTES } as const;
/** A client that does not close its side in this time is gone. */
const CLOSE_MS = 5_000;
/** Pushes that wait, and bytes that the client does not take: one that is slower connects again, and reads anew. */
const MOST_PUSHES = 1_000;
const MOST_UNSENT_BYTES = 4 * 2 ** 20;

/** Codes of RFC 6455 §7.4.1 and its registry. */
const GOING_AWAY = 1001;
const AGAIN_LATER = 1013;

const server = new WebSocketServer({
  ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: MOST_MESSAGE_BYTES },
  // The types of the package do not have it.
  ...{ closeTimeout: CLOSE_MS },
});

interface SocketOptions {
  readonly services: Services;
  readonly followed: BlockbookChain;
  readonly caller: Caller;
  readonly response: Response;
}

/** @returns whether the request is for a WebSocket that can be opened */
export function opensSocket(request: IncomingMessage): boolean {
  return upgradeOf(request) !== null && request.headers.upgrade?.toLowerCase() === 'websocket';
}

/** Takes the connection over, until it is closed. */
export function openSocket(request: IncomingMessage, options: SocketOptions): Promise<void> {
  const upgrade = upgradeOf(request);
  if (!upgrade) throw new RangeError('no upgrade is asked for');
  const { socket, head } = upgrade;
  options.response.statusCode = 101;
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
    server.handleUpgrade(request, socket, head, (opened) => new Connection(opened, options));
  });
}

const message = z.looseObject({
  id: z.union([z.string().max(64), z.number()]).transform(String),
  method: z.string().max(64),
  params: z.unknown().optional(),
});

class Connection {
  readonly #socket: WebSocket;
  readonly #options: SocketOptions;
  readonly #subscriptions: Subscriptions;
  readonly #waiting: string[] = [];
  #waitingCharacters = 0;
  #isAnswering = false;
  #isAlive = true;
  #pushes: Promise<void> = Promise.resolve();
  #pushCount = 0;

  constructor(socket: WebSocket, options: SocketOptions) {
    this.#socket = socket;
    this.#options = options;
    const { services, caller, response, followed } = options;
    this.#subscriptions = new Subscriptions({
      ...{ services, followed, caller, onEnd: () => this.end() },
      push: (id, make) => this.#push(id, make),
    });
    services.streams.attend(this, caller, response);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#subscriptions.end());
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('message', (data, isBinary) => this.#take(isBinary ? '' : String(data)));
  }

  end(): void {
    this.#close(GOING_AWAY);
  }

  #close(code: number, reason?: string): void {
    this.#subscriptions.end();
    this.#socket.close(code, reason);
    // So that its own end is read.
    this.#socket.resume();
  }

  /** One that has not answered the beat before is gone. */
  beat(): void {
    // Nothing is read of one that waits for this server.
    const waits = this.#socket.isPaused && this.#socket.bufferedAmount === 0;
    if (!this.#isAlive && !waits) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = waits;
    this.#socket.ping();
  }

  #take(text: string): void {
    this.#isAlive = true;
    if (!this.#isOpen) return;
    this.#waiting.push(text);
    this.#waitingCharacters += text.length;
    if (this.#isFull) this.#socket.pause();
    if (!this.#isAnswering) void this.#answerAll();
  }

  get #isFull(): boolean {
    return this.#waiting.length >= MOST_WAITING.count || this.#waitingCharacters >= MOST_WAITING.characters;
  }

  async #answerAll(): Promise<void> {
    this.#isAnswering = true;
    while (this.#waiting.length > 0 && this.#isOpen) {
      const text = this.#waiting.shift()!;
      this.#waitingCharacters -= text.length;
      await this.#answer(text);
      if (this.#socket.isPaused && !this.#isFull) this.#socket.resume();
    }
    this.#isAnswering = false;
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  async #answer(text: string): Promise<void> {
    const asked = message.safeParse(parsedJson(text));
    const id = asked.success ? asked.data.id : '';
    try {
      if (!asked.success) throw refused('expected {"id":"…","method":"…","params":{…}}');
      const { method, params = {} } = asked.data;
      await this.#send(id, (await this.#subscription(id, method, params)) ?? (await this.#ask(method, params)));
    } catch (error) {
      if (!this.#isOpen) return;
      const { services } = this.#options;
      await this.#send(id, { error: { message: services.sentenceOf(error) } });
    }
  }

  /** @returns null where the message is about no subscription */
  async #subscription(id: string, method: string, params: unknown): Promise<object | null> {
    switch (method) {
      case 'subscribeNewBlock':
        await this.#charge({});
        return this.#subscriptions.blocks(id);
      case 'subscribeAddresses': {
        const { addresses } = readParameters(z.object({ addresses: z.array(z.string().max(512)) }), params);
        await this.#charge({ rows: addresses.length });
        return this.#subscriptions.addresses(id, addresses);
      }
      case 'subscribeFiatRates':
        await this.#charge({});
        return this.#subscriptions.rates(id);
      case 'unsubscribeNewBlock':
        return this.#subscriptions.drop('blocks');
      case 'unsubscribeAddresses':
        return this.#subscriptions.drop('addresses');
      case 'unsubscribeFiatRates':
        return this.#subscriptions.drop('rates');
      default:
        return null;
    }
  }

  async #ask(name: string, given: unknown): Promise<object | JsonText> {
    const { services, followed, response } = this.#options;
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
    if (!method) throw refused(unknownMethod(name));
    const parameters = readParameters(method.parameters, given ?? {});
    const cost = method.cost(parameters, followed);
    await this.#charge(cost);
    services.lanes.unsent.requireRoom(this.#options.caller.client);
    const { database } = followed;
    const charge = (more: Cost): Promise<void> => this.#charge(more);
    const chargeNode = async (): Promise<boolean> => {
      await charge({ asksNode: true, isFurther: true });
      return true;
    };
    return answerInTurn(
      { chains: services.chains, lanes: services.lanes, cost, database, response, charge },
      // As it is now: the connection may be hours old.
      async (asking, mostWeight) => {
        const now = { ...followed, ...(await services.chains.find(followed.chain.code)) } as BlockbookChain;
        return method.answer({ ...services, asking, mostWeight, chargeNode } as Services, now, parameters);
      },
      async ({ body }) => body,
    );
  }

  /** @throws where the client may not ask for so much, or is gone by then: nothing more is begun for it */
  async #charge(cost: Cost): Promise<void> {
    const { services, caller } = this.#options;
    await services.access.chargeMore(caller, cost, 0, NEVER);
    if (!this.#isOpen) throw new Error('the client is gone');
  }

  /** @returns when it was taken by the connection below, or that is gone */
  #send(id: string, data: object | JsonText): Promise<void> {
    const body = data instanceof JsonText ? data.text : JSON.stringify(data);
    return new Promise((resolve) => {
      if (!this.#isOpen) {
        resolve();
        return;
      }
      this.#socket.send(`{"id":${JSON.stringify(id)},"data":${body}}`, () => {
        this.#count();
        resolve();
      });
      this.#count();
    });
  }

  #count(): void {
    const { services, caller, response } = this.#options;
    services.lanes.unsent.hold(caller.client, this.#socket.bufferedAmount, response);
  }

  /** In the order in which they come. */
  #push(id: string, make: () => object | Promise<object | null>): void {
    if (!this.#isOpen) return;
    if (this.#pushCount >= MOST_PUSHES || this.#socket.bufferedAmount > MOST_UNSENT_BYTES) {
      this.#close(AGAIN_LATER, 'too slow');
      return;
    }
    this.#pushCount++;
    this.#pushes = this.#pushes.then(async () => {
      const data = this.#isOpen ? await Promise.resolve(make()).catch(() => null) : null;
      this.#pushCount--;
      if (data !== null) void this.#send(id, data);
    });
  }
}

const NEVER = new AbortController().signal;

/** @throws ProblemError naming what is wrong */
function readParameters<T>(schema: z.ZodType<T>, given: unknown): T {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ProblemError('invalid-parameter', `${issue!.path.join('.') || 'params'}: ${issue!.message}`);
}
