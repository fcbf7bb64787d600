import { chainWork, difficultyOf, medianTime } from './block-json.js';
import type { Json } from './decimal-json.js';
import { integerParam, type RpcContext, type RpcMethod, refJson, requireBlock } from './rpc-context.js';
import { RPC_MISC_ERROR, RpcError } from './rpc-error.js';

/** getblockchaininfo, also served as /rest/chaininfo.json. */
export function chainInfoJson(context: RpcContext): { [name: string]: Json } {
  const { source, profile } = context;
  const tip = source.tip();
  const block = requireBlock(context, tip.hash);
  return {
    chain: profile.network.nodeChain,
    blocks: tip.height,
    headers: tip.height,
    bestblockhash: tip.hash,
    difficulty: difficultyOf(block.header.readUInt32LE(72)),
    mediantime: medianTime(source, block),
    verificationprogress: 1,
    initialblockdownload: false,
    chainwork: chainWork(tip.height),
    size_on_disk: tip.height * 10_000,
    pruned: false,
    warnings: profile.version >= 280_000 ? [] : '',
  };
}

function networkInfoJson({ profile }: RpcContext): Json {
  return {
    version: profile.version,
    subversion: profile.subversion,
    protocolversion: profile.chain.mweb ? 70017 : 70016,
    timeoffset: 0,
    networkactive: true,
    connections: 8,
    relayfee: 1000n,
    incrementalfee: 1000n,
    warnings: profile.version >= 280_000 ? [] : '',
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
  uptime: { names: [], run: ({ uptimeSeconds }) => uptimeSeconds() },
  waitfornewblock: {
    names: ['timeout'],
    run: (context, params) => waitForNewBlock(context, integerParam(params, 0, 0)),
  },
};
