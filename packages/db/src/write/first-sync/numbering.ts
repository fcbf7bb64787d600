/** Numbers steps of the sort stage in worker threads, so that rows are made while PostgreSQL writes earlier ones. */
import { Worker } from 'node:worker_threads';
import { BucketNumbering } from './number-bucket.js';
import type { Chunk } from './staged-events.js';

/** One run of buckets, in one or more pieces. */
export interface StepNumbering {
  /** @param isLast no piece of the step follows. @returns a COPY stream of address_transactions */
  number(chunks: readonly Chunk[], isLast: boolean): Promise<Uint8Array>;
}

export interface Numbering {
  /** Starts a run of buckets. Its pieces must be given one after the other; those of other runs may come between. */
  step(): StepNumbering;
  close(): Promise<void>;
}

/** Task of a worker: a piece of a step. */
export interface NumberingTask {
  readonly step: number;
  readonly chunks: readonly Chunk[];
  readonly isLast: boolean;
}

/** @param shortSeq as {@link HistoryRows} takes it. @param threads 0 numbers in the calling thread */
export function createNumbering(shortSeq: boolean, threads: number): Numbering {
  return threads === 0 ? localNumbering(shortSeq) : threadedNumbering(shortSeq, threads);
}

function localNumbering(shortSeq: boolean): Numbering {
  return {
    step() {
      const numbering = new BucketNumbering(shortSeq);
      return {
        number: async (chunks) => numbering.number(chunks).history.finish(),
      };
    },
    close: async () => undefined,
  };
}

function threadedNumbering(shortSeq: boolean, threads: number): Numbering {
  const workers = Array.from({ length: threads }, () => new NumberingWorker(shortSeq));
  let steps = 0;
  return {
    step() {
      const step = steps++;
      const worker = workers[step % threads]!;
      return { number: (chunks, isLast) => worker.number({ step, chunks, isLast }) };
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

/** A thread that answers in the order it is asked. */
class NumberingWorker {
  private readonly worker: Worker;
  private readonly waiting: { resolve(rows: Uint8Array): void; reject(error: Error): void }[] = [];
  private failure: Error | null = null;

  constructor(shortSeq: boolean) {
    this.worker = new Worker(new URL('./numbering-worker.js', import.meta.url), { workerData: { shortSeq } });
    this.worker.on('message', (rows: Uint8Array) => this.waiting.shift()?.resolve(rows));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('a thread that numbers histories ended')));
  }

  number(task: NumberingTask): Promise<Uint8Array> {
    if (this.failure !== null) return Promise.reject(this.failure);
    // All chunks of a piece are views of one answer; it goes with them.
    const memory = [...new Set(task.chunks.map(({ bytes }) => bytes.buffer as ArrayBuffer))];
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(task, memory);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.failure);
  }
}
