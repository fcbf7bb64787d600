/** Decoding off the thread that fetches and writes, by threads that start when first needed, and anew when they died. */

import { Worker } from 'node:worker_threads';
import { giveMemoryBack } from '@chaintrail/chains';
import { type DecodeReply, type DecodeRequest, owning, receiveBlock, receiveError } from './messages.js';
import { bytesOf, type DecodedBlock, type DecodedOf, type DecodeTask, runTask } from './tasks.js';

export interface Decoder {
  /**
   * Answers may come in another order than calls. The caller bounds how many calls are under way.
   *
   * The byte arrays of the task are given away: their memory may be another thread's from here on, and is that of the
   * answer.
   *
   * @throws DecodeError when the bytes are not what they should be
   * @throws TxidsNeededError when a UTXO block can be decoded with the node's `txids` only
   * @throws DecoderDiedError when the thread that had the task ended, for lack of memory for example; later calls get
   * another thread
   */
  run<Task extends DecodeTask>(task: Task): Promise<DecodedOf<Task>>;
  /** Ends every thread. Calls under way and later ones are rejected. */
  close(): Promise<void>;
}

/** Up to this size decoding takes no more of the calling thread's time (50 µs) than asking another thread does. */
const TINY_BYTES = 4_096;

/** @param options.threads worker threads, started as they are needed; with 0 the calling thread decodes */
export function createDecoder({ threads }: { readonly threads: number }): Decoder {
  if (!Number.isInteger(threads) || threads < 0) throw new RangeError(`${threads} is no number of decoder threads`);
  const pool = Array.from({ length: threads }, () => new DecoderThread());
  let closed = false;
  const run = async <Task extends DecodeTask>(task: Task): Promise<DecodedOf<Task>> => {
    if (closed) throw new Error('the decoder is closed');
    const thread = sizeOf(task) > TINY_BYTES ? leastBusy(pool) : undefined;
    return thread ? thread.run(task) : runTask(task);
  };
  return {
    run,
    async close() {
      closed = true;
      await Promise.all(pool.map((thread) => thread.close(new Error('the decoder is closed'))));
    },
  };
}

/** Among equals the first, so that a thread starts only when those before it are busy. */
function leastBusy(pool: readonly DecoderThread[]): DecoderThread | undefined {
  return pool.reduce<DecoderThread | undefined>(
    (least, thread) => (least && least.pendingBytes <= thread.pendingBytes ? least : thread),
    undefined,
  );
}

/** A decoder thread ended with blocks in its hands, which are lost: fetch them again. */
export class DecoderDiedError extends Error {
  override readonly name = 'DecoderDiedError';
}

interface Call {
  readonly size: number;
  readonly resolve: (decoded: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class DecoderThread {
  #worker: Worker | null = null;
  readonly #calls = new Map<number, Call>();
  #lastId = 0;
  #pendingBytes = 0;

  /** Bytes handed over and not yet answered: how busy the thread is. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Takes the byte arrays of the task out of the caller's hands where they own their memory. */
  run<Task extends DecodeTask>(task: Task): Promise<DecodedOf<Task>> {
    const size = sizeOf(task);
    const memory = new Set<ArrayBuffer>();
    const request: DecodeRequest = { id: ++this.#lastId, task: owning(task, memory) };
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      this.#worker.postMessage(request, [...memory]);
      this.#worker.ref();
      // The result of a task is what its kind says: both threads run the same code.
      const receive = (decoded: unknown) =>
        (task.kind === 'utxo' ? receiveBlock(decoded as DecodedBlock) : decoded) as DecodedOf<Task>;
      this.#calls.set(request.id, { size, resolve: (decoded) => resolve(receive(decoded)), reject });
      this.#pendingBytes += size;
    });
  }

  /** Ends the thread. @param reason what the calls under way are rejected with */
  async close(reason: Error): Promise<void> {
    const worker = this.#worker;
    this.#drop(reason);
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { name: 'decoder' });
    worker.on('message', (reply: DecodeReply) => this.#settle(worker, reply));
    worker.on('error', (error) =>
      this.#end(worker, new DecoderDiedError(`a decoder thread died: ${error}`, { cause: error })),
    );
    worker.on('messageerror', (error) =>
      this.#end(worker, new DecoderDiedError('a decoder thread answered nothing readable', { cause: error })),
    );
    worker.on('exit', (code) =>
      this.#end(worker, new DecoderDiedError(`a decoder thread ended with exit code ${code}`)),
    );
    worker.unref(); // an idle thread does not keep the process
    return worker;
  }

  #settle(worker: Worker, reply: DecodeReply): void {
    const call = this.#calls.get(reply.id);
    if (!call) return; // of a thread that was given up
    this.#calls.delete(reply.id);
    this.#pendingBytes -= call.size;
    if (this.#calls.size === 0) worker.unref();
    if ('decoded' in reply) {
      for (const memory of reply.spare) giveMemoryBack(memory);
      call.resolve(reply.decoded);
    } else call.reject(receiveError(reply.error, reply.offset, reply.needsTxids));
  }

  /** `worker` is no more, or of no more use; the next call starts another. */
  #end(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    this.#drop(error);
    void worker.terminate();
  }

  #drop(error: Error): void {
    this.#worker = null;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#pendingBytes = 0;
    for (const call of calls) call.reject(error);
  }
}

/** An address and an amount or two. */
const BYTES_PER_BALANCE = 100;

export function sizeOf(task: DecodeTask): number {
  const balances = task.kind === 'cosmos' ? (task.opening?.balances.length ?? 0) : 0;
  return bytesOf(task).reduce((sum, bytes) => sum + (bytes?.length ?? 0), BYTES_PER_BALANCE * balances);
}
