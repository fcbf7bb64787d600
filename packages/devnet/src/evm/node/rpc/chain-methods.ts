/** The node itself, and blocks. */
import type { Json } from '../../../node/decimal-json.js';
import { quantity } from '../../bytes/hex.js';
import { blockJson, minedJson, waitingJson } from '../json/block-json.js';
import { receiptJson, receiptsJson } from '../json/receipt-json.js';
import { blockByAny, blockByNumber, type EvmRpcMethod, hashParam, requireParam } from './context.js';

export const CHAIN_METHODS: Readonly<Record<string, EvmRpcMethod>> = {
  web3_clientVersion: ({ profile }) => profile.clientVersion,
  net_version: ({ profile }) => String(profile.chainId),
  net_listening: () => true,
  eth_chainId: ({ profile }) => quantity(profile.chainId),
  eth_syncing: () => false,
  eth_blockNumber: ({ source }) => quantity(source.tip().number),
  eth_gasPrice: ({ source }) => quantity((source.tip().baseFee * 11n) / 10n),
  eth_maxPriorityFeePerGas: ({ source }) => quantity(source.tip().baseFee / 10n),

  eth_getBlockByNumber: (context, params) => {
    const block = blockByNumber(context, requireParam(params, 0), 0);
    return block ? blockJson(block, params[1] === true) : null;
  },
  eth_getBlockByHash: ({ source }, params) => {
    const block = source.block(hashParam(params, 0));
    return block ? blockJson(block, params[1] === true) : null;
  },
  eth_getBlockReceipts: (context, params) => {
    const block = blockByAny(context, requireParam(params, 0), 0);
    return block ? receiptsJson(block) : null;
  },
  eth_getUncleByBlockHashAndIndex: () => null,
  eth_getUncleByBlockNumberAndIndex: () => null,
  eth_getUncleCountByBlockHash: ({ source }, params) => (source.block(hashParam(params, 0)) ? quantity(0) : null),

  eth_getTransactionByHash: ({ source }, params): Json => {
    const hash = hashParam(params, 0);
    const found = source.placed(hash);
    if (found) return minedJson(found.block, found.executed, found.index);
    const waiting = source.waiting().find((transaction) => transaction.hash === hash);
    return waiting ? waitingJson(waiting) : null;
  },
  eth_getTransactionReceipt: ({ source }, params) => {
    const found = source.placed(hashParam(params, 0));
    return found ? receiptJson(found.block, found.executed, found.index) : null;
  },
};
