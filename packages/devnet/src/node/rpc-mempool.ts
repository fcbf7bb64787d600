import type { Json } from './decimal-json.js';
import type { Params, RpcContext, RpcMethod } from './dialect.js';
import { booleanParam, requireDetails } from './rpc-context.js';

/** Lists ids, whatever `verbose` says: entries are nobody's question. */
function getRawMempool(context: RpcContext, params: Params): Json {
  booleanParam(params, 0, false);
  const { ids, sequence } = requireDetails(context).waiting();
  return booleanParam(params, 1, false) ? { txids: ids, mempool_sequence: sequence } : ids;
}

export function mempoolInfoJson(context: RpcContext): Json {
  const loaded = context.profile.dialect.saysLoaded ? true : undefined;
  return { loaded, size: requireDetails(context).waiting().ids.length };
}

export const mempoolMethods: Readonly<Record<string, RpcMethod>> = {
  getrawmempool: { names: ['verbose', 'mempool_sequence'], run: getRawMempool },
  getmempoolinfo: { names: [], run: mempoolInfoJson },
  getzmqnotifications: {
    names: [],
    run: ({ publications }) =>
      publications().map(({ topic, address }) => ({ type: `pub${topic}`, address, hwm: 1000 })),
  },
};
