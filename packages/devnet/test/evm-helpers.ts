import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireChain } from '@chaintrail/chains';
import { type SimulatedEvmNode, type SimulatedEvmNodeOptions, startSimulatedEvmNode } from '../src/index.js';

export type EvmCode = 'eth' | 'arb' | 'op' | 'base';
/** A chain for each of the rules of fees; Base has Optimism's. */
export const RULES = ['eth', 'arb', 'op'] as const;
export const TRACER = { tracer: 'callTracer' };

/** Answers of a node are what they are. */
export type NodeJson = ReturnType<typeof JSON.parse>;

export function startEvm(code: EvmCode, options: Partial<SimulatedEvmNodeOptions> = {}): Promise<SimulatedEvmNode> {
  const chain = requireChain(code);
  if (chain.family !== 'evm') throw new TypeError(`${code} is no chain of the EVM family`);
  return startSimulatedEvmNode({ chain, seed: 7, txPerBlock: 12, ...options });
}

interface Endpoint {
  readonly url: string;
}

/** Posts a body, as it is. `json` is whatever the node said, or null when that was no JSON. */
export async function postEvm({ url }: Endpoint, body: unknown) {
  const response = await fetch(url, {
    method: 'POST',
    // A fresh connection a call: a pooled one may have been dropped by the node meanwhile.
    headers: { Connection: 'close' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: parsed(text) };
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** One call; the result, or an Error with the node's code and message. */
export async function rpc(endpoint: Endpoint, method: string, ...params: unknown[]) {
  const { json, status } = await postEvm(endpoint, { jsonrpc: '2.0', id: 1, method, params });
  if (!json) throw new Error(`HTTP ${status}`);
  if (json.error) throw new Error(`${json.error.code} ${json.error.message}`);
  return json.result;
}

/** Several calls in one batch; their results in order. */
export async function rpcBatch(endpoint: Endpoint, calls: readonly (readonly [string, ...unknown[]])[]) {
  const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
  const { json } = await postEvm(endpoint, body);
  return (json as { result: unknown }[]).map(({ result }) => result);
}

/** Answers of a method for every height of the chain, from 0. */
export function readAll(endpoint: Endpoint, method: string, last: number, ...more: unknown[]): Promise<NodeJson[]> {
  return rpcBatch(
    endpoint,
    Array.from({ length: last + 1 }, (_, height) => [method, hex(height), ...more]),
  );
}

/** A frame of the callTracer, and all that it called. */
export function flattened(frame: NodeJson): NodeJson[] {
  return [frame, ...(frame.calls ?? []).flatMap(flattened)];
}

const RECORDED = join(import.meta.dirname, '../../../../shared/vectors/eth/rpc-compat');

/** Whether answers of a real node are at hand. */
export const hasRecordedAnswers = existsSync(RECORDED);

/** The answer to the first call of a recorded conversation. */
export function recordedAnswer(path: string) {
  const line = readFileSync(join(RECORDED, path), 'utf8')
    .split('\n')
    .find((text) => text.startsWith('<< '));
  return JSON.parse((line ?? '').slice(3));
}

export const hex = (value: number): string => `0x${value.toString(16)}`;
