/** The REST interface that nodes offer with `-rest`, on the RPC port (bitcoin doc/REST-interface.md). */
import type { ChainCode } from '../../chain.js';
import type { AuthorizedHttp } from '../../rpc/authorized-http.js';
import type { HttpAnswer, Lane } from '../../rpc/http-transport.js';
import { statusFailure } from '../../rpc/rpc-errors.js';
import { BITCOIND_WORDS } from './bitcoind-errors.js';

export class Rest {
  readonly #chain: ChainCode;
  readonly #http: AuthorizedHttp;
  readonly #maxBytes: number;

  constructor(chain: ChainCode, http: AuthorizedHttp, maxBytes: number) {
    this.#chain = chain;
    this.#http = http;
    this.#maxBytes = maxBytes;
  }

  /**
   * @param path as in `/rest/block/<hash>.bin`
   * @returns the body, or null when the node does not serve this: REST is off, the path is unknown to this version, or
   * the object is not there. RPC answers which of these it is.
   * @throws NodeError while the node cannot answer (warm-up, full work queue, no connection).
   */
  async get(path: string, lane: Lane): Promise<Buffer | null> {
    const asked = { chain: this.#chain, method: path };
    const answer: HttpAnswer = await this.#http.send({ asked, path, lane, maxBytes: this.#maxBytes });
    if (answer.status === 200) return answer.body;
    const failure = statusFailure(asked, answer.status, answer.body, BITCOIND_WORDS);
    if (failure.retryable) throw failure;
    return null;
  }
}
