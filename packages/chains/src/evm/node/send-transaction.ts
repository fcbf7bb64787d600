/** Sending a signed transaction (`eth_sendRawTransaction`). */
import { BroadcastRefusedError } from '../../errors.js';
import type { RpcOutcome } from '../../rpc/json-rpc.js';
import { checked, quoteForeign, RPC_INTERNAL_ERROR, RPC_METHOD_NOT_FOUND } from '../../rpc/rpc-errors.js';
import type { EvmConnection } from './evm-connection.js';
import { evmError } from './evm-errors.js';
import { hashAnswer } from './quantity.js';

const METHOD = 'eth_sendRawTransaction';
/** Codes of JSON-RPC itself, which say nothing of the transaction. */
const PROTOCOL_CODES: ReadonlySet<number> = new Set([RPC_METHOD_NOT_FOUND, RPC_INTERNAL_ERROR]);
const MOST_QUOTED = 500;

/**
 * @returns its txid, hex without `0x`
 * @throws BroadcastRefusedError in the node's own words
 */
export async function sendTransaction(node: EvmConnection, hex: string): Promise<string> {
  const asked = node.asked(METHOD);
  const read = (outcome: RpcOutcome): string => {
    if (!('error' in outcome)) return checked(asked, outcome.result, (value) => hashAnswer.parse(value));
    const { error } = outcome;
    const failure = evmError(asked, error);
    if (failure.retryable || PROTOCOL_CODES.has(error.code)) throw failure;
    throw new BroadcastRefusedError(quoteForeign(error.message, MOST_QUOTED), { ...asked, code: error.code });
  };
  const [txid] = await node.batch(METHOD, [{ method: METHOD, params: [`0x${hex}`] }], read);
  return txid!;
}
