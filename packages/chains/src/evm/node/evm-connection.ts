/** The connection of one client: transport, credentials, repetition, and batches within the node's limits. */
import { setMaxListeners } from 'node:events';
import type { ChainCode } from '../../chain.js';
import { AuthorizedHttp } from '../../rpc/authorized-http.js';
import { inBatches } from '../../rpc/batches.js';
import { Credentials } from '../../rpc/credentials.js';
import { HttpTransport } from '../../rpc/http-transport.js';
import { JsonRpc, type RpcCall, type RpcCallOptions, type RpcOutcome } from '../../rpc/json-rpc.js';
import { type RetryInfo, type RetryPolicy, retrying } from '../../rpc/retrying.js';
import { type Asked, closedFailure, TooLargeError } from '../../rpc/rpc-errors.js';
import { EVM_WORDS, evmFailure } from './evm-errors.js';
import { type EvmNodeOptions, evmSettings } from './evm-node-options.js';

/** Erigon's default (`--rpc.batch.limit`), the smallest of all: Geth and Nethermind take 1000 and 1024. */
const CALLS_PER_BATCH = 100;
/** Answers of batches; Geth ends them at 25 MB, Nethermind at 32 MiB. Single large answers have limits of their own. */
const BATCH_MAX_BYTES = 32 * 2 ** 20;
/** Largest single answer but for traces: the largest block with all of its receipts. */
export const BLOCK_MAX_BYTES = 64 * 2 ** 20;
/** Traces of one block: above 100 MB for large blocks of contracts that pass on their input again and again. */
export const TRACES_MAX_BYTES = 512 * 2 ** 20;

export class EvmConnection {
  readonly chain: ChainCode;
  readonly rpc: JsonRpc;
  /** Host and port, for messages. */
  readonly place: string;
  readonly wsUrl: URL | null;
  readonly #credentials: Credentials;
  readonly #host: string;
  /** Called when the node may have been restarted, and so be another one. */
  onRestart: () => void = () => undefined;
  readonly #transport: HttpTransport;
  readonly #retry: RetryPolicy;
  readonly #onRetry: ((info: RetryInfo) => void) | undefined;
  readonly #closing = new AbortController();
  /** Calls in one batch; fewer once the node has refused so many. */
  #batchSize = CALLS_PER_BATCH;

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: EvmNodeOptions) {
    const { chain, endpoint, onRetry, onRequest } = options;
    const { url, wsUrl, timeoutMs, connections, retry } = evmSettings(options);
    this.chain = chain.code;
    this.place = url.host;
    this.wsUrl = wsUrl;
    const onDisconnect = () => this.onRestart();
    this.#transport = new HttpTransport({ url, timeoutMs, connections, onDisconnect, onRequest });
    this.#credentials = new Credentials(chain.code, endpoint);
    this.#host = url.hostname;
    const http = new AuthorizedHttp(this.#transport, this.#credentials, () => this.onRestart());
    this.rpc = new JsonRpc({ chain: chain.code, http, maxBytes: TRACES_MAX_BYTES, words: EVM_WORDS });
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
    if (this.wsUrl?.hostname === this.#host) return this.#credentials.header();
    return undefined;
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
    return this.retrying(method, () => this.rpc.call(method, params, { maxBytes: BLOCK_MAX_BYTES, ...options }));
  }

  /**
   * Any number of calls in batches that the node takes, some of them side by side.
   * @param what the calls are for, in the place of a method in errors
   * @param read turns one call's outcome into its result; a retryable NodeError of it has the batch repeated
   * @returns one result per call, in their order
   */
  batch<T>(what: string, calls: readonly RpcCall[], read: (outcome: RpcOutcome, index: number) => T): Promise<T[]> {
    return this.batches(what, calls, (outcomes, indices) =>
      outcomes.map((outcome, at) => read(outcome, indices[at] as number)),
    );
  }

  /** The same where the outcomes of one batch are looked at together. `indices` are those of the calls. */
  batches<T>(
    what: string,
    calls: readonly RpcCall[],
    read: (outcomes: readonly RpcOutcome[], indices: readonly number[]) => T[],
    maxBytes = BATCH_MAX_BYTES,
  ): Promise<T[]> {
    const indexed = calls.map((call, index) => ({ call, index }));
    return inBatches(indexed, this.#batchSize, (batch) =>
      this.retrying(what, async () => {
        const sent = batch.map(({ call }) => call);
        const outcomes = await this.#send(what, sent, maxBytes);
        return read(
          outcomes,
          batch.map(({ index }) => index),
        );
      }),
    );
  }

  async #send(what: string, calls: readonly RpcCall[], maxBytes: number): Promise<RpcOutcome[]> {
    try {
      const outcomes = await this.rpc.batchOf(what, calls, { maxBytes });
      // Geth and Nethermind answer what fits, and every further call with an error.
      for (const outcome of outcomes) {
        const failure = 'error' in outcome ? evmFailure(this.asked(what), outcome.error) : null;
        if (failure instanceof TooLargeError && calls.length > 1) throw failure;
      }
      return outcomes;
    } catch (error) {
      // A limit of the node's has a code, ours has none and says nothing about the next batch.
      const isOfNode = error instanceof TooLargeError && error.facts.code !== undefined;
      if (isOfNode && calls.length > 1) this.#batchSize = Math.max(1, Math.min(this.#batchSize, calls.length >> 1));
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(closedFailure(this.asked('close')));
    await this.#transport.close();
  }
}

/** The result of one call of a batch, or its error thrown. */
export function resultOf(asked: Asked, outcome: RpcOutcome): unknown {
  if ('error' in outcome) throw evmFailure(asked, outcome.error);
  return outcome.result;
}
