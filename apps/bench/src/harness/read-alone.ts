/** Measures the cost of only reading a node's answers. */
import { type CosmosChainNetwork, decodeCosmosBlock, decodeEvmBlock, type EvmChainNetwork } from '@chaintrail/chains';
import type { CosmosNodeSimulation, EvmGeneratorNode } from '@chaintrail/devnet';
import type { ReadAlone } from './node-messages.js';

/** The decoder is measured on every tenth block. */
const DECODE_EVERY = 10;

/** A generated chain, as far as its answers go. */
export interface AnsweredChain {
  /** Of the last block; the first one is 1. */
  readonly height: number;
  answers(height: number): AnsweredBlock;
}

interface AnsweredBlock {
  /** JSON. */
  readonly bodies: readonly Buffer[];
  decode(): unknown;
}

export function evmAnswers(place: EvmChainNetwork, node: EvmGeneratorNode): AnsweredChain {
  return {
    height: node.tip().height,
    answers(height) {
      const { block, receipts } = node.answers(height);
      const ref = { height, hash: node.hashAt(height) };
      return {
        bodies: [block, receipts],
        decode: () => decodeEvmBlock(place, ref, { block, receipts, uncles: null }),
      };
    },
  };
}

export function cosmosAnswers(place: CosmosChainNetwork, node: CosmosNodeSimulation): AnsweredChain {
  return {
    height: node.tip().height,
    answers(height) {
      const { block, results } = node.answers(height);
      const ref = { height, hash: node.chain.hashAt(height) };
      return {
        bodies: [block, results],
        decode: () => decodeCosmosBlock(place, ref, { block, results, opening: null }),
      };
    },
  };
}

/**
 * Reads the answers about every block of a generated chain in order, on one thread. Generating them is not counted.
 * @param tell told how many blocks are read
 */
export function readAlone(chain: AnsweredChain, tell: (blocks: number) => void): ReadAlone {
  const { height: last } = chain;
  let bytes = 0;
  let parsing = 0;
  let decoding = 0;
  let decoded = 0;
  for (let height = 1; height <= last; height++) {
    const { bodies, decode } = chain.answers(height);
    bytes += bodies.reduce((sum, { length }) => sum + length, 0);
    // The answers are ASCII, and Latin-1 is the fastest way from bytes to text.
    parsing += processorSeconds(() => bodies.map((body) => JSON.parse(body.toString('latin1'))));
    if (height % DECODE_EVERY === 0 || last < DECODE_EVERY) {
      decoding += processorSeconds(decode);
      decoded++;
    }
    if (height % 1_000 === 0) tell(height);
  }
  return { bytes, jsonParseSeconds: parsing, decodeSeconds: decoded === 0 ? 0 : (decoding * last) / decoded };
}

/** Of all threads: garbage collection counts, too. */
function processorSeconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
