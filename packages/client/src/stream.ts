/** Events of a chain as they happen, over connections that are made again and again. */
import { ChaintrailError } from './error.js';
import { mayPass, reconnectDelay } from './retry.js';
import { type CurrencyCode, pathAndQuery } from './route-types.js';
import type { Currency, HistoryTransaction, Tip, UtxoTransaction } from './schema.js';
import { EventStreamParser, type ServerSentEvent } from './sse.js';
import { bytesOf, requireMediaType, type Transport, timedOut } from './transport.js';
import { after, linkedController, sleep } from './wait.js';

/** Options of a stream. */
export interface StreamOptions {
  readonly currency: CurrencyCode;
  /** Addresses whose transactions are told; blocks and reorganisations come anyway. */
  readonly addresses?: readonly string[] | undefined;
  /**
   * `id` of the last event that was seen before: those after it come first, with the same addresses. Where the server
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

interface Payloads {
  /** The last block of now; of several at once the last alone. Its transactions come before it. */
  readonly tip: Tip & Of;
  /**
   * Blocks are taken back: `from` was the last one, `to` is the last of them that stays. What was confirmed above it,
   * and all that was pending, is so no more: what is now comes next.
   */
  readonly reorg: Of & { readonly from: BlockName; readonly to: BlockName };
  /**
   * A transaction of one of the addresses: when it arrives unconfirmed, again when a block has it, and when a later
   * block changes its `outcome`.
   */
  readonly transaction: Of & { readonly address: string; readonly transaction: HistoryTransaction };
  /** An unconfirmed transaction of one of the addresses left without a block. */
  readonly dropped: Of & { readonly address: string; readonly txid: string } & Dropping;
}

/** How it left, as {@link UtxoTransaction} has it. */
type Dropping = Required<Pick<UtxoTransaction, 'dropReason' | 'replacedBy' | 'droppedAt'>>;

interface Of {
  readonly currency: Currency['currency'];
}

type BlockName = Pick<Tip, 'height' | 'hash'>;

/** One event, by its `type`. `id` is what a later stream can go on after. */
export type StreamEvent = {
  [Type in keyof Payloads]: { readonly type: Type; readonly id: string; readonly data: Payloads[Type] };
}[keyof Payloads];

/** A newer server may send others, which are passed over. */
const TYPES: ReadonlySet<string> = new Set<keyof Payloads>(['tip', 'reorg', 'transaction', 'dropped']);

/** Until the server says something else (`retry`). */
const RETRY_MS = 2_000;
/** The server writes at least a comment every 15 s. */
const IDLE_TIMEOUT_MS = 60_000;

/** @returns events until the signal or `return()` ends them; fails where another attempt cannot help */
export function openStream(transport: Transport, options: StreamOptions): AsyncIterableIterator<StreamEvent> {
  if (/[\0\r\n]/.test(options.lastEventId ?? '')) throw new RangeError('lastEventId: expected the `id` of an event');
  const { controller, release } = linkedController(options.signal);
  const events = tellingOfEnd(readEvents(transport, options, controller.signal), release);
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

async function* readEvents(
  transport: Transport,
  options: StreamOptions,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, undefined, undefined> {
  let parser = new EventStreamParser(options.lastEventId);
  for (let failures = 0; !signal.aborted; ) {
    let ended: unknown;
    try {
      for await (const events of connect(transport, options, parser, signal)) {
        failures = 0;
        for (const event of events) if (TYPES.has(event.type)) yield shapeEvent(event);
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
  { currency, addresses, idleTimeoutMs = IDLE_TIMEOUT_MS }: StreamOptions,
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
    const path = pathAndQuery('/stream', {}, { currency, address: addresses });
    const response = await transport.open(path, headersOf(parser.lastEventId), controller.signal);
    requireMediaType(response, 'text/event-stream');
    limit(idleTimeoutMs);
    for await (const bytes of bytesOf(response)) {
      // What is done with the events takes as long as it takes.
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

function shapeEvent({ type, data, lastEventId }: ServerSentEvent): StreamEvent {
  try {
    return { type, id: lastEventId, data: JSON.parse(data) } as StreamEvent;
  } catch {
    throw new ChaintrailError('unexpected-answer', `the data of an event ${type} is not JSON`);
  }
}
