/** Answers that are changed after they were made. */
import type { Json } from '../../node/decimal-json.js';
import type { FaultInjector } from '../../node/faults.js';
import type { JsonRecord } from './json/rpc-json.js';
import { TRACE_METHODS } from './rpc/trace-methods.js';

const RECEIPTS = 'eth_getBlockReceipts';

/**
 * By method, what a flipped bit strikes: what binds an answer to the question and answers to one another. Of other members of an
 * answer, and there are nodes that get one wrong, nobody could tell.
 */
const BOUND: Readonly<Record<string, readonly string[]>> = {
  eth_getBlockByHash: ['hash', 'parentHash', 'number'],
  eth_getBlockByNumber: ['hash', 'parentHash', 'number'],
  [RECEIPTS]: ['blockHash', 'transactionHash'],
  debug_traceBlockByHash: ['txHash'],
  trace_block: ['blockHash', 'transactionHash'],
  eth_getTransactionByHash: ['hash'],
};

/** @returns the answer as a faulty node gives it */
export function spoiled(method: string, answer: Json, faults: FaultInjector): Json {
  const changed = faults.draw(method, 'changed-fields')?.fields;
  if (changed && isRecord(answer)) return { ...answer, ...changed };
  if (answer !== null && BOUND[method] && faults.draw(method, 'flipped-bit')) return flipped(method, answer, faults);
  if (!isList(answer)) return answer;
  if (method === RECEIPTS && faults.draw(method, 'missing-receipts')) return null;
  if (method !== RECEIPTS && !TRACE_METHODS.has(method)) return answer;
  if (answer.length > 0 && faults.draw(method, 'short-answer')) return answer.slice(0, -1);
  return method === RECEIPTS ? answer : interrupted(method, answer, faults);
}

/** geth's word for a transaction whose trace took longer than the caller allowed. */
function interrupted(method: string, answer: readonly Json[], faults: FaultInjector): Json {
  const at = answer.findIndex((entry) => isRecord(entry) && 'txHash' in entry);
  if (at < 0 || !faults.draw(method, 'untraceable')) return answer;
  const { txHash = null } = answer[at] as JsonRecord;
  return answer.with(at, { txHash, error: 'execution timeout' });
}

function flipped(method: string, answer: Json, faults: FaultInjector): Json {
  const names = BOUND[method] ?? [];
  const name = names[faults.below(names.length)] ?? '';
  if (isRecord(answer)) return flippedMember(answer, name, faults);
  if (!isList(answer) || answer.length === 0) return answer;
  const at = faults.below(answer.length);
  return answer.with(at, flippedMember(answer[at] as JsonRecord, name, faults));
}

function flippedMember(record: JsonRecord, name: string, faults: FaultInjector): Json {
  const text = record[name];
  if (typeof text !== 'string' || text.length < 3) return record;
  const at = 2 + faults.below(text.length - 2);
  const digit = Number.parseInt(text[at] as string, 16) ^ (1 << faults.below(4));
  return { ...record, [name]: `${text.slice(0, at)}${digit.toString(16)}${text.slice(at + 1)}` };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isRecord(value: Json): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
