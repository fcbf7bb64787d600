import { displayHash } from '../utxo/hash.js';
import type { ChainSource, StoredBlock } from './chain-source.js';
import type { Json } from './decimal-json.js';
import type { Params, RpcContext, RpcMethod } from './dialect.js';
import { booleanParam, hashParam, integerParam, requireBlock, requireDetails } from './rpc-context.js';
import { RPC_INVALID_ADDRESS_OR_KEY, RPC_INVALID_PARAMETER, RPC_MISC_ERROR, RpcError } from './rpc-error.js';

/** Confirmations are -1 for a block that is not on the active chain. */
function confirmationsOf(source: ChainSource, block: StoredBlock): number {
  return source.hashAt(block.height) === block.hash ? source.tip().height - block.height + 1 : -1;
}

function headerJson({ source, profile }: RpcContext, block: StoredBlock): { [name: string]: Json | undefined } {
  const { hash, header, height } = block;
  const confirmations = confirmationsOf(source, block);
  return {
    hash,
    confirmations,
    height,
    time: header.readUInt32LE(profile.wire.timeOffset),
    previousblockhash: height > 0 ? displayHash(header.subarray(4, 36)) : undefined,
    nextblockhash: confirmations > 0 ? source.hashAt(height + 1) : undefined,
  };
}

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

/** The bytes, or the header's fields and the transactions' ids: nobody asks for a block of described transactions. */
function getBlock(context: RpcContext, params: Params): Json {
  const hash = hashParam(params, 0, 'blockhash');
  const verbosity = integerParam(params, 1, 1);
  const stored = requireBlock(context, hash);
  if (verbosity <= 0) return context.source.raw(hash).toString('hex');
  const block = requireDetails(context).decoded(stored.hash);
  if (!block) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Block not found');
  return { ...headerJson(context, stored), tx: block.transactions.map(({ id }) => id) };
}

/** Counted block by block: a real node keeps the sum with every block, a simulated chain is short. */
function getChainTxStats({ source }: RpcContext): Json {
  let txcount = 0;
  for (let height = source.tip().height; height >= 0; height--) {
    txcount += source.block(source.hashAt(height) ?? '')?.transactionCount ?? 0;
  }
  return { txcount };
}

export const blockMethods: Readonly<Record<string, RpcMethod>> = {
  getblockhash: { names: ['height'], run: getBlockHash },
  getblockheader: { names: ['blockhash', 'verbose'], run: getBlockHeader },
  getblock: { names: ['blockhash', 'verbosity'], run: getBlock },
  getchaintxstats: { names: ['nblocks', 'blockhash'], run: getChainTxStats },
};
