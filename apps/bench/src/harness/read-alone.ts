/** What reading a node's answers costs where nothing else is done with them. */
import { type BlockRef, decodeEvmBlock, type EvmChainNetwork } from '@chaintrail/chains';
import type { EvmGeneratorNode } from '@chaintrail/devnet';
import type { ReadAlone } from './node-messages.js';

/** The decoder's share is measured on every tenth block: it is the same for all but chance. */
const DECODE_EVERY = 10;

interface Answers {
  readonly block: Buffer;
  readonly receipts: Buffer;
}

/**
 * Reads the answers about every block of a generated chain, one after the other on one thread. Making them is not counted.
 * @param tell told how many blocks are read
 */
export function readAlone(node: EvmGeneratorNode, place: EvmChainNetwork, tell: (blocks: number) => void): ReadAlone {
  const { height: last } = node.tip();
  let bytes = 0;
  let parsing = 0;
  let decoding = 0;
  let decoded = 0;
  for (let height = 1; height <= last; height++) {
    const answers = node.answers(height);
    bytes += answers.block.length + answers.receipts.length;
    parsing += processorSeconds(() => parse(answers));
    if (height % DECODE_EVERY === 0 || last < DECODE_EVERY) {
      decoding += processorSeconds(() => decode(place, { height, hash: node.hashAt(height) }, answers));
      decoded++;
    }
    if (height % 1_000 === 0) tell(height);
  }
  return { bytes, jsonParseSeconds: parsing, decodeSeconds: decoded === 0 ? 0 : (decoding * last) / decoded };
}

/** Of all threads: the collector's work on what is made belongs to it. */
function processorSeconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The answers are ASCII, and Latin-1 is the fastest way from bytes to text. */
function parse({ block, receipts }: Answers): unknown {
  return [JSON.parse(block.toString('latin1')), JSON.parse(receipts.toString('latin1'))];
}

function decode(place: EvmChainNetwork, ref: BlockRef, answers: Answers): unknown {
  return decodeEvmBlock(place, ref, { ...answers, uncles: null });
}
