/** Decoding off the thread that fetches and writes. */
import type { UtxoChain } from '@chaintrail/chains';
import { type DecodedBlock, decodeBlock } from './decode-block.js';
import { DecoderThread } from './decoder-thread.js';

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
  return {
    async decode(chain, bytes, spentBytes, txids) {
      if (closed) throw new Error('the decoder is closed');
      const size = bytes.length + (spentBytes?.length ?? 0);
      const thread = size > TINY_BYTES ? leastBusy(pool) : undefined;
      const decoding = [chain, bytes, spentBytes, txids ?? null] as const;
      return thread ? thread.decode(...decoding) : decodeBlock(...decoding);
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
