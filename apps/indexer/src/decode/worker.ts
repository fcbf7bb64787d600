/** The decoder thread: answers every request in turn, until its owner ends it. */
import { parentPort } from 'node:worker_threads';
import { DecodeError, requireUtxoChain, TxidsNeededError } from '@chaintrail/chains';
import { decodeBlock } from './decode-block.js';
import { asBuffer, type DecodeReply, type DecodeRequest, memoryOf, ownMemory } from './messages.js';

const owner = parentPort;
if (owner === null) throw new Error('the decoder runs as a thread of the indexer, not by itself');

owner.on('message', ({ id, chain, bytes, spentBytes, txids }: DecodeRequest) => {
  let reply: DecodeReply;
  let memory: ArrayBuffer[] = [];
  try {
    const { block, spent } = decodeBlock(
      requireUtxoChain(chain),
      asBuffer(bytes),
      spentBytes && asBuffer(spentBytes),
      txids && asBuffer(txids),
    );
    // The txids of a small block lie in memory that Node shares among its Buffers.
    const sent = { block: { ...block, txids: asBuffer(ownMemory(block.txids)) }, spent };
    memory = memoryOf([...Object.values(sent.block), ...(spent ? Object.values(spent) : [])]);
    reply = { id, decoded: sent };
  } catch (error) {
    const offset = error instanceof DecodeError ? error.offset : null;
    reply = { id, error, offset, needsTxids: error instanceof TxidsNeededError };
  }
  owner.postMessage(reply, memory);
});
