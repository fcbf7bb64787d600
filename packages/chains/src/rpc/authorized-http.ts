/** Requests with credentials, which survive a node that restarted with a new cookie. */
import { NodeError } from '../errors.js';
import type { Credentials } from './credentials.js';
import type { HttpAnswer, HttpRequest, HttpTransport } from './http-transport.js';

export class AuthorizedHttp {
  readonly #transport: HttpTransport;
  readonly #credentials: Credentials;
  /** Called when the node may have been restarted. */
  readonly #onRestart: () => void;

  constructor(transport: HttpTransport, credentials: Credentials, onRestart: () => void) {
    this.#transport = transport;
    this.#credentials = credentials;
    this.#onRestart = onRestart;
  }

  /**
   * @returns the answer, of any status but 401.
   * @throws NodeError; not retryable when the node refuses the credentials that are on disk now.
   */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const authorization = await this.#credentials.header();
    const answer = await this.#attempt({ ...request, authorization });
    if (answer.status !== 401) return answer;
    this.#credentials.forget();
    const renewed = await this.#credentials.header();
    if (renewed !== authorization) {
      this.#onRestart();
      const second = await this.#attempt({ ...request, authorization: renewed });
      if (second.status !== 401) return second;
    }
    const sentence = `bad credentials (HTTP 401): correct ${this.#credentials.setting}`;
    throw new NodeError(sentence, false, { ...request.asked, code: 401 });
  }

  async #attempt(request: HttpRequest): Promise<HttpAnswer> {
    try {
      return await this.#transport.send(request);
    } catch (error) {
      // zebrad drops the connection instead of answering 401, so a lost connection may be an old cookie, too.
      if (error instanceof NodeError && error.retryable) {
        this.#credentials.forget();
        this.#onRestart();
      }
      throw error;
    }
  }
}
