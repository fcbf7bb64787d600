/** One HTTP exchange, its answer read into memory of its own as it comes. */
import type { Dispatcher } from 'undici';
import { takeMemory } from './response-buffers.js';

export interface ReadAnswer {
  readonly status: number;
  /** `identity` where the node does not say. */
  readonly encoding: string;
  readonly body: Buffer;
}

/**
 * Sends one request and reads the whole answer. Bytes are copied from the socket once, into a buffer of the length that the
 * node announced: reading a stream of chunks and joining them took a client of large blocks half of its time.
 * @param tooLarge made and thrown when more than `maxBytes` come
 * @throws whatever undici reports, or the reason of `signal`
 */
export function readAnswer(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  maxBytes: number,
  signal: AbortSignal,
  tooLarge: () => Error,
): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    const abort = () => {
      const reason = signal.reason as Error;
      reject(reason);
      controller?.abort(reason);
    };
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    const body = new GrowingBody();
    let status = 0;
    let encoding = 'identity';
    dispatcher.dispatch(options, {
      onRequestStart(started) {
        controller = started;
        if (signal.aborted) started.abort(signal.reason as Error);
      },
      onResponseStart(_, code, headers) {
        status = code;
        encoding = String(headers['content-encoding'] ?? 'identity');
        body.expect(Math.min(maxBytes, Number(headers['content-length'] ?? 0)));
      },
      onResponseData(started, chunk) {
        if (body.length + chunk.length > maxBytes) started.abort(tooLarge());
        else body.add(chunk);
      },
      onResponseEnd: () => end(() => resolve({ status, encoding, body: body.bytes() })),
      onResponseError: (_, error) => end(() => reject(error)),
    });
  });
}

/** Room for an answer without a length, to begin with. */
const LEAST_BYTES = 4_096;

class GrowingBody {
  length = 0;
  #buffer: Buffer = Buffer.alloc(0);

  /** @param bytes as announced; a lie costs memory that was allowed for, or a copy */
  expect(bytes: number): void {
    if (Number.isSafeInteger(bytes) && bytes > 0) this.#buffer = takeMemory(bytes);
  }

  add(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length, LEAST_BYTES));
      this.#buffer.copy(larger, 0, 0, this.length);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.length);
    this.length = needed;
  }

  /** In memory that nobody else uses, so that they may be handed to another thread. */
  bytes(): Buffer {
    if (this.length === this.#buffer.length) return this.#buffer;
    const exact = Buffer.allocUnsafeSlow(this.length);
    this.#buffer.copy(exact, 0, 0, this.length);
    return exact;
  }
}
