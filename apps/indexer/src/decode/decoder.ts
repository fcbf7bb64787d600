/** Decoding off the thread that fetches and writes. */
import type { UtxoChain } from '@chaintrail/chains';
import type { DecodedBlock } from './decode-block.js';
import { DecoderThread, sizeOf } from './decoder-thread.js';
import { receiveBlock } from './messages.js';
import { type DecodedOf, type DecodeTask, runTask } from './tasks.js';

export interface Decoder {
  /**
   * Decodes a block, and what it spends where the node delivered that. Answers may come in another order than calls. The
   * caller bounds how many calls are under way.
   *
   * `bytes` and `spentBytes` are given away: their memory may be another thread's from here on, and is `block.bytes` and
   * `spent.bytes` of the answer.
   *
   * @param txids of the block where the node was asked for them, after a TxidsNeededError
   * @throws DecodeError when the bytes are no block of the chain, or the spent outputs not those of the block
   * @throws TxidsNeededError when it can be decoded with the node's `txids` only
   * @throws DecoderDiedError when the thread that had the block ended, for lack of memory for example; later calls get
   * another thread
   */
  decode(chain: UtxoChain, bytes: Buffer, spentBytes: Buffer | null, txids?: Buffer): Promise<DecodedBlock>;
  /** Any other task, under the same conditions: its byte arrays are given away. */
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
    async decode(chain, bytes, spentBytes, txids) {
      const task = { kind: 'utxo', chain: chain.code, bytes, spentBytes, txids: txids ?? null } as const;
      return receiveBlock(await run(task));
    },
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
