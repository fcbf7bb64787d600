/** One HTTP exchange, whose response body is read into one buffer, and a pool of such buffers. */
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { NodeError, TooLargeError } from '../errors.js';
import { type NodeCall, quoteForeign } from './rpc-errors.js';

interface EncodedResponse {
  readonly status: number;
  /** `identity` where the node does not say. */
  readonly encoding: string;
  readonly body: Buffer;
}

const gunzip = promisify(gunzipWithCallback);

/**
 * Sends one request and reads the whole response. Compression is not requested, but some proxies compress anyway.
 * @throws TooLargeError when more than `maxBytes` come, NodeError for another encoding; else what undici reports, or
 *   the reason of `signal`
 */
export async function readResponse(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  maxBytes: number,
  signal: AbortSignal,
  asked: NodeCall,
): Promise<{ readonly status: number; readonly body: Buffer }> {
  const tooLarge = () => new TooLargeError(`the answer is larger than ${maxBytes} bytes`, false, asked);
  const { status, encoding, body } = await readEncoded(dispatcher, options, maxBytes, signal, tooLarge);
  if (encoding === 'identity' || body.length === 0) return { status, body };
  if (encoding !== 'gzip')
    throw new NodeError(`the answer is encoded as "${quoteForeign(encoding, 20)}"`, false, asked);
  try {
    return { status, body: await gunzip(body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new NodeError('the answer is not what its encoding says', true, { ...asked, cause: error });
  }
}

/**
 * Bytes are copied from the socket once, into a buffer of the length that the node announced. Reading a stream of
 * chunks and joining them took half of the time of a client of large blocks.
 */
function readEncoded(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  maxBytes: number,
  signal: AbortSignal,
  tooLarge: () => Error,
): Promise<EncodedResponse> {
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
    const body = new GrowingBody(maxBytes);
    let status = 0;
    let encoding = 'identity';
    dispatcher.dispatch(options, {
      onRequestStart(started) {
        controller = started;
        if (signal.aborted) started.abort(signal.reason as Error);
      },
      onResponseStart(started, code, headers) {
        status = code;
        encoding = String(headers['content-encoding'] ?? 'identity');
        const announced = Number(headers['content-length'] ?? 0);
        if (announced > maxBytes) started.abort(tooLarge());
        else body.expect(announced);
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

/** First size of the buffer for a response without a length. */
const LEAST_BYTES = 4_096;

class GrowingBody {
  length = 0;
  readonly #maxBytes: number;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @param bytes as announced; a lie costs memory that was allowed for, or a copy */
  expect(bytes: number): void {
    if (Number.isSafeInteger(bytes) && bytes > 0) this.#buffer = takeMemory(bytes);
  }

  add(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(
        Math.max(needed, Math.min(this.#maxBytes, 2 * this.#buffer.length), LEAST_BYTES),
      );
      this.#buffer.copy(larger, 0, 0, this.length);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.length);
    this.length = needed;
  }

  /** In a buffer that is not shared, so that it may be transferred to another thread. */
  bytes(): Buffer {
    if (this.length === this.#buffer.length) return this.#buffer;
    const exact = Buffer.allocUnsafeSlow(this.length);
    this.#buffer.copy(exact, 0, 0, this.length);
    return exact;
  }
}

/** Smaller buffers are not kept. */
const LEAST_POOLED_BYTES = 64 * 2 ** 10;
/** Most that the pool keeps. */
const MOST_KEPT_BYTES = 64 * 2 ** 20;
/** A buffer serves answers down to a quarter of its size. */
const LARGEST_WASTE = 4;

/**
 * A pool of buffers for large responses. With a new buffer for each block, the garbage collector marks all live memory
 * every few dozen blocks. That was a tenth of the time of a first sync.
 */
const free: ArrayBuffer[] = [];
let freeBytes = 0;
/** Reused buffers, which may be larger than their content. */
const lent = new WeakSet<ArrayBufferLike>();

/** A buffer for a response of so many bytes. Giving it back is optional. */
function takeMemory(bytes: number): Buffer {
  if (bytes < LEAST_POOLED_BYTES) return Buffer.allocUnsafeSlow(bytes);
  const found = free.findIndex(({ byteLength }) => byteLength >= bytes && byteLength <= LARGEST_WASTE * bytes);
  if (found < 0) return Buffer.allocUnsafeSlow(bytes);
  const [memory] = free.splice(found, 1) as [ArrayBuffer];
  freeBytes -= memory.byteLength;
  lent.add(memory);
  return Buffer.from(memory, 0, bytes);
}

/** Whether a view lies in a reused buffer, which may be transferred although it holds more than the view. */
export function isLentMemory(memory: ArrayBufferLike): boolean {
  return lent.has(memory);
}

/** @param memory that is no longer read, in this thread or in one that it was transferred to */
export function giveMemoryBack(memory: ArrayBuffer): void {
  if (memory.byteLength < LEAST_POOLED_BYTES || freeBytes + memory.byteLength > MOST_KEPT_BYTES) return;
  free.push(memory);
  freeBytes += memory.byteLength;
}
