/** Fee estimates that the node has learnt from transactions that it saw come and be confirmed. */
import { z } from 'zod';
import { checked, isNotOffered } from '../../rpc/rpc-errors.js';
import { amountAnswer } from './answer-schemas.js';
import { bitcoindError } from './bitcoind-errors.js';
import type { UtxoConnection } from './utxo-connection.js';

export interface FeeEstimate {
  /** To be in one of so many blocks. */
  readonly blocks: number;
  /** Base units for 1,000 virtual bytes. */
  readonly feeRate: number;
}

/** Nodes estimate for two blocks at least. */
const TARGETS = [2, 3, 6, 12, 24, 144];
const BASE_UNITS = 1e8;

const rateAnswer = amountAnswer.transform(Number).refine(Number.isFinite, 'expected a number');
const smartAnswer = z.object({ feerate: rateAnswer.optional(), blocks: z.int().min(1).max(10_000) });

/**
 * `estimatesmartfee`; Bitcoin Cash Node has `estimatefee` for the next block alone, and zebrad nothing.
 * @returns the nearest blocks first; empty where the node offers none, or has not seen enough transactions yet
 */
export async function readFeeEstimates(node: UtxoConnection): Promise<FeeEstimate[]> {
  const { shielded, cashTokens } = node.chainParams;
  if (shielded) return [];
  const asked = node.asked(cashTokens ? 'estimatefee' : 'estimatesmartfee');
  const calls = (cashTokens ? [[]] : TARGETS.map((target) => [target])).map((params) => ({
    method: asked.method,
    params,
  }));
  const found = new Map<number, number>();
  for (const outcome of await node.rpc.batch(asked.method, calls)) {
    if ('error' in outcome) {
      const error = bitcoindError(asked, outcome.error);
      if (isNotOffered(error)) return [];
      throw error;
    }
    const { feerate, blocks } = checked(asked, outcome.result, (value) =>
      cashTokens ? { feerate: rateAnswer.parse(value), blocks: 1 } : smartAnswer.parse(value),
    );
    // dogecoind answers -1 where it has none.
    const feeRate = Math.round((feerate ?? -1) * BASE_UNITS);
    if (feeRate > 0 && Number.isSafeInteger(feeRate))
      found.set(blocks, Math.min(feeRate, found.get(blocks) ?? feeRate));
  }
  return [...found].map(([blocks, feeRate]) => ({ blocks, feeRate })).toSorted((a, b) => a.blocks - b.blocks);
}
