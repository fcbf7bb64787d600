import { blockMethods } from './rpc-blocks.js';
import { chainStatsMethods } from './rpc-chain-stats.js';
import type { RpcMethod } from './rpc-context.js';
import { networkMethods } from './rpc-network.js';
import { transactionMethods } from './rpc-transactions.js';

export const RPC_METHODS: ReadonlyMap<string, RpcMethod> = new Map(
  Object.entries({ ...networkMethods, ...blockMethods, ...chainStatsMethods, ...transactionMethods }),
);
