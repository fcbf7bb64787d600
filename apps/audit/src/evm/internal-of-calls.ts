/** Source: go-ethereum eth/tracers/native/call.go; OffchainLabs/go-ethereum tracer_arbitrum.go for what is around calls */
import type { TracedMove, TracedTransaction } from './expected-internal.js';
import { amountIn, keyIn, listIn, recordIn } from './trace-values.js';

/** Others (DELEGATECALL, CALLCODE, STATICCALL) move nothing, whatever value they show. */
const MOVING = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);
/** Told by the block: gas bought and refunded is the fee; a deposit is minted. */
const TOLD_BY_BLOCK = new Set(['deposit', 'feePayment', 'gasRefund']);

/** @throws TypeError where it is no list of traces of these transactions */
export function internalOfCalls(result: unknown, txids: readonly string[]): TracedTransaction[] {
  const traces = listIn(result).map(recordIn);
  if (traces.length !== txids.length) throw new TypeError(`${traces.length} for ${txids.length} transactions`);
  return traces.map(({ txHash, result: frame }, n) => {
    if (`${txHash}`.toLowerCase() !== `0x${txids[n]}`) throw new TypeError(`trace ${n} is of another transaction`);
    return ofTransaction(recordIn(frame));
  });
}

function ofTransaction(top: Record<string, unknown>): TracedTransaction {
  const moves: TracedMove[] = [];
  const destroyed = new Set<string>();
  const visit = (frame: Record<string, unknown>, isTop: boolean): void => {
    // What failed moved nothing, nor did anything in it.
    if (frame['error'] != null && frame['error'] !== '') return;
    const { type } = frame;
    if (!isTop && MOVING.has(`${type}`)) {
      const [from, to] = [keyIn(frame['from']), keyIn(frame['to'])];
      if (type === 'SELFDESTRUCT' && from !== null) destroyed.add(from);
      if (!(type === 'SELFDESTRUCT' && from === to)) moves.push({ from, to, amount: amountIn(frame['value']) });
    }
    for (const call of listIn(frame['calls'] ?? [])) visit(recordIn(call), false);
  };
  visit(top, true);
  for (const name of ['beforeEVMTransfers', 'afterEVMTransfers']) {
    for (const { purpose, from, to, value } of listIn(top[name] ?? []).map(recordIn)) {
      const move = { from: keyIn(from), to: keyIn(to), amount: amountIn(value) };
      if (!TOLD_BY_BLOCK.has(`${purpose}`) && (move.from ?? move.to) !== null) moves.push(move);
    }
  }
  return { moves, destroyed };
}
