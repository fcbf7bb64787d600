/** Traces in both tongues: geth's callTracer (eth/tracers/native/call.go) and the flat ones that came with Parity (`trace_block`). */
import { getAddress } from 'ethers';
import type { Json } from '../../../node/decimal-json.js';
import type { CallFrame, EvmBlock, ProtocolTransfer } from '../../block/evm-block.js';
import { type JsonRecord, rpcRecord } from './block-json.js';

/** @param isArbitrum adds what ArbOS moved around the EVM's run (nitro's fork, eth/tracers/native/tracer_arbitrum.go) */
export function blockTracesJson(block: EvmBlock, isArbitrum: boolean): JsonRecord[] {
  return block.transactions.map(({ transaction, frame, beforeTransfers, afterTransfers }) => {
    const moved = {
      beforeEVMTransfers: beforeTransfers.map(shownTransfer),
      afterEVMTransfers: afterTransfers.map(shownTransfer),
    };
    return rpcRecord({ txHash: transaction.hash, result: { ...(isArbitrum && moved), ...shownFrame(frame) } });
  });
}

/** Addresses are in mixed case here alone. */
function shownTransfer({ from, to, ...transfer }: ProtocolTransfer): object {
  return { ...transfer, from: from && getAddress(from), to: to && getAddress(to) };
}

/** Empty members are left out. */
function shownFrame({ to, output, error, revertReason, calls, value, ...frame }: CallFrame): object {
  return {
    ...frame,
    ...{ to: to ?? undefined, output: output ?? undefined, error: error ?? undefined, value: value ?? undefined },
    revertReason: revertReason || undefined,
    calls: calls.length === 0 ? undefined : calls.map(shownFrame),
  };
}

export function parityTracesJson({ hash, number, transactions }: EvmBlock): Json {
  return transactions.flatMap(({ transaction, frame: root }, transactionPosition) => {
    const place = { blockHash: hash, blockNumber: number, transactionHash: transaction.hash, transactionPosition };
    return flattened(root, []).map(({ frame, traceAddress }) => {
      const subtraces = frame.calls.length;
      return { ...rpcRecord(parityFrame(frame)), subtraces, traceAddress, ...place };
    });
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

function parityFrame({ type, from, to, value, gas, gasUsed, input, output, error }: CallFrame): object {
  const balance = value ?? 0n;
  if (type === 'SELFDESTRUCT') {
    return { action: { address: from, refundAddress: to, balance }, result: null, type: 'suicide' };
  }
  const isCreation = type === 'CREATE' || type === 'CREATE2';
  const method = type.toLowerCase();
  const asked = isCreation ? { creationMethod: method, init: input } : { callType: method, input, to };
  const made = isCreation ? { address: to, code: output ?? '0x' } : { output: output ?? '0x' };
  const end = error === null ? { result: { ...made, gasUsed } } : { error: PARITY_ERRORS[error] ?? error };
  return { action: { from, gas, value: balance, ...asked }, ...end, type: isCreation ? 'create' : 'call' };
}
