/**
 * Moves by a node's traces, by transaction. Sources: go-ethereum eth/tracers/native/call.go;
 * OffchainLabs/go-ethereum tracer_arbitrum.go for what is around calls; openethereum crates/rpc/src/v1/types/trace.rs.
 * Pure.
 */
import type { EvmTraceAnswer } from '@chaintrail/chains';
import { NotComparableError } from '../audit.js';

/** Moves by the traces of one transaction. */
export interface TracedMove {
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: bigint;
}

export interface TracedTransaction {
  readonly moves: readonly TracedMove[];
  /** Contracts that destroy themselves in it. */
  readonly destroyed: ReadonlySet<string>;
  /** Whether the outermost call failed. */
  readonly failed: boolean;
  /** The frame that does not tell whom it paid, or how much; null where all of them do. */
  readonly unreadable: string | null;
}

/** @returns traces by transaction, in the order of the block. @throws NotComparableError where they cannot be read */
export function readTraces({ tracer, body }: EvmTraceAnswer, txids: readonly string[]): TracedTransaction[] {
  try {
    const { result } = JSON.parse(body.toString('utf8')) as { result: unknown };
    return tracer === 'parity' ? internalOfParity(result, txids) : internalOfCalls(result, txids);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new NotComparableError(
      `traces of the node cannot be read: ${error.message}; see whether this is the right node`,
    );
  }
}

/** Others (DELEGATECALL, CALLCODE, STATICCALL) move nothing, whatever value they show. */
const MOVING = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);
/** Moves that the block itself tells: gas bought and refunded is the fee; a deposit is minted. */
const TOLD_BY_BLOCK = new Set(['deposit', 'feePayment', 'gasRefund']);

/** @throws TypeError where it is no list of traces of these transactions */
function internalOfCalls(result: unknown, txids: readonly string[]): TracedTransaction[] {
  const traces = listIn(result).map(recordIn);
  if (traces.length !== txids.length) throw new TypeError(`${traces.length} for ${txids.length} transactions`);
  return traces.map(({ txHash, result: frame }, n) => {
    if (`${txHash}`.toLowerCase() !== `0x${txids[n]}`) throw new TypeError(`trace ${n} is of another transaction`);
    return ofCalls(recordIn(frame));
  });
}

function ofCalls(top: Record<string, unknown>): TracedTransaction {
  const moves: TracedMove[] = [];
  const destructions = new Destructions(moves);
  // A failed call moved nothing, nor did anything in it.
  const hasFailed = ({ error }: Record<string, unknown>) => error != null && error !== '';
  const visit = (frame: Record<string, unknown>, caller: Record<string, unknown> | null): void => {
    if (hasFailed(frame)) return;
    const { type, from, to, value } = frame;
    if (type === 'SELFDESTRUCT') destructions.add({ from, to, value }, caller?.['type'] === 'CALL' ? caller : null);
    else if (caller !== null && MOVING.has(`${type}`)) {
      moves.push({ from: keyIn(from), to: keyIn(to), amount: amountIn(value) });
    }
    for (const call of listIn(frame['calls'] ?? [])) visit(recordIn(call), frame);
  };
  visit(top, null);
  for (const name of ['beforeEVMTransfers', 'afterEVMTransfers']) {
    for (const { purpose, from, to, value } of listIn(top[name] ?? []).map(recordIn)) {
      const move = { from: keyIn(from), to: keyIn(to), amount: amountIn(value) };
      if (!TOLD_BY_BLOCK.has(`${purpose}`) && (move.from ?? move.to) !== null) moves.push(move);
    }
  }
  return { moves, ...destructions.told, failed: hasFailed(top) };
}

const ZERO_ADDRESS = '0'.repeat(40);
type TracedDestruction = Readonly<Record<'from' | 'to' | 'value', unknown>>;

/** Contracts that destroy themselves, and what each of them moved. */
class Destructions {
  private readonly moves: TracedMove[];
  private readonly destroyed = new Set<string>();
  private unreadable: string | null = null;

  constructor(moves: TracedMove[]) {
    this.moves = moves;
  }

  get told(): Pick<TracedTransaction, 'destroyed' | 'unreadable'> {
    return { destroyed: this.destroyed, unreadable: this.unreadable };
  }

  /**
   * For a contract that stays, and is its own beneficiary, clients on revm name nobody, or repeat what the call moved:
   * revm issue 3834, pull request 3805. Nothing moves then. @param call null where it was none that moves coins
   */
  add(destruction: TracedDestruction, call: Record<string, unknown> | null): void {
    const [from, to] = [keyIn(destruction.from) ?? ZERO_ADDRESS, keyIn(destruction.to) ?? ZERO_ADDRESS];
    if (from === ZERO_ADDRESS && to === ZERO_ADDRESS && amountIn(destruction.value) === 0n) return;
    if (destruction.to == null || destruction.value == null) {
      this.unreadable = `contract ${from} destroys itself, without its beneficiary or what it had`;
      return;
    }
    const amount = amountIn(destruction.value);
    if (call !== null && from !== to && isSameMove(call, { from, to, amount })) return;
    this.destroyed.add(from);
    if (from !== to) this.moves.push({ from, to, amount });
  }
}

function isSameMove(call: Record<string, unknown>, { from, to, amount }: TracedMove): boolean {
  return keyIn(call['from']) === from && keyIn(call['to']) === to && amountIn(call['value']) === amount;
}

/** @throws TypeError where it is no list of traces of these transactions */
function internalOfParity(result: unknown, txids: readonly string[]): TracedTransaction[] {
  const byTransaction = new Map<string, Record<string, unknown>[]>(txids.map((txid) => [`0x${txid}`, []]));
  // Rewards are of no transaction.
  for (const trace of listIn(result).map(recordIn)) {
    byTransaction.get(`${trace['transactionHash']}`.toLowerCase())?.push(trace);
  }
  return [...byTransaction].map(([txid, traces]) => {
    if (traces.length === 0) throw new TypeError(`none of transaction ${txid}`);
    return ofSteps(traces);
  });
}

function ofSteps(traces: readonly Record<string, unknown>[]): TracedTransaction {
  const moves: TracedMove[] = [];
  const destructions = new Destructions(moves);
  const calls = new Map<string, Record<string, unknown>>();
  const pathOf = (trace: Record<string, unknown>) =>
    listIn(trace['traceAddress'])
      .map((step) => `${step}/`)
      .join('');
  const failed = traces.filter(({ error }) => error != null).map(pathOf);
  for (const trace of traces) {
    const path = pathOf(trace);
    const action = recordIn(trace['action']);
    if (trace['type'] === 'call' && (action['callType'] ?? 'call') === 'call') calls.set(path, action);
    // The outermost is the transaction itself.
    if (path === '' || failed.some((each) => path.startsWith(each))) continue;
    if (trace['type'] === 'suicide') {
      const { address, refundAddress, balance } = action;
      const call = calls.get(path.replace(/[^/]+\/$/, '')) ?? null;
      destructions.add({ from: address, to: refundAddress, value: balance }, call);
    } else if (trace['type'] === 'create') {
      const created = keyIn(recordIn(trace['result'])['address']);
      moves.push({ from: keyIn(action['from']), to: created, amount: amountIn(action['value']) });
    } else if (trace['type'] === 'call' && (action['callType'] ?? 'call') === 'call') {
      moves.push({ from: keyIn(action['from']), to: keyIn(action['to']), amount: amountIn(action['value']) });
    }
  }
  return { moves, ...destructions.told, failed: failed.includes('') };
}

// Values in traces. There may be millions, so they are read by hand. All throw TypeError for what is none.

function recordIn(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('an object is missing');
  return value as Record<string, unknown>;
}

function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('a list is missing');
  return value;
}

/** @returns 40 digits, null for no address */
function keyIn(value: unknown): string | null {
  if (value == null) return null;
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw new TypeError('an address is none');
  return value.slice(2).toLowerCase();
}

function amountIn(value: unknown): bigint {
  if (value == null) return 0n;
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw new TypeError('an amount is none');
  return BigInt(value);
}
