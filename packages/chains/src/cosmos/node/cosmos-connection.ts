/** The connection of a client of the Cosmos family to CometBFT's JSON-RPC, and what the client is made from. */
import type { CosmosChain, CosmosNetwork } from '../../chain.js';
import { type HttpClientOptions, type HttpEndpoint, httpSettings, webSocketUrl } from '../../rpc/http-options.js';
import { RpcConnection } from '../../rpc/rpc-connection.js';
import { COSMOS_ERRORS } from './cosmos-errors.js';

export interface CosmosNodeEndpoint extends HttpEndpoint {
  /** Where the node serves WebSockets, `ws(s)://host:port[/path]`; without it `/websocket` of {@link url}. */
  readonly wsUrl?: string | undefined;
}

export interface CosmosNodeOptions extends HttpClientOptions {
  readonly chain: CosmosChain;
  readonly network: CosmosNetwork;
  /** CometBFT's JSON-RPC. */
  readonly endpoint: CosmosNodeEndpoint;
  /** The REST server of the application, which tells of balances and names. */
  readonly restEndpoint?: HttpEndpoint | undefined;
}

/** `max_request_batch_size` of CometBFT's config.toml; Tendermint 0.34 took more. */
const CALLS_PER_BATCH = 10;
/** Answers of ordinary calls: 20 headers are 30 kB, a chunk of a genesis is 16 MiB in base64. */
const CALL_MAX_BYTES = 64 * 2 ** 20;
/** A block, or its results: the events of a block with very many of them. */
export const BLOCK_MAX_BYTES = 512 * 2 ** 20;

export class CosmosConnection extends RpcConnection {
  readonly wsUrl: URL;

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: CosmosNodeOptions) {
    const { endpoint, onRetry, onRequest } = options;
    const { code: chain } = options.chain;
    const settings = httpSettings(chain, endpoint, options, 'http://127.0.0.1:27147');
    super({
      ...{ chain, endpoint, settings, onRetry, onRequest },
      errors: COSMOS_ERRORS,
      maxBytes: BLOCK_MAX_BYTES,
      callMaxBytes: CALL_MAX_BYTES,
      callsPerBatch: CALLS_PER_BATCH,
      batchMaxBytes: CALL_MAX_BYTES,
    });
    this.wsUrl = endpoint.wsUrl
      ? webSocketUrl(chain, endpoint.wsUrl, 'ws://127.0.0.1:27147/websocket')
      : defaultWebSocketUrl(settings.url);
  }
}

function defaultWebSocketUrl(rpc: URL): URL {
  const url = new URL(rpc);
  url.protocol = rpc.protocol === 'https:' ? 'wss:' : 'ws:';
  url.pathname = `${rpc.pathname.replace(/\/+$/, '')}/websocket`;
  return url;
}
