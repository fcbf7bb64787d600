/**
 * The load generator of `bench:api`: requests as fast as the API answers. It has its own process, so that its processor
 * time is not measured. It ends with the benchmark.
 */
import { Pool } from 'undici';
import type { LoadFigures, LoadMessage, LoadRequest } from './api/load-client.js';
import { percentiles } from './timing.js';

/** Characters of an unexpected answer that a message repeats. */
const TOLD_CHARS = 500;

interface Asked {
  readonly bytes: number;
  readonly policy: string | null;
}

/** @throws Error for an unexpected answer */
function ask(
  pool: Pool,
  path: string,
  headers: Readonly<Record<string, string>>,
  mayBeRefused: boolean,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let status = 0;
    let policy: string | null = null;
    let told = '';
    pool.dispatch(
      { method: 'GET', path, headers },
      {
        onRequestStart: () => undefined,
        onResponseStart(_controller, statusCode, received) {
          status = statusCode;
          policy = received['ratelimit-policy']?.toString() ?? null;
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length;
          if (status !== 200 && told.length < TOLD_CHARS) told += chunk.toString('latin1');
        },
        onResponseEnd() {
          if (status === 200 || (status === 503 && mayBeRefused)) resolve({ bytes, policy });
          else reject(new Error(`${status} of ${path}: ${told.slice(0, TOLD_CHARS)}`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

async function load({
  url,
  paths,
  first,
  connections,
  seconds,
  encoding,
  from,
  mayBeRefused = false,
}: LoadRequest): Promise<LoadFigures> {
  const pool = new Pool(url, { connections, pipelining: 1, ...(from && { localAddress: from }) });
  const headers = { 'accept-encoding': encoding };
  const times: number[] = [];
  let bytes = 0;
  let next = first;
  let policy: string | null = null;
  const used = process.cpuUsage();
  const start = performance.now();
  const end = start + seconds * 1_000;
  const client = async (): Promise<void> => {
    for (let asked = performance.now(); asked < end; asked = performance.now()) {
      const answer = await ask(pool, paths[next++ % paths.length]!, headers, mayBeRefused);
      times.push(performance.now() - asked);
      bytes += answer.bytes;
      policy = answer.policy;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, client));
  } finally {
    await pool.destroy();
  }
  const elapsed = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(used);
  return {
    ...{ requests: times.length, seconds: elapsed, ...percentiles(times) },
    ...{ bytes, limits: policy, processorSeconds: (user + system) / 1e6 },
  };
}

const send = (message: LoadMessage): void => void process.send?.(message);

// Ctrl-C in a terminal reaches this process too; the benchmark decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
process.on('message', (request: LoadRequest) => {
  load(request).then(
    (figures) => send({ figures }),
    (error: Error) => send({ failure: error.message }),
  );
});
