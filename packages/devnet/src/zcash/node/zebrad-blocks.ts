/** Block calls of zebrad (zebra zebra-rpc/src/methods.rs get_block, get_block_header, get_block_hash). */

import type { StoredBlock } from '../../node/chain-source.js';
import type { Json } from '../../node/decimal-json.js';
import type { Params, RpcContext, RpcMethod } from '../../node/dialect.js';
import { requireDetails } from '../../node/rpc-context.js';
import { RPC_INVALID_ADDRESS_OR_KEY, RPC_INVALID_PARAMETER, RpcError } from '../../node/rpc-error.js';
import { displayHash } from '../../utxo/hash.js';
import { NO_POOLS } from '../pools.js';
import { zcashWire } from '../zcash-wire.js';
import { valuePoolsJson } from './amounts-json.js';
import { booleanParam, integerParam, invalidParams, stringParam } from './zebrad-params.js';

type HashOrHeight = { readonly hash: string } | { readonly height: number };

/** "hash_or_height" is a string in both cases; a negative height counts from the tip, which is -1. */
function parseHashOrHeight(text: string, tipHeight: number): HashOrHeight {
  if (/^[0-9a-f]{64}$/i.test(text)) return { hash: text.toLowerCase() };
  if (/^\+?\d{1,10}$/.test(text)) return { height: Number(text) };
  const height = /^-\d{1,10}$/.test(text) ? tipHeight + Number(text) + 1 : -1;
  if (height >= 0) return { height };
  throw new RpcError(RPC_INVALID_PARAMETER, 'parse error: could not convert the input string to a hash or height');
}

/** Zebra answers for blocks of its best chain alone. A forged block, which no chain has, is answered for as asked. */
function findBlock({ source, details }: RpcContext, wanted: HashOrHeight): StoredBlock | undefined {
  const hash = 'hash' in wanted ? wanted.hash : source.hashAt(wanted.height);
  const stored = hash === undefined ? undefined : source.block(hash);
  if (!stored || hash === undefined) return undefined;
  const isStale = details?.decoded(hash) !== undefined && source.hashAt(stored.height) !== hash;
  return isStale ? undefined : stored;
}

function requireBestBlock(context: RpcContext, wanted: HashOrHeight): StoredBlock {
  const block = findBlock(context, wanted);
  if (block) return block;
  throw new RpcError(
    'hash' in wanted ? RPC_INVALID_ADDRESS_OR_KEY : RPC_INVALID_PARAMETER,
    'block height not in best chain',
  );
}

function headerJson(
  { source }: RpcContext,
  { hash, height, header }: StoredBlock,
): { [name: string]: Json | undefined } {
  return {
    hash,
    confirmations: source.tip().height - height + 1,
    height,
    time: header.readUInt32LE(zcashWire.timeOffset),
    previousblockhash: displayHash(header.subarray(4, 36)),
    nextblockhash: source.hashAt(height + 1),
  };
}

function getBlockHeader(context: RpcContext, params: Params): Json {
  const wanted = parseHashOrHeight(stringParam(params, 0), context.source.tip().height);
  const block = requireBestBlock(context, wanted);
  return booleanParam(params, 1, true) ? headerJson(context, block) : block.header.toString('hex');
}

function getBlock(context: RpcContext, params: Params): Json {
  const { source } = context;
  const text = stringParam(params, 0);
  const verbosity = integerParam(params, 1, 0, 255, 1);
  const wanted = parseHashOrHeight(text, source.tip().height);
  // What 2 adds, the transactions, nobody asks the simulated node for.
  if (verbosity > 2) throw new RpcError(RPC_INVALID_PARAMETER, 'invalid verbosity value');
  if (verbosity === 0) {
    const block = findBlock(context, wanted);
    if (!block) throw new RpcError(RPC_INVALID_PARAMETER, 'Block not found');
    return source.raw(block.hash).toString('hex');
  }
  const stored = requireBestBlock(context, wanted);
  const block = requireDetails(context).decoded(stored.hash);
  if (!block) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'block height not in best chain');
  return {
    ...headerJson(context, stored),
    tx: block.transactions.map(({ id }) => id),
    valuePools: valuePoolsJson(block.pools ?? NO_POOLS),
  };
}

function getBlockHash({ source }: RpcContext, params: Params): string {
  const index = integerParam(params, 0, -(2 ** 31), 2 ** 31 - 1);
  const tip = source.tip().height;
  if (index > tip) throw invalidParams('Provided index is greater than the current tip');
  const height = index < 0 ? tip + index + 1 : index;
  if (height < 0) throw invalidParams('Provided negative index ends up with a negative height');
  const hash = source.hashAt(height);
  if (hash !== undefined) return hash;
  throw new RpcError(RPC_INVALID_PARAMETER, 'Block not found');
}

export const zebraBlockMethods: Readonly<Record<string, RpcMethod>> = {
  getblock: { names: ['hash_or_height', 'verbosity'], run: getBlock },
  getblockheader: { names: ['hash_or_height', 'verbose'], run: getBlockHeader },
  getblockhash: { names: ['index'], run: getBlockHash },
};
