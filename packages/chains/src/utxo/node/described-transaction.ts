/** A transaction as the node decodes it, to compare with our decoder. */
import { z } from 'zod';
import type { UtxoChain } from '../../chain.js';
import { NodeError } from '../../errors.js';
import { baseUnits } from '../../rpc/exact-json.js';
import { CAPABILITIES, type CashToken } from '../bitcoin-cash/cash-token.js';
import { amountAnswer, hashAnswer } from './answer-schemas.js';
import { RPC_NOT_FOUND } from './bitcoind-errors.js';
import { cutFromBlock } from './raw-transactions.js';
import type { UtxoConnection } from './utxo-connection.js';

export interface DescribedOutput {
  /** Base units. */
  readonly value: bigint;
  /** As the node writes them: none, one, or on older nodes all those of a bare multisig. */
  readonly addresses: readonly string[];
  /** The locking script; on Bitcoin Cash without the tokens before it. */
  readonly scriptHex: string;
  /** Tokens that the node read before the script, also where they came before the upgrade. */
  readonly token?: CashToken;
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

/** BCHN: amounts are text, since they may have more bits than a double. */
const tokenAnswer = z.object({
  category: hashAnswer,
  amount: z.string().regex(/^\d{1,19}$/),
  nft: z.object({ capability: z.enum(CAPABILITIES), commitment: z.string().regex(/^[0-9a-f]*$/) }).nullish(),
});

const outputAnswer = z.object({
  value: amountAnswer.optional(),
  /** zebrad: base units, where `value` has gone through a float. */
  valueZat: amountAnswer.optional(),
  scriptPubKey: z
    .object({ hex: z.string(), address: z.string().optional(), addresses: z.array(z.string()).optional() })
    .optional(),
  tokenData: tokenAnswer.optional(),
  ismweb: z.boolean().optional(),
});

const transactionAnswer = z.object({ txid: hashAnswer, vin: z.array(inputAnswer), vout: z.array(outputAnswer) });

/**
 * @param blockHash of the block that has them, so that the node needs no `txindex`
 * @returns in the order of `txids`
 * @throws NodeError with code -5 when that block has no such transaction, or for a genesis coinbase, which most nodes
 *   refuse
 */
export async function readDescribedTransactions(
  node: UtxoConnection,
  txids: readonly string[],
  blockHash: string,
): Promise<DescribedTransaction[]> {
  const { describes: method, largePool: pool } = await node.profile();
  const paramLists =
    method === 'decoderawtransaction'
      ? (await rawTransactionsOf(node, txids, blockHash)).map((bytes) => [bytes.toString('hex')])
      : txids.map((txid) => [txid, 1, blockHash]);
  const described: DescribedTransaction[] = [];
  for (const [n, params] of paramLists.entries()) {
    const read = (value: unknown) => describe(node.chainParams, txids[n]!, value);
    described.push(await node.read(method, params, read, { pool, exact: true }));
  }
  return described;
}

/** Cut out of the block's bytes. */
async function rawTransactionsOf(node: UtxoConnection, txids: readonly string[], blockHash: string): Promise<Buffer[]> {
  const cut = await cutFromBlock(node, blockHash, txids);
  return txids.map((txid) => {
    const found = cut.get(txid);
    if (found) return found;
    const facts = { ...node.asked('getblock'), code: RPC_NOT_FOUND };
    throw new NodeError(`block ${blockHash} has no transaction ${txid}`, false, facts);
  });
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
  const { value, valueZat, scriptPubKey, tokenData } = output;
  if (value === undefined || scriptPubKey === undefined) throw new TypeError('an output has no value or no script');
  const { hex: scriptHex, address, addresses = [] } = scriptPubKey;
  return {
    value: valueZat === undefined ? baseUnits(value, chain.decimals) : baseUnits(valueZat, 0),
    addresses: address === undefined ? addresses : [address],
    scriptHex,
    ...(tokenData && { token: { ...tokenData, nft: tokenData.nft ?? null } }),
  };
}
