/** What nodes of the family are asked: of themselves, blocks and transactions, and of what waits. */
import { getAddress } from 'ethers';
import type { Json } from '../../../node/decimal-json.js';
import { quantity } from '../../bytes/hex.js';
import type { EvmRules } from '../../rules/evm-rules.js';
import { blockJson, minedJson, waitingJson } from '../json/block-json.js';
import { receiptJson, receiptsJson } from '../json/receipt-json.js';
import {
  blockByAny,
  blockByNumber,
  type EvmNodeProfile,
  type EvmRpcMethod,
  hashParam,
  requireParam,
} from './context.js';
import { STATE_METHODS } from './state-methods.js';
import { traceMethods } from './trace-methods.js';

const CHAIN_METHODS: Readonly<Record<string, EvmRpcMethod>> = {
  web3_clientVersion: ({ profile }) => profile.clientVersion,
  eth_chainId: ({ profile }) => quantity(profile.chainId),
  eth_syncing: () => false,
  eth_blockNumber: ({ source }) => quantity(source.tip().number),

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

/** Senders in mixed case and nonces in decimal, as geth has them (internal/ethapi/api.go TxPoolAPI.Content). */
const POOL_METHODS: Readonly<Record<string, EvmRpcMethod>> = {
  txpool_content: ({ source }) => {
    const pending: Record<string, Record<string, Json>> = {};
    for (const transaction of source.waiting()) {
      const sender = getAddress(transaction.from);
      pending[sender] = { ...pending[sender], [String(transaction.nonce)]: waitingJson(transaction) };
    }
    return { pending, queued: {} };
  },
};

/** Every method that a node of this kind offers. Nitro has no transaction pool to show; op-geth shows an empty one. */
export function methodsOf({ chain, tracer }: EvmNodeProfile, rules: EvmRules): ReadonlyMap<string, EvmRpcMethod> {
  const pool = rules.hasMempool || chain.feeRules === 'op-stack' ? POOL_METHODS : {};
  return new Map(Object.entries({ ...CHAIN_METHODS, ...STATE_METHODS, ...traceMethods(tracer), ...pool }));
}
