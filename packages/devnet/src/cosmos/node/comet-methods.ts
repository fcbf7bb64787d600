/** What a CometBFT node answers, and what a faulty one does. */
import type { Json } from '../../node/decimal-json.js';
import type { FaultInjector } from '../../node/faults.js';
import type { CosmosBlock } from '../cosmos-block.js';
import { blockJson, genesisJson, type JsonRecord, metaJson, resultsJson, statusJson } from './answers.js';
import { CometError, type CometRequest, internalError, intParameter } from './comet-rpc.js';
import { executedHeight, type NodeParts } from './node-state.js';

/** cometbft rpc/core/blocks.go BlockchainInfo */
const MOST_HEADERS = 20;
/** cometbft rpc/core/env.go genesisChunkSize */
const CHUNK_BYTES = 16 << 20;

/** @throws CometError */
export function answerCall(parts: NodeParts, request: CometRequest, isWarmingUp: boolean): Json {
  const { chain, dialect, faults, state } = parts;
  const { method } = request;
  const isStarting = isWarmingUp || faults.draw(method, 'warming-up') !== null;
  const stale = faults.draw(method, 'stale-tip');
  const isEmpty = isStarting || chain.height < chain.script.firstHeight;
  const tip = isEmpty ? 0 : Math.max(state.earliest, chain.height - (stale ? (stale.depth ?? 1) : 0));
  const block = (height: number): CosmosBlock => chain.block(height);
  switch (method) {
    case 'status':
      return changed(method, faults, statusJson(chain, dialect, { height: tip, earliest: tip && state.earliest }));
    case 'block': {
      const answer = blockJson(block(otherHeight(parts, method, heightOf(request, parts, tip))));
      return changed(method, faults, faults.draw(method, 'flipped-bit') ? flipped(answer, faults) : answer);
    }
    case 'block_results':
      return changed(method, faults, results(parts, request, tip));
    case 'blockchain':
      return headers(parts, request, tip);
    case 'genesis_chunked':
      return genesisChunk(parts, request);
  }
  throw new CometError(-32_601, 'Method not found', null);
}

/** rpc/core/env.go getHeight: absent is the newest one. */
function heightOf(request: CometRequest, { state }: NodeParts, tip: number): number {
  const height = intParameter(request, 'height');
  if (height === null) return tip;
  if (height <= 0) throw internalError(`height must be greater than 0, but got ${height}`);
  if (height > tip) {
    throw internalError(`height ${height} must be less than or equal to the current blockchain height ${tip}`);
  }
  if (height < state.earliest) {
    throw internalError(`height ${height} is not available, lowest height is ${state.earliest}`);
  }
  return height;
}

function results(parts: NodeParts, request: CometRequest, tip: number): JsonRecord {
  const { chain, dialect, faults, state } = parts;
  const { method } = request;
  const height = heightOf(request, parts, tip);
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

function headers({ chain, state }: NodeParts, request: CometRequest, tip: number): JsonRecord {
  const least = intParameter(request, 'minHeight') ?? 0;
  const most = intParameter(request, 'maxHeight') ?? 0;
  if (least < 0 || most < 0) throw internalError('heights must be non-negative');
  const to = Math.min(tip, most === 0 ? tip : most);
  const from = Math.max(state.earliest, least === 0 ? 1 : least, to - MOST_HEADERS + 1);
  if (least > to) throw internalError(`min height ${least} can't be greater than max height ${to}`);
  const metas: JsonRecord[] = [];
  for (let height = to; height >= from; height--) metas.push(metaJson(chain.block(height)));
  return { last_height: String(tip), block_metas: metas };
}

function genesisChunk({ chain }: NodeParts, request: CometRequest): JsonRecord {
  const text = Buffer.from(JSON.stringify(genesisJson(chain)));
  const total = Math.max(1, Math.ceil(text.length / CHUNK_BYTES));
  const { chunk: asked = 0 } = request.params;
  const chunk = Number(asked);
  // The node's own off-by-one.
  if (!(chunk >= 0 && chunk < total)) throw internalError(`there are ${total - 1} chunks, ${chunk} is invalid`);
  const data = text.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES).toString('base64');
  return { chunk: String(chunk), total: String(total), data };
}

function otherHeight({ chain, faults, state }: NodeParts, method: string, height: number): number {
  if (!faults.draw(method, 'wrong-block')) return height;
  return height > state.earliest ? height - 1 : Math.min(height + 1, chain.height);
}

function changed(method: string, faults: FaultInjector, answer: JsonRecord): JsonRecord {
  return { ...answer, ...faults.draw(method, 'changed-fields')?.fields };
}

/** One bit of what binds a block to its hash. */
function flipped(answer: JsonRecord, faults: FaultInjector): JsonRecord {
  const { block_id, block } = answer as { block_id: JsonRecord; block: JsonRecord };
  const { header, data } = block as { header: JsonRecord; data: { txs: readonly string[] } };
  const [tx] = data.txs;
  if (tx !== undefined && faults.below(3) === 0) {
    const bytes = Buffer.from(tx, 'base64');
    const at = faults.below(bytes.length);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << faults.below(8)), at);
    return { ...answer, block: { ...block, data: { txs: [bytes.toString('base64'), ...data.txs.slice(1)] } } };
  }
  const { hash } = block_id;
  if (faults.below(2) === 0) return { ...answer, block_id: { ...block_id, hash: flippedHex(hash, faults) } };
  const { app_hash } = header;
  return { ...answer, block: { ...block, header: { ...header, app_hash: flippedHex(app_hash, faults) } } };
}

function flippedHex(value: Json | undefined, faults: FaultInjector): string {
  const hash = Buffer.from(String(value), 'hex');
  const at = faults.below(hash.length);
  hash.writeUInt8(hash.readUInt8(at) ^ (1 << faults.below(8)), at);
  return hash.toString('hex').toUpperCase();
}
