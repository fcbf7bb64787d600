import { blockWeight } from '../utxo/block.js';
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
import { RPC_INVALID_ADDRESS_OR_KEY, RPC_INVALID_PARAMETER, RpcError } from './rpc-error.js';
import { transactionJson } from './transaction-json.js';

function getBlockHash({ source }: RpcContext, params: Params): string {
  const hash = source.hashAt(integerParam(params, 0, -1));
  if (hash === undefined) throw new RpcError(RPC_INVALID_PARAMETER, 'Block height out of range');
  return hash;
}

function getBlockHeader(context: RpcContext, params: Params): Json {
  const block = requireBlock(context, hashParam(params, 0, 'blockhash'));
  return booleanParam(params, 1, true) ? headerJson(context.source, block) : block.header.toString('hex');
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
  const { network, version } = context.profile;
  // Verbosity 3 came with Core 23; older nodes treat it as 2.
  const options = { network, version, prevouts: verbosity >= 3 && version >= 230_000 };
  const size = context.source.raw(stored.hash).length;
  const weight = blockWeight(block);
  return {
    ...headerJson(context.source, stored),
    strippedsize: block.transactions.reduce((sum, { strippedSize }) => sum + strippedSize, 81),
    size,
    weight,
    tx: block.transactions.map((transaction) =>
      verbosity === 1 ? transaction.id : transactionJson(transaction, options),
    ),
  };
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
