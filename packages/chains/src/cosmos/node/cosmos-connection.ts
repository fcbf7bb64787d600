/** The connection to CometBFT's JSON-RPC, and the options of its client. */
import type { CosmosChain, CosmosNetwork } from '../../chain.js';
import { BlockTooLargeError, isAboveOurBound, NEWER_VERSION } from '../../errors.js';
import { type HttpClientOptions, type HttpEndpoint, httpSettings, webSocketUrl } from '../../rpc/http-options.js';
import { RpcConnection } from '../../rpc/rpc-connection.js';
import { type Notification, type NotificationDialect, refusedSubscription } from '../../rpc/websocket-notifications.js';
import { COSMOS_ERRORS } from './cosmos-errors.js';

interface CosmosNodeEndpoint extends HttpEndpoint {
  /** Where the node serves WebSockets, `ws(s)://host:port[/path]`; without it `/websocket` of {@link url}. */
  readonly wsUrl?: string | undefined;
}

export interface CosmosNodeOptions extends HttpClientOptions {
  readonly chain: CosmosChain;
  readonly network: CosmosNetwork;
  /** CometBFT's JSON-RPC. */
  readonly endpoint: CosmosNodeEndpoint;
  /** The REST server of the application, for balances and names. */
  readonly restEndpoint?: HttpEndpoint | undefined;
  /** Most that is read of an answer about anything but a block; 64 MiB. */
  readonly maxCallBytes?: number | undefined;
  /** Most that is read of a block, or of its results; 512 MiB. */
  readonly maxBlockBytes?: number | undefined;
}

/** `max_request_batch_size` of CometBFT's config.toml; Tendermint 0.34 took more. */
const CALLS_PER_BATCH = 10;
/** Answers of ordinary calls: 20 headers are 30 kB, a chunk of a genesis is 16 MiB in base64. */
export const CALL_MAX_BYTES = 64 * 2 ** 20;
/** A block, or its results: the events of a block with very many of them. */
const BLOCK_MAX_BYTES = 512 * 2 ** 20;

export class CosmosConnection extends RpcConnection {
  readonly wsUrl: URL;
  readonly maxBlockBytes: number;

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: CosmosNodeOptions) {
    const { endpoint, onRetry, onRequest } = options;
    const { code: chain } = options.chain;
    const settings = httpSettings(chain, endpoint, options, 'http://127.0.0.1:27147');
    super({
      ...{ chain, endpoint, settings, onRetry, onRequest },
      errors: COSMOS_ERRORS,
      maxBytes: BLOCK_MAX_BYTES,
      callMaxBytes: options.maxCallBytes ?? CALL_MAX_BYTES,
      callsPerBatch: CALLS_PER_BATCH,
      batchMaxBytes: options.maxCallBytes ?? CALL_MAX_BYTES,
    });
    this.maxBlockBytes = options.maxBlockBytes ?? BLOCK_MAX_BYTES;
    this.wsUrl = endpoint.wsUrl
      ? webSocketUrl(chain, endpoint.wsUrl, 'ws://127.0.0.1:27147/websocket')
      : defaultWebSocketUrl(settings.url);
  }

  /**
   * A block, or its results, as the node answers.
   * @param place height, or hash in base64, as the parameter
   * @throws BlockTooLargeError for more than is read of one
   */
  async callBlock(
    method: 'block' | 'block_by_hash' | 'block_results',
    height: number,
    place = String(height),
  ): Promise<Buffer> {
    try {
      return (await this.callRaw(method, [place], this.maxBlockBytes)).body;
    } catch (error) {
      if (!isAboveOurBound(error)) throw error;
      const what = method === 'block_results' ? `the results of block ${height} are` : `block ${height} is`;
      const sentence = `${what} larger than ${this.maxBlockBytes} bytes, the most that Chaintrail reads of one; ${NEWER_VERSION}`;
      throw new BlockTooLargeError(sentence, false, { ...error.facts, cause: error });
    }
  }
}

function defaultWebSocketUrl(rpc: URL): URL {
  const url = new URL(rpc);
  url.protocol = rpc.protocol === 'https:' ? 'wss:' : 'ws:';
  url.pathname = `${rpc.pathname.replace(/\/+$/, '')}/websocket`;
  return url;
}

const SUBSCRIBE_ID = 1;
const SUBSCRIBE = JSON.stringify({
  jsonrpc: '2.0',
  id: SUBSCRIBE_ID,
  method: 'subscribe',
  params: { query: "tm.event='NewBlock'" },
});
/** A message brings the whole block with its events. */
const MAX_MESSAGE_BYTES = 64 * 2 ** 20;
/** The answer to the subscription, and errors, are shorter; nothing else comes. */
const MAX_PARSED_CHARACTERS = 1024;

/** Notifications of new blocks by CometBFT's WebSocket. */
export const NEW_BLOCKS: NotificationDialect = {
  subscribe: SUBSCRIBE,
  read: readMessage,
  maxMessageBytes: MAX_MESSAGE_BYTES,
};

function readMessage(text: string): Notification | null {
  if (text.length > MAX_PARSED_CHARACTERS) return 'block';
  const message = JSON.parse(text) as {
    id?: unknown;
    result?: { data?: unknown } | null;
    error?: { message?: unknown; data?: unknown } | null;
  } | null;
  if (message?.id !== SUBSCRIBE_ID) return null;
  const { result, error } = message;
  if (typeof result !== 'object' || result === null) return refusedSubscription(error?.data ?? error?.message);
  return 'data' in result ? 'block' : 'subscribed';
}
