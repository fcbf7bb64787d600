/** What accounts and contracts hold, after a block. */
import { quantity, word, ZERO_ADDRESS } from '../../bytes/hex.js';
import { callContract } from '../../machine/call-contract.js';
import { deployedCode } from '../../machine/program.js';
import { addressParam, type EvmRpcContext, type EvmRpcMethod, requireParam, stateBlock } from './context.js';
import { invalidParams, RevertError, serverError } from './errors.js';

export const STATE_METHODS: Readonly<Record<string, EvmRpcMethod>> = {
  eth_getBalance: (context, params) => {
    const address = addressParam(params, 0);
    return quantity(context.state.balance(address, stateBlock(context, params[1], 1).number));
  },
  eth_getTransactionCount: (context, params) => {
    const address = addressParam(params, 0);
    return quantity(context.state.nonce(address, stateBlock(context, params[1], 1).number));
  },
  eth_getCode: (context, params) => {
    const address = addressParam(params, 0);
    return codeJson(context.state.code(address, stateBlock(context, params[1], 1).number));
  },
  eth_getStorageAt: (context, params) => {
    addressParam(params, 0);
    stateBlock(context, params[2], 2);
    // Contracts here keep what they know by name, not by slot.
    return `0x${word(0)}`;
  },
  eth_call: callMethod,
  eth_estimateGas: (context, params) => {
    callMethod(context, params);
    return quantity(500_000);
  },
};

/** EIP-7702: an account that acts by code shows whose. */
function codeJson(code: string): string {
  if (code === '') return '0x';
  return code.startsWith('delegate:') ? `0xef0100${code.slice('delegate:'.length + 2)}` : deployedCode(code);
}

function callMethod(context: EvmRpcContext, params: readonly unknown[]): string {
  const call = requireParam(params, 0);
  if (typeof call !== 'object') throw invalidParams('invalid argument 0: json: cannot unmarshal into Go value');
  const { from = ZERO_ADDRESS, to, data, input = data ?? '0x' } = call as Readonly<Record<string, unknown>>;
  if (typeof input !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(input)) {
    throw invalidParams(
      'invalid argument 0: json: cannot unmarshal invalid hex string into Go value of type hexutil.Bytes',
    );
  }
  const block = stateBlock(context, params[1], 1);
  const parties = { from: addressParam([from], 0), to: addressParam([to], 0), input: input.toLowerCase() };
  const { output, error, reason } = callContract(context, parties, block);
  if (error === null) return output;
  if (error === 'execution reverted') throw new RevertError(reason, output);
  throw serverError(error);
}
