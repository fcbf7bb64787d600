/** Events of a chain as they happen, over connections that are made again and again. */
import { ChaintrailError } from './error.js';
import { mayPass, reconnectDelay } from './retry.js';
import { type CurrencyCode, pathAndQuery } from './route-types.js';
import type { Currency, HistoryTransaction, operations, Tip, UtxoTransaction } from './schema.js';
import { EventStreamParser, type ServerSentEvent } from './sse.js';
import { bytesOf, requireMediaType, type Transport, timedOut } from './transport.js';
import { after, linkedController, sleep } from './wait.js';

/** Options of the connections of a stream. */
interface ConnectionOptions {
  /**
   * `id` of the last event that was seen before: those after it come first, for the same subject. Where the server
   * cannot go on from it, the stream fails with `position-gone`: read histories, and begin without it.
   */
  readonly lastEventId?: string | undefined;
  /** Ends the stream, quietly. */
  readonly signal?: AbortSignal | undefined;
  /** Attempts in a row that may fail; without a limit unless told. */
  readonly retries?: number | undefined;
  /** Milliseconds without a byte after which a connection counts as lost; 60,000 unless told. */
  readonly idleTimeoutMs?: number | undefined;
  /** Called for every connection that ended or could not be made, and of the milliseconds until the next attempt. */
  readonly onDisconnect?: ((error: ChaintrailError, delayMs: number) => void) | undefined;
}

/** Options of a stream of addresses. */
export interface StreamOptions extends ConnectionOptions {
  readonly currency: CurrencyCode;
  /** Addresses whose transactions are told; blocks and reorganisations come anyway. */
  readonly addresses?: readonly string[] | undefined;
}

/** Options of a stream of an account. */
export interface AccountStreamOptions extends ConnectionOptions {
  readonly currency: CurrencyCode;
  /** Output descriptor or extended public key. It is sent in the body of the request, where no log has it. */
  readonly descriptor: string;
  /** Unused addresses in a row that end a branch. */
  readonly gap?: number | undefined;
  /** Kind of the scripts, of an extended key alone. */
  readonly kind?: AccountKind | undefined;
}

type AccountKind = NonNullable<NonNullable<operations['postAccountEvents']['parameters']['query']>['kind']>;

interface Payloads<Subject> {
  /** The last block of now; of several at once the last alone. Its transactions come before it. */
  readonly tip: Tip & Of;
  /**
   * Blocks are taken back: `from` was the last one, `to` is the last of them that stays. What was confirmed above it,
   * and all that was pending, is so no more: what is now comes next.
   */
  readonly reorg: Of & { readonly from: BlockName; readonly to: BlockName };
  /**
   * A transaction of the subject: when it arrives unconfirmed, again when a block has it, and when a later block changes
   * its `outcome`.
   */
  readonly transaction: Of & Subject & { readonly transaction: HistoryTransaction };
  /** An unconfirmed transaction of the subject left without a block. */
  readonly dropped: Of & Subject & { readonly txid: string } & Dropping;
}

/** How it left, as {@link UtxoTransaction} has it. */
type Dropping = Required<Pick<UtxoTransaction, 'dropReason' | 'replacedBy' | 'droppedAt'>>;

interface Of {
  readonly currency: Currency['currency'];
}

type BlockName = Pick<Tip, 'height' | 'hash'>;

type EventOf<Subject> = {
  [Type in keyof Payloads<Subject>]: {
    readonly type: Type;
    readonly id: string;
    readonly data: Payloads<Subject>[Type];
  };
}[keyof Payloads<Subject>];

/** One event, by its `type`. `id` is what a later stream can go on after. */
export type StreamEvent = EventOf<{ readonly address: string }>;
/** The same of an account: its transactions are entries of its history, each with its effect on all addresses. */
export type AccountStreamEvent = EventOf<{ readonly descriptor: string }>;

type ToldEvent = StreamEvent | AccountStreamEvent;

/** A newer server may send others, which are passed over. */
const TYPES: ReadonlySet<string> = new Set<StreamEvent['type']>(['tip', 'reorg', 'transaction', 'dropped']);

/** Until the server says something else (`retry`). */
const RETRY_MS = 2_000;
/** The server writes at least a comment every 15 s. */
const IDLE_TIMEOUT_MS = 60_000;

/** Request that opens a connection: a body goes by POST. */
interface Opening {
  readonly pathAndQuery: string;
  readonly body?: string;
}

/** @returns events until the signal or `return()` ends them; fails where another attempt cannot help */
export function openStream(
  transport: Transport,
  { currency, addresses, ...options }: StreamOptions,
): AsyncIterableIterator<StreamEvent> {
  return open(transport, { pathAndQuery: pathAndQuery('/stream', {}, { currency, address: addresses }) }, options);
}

/** The same of an account. */
export function openAccountStream(
  transport: Transport,
  { currency, descriptor, gap, kind, ...options }: AccountStreamOptions,
): AsyncIterableIterator<AccountStreamEvent> {
  const path = pathAndQuery('/accounts/{currency}/stream', { currency }, { gap, kind });
  return open(transport, { pathAndQuery: path, body: descriptor }, options);
}

function open<Event extends ToldEvent>(
  transport: Transport,
  opening: Opening,
  options: ConnectionOptions,
): AsyncIterableIterator<Event> {
  if (/[\0\r\n]/.test(options.lastEventId ?? '')) throw new RangeError('lastEventId: expected the `id` of an event');
  const { controller, release } = linkedController(options.signal);
  const events = tellingOfEnd(readEvents<Event>(transport, opening, options, controller.signal), release);
  return {
    next: () => events.next(),
    return() {
      // A generator alone would first wait for the next event.
      controller.abort();
      release();
      return events.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Also tells of the end. */
async function* tellingOfEnd<Item>(items: AsyncGenerator<Item, undefined, undefined>, tell: () => void) {
  try {
    return yield* items;
  } finally {
    tell();
  }
}

async function* readEvents<Event extends ToldEvent>(
  transport: Transport,
  opening: Opening,
  options: ConnectionOptions,
  signal: AbortSignal,
): AsyncGenerator<Event, undefined, undefined> {
  let parser = new EventStreamParser(options.lastEventId);
  for (let failures = 0; !signal.aborted; ) {
    let ended: unknown;
    try {
      for await (const events of connect(transport, opening, options, parser, signal)) {
        failures = 0;
        for (const event of events) if (TYPES.has(event.type)) yield shapeEvent(event) as Event;
      }
      ended = new ChaintrailError('network', 'the server ended the stream');
    } catch (error) {
      ended = error;
    }
    if (signal.aborted) return;
    failures++;
    const isLast = !(failures <= (options.retries ?? Number.POSITIVE_INFINITY));
    if (isLast || !mayPass(ended)) throw ended;
    const delay = reconnectDelay(ended, failures, parser.retryMs ?? RETRY_MS);
    options.onDisconnect?.(ended, delay);
    parser = new EventStreamParser(parser.lastEventId, parser.retryMs);
    // Fails when the stream is ended, which the loop sees.
    await sleep(delay, signal).catch(() => undefined);
  }
}

/** The events of one connection, in the pieces in which they come, until it ends. */
async function* connect(
  transport: Transport,
  { pathAndQuery: path, body }: Opening,
  { idleTimeoutMs = IDLE_TIMEOUT_MS }: ConnectionOptions,
  parser: EventStreamParser,
  signal: AbortSignal,
): AsyncGenerator<ServerSentEvent[], void, undefined> {
  const { controller, release } = linkedController(signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = (ms: number) => {
    clearTimeout(timer);
    timer = after(ms, () => controller.abort(timedOut(ms)));
  };
  try {
    limit(transport.timeoutMs);
    const response = await transport.open(path, headersOf(parser.lastEventId), controller.signal, body);
    requireMediaType(response, 'text/event-stream');
    limit(idleTimeoutMs);
    for await (const bytes of bytesOf(response)) {
      // Whoever reads the events takes as long as it takes.
      clearTimeout(timer);
      yield parser.push(bytes);
      limit(idleTimeoutMs);
    }
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw error instanceof RangeError ? new ChaintrailError('unexpected-answer', error.message) : error;
  } finally {
    clearTimeout(timer);
    release();
    controller.abort();
  }
}

/** Headers are written byte by byte, and an id is UTF-8 (HTML standard §9.2.3). */
function headersOf(lastEventId: string): Record<string, string> {
  const accept = { Accept: 'text/event-stream' };
  if (lastEventId === '') return accept;
  return { ...accept, 'Last-Event-ID': String.fromCharCode(...new TextEncoder().encode(lastEventId)) };
}

function shapeEvent({ type, data, lastEventId }: ServerSentEvent): ToldEvent {
  try {
    return { type, id: lastEventId, data: JSON.parse(data) } as ToldEvent;
  } catch {
    throw new ChaintrailError('unexpected-answer', `the data of an event ${type} is not JSON`);
  }
}
