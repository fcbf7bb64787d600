/** An indexer without a process of its own, for rows to compare with: a start takes longer than such a sync. */
import { setMaxListeners } from 'node:events';
import { inspect } from 'node:util';
import { loadIndexerSettings } from '@chaintrail/config';
import { createPool } from '@chaintrail/db';
import type { WaitedFor } from '@chaintrail/testkit';
import { createDecoder } from '../../apps/indexer/src/decode/decoder.js';
import { runFollowed } from '../../apps/indexer/src/run-followed.js';

/** As the process has it, but that everything happens in this thread, and nothing is audited. */
export class InProcessIndexer implements WaitedFor {
  readonly name = 'in-process indexer';
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  #output = '';
  #hasEnded = false;

  /** @param env settings of the indexer */
  constructor(databaseUrl: string, env: Readonly<Record<string, string>>) {
    // Each chain listens.
    setMaxListeners(0, this.#stop.signal);
    const settings = loadIndexerSettings({ ...env, DATABASE_URL: databaseUrl });
    const pool = createPool(databaseUrl, { max: 4, applicationName: 'chaintrail-test-indexer' });
    const decoder = createDecoder({ threads: 0 });
    const keep = (...said: readonly unknown[]): void => {
      this.#output += `${inspect(said)}\n`;
    };
    const log = { child: () => log, debug: () => undefined, info: keep, warn: keep, error: keep } as never;
    const memory = settings.syncMemoryBytes / settings.chains.length;
    const shared = { databaseUrl, pool, decoder, memory, threads: 0, log, signal: this.#stop.signal };
    const chains = settings.chains.map((chain) => runFollowed(chain, shared));
    this.#ended = Promise.all(chains).then(async () => {
      this.#hasEnded = true;
      await decoder.close();
      await pool.end();
    });
  }

  exitStatus(): string | null {
    return this.#hasEnded ? 'stopped' : null;
  }

  output(): string {
    return this.#output;
  }

  /** Repeating it changes nothing. */
  stop(): Promise<void> {
    this.#stop.abort();
    return this.#ended;
  }
}
