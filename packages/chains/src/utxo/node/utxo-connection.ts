/** The connection of one node client: transport, credentials, repetition, and what the node behind it offers. */
import { setMaxListeners } from 'node:events';
import type { ChainCode } from '../../chain.js';
import { AuthorizedHttp } from '../../rpc/authorized-http.js';
import { Credentials } from '../../rpc/credentials.js';
import { HttpTransport } from '../../rpc/http-transport.js';
import { JsonRpc } from '../../rpc/json-rpc.js';
import { type RetryInfo, type RetryPolicy, retrying } from '../../rpc/retrying.js';
import { closedFailure } from '../../rpc/rpc-errors.js';
import { BITCOIND_WORDS } from './bitcoind-errors.js';
import { Rest } from './bitcoind-rest.js';
import { detectProfile, type NodeProfile } from './profile.js';
import { type NodeClientOptions, nodeSettings } from './utxo-node-options.js';

/** What the node offers beyond RPC, as last detected. */
export interface NodeCapabilities {
  readonly rest: boolean;
  readonly spentTxOuts: boolean;
}

export class NodeConnection {
  readonly rpc: JsonRpc;
  readonly rest: Rest;
  /** Host and port, for messages. */
  readonly place: string;
  readonly host: string;
  /** Where notifications are published, as set by the operator. */
  readonly zmqUrls: readonly string[];
  /** Called when the node may have been restarted, and so be another one. */
  onRestart: () => void = () => undefined;
  readonly #chain: ChainCode;
  readonly #transport: HttpTransport;
  readonly #retry: RetryPolicy;
  readonly #onRetry: ((info: RetryInfo) => void) | undefined;
  readonly #closing = new AbortController();
  /** Null until asked for, and again after a sign of a restart. */
  #profile: Promise<NodeProfile> | null = null;
  #capabilities: NodeCapabilities = { rest: false, spentTxOuts: false };

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: NodeClientOptions) {
    const { chain, endpoint, onRetry, onRequest } = options;
    const { url, zmqUrls, timeoutMs, connections, maxBinaryBytes, maxJsonBytes, retry } = nodeSettings(options);
    const onRestart = () => this.forgetProfile();
    this.#chain = chain.code;
    this.place = url.host;
    this.host = url.hostname;
    this.zmqUrls = zmqUrls;
    this.#transport = new HttpTransport({ url, timeoutMs, connections, onDisconnect: onRestart, onRequest });
    const http = new AuthorizedHttp(this.#transport, new Credentials(chain.code, endpoint), onRestart);
    this.rpc = new JsonRpc({ chain: chain.code, http, maxBytes: maxJsonBytes, words: BITCOIND_WORDS });
    this.rest = new Rest(chain.code, http, maxBinaryBytes);
    this.#retry = retry;
    this.#onRetry = onRetry;
    setMaxListeners(0, this.#closing.signal);
  }

  get capabilities(): NodeCapabilities {
    return this.#capabilities;
  }

  /** Fires when the client is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** What the node is and offers, asked once and again after every sign of a restart. */
  async profile(): Promise<NodeProfile> {
    this.#profile ??= this.#detect();
    const pending = this.#profile;
    try {
      return await pending;
    } catch (error) {
      if (this.#profile === pending) this.#profile = null;
      throw error;
    }
  }

  forgetProfile(): void {
    this.#profile = null;
    this.onRestart();
  }

  /** Repeats `attempt` while it fails with a NodeError that is retryable, within the limits of the options. */
  retrying<T>(method: string, attempt: () => Promise<T>): Promise<T> {
    return retrying(attempt, method, this.#retry, this.#closing.signal, this.#onRetry);
  }

  async close(): Promise<void> {
    this.#closing.abort(closedFailure({ chain: this.#chain, method: 'close' }));
    await this.#transport.close();
  }

  async #detect(): Promise<NodeProfile> {
    const profile = await detectProfile(this.#chain, this.rpc, this.rest);
    this.#capabilities = { rest: profile.rest, spentTxOuts: profile.spentTxOuts };
    return profile;
  }
}
