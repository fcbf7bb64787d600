/** A transaction in the node's own words, for comparing our reading of its bytes with the node's. */

import { z } from 'zod';
import type { UtxoChain } from '../../chain.js';
import { NodeError } from '../../errors.js';
import { checked } from '../../rpc/checked.js';
import { baseUnits } from '../../rpc/exact-json.js';
import type { JsonRpc } from '../../rpc/json-rpc.js';
import { amountAnswer, hashAnswer } from './answers.js';
import { RPC_NOT_FOUND } from './failures.js';
import type { NodeProfile } from './profile.js';

export interface DescribedOutput {
  /** Base units. */
  readonly value: bigint;
  /** As the node writes them: none, one, or on older nodes all those of a bare multisig. */
  readonly addresses: readonly string[];
  /** The locking script; on Bitcoin Cash without the tokens before it. */
  readonly scriptHex: string;
}

/** The outpoint that is spent, or that there is none. */
export type DescribedInput = { readonly txid: string; readonly vout: number } | 'coinbase';

export interface DescribedTransaction {
  readonly txid: string;
  readonly inputs: readonly DescribedInput[];
  readonly outputs: readonly DescribedOutput[];
}

const inputAnswer = z.object({
  coinbase: z.string().optional(),
  txid: hashAnswer.optional(),
  vout: z.int().min(0).optional(),
  /** litecoind: an input or output of the MWEB part, which has no place among ours. */
  ismweb: z.boolean().optional(),
});

const outputAnswer = z.object({
  value: amountAnswer.optional(),
  /** zebrad: base units, where `value` has gone through a float. */
  valueZat: amountAnswer.optional(),
  scriptPubKey: z
    .object({ hex: z.string(), address: z.string().optional(), addresses: z.array(z.string()).optional() })
    .optional(),
  ismweb: z.boolean().optional(),
});

const transactionAnswer = z.object({ txid: hashAnswer, vin: z.array(inputAnswer), vout: z.array(outputAnswer) });
const blockAnswer = z.object({ tx: z.array(z.unknown()) });

/**
 * @param blockHash of the block that has it, so that the node needs no `txindex` (dogecoind before 1.14.7 does)
 * @throws NodeError with code -5 when that block has no such transaction, or for a genesis coinbase, which most nodes refuse
 */
export async function readDescribedTransaction(
  chain: UtxoChain,
  rpc: JsonRpc,
  txid: string,
  blockHash: string,
  { describes, largeLane: lane }: NodeProfile,
): Promise<DescribedTransaction> {
  const method = describes === 'getblock 2' ? 'getblock' : 'getrawtransaction';
  const asked = { chain: chain.code, method };
  const options = { lane, exact: true } as const;
  if (describes !== 'getblock 2') {
    const place = describes === 'getrawtransaction' ? [] : [blockHash];
    const answer = await rpc.call(method, [txid, 1, ...place], options);
    return checked(asked, answer, (value) => describe(chain, txid, value));
  }
  const { tx } = checked(asked, await rpc.call(method, [blockHash, 2], options), (value) => blockAnswer.parse(value));
  const found = tx.find((one) => z.object({ txid: z.literal(txid) }).safeParse(one).success);
  if (found === undefined) {
    throw new NodeError(`block ${blockHash} has no transaction ${txid}`, false, { ...asked, code: RPC_NOT_FOUND });
  }
  return checked(asked, found, (value) => describe(chain, txid, value));
}

function describe(chain: UtxoChain, asked: string, value: unknown): DescribedTransaction {
  const { txid, vin, vout } = transactionAnswer.parse(value);
  if (txid !== asked) throw new TypeError(`asked for transaction ${asked}, got ${txid}`);
  return {
    txid,
    inputs: vin.filter((input) => !input.ismweb).map(describeInput),
    outputs: vout.filter((output) => !output.ismweb).map((output) => describeOutput(chain, output)),
  };
}

function describeInput({ coinbase, txid, vout }: z.infer<typeof inputAnswer>): DescribedInput {
  if (coinbase !== undefined) return 'coinbase';
  if (txid === undefined || vout === undefined) throw new TypeError('an input names no output');
  return { txid, vout };
}

function describeOutput(chain: UtxoChain, output: z.infer<typeof outputAnswer>): DescribedOutput {
  const { value, valueZat, scriptPubKey } = output;
  if (value === undefined || scriptPubKey === undefined) throw new TypeError('an output has no value or no script');
  const { hex: scriptHex, address, addresses = [] } = scriptPubKey;
  return {
    value: valueZat === undefined ? baseUnits(value, chain.decimals) : baseUnits(valueZat, 0),
    addresses: address === undefined ? addresses : [address],
    scriptHex,
  };
}
