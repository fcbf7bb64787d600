/** The benchmark's end of {@link ../load-process.ts}. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../harness/cleanup.js';
import type { Percentiles } from '../timing.js';

export interface LoadRequest {
  /** Without a slash at the end. */
  readonly url: string;
  /** Asked in turn. */
  readonly paths: readonly string[];
  /** The place to begin at. */
  readonly first: number;
  readonly connections: number;
  /** No request begins after that. */
  readonly seconds: number;
  /** Accept-Encoding. */
  readonly encoding: string;
  /** The address of this machine to ask from; any where absent. */
  readonly from?: string;
  /** Whether 503 counts as an answer, as for a client that overloads the API. */
  readonly mayBeRefused?: boolean;
}

export interface LoadFigures extends Percentiles {
  readonly requests: number;
  readonly seconds: number;
  /** Of bodies as they were sent. */
  readonly bytes: number;
  /** The limits that the API names, as its header has them; null without. */
  readonly limits: string | null;
  /** Processor time of the load generator. */
  readonly processorSeconds: number;
}

export type LoadMessage = { readonly figures: LoadFigures } | { readonly failure: string };

/** The built one: also where this file runs unbuilt, in tests. */
const PROCESS = fileURLToPath(new URL('../../dist/load-process.js', import.meta.url));

export class LoadClient {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(cleanup: Cleanup): Promise<LoadClient> {
    // Without the options of this process: a profile is to be of the API.
    return new LoadClient(await cleanup.fork(PROCESS, { execArgv: [] }));
  }

  /** One call at a time. @throws Error after an unexpected answer */
  async run(request: LoadRequest): Promise<LoadFigures> {
    const exited = new AbortController();
    const gone = once(this.#child, 'exit', { signal: exited.signal }).then(() => {
      throw new Error('the load generator has ended');
    });
    gone.catch(() => undefined);
    this.#child.send(request);
    try {
      const [message] = (await Promise.race([once(this.#child, 'message'), gone])) as [LoadMessage];
      if ('failure' in message) throw new Error(message.failure);
      return message.figures;
    } finally {
      exited.abort();
    }
  }
}
