/** Methods of the family's nodes, and their answers. */
import { getAddress } from 'ethers';
import type { Json } from '../../../node/decimal-json.js';
import type { EvmBlock } from '../../block/evm-block.js';
import { quantity, ZERO_ADDRESS } from '../../bytes/hex.js';
import { blockJson, receiptsJson, waitingJson } from '../json/block-json.js';
import { blockTracesJson, parityTracesJson } from '../json/trace-json.js';
import type { ChainView, SeenNode } from './chain-view.js';
import { invalidParams, RevertError, serverError } from './dispatch.js';

export type EvmRpcMethod = (view: ChainView, params: readonly unknown[]) => Json | Promise<Json>;
type Methods = Readonly<Record<string, EvmRpcMethod>>;

const isArbitrum = ({ simulator }: Pick<ChainView, 'simulator'>): boolean =>
  simulator.options.chain.feeRules === 'arbitrum';

const getBlock: EvmRpcMethod = (view, [named, isWhole]) => {
  const block = view.block(named);
  return block ? blockJson(block, isWhole === true, isArbitrum(view)) : null;
};

const CHAIN_METHODS: Methods = {
  web3_clientVersion: ({ simulator }) => simulator.rules.clientVersion,
  eth_chainId: ({ simulator }) => quantity(simulator.options.chainId),
  eth_syncing: () => false,
  eth_blockNumber: ({ tip }) => quantity(tip.number),
  eth_getBlockByNumber: getBlock,
  eth_getBlockByHash: getBlock,
  eth_getBlockReceipts: (view, [named]) => {
    const block = view.block(named);
    return block ? receiptsJson(block) : null;
  },
  eth_getTransactionReceipt: (view, [hash]) => {
    const isIt = (receipt: { readonly transactionHash?: unknown }) => receipt.transactionHash === hash;
    const block = blockOf(view, hash);
    return (block && receiptsJson(block).find(isIt)) ?? null;
  },
  eth_getBalance: (view, [address, named]) => {
    const { number } = view.stateBlock(named);
    return quantity(view.simulator.state.balance(addressOf(address), number));
  },
  eth_call: callMethod,
};

function blockOf({ simulator }: ChainView, txid: unknown): EvmBlock | undefined {
  return simulator.blocks.find(({ transactions }) => transactions.some(({ transaction }) => transaction.hash === txid));
}

async function callMethod(view: ChainView, [call, named]: readonly unknown[]): Promise<string> {
  const { from = ZERO_ADDRESS, to, data, input = data ?? '0x' } = (call ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof input !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(input)) {
    throw invalidParams('invalid argument 0: json: cannot unmarshal invalid hex string');
  }
  const block = view.stateBlock(named);
  const message = { from: addressOf(from), to: addressOf(to), input: input.toLowerCase() };
  const { output, error, revertReason } = await view.simulator.call(message, block);
  if (error === null) return output ?? '0x';
  if (error === 'execution reverted') throw new RevertError(revertReason, output ?? '0x');
  throw serverError(error);
}

/** @throws RpcError -32602 */
function addressOf(value: unknown): string {
  if (typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)) return value.toLowerCase();
  throw invalidParams('invalid argument 0: 20 bytes in hex are wanted');
}

const GETH_TRACES: Methods = {
  debug_traceBlockByHash: (view, [hash]) => {
    const block = traceable(view, hash);
    if (!block) throw serverError(`block ${hash} not found`);
    if (block.number === 0) throw serverError('genesis is not traceable');
    return blockTracesJson(block, isArbitrum(view));
  },
  debug_traceTransaction: (view, [txid]) => {
    const block = traceable(view, blockOf(view, txid)?.hash);
    if (!block) throw serverError('transaction not found');
    return blockTracesJson(block, isArbitrum(view)).find(({ txHash }) => txHash === txid)!['result']!;
  },
};

const PARITY_TRACES: Methods = {
  trace_block: (view, [number]) => {
    const block = traceable(view, number);
    return block ? parityTracesJson(block) : null;
  },
};

/** Tracing runs a block again, on the state of its parent (go-ethereum eth/state_accessor.go). */
function traceable(view: ChainView, named: unknown): EvmBlock | undefined {
  const block = view.block(named);
  if (block && view.strikes('missing-state')) throw serverError('required historical state unavailable (reexec=128)');
  return block;
}

/** Senders in mixed case and nonces in decimal, as geth has them (internal/ethapi/api.go TxPoolAPI.Content). */
const POOL_METHODS: Methods = {
  txpool_content: (view) => {
    const pending: Record<string, Record<string, Json>> = {};
    for (const transaction of view.waiting()) {
      const sender = getAddress(transaction.from);
      pending[sender] = { ...pending[sender], [String(transaction.nonce)]: waitingJson(transaction) };
    }
    return { pending, queued: {} };
  },
};

/** Every method that a node of this kind offers. The transaction pools of Nitro and op-geth are always empty. */
export function methodsOf({ tracer }: SeenNode): ReadonlyMap<string, EvmRpcMethod> {
  const traces = { ...(tracer !== 'parity' && GETH_TRACES), ...(tracer !== 'callTracer' && PARITY_TRACES) };
  return new Map(Object.entries({ ...CHAIN_METHODS, ...traces, ...POOL_METHODS }));
}
