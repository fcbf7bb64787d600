/** The REST interface that nodes offer with `-rest`, on the RPC port (bitcoin doc/REST-interface.md). */
import type { ChainCode } from '../../chain.js';
import type { HttpTransport, Lane } from '../../rpc/http-transport.js';
import { httpStatusError } from '../../rpc/rpc-errors.js';
import { BITCOIND_ERRORS } from './bitcoind-errors.js';

export class BitcoindRest {
  readonly #chain: ChainCode;
  readonly #http: HttpTransport;
  readonly #maxBytes: number;

  constructor(chain: ChainCode, http: HttpTransport, maxBytes: number) {
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
    const answer = await this.#http.send({ asked, path, lane, maxBytes: this.#maxBytes });
    if (answer.status === 200) return answer.body;
    const failure = httpStatusError(asked, answer.status, answer.body, BITCOIND_ERRORS);
    if (failure.retryable) throw failure;
    return null;
  }
}
