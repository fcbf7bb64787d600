/** The connection to bitcoind or a relative, and the options of its client. */
import { constants } from 'node:buffer';
import { MOST_BLOCK_BYTES, type UtxoChain, type UtxoNetwork } from '../../chain.js';
import { NodeError, NodeLieError, PreflightError } from '../../errors.js';
import { positive } from '../../rpc/argument-checks.js';
import { HttpConnection, type PoolName } from '../../rpc/http-connection.js';
import { type HttpClientOptions, type HttpEndpoint, httpSettings, settingOf } from '../../rpc/http-options.js';
import { JsonRpc, type RpcCallOptions } from '../../rpc/json-rpc.js';
import { type Check, checked, httpStatusError, isNotOffered, type RpcError } from '../../rpc/rpc-errors.js';
import { BITCOIND_ERRORS, bitcoindError } from './bitcoind-errors.js';
import { detectProfile, type NodeProfile } from './profile.js';
import { isZmqEndpoint } from './zmq-sources.js';

/** REST is looked for below the same path as RPC. */
export interface NodeEndpoint extends HttpEndpoint {
  /**
   * Where the node publishes notifications by ZMQ, `tcp://host:port`; several are separated by commas. Without it the
   * node is asked (getzmqnotifications). `hashblock`, `hashtx` and `sequence` are of use there.
   */
  readonly zmqUrl?: string | undefined;
}

export interface NodeClientOptions extends HttpClientOptions {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly endpoint: NodeEndpoint;
  /**
   * Largest binary answer; JSON answers, which carry blocks as hex, may have twice this. By default the largest block
   * that is read of the network. `connections` times this bounds the memory of answers under way.
   */
  readonly maxBodyBytes?: number | undefined;
}

/** Features of the node beyond RPC, as last detected. */
export interface NodeCapabilities {
  readonly rest: boolean;
  readonly spentTxOuts: boolean;
}

/** Room for the envelope around a block in hex. */
const ENVELOPE_BYTES = 65_536;

export class UtxoConnection extends HttpConnection {
  readonly chainParams: UtxoChain;
  readonly network: UtxoNetwork;
  readonly rpc: JsonRpc;
  readonly hostname: string;
  /** Where notifications are published, as set by the operator. */
  readonly zmqUrls: readonly string[];
  /** Bytes of the largest block that is read. */
  readonly maxBinaryBytes: number;
  /** Null until asked for, and again after a sign of a restart. */
  #profile: Promise<NodeProfile> | null = null;
  #capabilities: NodeCapabilities = { rest: false, spentTxOuts: false };

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: NodeClientOptions) {
    const { endpoint, onRetry, onRequest } = options;
    const { code: chain } = options.chain;
    const mostBytes = options.maxBodyBytes ?? options.network.mostBlockBytes ?? MOST_BLOCK_BYTES;
    const maxBinaryBytes = positive('maxBodyBytes', mostBytes);
    const settings = httpSettings(chain, endpoint, options, 'http://127.0.0.1:8332');
    super({ chain, endpoint, settings, onRetry, onRequest });
    // A longer answer cannot be a JavaScript string.
    const maxBytes = Math.min(2 * maxBinaryBytes + ENVELOPE_BYTES, constants.MAX_STRING_LENGTH);
    this.chainParams = options.chain;
    this.network = options.network;
    this.rpc = new JsonRpc({ chain, http: this, maxBytes, errors: BITCOIND_ERRORS });
    this.maxBinaryBytes = maxBinaryBytes;
    this.hostname = settings.url.hostname;
    this.zmqUrls = readZmqUrls(options);
  }

  /**
   * Reads from the REST interface that nodes offer with `-rest`, on the RPC port (bitcoin doc/REST-interface.md).
   * @param path as in `/rest/block/<hash>.bin`
   * @returns null where the node does not serve it: REST is off, or this version does not know the path or the object.
   *   RPC answers which of these it is.
   * @throws NodeError while the node cannot answer (warm-up, full work queue, no connection)
   */
  async rest(path: string, pool: PoolName): Promise<Buffer | null> {
    const asked = this.asked(path);
    const { status, body } = await this.send({ asked, path, pool, maxBytes: this.maxBinaryBytes });
    if (status === 200) return body;
    const failure = httpStatusError(asked, status, body, BITCOIND_ERRORS);
    if (failure.retryable) throw failure;
    return null;
  }

  /** One call, its answer checked. */
  async read<T>(method: string, params: readonly unknown[], check: Check<T>, options?: RpcCallOptions): Promise<T> {
    return checked(this.asked(method), await this.rpc.call(method, params, options), check);
  }

  /** The same; null where the node does not offer the method. */
  readIfOffered<T>(method: string, params: readonly unknown[], check: Check<T>): Promise<T | null> {
    return this.read(method, params, check).catch((error: unknown) => {
      if (isNotOffered(error)) return null;
      throw error;
    });
  }

  /** The same, for what is good to know: null, too, where the node refuses to say, or says something else. */
  readIfTold<T>(
    method: string,
    params: readonly unknown[],
    check: Check<T>,
    options?: RpcCallOptions,
  ): Promise<T | null> {
    return this.read(method, params, check, options).catch((error: unknown) => {
      if (error instanceof NodeLieError || (error instanceof NodeError && !error.retryable)) return null;
      throw error;
    });
  }

  /** Calls of one method as a batch, answers checked. @param isAbsent whether an error means null: there is none */
  async readEach<T>(
    method: string,
    params: readonly (readonly unknown[])[],
    check: (value: unknown, index: number) => T,
    isAbsent: (error: RpcError) => boolean,
    options?: RpcCallOptions,
  ): Promise<(T | null)[]> {
    const asked = this.asked(method);
    const calls = params.map((each) => ({ method, params: each }));
    const outcomes = await this.rpc.batch(method, calls, options);
    return outcomes.map((outcome, index) => {
      if (!('error' in outcome)) return checked(asked, outcome.result, (value) => check(value, index));
      if (isAbsent(outcome.error)) return null;
      throw bitcoindError(asked, outcome.error);
    });
  }

  get capabilities(): NodeCapabilities {
    return this.#capabilities;
  }

  /** Profile of the node: detected once, and again after every sign of a restart. */
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
  }

  async #detect(): Promise<NodeProfile> {
    const profile = await detectProfile(this);
    this.#capabilities = { rest: profile.rest, spentTxOuts: profile.spentTxOuts };
    return profile;
  }
}

function readZmqUrls({ chain, endpoint }: NodeClientOptions): string[] {
  const urls = (endpoint.zmqUrl ?? '').split(',').map((url) => url.trim());
  if (urls.length === 1 && urls[0] === '') return [];
  if (urls.every(isZmqEndpoint)) return urls;
  const setting = settingOf(chain.code, 'ZMQ_URL');
  throw new PreflightError(chain.code, `${setting} is not a ZMQ endpoint: write it like tcp://127.0.0.1:28332`);
}
