/** JSON-RPC to one node: calls with retries, and batches within the limits of the node. */
import { TooLargeError } from '../errors.js';
import { inBatches } from './batches.js';
import { HttpConnection, type HttpConnectionOptions } from './http-connection.js';
import { settingOf } from './http-options.js';
import { JsonRpc, type RawRpcAnswer, type RpcCall, type RpcCallOptions, type RpcOutcome } from './json-rpc.js';
import { type Check, checked, type ErrorDialect, type NodeCall, tooLargeNamed } from './rpc-errors.js';

export interface RpcConnectionOptions extends HttpConnectionOptions {
  readonly errors: ErrorDialect;
  /** Largest response of any call. */
  readonly maxBytes: number;
  /** Largest response of a call that does not say otherwise. */
  readonly callMaxBytes: number;
  readonly callsPerBatch: number;
  readonly batchMaxBytes: number;
}

export class RpcConnection extends HttpConnection {
  readonly rpc: JsonRpc;
  readonly hostname: string;
  readonly #options: RpcConnectionOptions;
  /** Calls in one batch; fewer once the node has refused so many. */
  #batchSize: number;

  constructor(options: RpcConnectionOptions) {
    super(options);
    const { chain, errors, maxBytes } = options;
    this.rpc = new JsonRpc({ chain, http: this, maxBytes, errors });
    this.hostname = options.settings.url.hostname;
    this.#options = options;
    this.#batchSize = options.callsPerBatch;
  }

  /** The Authorization header of a WebSocket: that of RPC where it is the same host. No other host learns it. */
  async webSocketAuthorization(webSocket: URL): Promise<string | undefined> {
    return webSocket.hostname === this.hostname ? this.credentials.header() : undefined;
  }

  /** One call, retried. @returns the unchecked result */
  call(method: string, params: readonly unknown[], options: RpcCallOptions = {}): Promise<unknown> {
    const maxBytes = options.maxBytes ?? this.#options.callMaxBytes;
    return this.retrying(method, () =>
      this.rpc.call(method, params, { ...options, maxBytes }).catch((error: unknown) => {
        throw tooLargeNamed(error, maxBytes, settingOf(this.chain, 'RPC_URL'));
      }),
    );
  }

  /** One call, retried, its answer checked. */
  async read<T>(method: string, params: readonly unknown[], check: Check<T>, options?: RpcCallOptions): Promise<T> {
    return checked(this.asked(method), await this.call(method, params, options), check);
  }

  /** One call, retried, its answer unparsed. */
  callRaw(method: string, params: readonly unknown[], maxBytes: number): Promise<RawRpcAnswer> {
    return this.retrying(method, () => this.rpc.callRaw(method, params, { maxBytes }));
  }

  /** The result of one call of a batch, or its error thrown. */
  resultOf(asked: NodeCall, outcome: RpcOutcome): unknown {
    if ('error' in outcome) throw this.#options.errors.rpcError(asked, outcome.error);
    return outcome.result;
  }

  /** The same, checked. */
  readOutcome<T>(method: string, outcome: RpcOutcome, check: Check<T>): T {
    const asked = this.asked(method);
    return checked(asked, this.resultOf(asked, outcome), check);
  }

  /**
   * Any number of calls in batches that the node takes, some of them side by side.
   * @param what the calls are for, in the place of a method in errors
   * @param read turns one call's outcome into its result; a retryable NodeError of it has the batch repeated
   * @returns one result per call, in their order
   */
  batch<T>(what: string, calls: readonly RpcCall[], read: (outcome: RpcOutcome, index: number) => T): Promise<T[]> {
    return this.batches(what, calls, (outcomes, first) => outcomes.map((outcome, at) => read(outcome, first + at)));
  }

  /** The same where the outcomes of one batch are read together. `first` is the index of its first call. */
  batches<T>(
    what: string,
    calls: readonly RpcCall[],
    read: (outcomes: readonly RpcOutcome[], first: number) => T[],
    maxBytes = this.#options.batchMaxBytes,
  ): Promise<T[]> {
    return inBatches(calls, this.#batchSize, (batch, first) =>
      this.retrying(what, async () => read(await this.#send(what, batch, maxBytes), first)),
    );
  }

  async #send(what: string, calls: readonly RpcCall[], maxBytes: number): Promise<RpcOutcome[]> {
    try {
      const outcomes = await this.rpc.batch(what, calls, { maxBytes });
      // Geth and Nethermind answer what fits, and every further call with an error.
      for (const outcome of outcomes) {
        const failure = 'error' in outcome ? this.#options.errors.rpcError(this.asked(what), outcome.error) : null;
        if (failure instanceof TooLargeError && calls.length > 1) throw failure;
      }
      return outcomes;
    } catch (error) {
      // A limit of the node's has a code, ours has none and says nothing about the next batch.
      const isOfNode = error instanceof TooLargeError && error.facts.code !== undefined;
      if (isOfNode && calls.length > 1) this.#batchSize = Math.max(1, Math.min(this.#batchSize, calls.length >> 1));
      throw calls.length > 1 ? error : tooLargeNamed(error, maxBytes, settingOf(this.chain, 'RPC_URL'));
    }
  }
}
