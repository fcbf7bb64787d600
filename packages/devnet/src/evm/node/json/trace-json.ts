/** Traces in both tongues: geth's callTracer (eth/tracers/native/call.go) and the flat ones that came with Parity (`trace_block`). */
import type { Json } from '../../../node/decimal-json.js';
import type { CallFrame, EvmBlock, ExecutedTransaction, ProtocolTransfer } from '../../block/evm-block.js';
import { quantity } from '../../bytes/hex.js';
import type { JsonRecord } from './block-json.js';

/** @param isArbitrum adds what ArbOS moved around the EVM's run (nitro's fork, eth/tracers/native/tracer_arbitrum.go) */
function callTraceJson(executed: ExecutedTransaction, isArbitrum: boolean): JsonRecord {
  const frame = frameJson(executed.frame);
  if (!isArbitrum) return frame;
  return {
    beforeEVMTransfers: executed.beforeTransfers.map(transferJson),
    afterEVMTransfers: executed.afterTransfers.map(transferJson),
    ...frame,
  };
}

export function blockTracesJson(block: EvmBlock, isArbitrum: boolean): Json {
  return block.transactions.map((executed) => ({
    txHash: executed.transaction.hash,
    result: callTraceJson(executed, isArbitrum),
  }));
}

function transferJson({ purpose, from, to, value }: ProtocolTransfer): Json {
  return { purpose, from, to, value: quantity(value) };
}

function frameJson(frame: CallFrame): JsonRecord {
  const { output, error, revertReason, calls, value } = frame;
  return {
    from: frame.from,
    gas: quantity(frame.gas),
    gasUsed: quantity(frame.gasUsed),
    ...(frame.to === null ? {} : { to: frame.to }),
    input: frame.input,
    ...(output === null || output === '0x' ? {} : { output }),
    ...(error === null ? {} : { error }),
    ...(revertReason === null || revertReason === '' ? {} : { revertReason }),
    ...(calls.length === 0 ? {} : { calls: calls.map(frameJson) }),
    ...(value === null ? {} : { value: quantity(value) }),
    type: frame.type,
  };
}

export function parityTracesJson(block: EvmBlock): Json {
  return block.transactions.flatMap((executed, position) => {
    const place = {
      blockHash: block.hash,
      blockNumber: block.number,
      transactionHash: executed.transaction.hash,
      transactionPosition: position,
    };
    return flattened(executed.frame, []).map(({ frame, traceAddress }) => ({
      ...parityFrame(frame),
      subtraces: frame.calls.length,
      traceAddress,
      ...place,
    }));
  });
}

interface FlatFrame {
  readonly frame: CallFrame;
  readonly traceAddress: readonly number[];
}

function flattened(frame: CallFrame, traceAddress: readonly number[]): FlatFrame[] {
  const below = frame.calls.flatMap((call, index) => flattened(call, [...traceAddress, index]));
  return [{ frame, traceAddress }, ...below];
}

/** As OpenEthereum worded failures, which reth and erigon still do. */
const PARITY_ERRORS: Readonly<Record<string, string>> = {
  'execution reverted': 'Reverted',
  'out of gas': 'Out of gas',
  'invalid opcode: INVALID': 'Bad instruction',
};

function parityFrame(frame: CallFrame): JsonRecord {
  if (frame.type === 'SELFDESTRUCT') {
    const action = { address: frame.from, refundAddress: frame.to, balance: quantity(frame.value ?? 0n) };
    return { action, result: null, type: 'suicide' };
  }
  const isCreation = frame.type === 'CREATE' || frame.type === 'CREATE2';
  const result = frame.error === null ? { result: resultJson(frame, isCreation) } : {};
  const error = frame.error === null ? {} : { error: PARITY_ERRORS[frame.error] ?? frame.error };
  return { action: actionJson(frame, isCreation), ...result, ...error, type: isCreation ? 'create' : 'call' };
}

function actionJson(frame: CallFrame, isCreation: boolean): Json {
  const common = { from: frame.from, gas: quantity(frame.gas), value: quantity(frame.value ?? 0n) };
  if (isCreation) return { ...common, creationMethod: frame.type.toLowerCase(), init: frame.input };
  return { ...common, callType: frame.type.toLowerCase(), input: frame.input, to: frame.to };
}

function resultJson(frame: CallFrame, isCreation: boolean): Json {
  const gasUsed = quantity(frame.gasUsed);
  return isCreation
    ? { address: frame.to, code: frame.output ?? '0x', gasUsed }
    : { gasUsed, output: frame.output ?? '0x' };
}
