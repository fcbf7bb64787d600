/** The connection of one client to CometBFT: transport, credentials, repetition, and batches within the node's limits. */
import { setMaxListeners } from 'node:events';
import type { ChainCode } from '../../chain.js';
import { AuthorizedHttp } from '../../rpc/authorized-http.js';
import { inBatches } from '../../rpc/batches.js';
import { Credentials } from '../../rpc/credentials.js';
import { HttpTransport } from '../../rpc/http-transport.js';
import { JsonRpc, type RpcCall, type RpcCallOptions, type RpcOutcome } from '../../rpc/json-rpc.js';
import { type RetryInfo, type RetryPolicy, retrying } from '../../rpc/retrying.js';
import { type Asked, closedFailure } from '../../rpc/rpc-errors.js';
import { COSMOS_WORDS, cosmosFailure } from './cosmos-errors.js';
import { type CosmosNodeOptions, cosmosSettings } from './cosmos-node-options.js';

/** `max_request_batch_size` of CometBFT's config.toml; Tendermint 0.34 took more. */
const CALLS_PER_BATCH = 10;
/** Answers of ordinary calls: 20 headers are 30 kB, a chunk of a genesis is 16 MiB in base64. */
const MAX_BYTES = 64 * 2 ** 20;
/** A block, or its results: the events of a block with very many of them. */
export const BLOCK_MAX_BYTES = 512 * 2 ** 20;

export class CosmosConnection {
  readonly chain: ChainCode;
  readonly rpc: JsonRpc;
  /** Host and port, for messages. */
  readonly place: string;
  readonly wsUrl: URL;
  readonly #credentials: Credentials;
  readonly #host: string;
  readonly #transport: HttpTransport;
  readonly #retry: RetryPolicy;
  readonly #onRetry: ((info: RetryInfo) => void) | undefined;
  readonly #closing = new AbortController();
  /** Called when the node may have been restarted, and so be another one. */
  onRestart: () => void = () => undefined;

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: CosmosNodeOptions) {
    const { chain, endpoint, onRetry, onRequest } = options;
    const { url, wsUrl, timeoutMs, connections, retry } = cosmosSettings(options);
    this.chain = chain.code;
    this.place = url.host;
    this.wsUrl = wsUrl;
    this.#host = url.hostname;
    const onDisconnect = () => this.onRestart();
    this.#transport = new HttpTransport({ url, timeoutMs, connections, onDisconnect, onRequest });
    this.#credentials = new Credentials(chain.code, endpoint);
    const http = new AuthorizedHttp(this.#transport, this.#credentials, () => this.onRestart());
    this.rpc = new JsonRpc({ chain: chain.code, http, maxBytes: BLOCK_MAX_BYTES, words: COSMOS_WORDS });
    this.#retry = retry;
    this.#onRetry = onRetry;
    setMaxListeners(0, this.#closing.signal);
  }

  /** Fires when the client is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** The Authorization header of the WebSocket: that of RPC where it is the same host, no other one learns it. */
  async webSocketAuthorization(): Promise<string | undefined> {
    return this.wsUrl.hostname === this.#host ? this.#credentials.header() : undefined;
  }

  asked(method: string): Asked {
    return { chain: this.chain, method };
  }

  /** Repeats `attempt` while it fails with a NodeError that is retryable, within the limits of the options. */
  retrying<T>(method: string, attempt: () => Promise<T>): Promise<T> {
    return retrying(attempt, method, this.#retry, this.#closing.signal, this.#onRetry);
  }

  /** One call, repeated. @returns the unchecked result */
  call(method: string, params: readonly unknown[], options: RpcCallOptions = {}): Promise<unknown> {
    return this.retrying(method, () => this.rpc.call(method, params, { maxBytes: MAX_BYTES, ...options }));
  }

  /**
   * Any number of calls in batches that the node takes, some of them side by side.
   * @param read turns one call's outcome into its result; a retryable NodeError of it has the batch repeated
   * @returns one result per call, in their order
   */
  batch<T>(what: string, calls: readonly RpcCall[], read: (outcome: RpcOutcome, call: RpcCall) => T): Promise<T[]> {
    return inBatches(calls, CALLS_PER_BATCH, (batch) =>
      this.retrying(what, async () => {
        const outcomes = await this.rpc.batchOf(what, batch, { maxBytes: MAX_BYTES });
        return outcomes.map((outcome, at) => read(outcome, batch[at] as RpcCall));
      }),
    );
  }

  async close(): Promise<void> {
    this.#closing.abort(closedFailure(this.asked('close')));
    await this.#transport.close();
  }
}

/** The result of one call of a batch, or its error thrown. */
export function resultOf(asked: Asked, outcome: RpcOutcome): unknown {
  if ('error' in outcome) throw cosmosFailure(asked, outcome.error);
  return outcome.result;
}
