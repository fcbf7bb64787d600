/** `eth_getLogs`, and what waits for a block. */
import { getAddress } from 'ethers';
import type { Json } from '../../../node/decimal-json.js';
import type { EvmBlock, Log } from '../../block/block.js';
import { waitingJson } from '../json/block-json.js';
import { logJson } from '../json/receipt-json.js';
import { blockByNumber, type EvmRpcContext, type EvmRpcMethod, hashParam, requireParam } from './context.js';
import { invalidParams, serverError } from './errors.js';

interface Filter {
  readonly fromBlock?: unknown;
  readonly toBlock?: unknown;
  readonly blockHash?: unknown;
  readonly address?: unknown;
  readonly topics?: unknown;
}

export const LOG_METHODS: Readonly<Record<string, EvmRpcMethod>> = {
  eth_getLogs: (context, params) => {
    const filter = requireParam(params, 0);
    if (typeof filter !== 'object') throw invalidParams('invalid argument 0: json: cannot unmarshal into Go value');
    return filteredBlocks(context, filter as Filter).flatMap((block) => logsOf(block, filter as Filter));
  },
};

/** Senders in mixed case and nonces in decimal, as geth has them (internal/ethapi/api.go TxPoolAPI.Content). */
export const POOL_METHODS: Readonly<Record<string, EvmRpcMethod>> = {
  txpool_content: ({ source }) => {
    const pending: Record<string, Record<string, Json>> = {};
    for (const transaction of source.waiting()) {
      const sender = getAddress(transaction.from);
      pending[sender] = { ...pending[sender], [String(transaction.nonce)]: waitingJson(transaction) };
    }
    return { pending, queued: {} };
  },
  txpool_status: ({ source }) => ({ pending: `0x${source.waiting().length.toString(16)}`, queued: '0x0' }),
};

function filteredBlocks(context: EvmRpcContext, { blockHash, fromBlock, toBlock }: Filter): EvmBlock[] {
  const { source } = context;
  if (blockHash !== undefined) {
    if (fromBlock !== undefined || toBlock !== undefined) {
      throw invalidParams(
        'invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
      );
    }
    const block = source.block(hashParam([blockHash], 0));
    if (!block) throw serverError('unknown block');
    return [block];
  }
  const first = blockByNumber(context, fromBlock ?? 'latest', 0);
  const last = blockByNumber(context, toBlock ?? 'latest', 0);
  if (!first || !last) throw invalidParams('block range extends beyond current head block');
  if (first.number > last.number) throw invalidParams('invalid block range params');
  const heights = Array.from({ length: last.number - first.number + 1 }, (_, index) => first.number + index);
  return heights.flatMap((height) => source.blockAt(height) ?? []);
}

function logsOf(block: EvmBlock, filter: Filter): Json[] {
  return block.transactions.flatMap((executed, index) =>
    executed.logs.flatMap((log, position) =>
      matches(log, filter) ? [logJson(block, executed, index, log, executed.firstLog + position)] : [],
    ),
  );
}

function matches({ address, topics }: Log, filter: Filter): boolean {
  if (filter.address !== undefined && !isOneOf(address, filter.address)) return false;
  const wanted = Array.isArray(filter.topics) ? filter.topics : [];
  return wanted.every((topic, at) => topic === null || isOneOf(topics[at], topic));
}

function isOneOf(value: string | undefined, wanted: unknown): boolean {
  const options: unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  return options.some((option) => typeof option === 'string' && option.toLowerCase() === value);
}
