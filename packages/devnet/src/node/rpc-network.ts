import type { Json } from './decimal-json.js';
import type { JsonStyle, RpcContext, RpcMethod } from './dialect.js';
import { integerParam, refJson } from './rpc-context.js';
import { RPC_MISC_ERROR, RpcError } from './rpc-error.js';

/** getblockchaininfo, also served as /rest/chaininfo.json. */
export function chainInfoJson(context: RpcContext): { [name: string]: Json | undefined } {
  const { source, profile } = context;
  const tip = source.tip();
  return {
    chain: profile.network.nodeChain,
    blocks: tip.height,
    headers: tip.height,
    bestblockhash: tip.hash,
    verificationprogress: 1,
    initialblockdownload: false,
    pruned: false,
    warnings: warningsJson(profile.style),
  };
}

function warningsJson({ warnings }: JsonStyle): Json | undefined {
  if (warnings === 'none') return undefined;
  return warnings === 'list' ? [] : '';
}

function networkInfoJson({ profile }: RpcContext): Json {
  return {
    version: profile.version,
    subversion: profile.dialect.subversion(profile.version),
    protocolversion: profile.dialect.protocolVersion,
    // Every one of them says this here, if only as text.
    warnings: warningsJson(profile.style) ?? '',
  };
}

async function waitForNewBlock(context: RpcContext, timeoutMs: number): Promise<Json> {
  if (timeoutMs < 0) throw new RpcError(RPC_MISC_ERROR, 'Negative timeout');
  await context.tipChange(timeoutMs);
  return refJson(context.source.tip());
}

export const networkMethods: Readonly<Record<string, RpcMethod>> = {
  getblockchaininfo: { names: [], run: chainInfoJson },
  getnetworkinfo: { names: [], run: networkInfoJson },
  getbestblockhash: { names: [], run: ({ source }) => source.tip().hash },
  getblockcount: { names: [], run: ({ source }) => source.tip().height },
  waitfornewblock: {
    names: ['timeout', 'current_tip'],
    run: (context, params) => waitForNewBlock(context, integerParam(params, 0, 0)),
  },
};
