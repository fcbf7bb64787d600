/** Single outputs of a node's set of unspent outputs. */
import { z } from 'zod';
import { baseUnits } from '../../rpc/exact-json.js';
import { amountAnswer, hexAnswer } from './answer-schemas.js';
import type { UtxoConnection } from './utxo-connection.js';

export interface NodeOutpoint {
  /** Display form. */
  readonly txid: string;
  readonly vout: number;
}

/** An output as the node has it. */
export interface NodeOutput {
  /** Base units. */
  readonly value: bigint;
  readonly script: Buffer;
}

/** 60 KB of answer where scripts are ordinary ones. */
export const OUTPUTS_PER_BATCH = 100;

const outputAnswer = z.object({ value: amountAnswer, scriptPubKey: z.object({ hex: z.string() }) }).nullable();

/** @returns null for each that no block made, or that a block has spent. */
export async function readUnspentOutputs(
  node: UtxoConnection,
  outpoints: readonly NodeOutpoint[],
): Promise<(NodeOutput | null)[]> {
  const { largePool: pool } = await node.profile();
  // false: without the mempool, whose transactions spend these outputs.
  const params = outpoints.map(({ txid, vout }) => [txid, vout, false]);
  const read = (value: unknown): NodeOutput | null => {
    const output = outputAnswer.parse(value);
    if (output === null) return null;
    return { value: baseUnits(output.value, node.chainParams.decimals), script: hexAnswer(output.scriptPubKey.hex) };
  };
  return node.readEach('gettxout', params, read, () => false, { pool, exact: true });
}
