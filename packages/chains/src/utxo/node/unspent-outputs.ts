/** Single outputs of a node's set of unspent outputs. */

import { z } from 'zod';
import type { UtxoChain } from '../../chain.js';
import { checked } from '../../rpc/checked.js';
import { baseUnits } from '../../rpc/exact-json.js';
import type { JsonRpc } from '../../rpc/json-rpc.js';
import { amountAnswer, hexAnswer } from './answer-schemas.js';
import { rpcFailure } from './bitcoind-errors.js';
import type { NodeProfile } from './profile.js';

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
  chain: UtxoChain,
  rpc: JsonRpc,
  outpoints: readonly NodeOutpoint[],
  { largeLane: lane }: NodeProfile,
): Promise<(NodeOutput | null)[]> {
  const asked = { chain: chain.code, method: 'gettxout' };
  // false: leave the mempool out, where the very transaction that is looked at has spent them.
  const paramLists = outpoints.map(({ txid, vout }) => [txid, vout, false]);
  const outcomes = await rpc.batch(asked.method, paramLists, { lane, exact: true });
  return outcomes.map((outcome) => {
    if ('error' in outcome) throw rpcFailure(asked, outcome.error);
    return checked(asked, outcome.result, (value) => {
      const output = outputAnswer.parse(value);
      if (output === null) return null;
      return { value: baseUnits(output.value, chain.decimals), script: hexAnswer(output.scriptPubKey.hex) };
    });
  });
}
