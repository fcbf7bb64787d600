/** What accounts and contracts hold, after a block. */
import { quantity, ZERO_ADDRESS } from '../../bytes/hex.js';
import { addressParam, type EvmRpcContext, type EvmRpcMethod, requireParam, stateBlock } from './context.js';
import { invalidParams, RevertError, serverError } from './dispatch.js';

export const STATE_METHODS: Readonly<Record<string, EvmRpcMethod>> = {
  eth_getBalance: (context, params) => {
    const address = addressParam(params, 0);
    return quantity(context.simulator.state.balance(address, stateBlock(context, params[1], 1).number));
  },
  eth_call: callMethod,
};

async function callMethod(context: EvmRpcContext, params: readonly unknown[]): Promise<string> {
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
  const { output, error, revertReason } = await context.simulator.call(parties, block);
  if (error === null) return output ?? '0x';
  if (error === 'execution reverted') throw new RevertError(revertReason, output ?? '0x');
  throw serverError(error);
}
