/** Source: openethereum crates/rpc/src/v1/types/trace.rs */
import type { TracedMove, TracedTransaction } from './expected-internal.js';
import { amountIn, keyIn, listIn, recordIn } from './trace-values.js';

/** @throws TypeError where it is no list of traces of these transactions */
export function internalOfParity(result: unknown, txids: readonly string[]): TracedTransaction[] {
  const byTransaction = new Map<string, Record<string, unknown>[]>(txids.map((txid) => [`0x${txid}`, []]));
  // Rewards are of no transaction.
  for (const trace of listIn(result).map(recordIn)) {
    byTransaction.get(`${trace['transactionHash']}`.toLowerCase())?.push(trace);
  }
  return [...byTransaction].map(([txid, traces]) => {
    if (traces.length === 0) throw new TypeError(`none of transaction ${txid}`);
    return ofTransaction(traces);
  });
}

function ofTransaction(traces: readonly Record<string, unknown>[]): TracedTransaction {
  const moves: TracedMove[] = [];
  const destroyed = new Set<string>();
  const pathOf = (trace: Record<string, unknown>) =>
    listIn(trace['traceAddress'])
      .map((step) => `${step}/`)
      .join('');
  const failed = traces.filter(({ error }) => error != null).map(pathOf);
  for (const trace of traces) {
    const path = pathOf(trace);
    // The outermost is the transaction itself.
    if (path === '' || failed.some((each) => path.startsWith(each))) continue;
    const action = recordIn(trace['action']);
    if (trace['type'] === 'suicide') {
      const [from, to] = [keyIn(action['address']), keyIn(action['refundAddress'])];
      if (from !== null) destroyed.add(from);
      if (from !== to) moves.push({ from, to, amount: amountIn(action['balance']) });
    } else if (trace['type'] === 'create') {
      const created = keyIn(recordIn(trace['result'])['address']);
      moves.push({ from: keyIn(action['from']), to: created, amount: amountIn(action['value']) });
    } else if (trace['type'] === 'call' && (action['callType'] ?? 'call') === 'call') {
      moves.push({ from: keyIn(action['from']), to: keyIn(action['to']), amount: amountIn(action['value']) });
    }
  }
  return { moves, destroyed };
}
