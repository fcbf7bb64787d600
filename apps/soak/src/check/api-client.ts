/** The API as a client sees it, and the parts of its answers that are checked. */

export interface ApiTip {
  readonly height: number;
  readonly hash: string;
}

export interface ApiItem {
  readonly txid: string;
  readonly status: string;
  readonly blockHeight: number | null;
  readonly blockIndex: number | null;
  readonly confirmations: number;
  /** Of Cosmos chains, where blocks have entries beside their transactions. */
  readonly kind?: 'opening' | 'begin' | 'transaction' | 'end';
  readonly amount: string;
  readonly balanceAfter: string | null;
}

export interface ApiPage<Item extends ApiItem = ApiItem> {
  readonly total: number;
  readonly next: string | null;
  readonly tip: ApiTip;
  readonly transactions: readonly Item[];
}

/** An answer that no client should get. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  constructor(path: string, status: number, body: string) {
    super(`GET ${path} was answered with ${status}: ${body.slice(0, 300)}`);
    this.status = status;
  }
}

/** More than any answer of this API takes, on a machine that is busy with everything else. */
const TIMEOUT_MS = 60_000;

export class ApiClient {
  readonly #url: string;
  readonly #code: string;
  /** Answers read so far. */
  answers = 0;

  constructor(url: string, code: string) {
    this.#url = url;
    this.#code = code;
  }

  /** @param query e.g. `limit=25&offset=50` */
  history<Item extends ApiItem = ApiItem>(address: string, query: string): Promise<ApiPage<Item>> {
    return this.ofAddress(address, `transactions?${query}`);
  }

  /** @param what e.g. `balance`, in whose words T is */
  ofAddress<T>(address: string, what: string): Promise<T> {
    return this.#get(`/v0/addresses/${this.#code}/${address}/${what}`);
  }

  ofTransaction<T>(txid: string): Promise<T> {
    return this.#get(`/v0/transactions/${this.#code}/${txid}`);
  }

  async #get<T>(path: string): Promise<T> {
    const response = await fetch(this.#url + path, {
      headers: { 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await response.text();
    this.answers++;
    if (response.status !== 200) throw new ApiFailure(path, response.status, body);
    return JSON.parse(body) as T;
  }
}
