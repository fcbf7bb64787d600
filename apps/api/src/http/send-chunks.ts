import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** The rest of an answer is not sent, for a reason that is the operator's to know. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
}

/**
 * A client that takes no chunk for so long is cut off, however little of one it takes now and then. Before the bound of the
 * server on a silent socket (SOCKET_TIMEOUT_MS), and long enough for a phone in a tunnel.
 */
const STALLED_MS = 60_000;
/**
 * One that takes chunks, but less than this in so long, is cut off, too: 16 KiB a second, a poor mobile network. What
 * making a chunk takes does not count. Else a chunk a minute would keep a place among whole histories for days.
 */
const LEAST_BYTES = 16_384 * 120;
const LEAST_IN_MS = 120_000;
/** Above Node's 10, beyond which it warns of a leak. */
const MOST_LISTENERS = 20;

export interface Patience {
  readonly stalledMs: number;
  readonly leastBytes: number;
  readonly leastInMs: number;
}

interface Sending {
  /** Compresses them on their way; null: they go as they are. */
  readonly encoder?: Duplex | null;
  readonly patience?: Patience;
}

const PATIENCE: Patience = { stalledMs: STALLED_MS, leastBytes: LEAST_BYTES, leastInMs: LEAST_IN_MS };

/**
 * Sends chunks one by one: the next is made when the client has taken the one before. Ends quietly where the client leaves.
 * @param make told by its signal that nobody waits for more
 * @throws what making a chunk throws, and CutOffError for a client that takes nothing, or too little; then the answer
 * has no end
 */
export async function sendChunks(
  response: Response,
  make: (gone: AbortSignal) => AsyncIterable<string> | Iterable<Buffer>,
  { encoder = null, patience = PATIENCE }: Sending = {},
): Promise<void> {
  const { stalledMs, leastBytes, leastInMs } = patience;
  if (response.destroyed) return;
  // Others have some, and `pipeline` adds half a dozen.
  response.setMaxListeners(MOST_LISTENERS);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  let watch: NodeJS.Timeout | undefined;
  const startWatch = (): void => {
    watch = setTimeout(() => gone.abort(new CutOffError('the client took nothing for too long')), stalledMs);
  };
  const chunks = async function* (): AsyncGenerator<string | Buffer> {
    let waitedMs = 0;
    let taken = 0;
    for await (const chunk of make(gone.signal)) {
      startWatch();
      const startMs = performance.now();
      yield chunk;
      clearTimeout(watch);
      waitedMs += performance.now() - startMs;
      taken += chunk.length;
      if (waitedMs < leastInMs) continue;
      if (taken < leastBytes) throw new CutOffError('the client took too little for too long');
      waitedMs = 0;
      taken = 0;
    }
    startWatch();
  };
  try {
    const { signal } = gone;
    if (encoder === null) await pipeline(chunks, response, { signal });
    else await pipeline(chunks, encoder, response, { signal });
  } catch (error) {
    if (!isLeaving(error)) throw error;
    if (gone.signal.reason instanceof CutOffError) throw gone.signal.reason;
  } finally {
    clearTimeout(watch);
  }
}

function isLeaving(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ABORT_ERR' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED';
}
