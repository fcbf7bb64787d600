/** The connection to a node of the EVM family, and the options of its client. */
import type { EvmChain, EvmNetwork } from '../../chain.js';
import { type HttpClientOptions, type HttpEndpoint, httpSettings, webSocketUrl } from '../../rpc/http-options.js';
import { RpcConnection } from '../../rpc/rpc-connection.js';
import { type Notification, type NotificationDialect, refusedSubscription } from '../../rpc/websocket-notifications.js';
import { EVM_ERRORS } from './evm-errors.js';

interface EvmNodeEndpoint extends HttpEndpoint {
  /** Where the node serves WebSockets, `ws(s)://host:port[/path]`; without it there are no notifications. */
  readonly wsUrl?: string | undefined;
}

export interface EvmNodeOptions extends HttpClientOptions {
  readonly chain: EvmChain;
  readonly network: EvmNetwork;
  readonly endpoint: EvmNodeEndpoint;
  /** Most that is read of a block, of all its receipts, or of its traces; 512 MiB. */
  readonly maxBlockBytes?: number | undefined;
  /** Called with a sentence where one block had to be asked for in another way. */
  readonly onDetour?: ((sentence: string) => void) | undefined;
}

/** Erigon's default (`--rpc.batch.limit`), the smallest of all: Geth and Nethermind take 1000 and 1024. */
const CALLS_PER_BATCH = 100;
/** Answers of batches; Geth ends them at 25 MB, Nethermind at 32 MiB. Single large answers have limits of their own. */
const BATCH_MAX_BYTES = 32 * 2 ** 20;
/** Answers that are parsed: headers, balances, what contracts say. */
const CALL_MAX_BYTES = 64 * 2 ** 20;
/**
 * A block, or all of its receipts. An empty log costs 379 gas and 360 bytes of JSON (geth): 7 transactions of 16.7
 * million gas have 106 MiB of them, and a block of 400 million gas 362. Traces: above 100 MB for large blocks of contracts
 * that pass on their input again and again.
 */
const BLOCK_MAX_BYTES = 512 * 2 ** 20;
/** Receipts of a block that are read one by one, all together, in blocks' bounds. */
const SINGLE_RECEIPTS_FACTOR = 2;

/** Heights that are remembered, so that each is told of once. */
const MOST_DETOURS = 1_000;

export class EvmConnection extends RpcConnection {
  readonly wsUrl: URL | null;
  /** Bounds of a block, its receipts or traces, and of receipts that are read one by one. */
  readonly maxBlockBytes: number;
  readonly maxSingleReceiptsBytes: number;
  readonly #onDetour: EvmNodeOptions['onDetour'];
  readonly #detours = new Set<number>();

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: EvmNodeOptions) {
    const { endpoint, onRetry, onRequest, maxBlockBytes = BLOCK_MAX_BYTES } = options;
    const { code: chain } = options.chain;
    super({
      ...{ chain, endpoint, onRetry, onRequest },
      settings: httpSettings(chain, endpoint, options, 'http://127.0.0.1:8545'),
      errors: EVM_ERRORS,
      maxBytes: SINGLE_RECEIPTS_FACTOR * maxBlockBytes,
      callMaxBytes: CALL_MAX_BYTES,
      callsPerBatch: CALLS_PER_BATCH,
      batchMaxBytes: BATCH_MAX_BYTES,
    });
    this.maxBlockBytes = maxBlockBytes;
    this.maxSingleReceiptsBytes = SINGLE_RECEIPTS_FACTOR * maxBlockBytes;
    this.#onDetour = options.onDetour;
    this.wsUrl = endpoint.wsUrl ? webSocketUrl(chain, endpoint.wsUrl, 'ws://127.0.0.1:8546') : null;
  }

  /** Tells once for each height. */
  detour(height: number, sentence: string): void {
    if (this.#detours.has(height)) return;
    if (this.#detours.size >= MOST_DETOURS) this.#detours.clear();
    this.#detours.add(height);
    this.#onDetour?.(sentence);
  }
}

const SUBSCRIBE_ID = 1;
const SUBSCRIBE = JSON.stringify({ jsonrpc: '2.0', id: SUBSCRIBE_ID, method: 'eth_subscribe', params: ['newHeads'] });
/** A head is some 2 KB. */
const MAX_MESSAGE_BYTES = 2 ** 18;

/** Notifications of new blocks by `eth_subscribe newHeads`. */
export const NEW_HEADS: NotificationDialect = {
  subscribe: SUBSCRIBE,
  read: readMessage,
  maxMessageBytes: MAX_MESSAGE_BYTES,
};

function readMessage(text: string): Notification | null {
  const message = JSON.parse(text) as {
    id?: unknown;
    method?: unknown;
    result?: unknown;
    error?: { message?: unknown } | null;
  } | null;
  if (message?.method === 'eth_subscription') return 'block';
  if (message?.id !== SUBSCRIBE_ID) return null;
  return typeof message.result === 'string' ? 'subscribed' : refusedSubscription(message.error?.message);
}
