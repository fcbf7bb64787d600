/** The decoder thread: answers every request in turn, until its owner ends it. */
import { parentPort } from 'node:worker_threads';
import { DecodeError, TxidsNeededError } from '@chaintrail/chains';
import { type DecodeReply, type DecodeRequest, owning } from './messages.js';
import { bytesOf, type DecodeTask, runTask } from './tasks.js';

const owner = parentPort;
if (owner === null) throw new Error('the decoder runs as a thread of the indexer, not by itself');

owner.on('message', ({ id, task }: DecodeRequest) => {
  let reply: DecodeReply;
  const memory = new Set<ArrayBuffer>();
  try {
    const decoded = owning(runTask(task), memory);
    const spare = spareMemory(task, memory);
    for (const piece of spare) memory.add(piece);
    reply = { id, decoded, spare };
  } catch (error) {
    memory.clear();
    const offset = error instanceof DecodeError ? error.offset : null;
    reply = { id, error, offset, needsTxids: error instanceof TxidsNeededError };
  }
  owner.postMessage(reply, [...memory]);
});

// Memory that was given away before does not arrive. Nobody else would tell the caller, who waits for an answer.
owner.on('messageerror', (error: unknown) => {
  throw error;
});

/** Memory of the task that is not part of the answer. */
function spareMemory(task: DecodeTask, answered: ReadonlySet<ArrayBuffer>): ArrayBuffer[] {
  return bytesOf(task).flatMap((bytes) =>
    bytes !== null && bytes.buffer instanceof ArrayBuffer && !answered.has(bytes.buffer) ? [bytes.buffer] : [],
  );
}
