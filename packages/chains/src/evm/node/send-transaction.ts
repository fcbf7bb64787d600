/** Transactions that the node judges: sent (`eth_sendRawTransaction`), or tried for the gas they take (`eth_estimateGas`). */
import { BroadcastRefusedError } from '../../errors.js';
import type { RpcOutcome } from '../../rpc/json-rpc.js';
import { checked, quoteForeign, RPC_INTERNAL_ERROR, RPC_METHOD_NOT_FOUND } from '../../rpc/rpc-errors.js';
import type { EvmConnection } from './evm-connection.js';
import { evmError } from './evm-errors.js';
import { amountAnswer, hashAnswer, hexData } from './quantity.js';

/** Codes of JSON-RPC itself, which say nothing of the transaction. */
const PROTOCOL_CODES: ReadonlySet<number> = new Set([RPC_METHOD_NOT_FOUND, RPC_INTERNAL_ERROR]);
const MOST_QUOTED = 500;
/** The node runs it some twenty times: more gas than nearly all transactions take would keep it busy for seconds. */
const MOST_ESTIMATED_GAS = 5_000_000;

/** A transaction that nobody signed yet. */
export interface DraftTransaction {
  readonly from: Buffer;
  /** Null where it makes a contract. */
  readonly to: Buffer | null;
  /** Base units. */
  readonly value: bigint;
  readonly data: Buffer;
}

/** @returns its txid, hex without `0x` @throws BroadcastRefusedError in the node's own words */
export function sendTransaction(node: EvmConnection, hex: string): Promise<string> {
  return judged(node, 'eth_sendRawTransaction', `0x${hex}`, (value) => hashAnswer.parse(value));
}

/**
 * @returns gas that it takes after the node's last block; on layer 2s with what they take for layer 1
 * @throws BroadcastRefusedError in the node's own words, where it would fail or takes more than any ordinary one
 */
export function estimateGas(node: EvmConnection, { from, to, value, data }: DraftTransaction): Promise<bigint> {
  const draft = {
    ...{ from: hexData(from), value: `0x${value.toString(16)}`, data: hexData(data) },
    ...(to && { to: hexData(to) }),
    gas: `0x${MOST_ESTIMATED_GAS.toString(16)}`,
  };
  return judged(node, 'eth_estimateGas', draft, (gas) => amountAnswer.parse(gas));
}

async function judged<T>(
  node: EvmConnection,
  method: string,
  parameter: string | object,
  parse: (value: unknown) => T,
): Promise<T> {
  const asked = node.asked(method);
  const read = (outcome: RpcOutcome): T => {
    if (!('error' in outcome)) return checked(asked, outcome.result, parse);
    const { error } = outcome;
    const failure = evmError(asked, error);
    if (failure.retryable || PROTOCOL_CODES.has(error.code)) throw failure;
    throw new BroadcastRefusedError(quoteForeign(error.message, MOST_QUOTED), { ...asked, code: error.code });
  };
  const [found] = await node.batch(method, [{ method, params: [parameter] }], read);
  return found!;
}
