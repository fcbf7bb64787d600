/** One client's connection to one node over HTTP: transport, credentials, retries, close. */
import { setMaxListeners } from 'node:events';
import pRetry from 'p-retry';
import type { ChainCode } from '../chain.js';
import { NodeError } from '../errors.js';
import { type CredentialSource, Credentials } from './credentials.js';
import type { HttpClientOptions, HttpSettings, RetryPolicy } from './http-options.js';
import { HttpTransport } from './http-transport.js';
import { type Asked, clientClosedError } from './rpc-errors.js';

export interface HttpConnectionOptions {
  readonly chain: ChainCode;
  readonly endpoint: CredentialSource;
  readonly settings: HttpSettings;
  readonly onRetry: HttpClientOptions['onRetry'];
  readonly onRequest: HttpClientOptions['onRequest'];
}

export class HttpConnection {
  readonly chain: ChainCode;
  /** Host and port, for messages. */
  readonly authority: string;
  readonly http: HttpTransport;
  protected readonly credentials: Credentials;
  /** Called when the node may have been restarted, and so be another one. */
  onRestart: () => void = () => undefined;
  readonly #retry: RetryPolicy;
  readonly #onRetry: HttpClientOptions['onRetry'];
  readonly #closing = new AbortController();

  constructor({ chain, endpoint, settings, onRetry, onRequest }: HttpConnectionOptions) {
    const { url, timeoutMs, connections, retry } = settings;
    this.chain = chain;
    this.authority = url.host;
    this.credentials = new Credentials(chain, endpoint);
    this.http = new HttpTransport({
      url,
      timeoutMs,
      connections,
      credentials: this.credentials,
      onRestart: () => this.onRestart(),
      onRequest,
    });
    this.#retry = retry;
    this.#onRetry = onRetry;
    setMaxListeners(0, this.#closing.signal);
  }

  /** Fires when the client is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  asked(method: string): Asked {
    return { chain: this.chain, method };
  }

  /**
   * Repeats `attempt` while it fails with a retryable NodeError, within the limits of the options.
   * @throws what the last attempt threw; what is not a retryable NodeError at once
   */
  retrying<T>(method: string, attempt: () => Promise<T>): Promise<T> {
    const { attempts, firstDelayMs, maxDelayMs, maxTotalMs } = this.#retry;
    return pRetry(attempt, {
      retries: attempts - 1,
      factor: 2,
      minTimeout: firstDelayMs,
      maxTimeout: maxDelayMs,
      maxRetryTime: maxTotalMs,
      randomize: true,
      signal: this.#closing.signal,
      shouldRetry: ({ error, attemptNumber }) => {
        if (!(error instanceof NodeError && error.retryable)) return false;
        this.#onRetry?.({ method, attempt: attemptNumber, error });
        return true;
      },
    });
  }

  /** Drops all connections. Calls under way fail with a NodeError that is not retryable. */
  async close(): Promise<void> {
    this.#closing.abort(clientClosedError(this.asked('close')));
    await this.http.close();
  }
}
