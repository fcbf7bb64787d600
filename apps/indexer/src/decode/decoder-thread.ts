/** A worker thread that decodes blocks, started when it is first needed and replaced when it died. */
import { Worker } from 'node:worker_threads';
import type { UtxoChain } from '@chaintrail/chains';
import type { DecodedBlock } from './decode-block.js';
import { type DecodeReply, type DecodeRequest, memoryOf, ownMemory, receiveBlock, receiveError } from './messages.js';

/** A decoder thread ended with blocks in its hands, which are lost: fetch them again. */
export class DecoderDiedError extends Error {
  override readonly name = 'DecoderDiedError';
}

interface Call {
  readonly size: number;
  readonly resolve: (decoded: DecodedBlock) => void;
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

  /** Takes `bytes` and `spentBytes` out of the caller's hands where they own their memory. */
  decode(chain: UtxoChain, bytes: Buffer, spentBytes: Buffer | null, txids: Buffer | null): Promise<DecodedBlock> {
    const size = bytes.length + (spentBytes?.length ?? 0);
    const request: DecodeRequest = {
      id: ++this.#lastId,
      chain: chain.code,
      bytes: ownMemory(bytes),
      spentBytes: spentBytes && ownMemory(spentBytes),
      txids,
    };
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      this.#worker.postMessage(request, memoryOf([request.bytes, request.spentBytes]));
      this.#worker.ref();
      this.#calls.set(request.id, { size, resolve, reject });
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
    if ('decoded' in reply) call.resolve(receiveBlock(reply.decoded));
    else call.reject(receiveError(reply.error, reply.offset, reply.needsTxids));
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
