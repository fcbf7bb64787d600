/** Decoding off the thread that fetches and writes. */
import { DecoderThread, sizeOf } from './decoder-thread.js';
import { type DecodedOf, type DecodeTask, runTask } from './tasks.js';

export interface Decoder {
  /**
   * Answers may come in another order than calls. The caller bounds how many calls are under way.
   *
   * The byte arrays of the task are given away: their memory may be another thread's from here on, and is that of the
   * answer. A Buffer arrives as a Uint8Array; see `receiveBlock`.
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
