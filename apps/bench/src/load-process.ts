/** The load generator of `bench:api`, in a process of its own: requests as fast as the API answers. */
import { Pool } from 'undici';
import { ownProcessorSeconds, percentiles } from './harness/figures.js';
import { answerCalls } from './harness/forked.js';

export interface Load {
  /** Without a slash at the end. */
  readonly url: string;
  /** Paths, in turn. */
  readonly paths: readonly string[];
  /** The place to begin at. */
  readonly first: number;
  readonly connections: number;
  /** No request begins after that. */
  readonly seconds: number;
  /** Accept-Encoding. */
  readonly encoding: string;
}

const calls = {
  /** @throws Error after an unexpected answer */
  async load({ url, paths, first, connections, seconds, encoding }: Load) {
    const pool = new Pool(url, { connections, pipelining: 1 });
    const headers = { 'accept-encoding': encoding };
    const times: number[] = [];
    let [bytes, next] = [0, first];
    let limits: string | null = null;
    const used = ownProcessorSeconds();
    const start = performance.now();
    const end = start + seconds * 1_000;
    const client = async (): Promise<void> => {
      for (let asked = performance.now(); asked < end; asked = performance.now()) {
        const answer = await ask(pool, paths[next++ % paths.length]!, headers);
        times.push(performance.now() - asked);
        bytes += answer.bytes;
        limits = answer.limits;
      }
    };
    try {
      await Promise.all(Array.from({ length: connections }, client));
    } finally {
      await pool.destroy();
    }
    const elapsed = (performance.now() - start) / 1_000;
    return {
      ...{ requests: times.length, seconds: elapsed, ...percentiles(times) },
      // Bytes of bodies as they were sent; and the limits that the API names, as its header has them, null without.
      ...{ bytes, limits: limits as string | null, processorSeconds: ownProcessorSeconds(used) },
    };
  },
};
export type LoadCalls = typeof calls;

/** Characters of an unexpected answer that a message repeats. */
const TOLD_CHARS = 500;

/** Nothing of an answer is kept, which would be processor time. @throws Error for an unexpected one */
function ask(
  pool: Pool,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly bytes: number; readonly limits: string | null }> {
  return new Promise((resolve, reject) => {
    let [bytes, status, told] = [0, 0, ''];
    let limits: string | null = null;
    pool.dispatch(
      { method: 'GET', path, headers },
      {
        onRequestStart: () => undefined,
        onResponseStart(_controller, statusCode, received) {
          status = statusCode;
          limits = received['ratelimit-policy']?.toString() ?? null;
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length;
          if (status !== 200 && told.length < TOLD_CHARS) told += chunk.toString('latin1');
        },
        onResponseEnd() {
          if (status === 200) resolve({ bytes, limits });
          else reject(new Error(`${status} of ${path}: ${told.slice(0, TOLD_CHARS)}`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

answerCalls(calls);
