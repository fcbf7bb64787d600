/** Transactions that the node judges: sent (`eth_sendRawTransaction`), or tried for the gas they take (`eth_estimateGas`). */
import type { RpcOutcome } from '../../rpc/json-rpc.js';
import { type Check, checked, refusalOf } from '../../rpc/rpc-errors.js';
import type { EvmConnection } from './evm-connection.js';
import { EVM_ERRORS } from './evm-errors.js';
import { amountAnswer, hashAnswer, hexData } from './quantity.js';

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
  return judged(node, 'eth_sendRawTransaction', `0x${hex}`, hashAnswer);
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
  return judged(node, 'eth_estimateGas', draft, amountAnswer);
}

async function judged<T>(node: EvmConnection, method: string, parameter: string | object, check: Check<T>): Promise<T> {
  const asked = node.asked(method);
  const read = (outcome: RpcOutcome): T => {
    if ('error' in outcome) throw refusalOf(asked, outcome.error, EVM_ERRORS);
    return checked(asked, outcome.result, check);
  };
  const [found] = await node.batch(method, [{ method, params: [parameter] }], read);
  return found!;
}
