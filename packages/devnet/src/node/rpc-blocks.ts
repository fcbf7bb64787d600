import { type Block, blockWeight } from '../utxo/block.js';
import { auxPowJson } from './auxpow-json.js';
import { headerJson } from './block-json.js';
import type { Json } from './decimal-json.js';
import {
  booleanParam,
  hashParam,
  integerParam,
  type Params,
  type RpcContext,
  type RpcMethod,
  requireBlock,
  requireDetails,
} from './rpc-context.js';
import { RPC_INVALID_ADDRESS_OR_KEY, RPC_INVALID_PARAMETER, RPC_MISC_ERROR, RpcError } from './rpc-error.js';
import { transactionJson } from './transaction-json.js';

function getBlockHash({ source }: RpcContext, params: Params): string {
  if (params.length === 0) throw new RpcError(RPC_MISC_ERROR, 'getblockhash height');
  const hash = source.hashAt(integerParam(params, 0, -1));
  if (hash === undefined) throw new RpcError(RPC_INVALID_PARAMETER, 'Block height out of range');
  return hash;
}

function getBlockHeader(context: RpcContext, params: Params): Json {
  const block = requireBlock(context, hashParam(params, 0, 'blockhash'));
  return booleanParam(params, 1, true)
    ? headerJson(context, block)
    : Buffer.concat([block.header, block.proof]).toString('hex');
}

/** getblock with decoded transactions, also served as /rest/block/<hash>.json. */
export function decodedBlockJson(
  context: RpcContext,
  hash: string,
  verbosity: number,
): { [name: string]: Json | undefined } {
  const stored = requireBlock(context, hash);
  const block = requireDetails(context).decoded(stored.hash);
  if (!block) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Block not found');
  const { style } = context.profile;
  // Nodes that do not know verbosity 3 treat it as 2.
  const options = { ...context.profile, prevouts: verbosity >= 3 && style.prevouts, inBlock: true };
  return {
    ...headerJson(context, stored),
    strippedsize: style.weights ? strippedSizeOf(block) : undefined,
    size: context.source.raw(stored.hash).length,
    weight: style.weights ? blockWeight(block) : undefined,
    auxpow: block.proof.length > 0 ? auxPowJson(block.proof) : undefined,
    tx: block.transactions.map((transaction) =>
      verbosity === 1 ? transaction.id : transactionJson(transaction, options),
    ),
  };
}

function strippedSizeOf({ header, proof, transactions }: Block): number {
  return transactions.reduce((sum, { strippedSize }) => sum + strippedSize, header.length + proof.length + 1);
}

function getBlock(context: RpcContext, params: Params): Json {
  const hash = hashParam(params, 0, 'blockhash');
  const verbosity = integerParam(params, 1, 1);
  requireBlock(context, hash);
  return verbosity <= 0 ? context.source.raw(hash).toString('hex') : decodedBlockJson(context, hash, verbosity);
}

export const blockMethods: Readonly<Record<string, RpcMethod>> = {
  getblockhash: { names: ['height'], run: getBlockHash },
  getblockheader: { names: ['blockhash', 'verbose'], run: getBlockHeader },
  getblock: { names: ['blockhash', 'verbosity'], run: getBlock },
};
