import type { Json } from './decimal-json.js';
import {
  booleanParam,
  hashParam,
  type Params,
  type RpcContext,
  type RpcMethod,
  requireDetails,
} from './rpc-context.js';
import { RPC_INVALID_ADDRESS_OR_KEY, RPC_INVALID_PARAMETER, RpcError } from './rpc-error.js';

function getRawMempool(context: RpcContext, params: Params): Json {
  const { ids, sequence, get } = requireDetails(context).waiting();
  const verbose = booleanParam(params, 0, false);
  const withSequence = booleanParam(params, 1, false);
  if (verbose && withSequence) {
    throw new RpcError(RPC_INVALID_PARAMETER, 'Verbose results cannot contain mempool sequence values.');
  }
  if (!verbose) return withSequence ? { txids: ids, mempool_sequence: sequence } : ids;
  const { mempoolEntry } = context.profile.dialect;
  return Object.fromEntries(
    ids.flatMap((id) => {
      const entry = get(id);
      return entry ? [[id, mempoolEntry(entry)]] : [];
    }),
  );
}

function getMempoolEntry(context: RpcContext, params: Params): Json {
  const entry = requireDetails(context)
    .waiting()
    .get(hashParam(params, 0, 'txid'));
  if (!entry) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Transaction not in mempool');
  return context.profile.dialect.mempoolEntry(entry);
}

export const mempoolMethods: Readonly<Record<string, RpcMethod>> = {
  getrawmempool: { names: ['verbose', 'mempool_sequence'], run: getRawMempool },
  getmempoolentry: { names: ['txid'], run: getMempoolEntry },
  getmempoolinfo: {
    names: [],
    run: (context) => context.profile.dialect.mempoolInfo(requireDetails(context).mempoolTotals()),
  },
  getzmqnotifications: {
    names: [],
    run: ({ publications }) =>
      publications().map(({ topic, address }) => ({ type: `pub${topic}`, address, hwm: 1000 })),
  },
};
