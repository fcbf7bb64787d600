/** Answers that are changed after they were made. */
import type { Json } from '../../node/decimal-json.js';
import type { FaultInjector } from '../../node/faults.js';
import type { JsonRecord } from './json/block-json.js';

const RECEIPTS = 'eth_getBlockReceipts';
const GETH_TRACES = 'debug_traceBlockByHash';

/**
 * By method, what a flipped bit strikes: what binds an answer to the question and answers to one another. Of other members of an
 * answer, and there are nodes that get one wrong, nobody could tell.
 */
const BOUND: Readonly<Record<string, readonly string[]>> = {
  eth_getBlockByHash: ['hash', 'parentHash', 'number'],
  eth_getBlockByNumber: ['hash', 'parentHash', 'number'],
  [RECEIPTS]: ['blockHash', 'transactionHash'],
  [GETH_TRACES]: ['txHash'],
  trace_block: ['blockHash', 'transactionHash'],
};

/** @returns the answer as a faulty node gives it */
export function spoiled(method: string, answer: Json, faults: FaultInjector): Json {
  const bound = BOUND[method];
  if (!bound || answer === null) return answer;
  if (faults.draw(method, 'flipped-bit')) return flipped(answer as JsonRecord | JsonRecord[], bound, faults);
  if (!Array.isArray(answer)) return { ...(answer as JsonRecord), ...faults.draw(method, 'changed-fields')?.fields };
  if (method === RECEIPTS && faults.draw(method, 'missing-receipts')) return null;
  if (answer.length > 0 && faults.draw(method, 'short-answer')) return answer.slice(0, -1);
  if (method !== GETH_TRACES || answer.length === 0 || !faults.draw(method, 'untraceable')) return answer;
  // geth's word for a transaction whose trace took longer than the caller allowed.
  return answer.with(0, { txHash: answer[0].txHash, error: 'execution timeout' });
}

function flipped(answer: JsonRecord | JsonRecord[], bound: readonly string[], faults: FaultInjector): Json {
  if (Array.isArray(answer)) {
    if (answer.length === 0) return answer;
    const at = faults.below(answer.length);
    return answer.with(at, flipped(answer[at] as JsonRecord, bound, faults) as JsonRecord);
  }
  const name = bound[faults.below(bound.length)] as string;
  const text = answer[name];
  if (typeof text !== 'string' || text.length < 3) return answer;
  const at = 2 + faults.below(text.length - 2);
  const digit = Number.parseInt(text[at] as string, 16) ^ (1 << faults.below(4));
  return { ...answer, [name]: `${text.slice(0, at)}${digit.toString(16)}${text.slice(at + 1)}` };
}
