/** Measures the cost of only reading a node's answers. */
import { type CosmosChainNetwork, decodeCosmosBlock, decodeEvmBlock, type EvmChainNetwork } from '@chaintrail/chains';
import type { CosmosNodeSimulation, EvmGeneratorNode } from '@chaintrail/devnet';
import { ownProcessorSeconds } from './figures.js';

/** The decoder is measured on every tenth block. */
const DECODE_EVERY = 10;

/** The cost of only reading the answers about every block. */
export interface ReadAlone {
  /** Size of the answers: blocks, and receipts or results. */
  readonly bytes: number;
  /** Processor time of `JSON.parse` over the text of these bytes, seconds. */
  readonly jsonParseSeconds: number;
  /** Seconds of the decoder over some of the blocks, extrapolated to all of them. */
  readonly decodeSeconds: number;
}

/** A generated chain, as far as its answers go. */
export interface AnsweredChain {
  /** Height of the last block; the first one is 1. */
  readonly height: number;
  /** Bodies in JSON, and what decodes them. */
  answers(height: number): { readonly bodies: readonly Buffer[]; decode(): unknown };
}

export function evmAnswers(place: EvmChainNetwork, node: EvmGeneratorNode): AnsweredChain {
  return {
    height: node.chain.height,
    answers(height) {
      const { block, receipts } = node.answers(height);
      const ref = { height, hash: node.chain.hashAt(height) };
      return { bodies: [block, receipts], decode: () => decodeEvmBlock(place, ref, { block, receipts, uncles: null }) };
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
        decode: () => decodeCosmosBlock(place, ref, { block, results, resultsHash: null, opening: null }),
      };
    },
  };
}

/** Reads the answers about every block of a generated chain in order, on one thread. Generating them is not counted. */
export function readAlone({ height: last, answers }: AnsweredChain): ReadAlone {
  let [bytes, parsing, decoding, decoded] = [0, 0, 0, 0];
  for (let height = 1; height <= last; height++) {
    const { bodies, decode } = answers(height);
    bytes += bodies.reduce((sum, { length }) => sum + length, 0);
    // The answers are ASCII, and Latin-1 is the fastest way from bytes to text.
    parsing += processorSecondsOf(() => bodies.map((body) => JSON.parse(body.toString('latin1'))));
    if (height % DECODE_EVERY !== 0 && last >= DECODE_EVERY) continue;
    decoding += processorSecondsOf(decode);
    decoded++;
  }
  return { bytes, jsonParseSeconds: parsing, decodeSeconds: decoded === 0 ? 0 : (decoding * last) / decoded };
}

function processorSecondsOf(work: () => unknown): number {
  const before = ownProcessorSeconds();
  work();
  return ownProcessorSeconds(before);
}
