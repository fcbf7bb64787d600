/** Answers of a CometBFT node, and of a faulty one. */
import type { Json } from '../../node/decimal-json.js';
import type { FaultInjector } from '../../node/faults.js';
import { RPC_METHOD_NOT_FOUND } from '../../node/simulated-server.js';
import { blockJson, genesisJson, type JsonRecord, metaJson, resultsJson, statusJson } from './answers.js';
import { CometError, type CometRequest, internalError } from './comet-rpc.js';
import { executedHeight, type NodeParts } from './node-parts.js';

/** cometbft 0.38.21 rpc/core/blocks.go BlockchainInfo */
const MOST_HEADERS = 20;

/** Names of parameters, in their order (cometbft rpc/core/routes.go). */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  block: ['height'],
  block_by_hash: ['hash'],
  block_results: ['height'],
  blockchain: ['minHeight', 'maxHeight'],
};

type Params = readonly unknown[];

function inOrder({ method, params = [] }: CometRequest): Params {
  if (Array.isArray(params)) return params;
  const named = new Map(Object.entries(params));
  return (NAMES[method] ?? []).map((name) => named.get(name));
}

/** @throws CometError */
export function answerCall(parts: NodeParts, request: CometRequest, isWarmingUp: boolean): Json {
  const { chain, dialect, faults, state } = parts;
  const { method } = request;
  const params = inOrder(request);
  const isStarting = isWarmingUp || faults.draw(method, 'warming-up') !== null;
  const stale = faults.draw(method, 'stale-tip');
  const isEmpty = isStarting || chain.height < chain.script.firstHeight;
  const tip = isEmpty ? 0 : Math.max(state.earliest, chain.height - (stale ? (stale.depth ?? 1) : 0));
  switch (method) {
    case 'status':
      return statusJson(chain, dialect, tip, tip && state.earliest);
    case 'block': {
      const answer = blockJson(chain.block(otherHeight(parts, method, heightOf(params, parts, tip))));
      return faults.draw(method, 'flipped-bit') ? flipped(answer, faults) : answer;
    }
    case 'block_by_hash':
      return blockByHash(parts, params, tip);
    case 'block_results':
      return results(parts, method, params, tip);
    case 'blockchain':
      return headers(parts, params, tip);
    case 'genesis_chunked': {
      const text = JSON.stringify(genesisJson(chain));
      return { chunk: '0', total: '1', data: Buffer.from(text).toString('base64') };
    }
  }
  throw new CometError(RPC_METHOD_NOT_FOUND, 'Method not found', null);
}

/** cometbft 0.38.21 rpc/core/env.go getHeight: absent is the newest one. */
function heightOf([asked]: Params, { state }: NodeParts, tip: number): number {
  const height = Number(asked ?? tip);
  if (height > tip) {
    throw internalError(`height ${height} must be less than or equal to the current blockchain height ${tip}`);
  }
  if (height < state.earliest) {
    throw internalError(`height ${height} is not available, lowest height is ${state.earliest}`);
  }
  return height;
}

/** cometbft 0.38.21 rpc/core/blocks.go BlockByHash: without a block where there is none. */
function blockByHash({ chain, state }: NodeParts, [hash]: Params, tip: number): Json {
  const wanted = Buffer.from(String(hash), 'base64').toString('hex');
  for (let height = tip; height >= state.earliest; height--) {
    if (chain.hashAt(height) === wanted) return blockJson(chain.block(height));
  }
  return { block_id: { hash: '', parts: { total: 0, hash: '' } }, block: null };
}

function results(parts: NodeParts, method: string, params: Params, tip: number): JsonRecord {
  const { chain, dialect, faults, state } = parts;
  const height = heightOf(params, parts, tip);
  if (!state.keepsResults) {
    const what = dialect === 'plain' ? 'finalize block' : 'abci';
    throw internalError(`node is not persisting ${what} responses`);
  }
  if (height > executedHeight(parts) || faults.draw(method, 'missing-receipts')) {
    throw internalError(`could not find results for height #${height}`);
  }
  const answer = resultsJson(chain.block(otherHeight(parts, method, height)), dialect);
  const { txs_results } = answer;
  if (!Array.isArray(txs_results) || !faults.draw(method, 'short-answer')) return answer;
  return { ...answer, txs_results: txs_results.length > 1 ? txs_results.slice(0, -1) : null };
}

/** The newest first. A highest height of 0 is that of the tip. As filterMinMax does, so pruned heights are an error. */
function headers({ chain, state }: NodeParts, [least, most]: Params, tip: number): JsonRecord {
  const to = Math.min(tip, Number(most ?? 0) || tip);
  const lowest = Math.max(state.earliest, Number(least ?? 0), to - MOST_HEADERS + 1);
  if (lowest > to) throw internalError(`min height ${lowest} can't be greater than max height ${to}`);
  const metas: JsonRecord[] = [];
  for (let height = to; height >= lowest; height--) metas.push(metaJson(chain.block(height)));
  return { last_height: String(tip), block_metas: metas };
}

function otherHeight({ chain, faults, state }: NodeParts, method: string, height: number): number {
  if (!faults.draw(method, 'wrong-block')) return height;
  return height > state.earliest ? height - 1 : Math.min(height + 1, chain.height);
}

/** One bit of what binds a block to its hash: of the hash, of the header, or of a transaction. */
function flipped(answer: JsonRecord, faults: FaultInjector): JsonRecord {
  const changed = structuredClone(answer) as {
    block_id: { hash: string };
    block: { header: { app_hash: string }; data: { txs: string[] } };
  };
  const { header, data } = changed.block;
  const [tx] = data.txs;
  const what = faults.below(tx === undefined ? 2 : 3);
  if (what === 0) changed.block_id.hash = flippedBit(changed.block_id.hash, 'hex', faults);
  else if (what === 1) header.app_hash = flippedBit(header.app_hash, 'hex', faults);
  else data.txs[0] = flippedBit(tx as string, 'base64', faults);
  return changed;
}

function flippedBit(text: string, encoding: 'hex' | 'base64', faults: FaultInjector): string {
  const bytes = Buffer.from(text, encoding);
  const at = faults.below(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << faults.below(8)), at);
  return bytes.toString(encoding);
}
