/** A worker thread that decodes blocks, started when it is first needed and replaced when it died. */
import { Worker } from 'node:worker_threads';
import { giveMemoryBack } from '@chaintrail/chains';
import { type DecodeReply, type DecodeRequest, owning, receiveError } from './messages.js';
import { bytesOf, type DecodedOf, type DecodeTask } from './tasks.js';

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
      this.#calls.set(request.id, { size, resolve: (decoded) => resolve(decoded as DecodedOf<Task>), reject });
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

export function sizeOf(task: DecodeTask): number {
  return bytesOf(task).reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
}
