/** The API as a client sees it, and the parts of its answers that are checked. */

interface ApiTip {
  readonly height: number;
  readonly hash: string;
}

export interface ApiItem {
  readonly txid: string;
  readonly status: string;
  readonly blockHeight: number | null;
  readonly blockIndex: number | null;
  readonly confirmations: number;
  readonly amount: string;
  readonly balanceAfter: string | null;
}

export interface ApiPage {
  readonly total: number;
  readonly next: string | null;
  readonly tip: ApiTip;
  readonly transactions: readonly ApiItem[];
}

export interface ApiBalance {
  readonly balance: string;
  /** Null while unconfirmed transactions are not followed. */
  readonly pending: string | null;
  readonly pendingTransactionCount: number | null;
  readonly received: string;
  readonly sent: string;
  readonly transactionCount: number;
  readonly tip: ApiTip;
}

export interface ApiTransaction {
  readonly txid: string;
  readonly status: string;
  readonly fee: string | null;
  readonly coinbase: boolean;
  readonly inputs: readonly { readonly address: string | null; readonly amount: string | null }[];
  readonly outputs: readonly { readonly address: string | null; readonly amount: string }[];
}

interface ApiUtxo {
  readonly txid: string;
  readonly vout: number;
  readonly amount: string;
  /** The unconfirmed transaction that spends it. */
  readonly spentBy: string | null;
}

export interface ApiUtxoPage {
  readonly total: number;
  readonly tip: ApiTip;
  readonly utxos: readonly ApiUtxo[];
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
  history(address: string, query: string): Promise<ApiPage> {
    return this.#get(`/v0/addresses/${this.#code}/${address}/transactions?${query}`);
  }

  balance(address: string): Promise<ApiBalance> {
    return this.#get(`/v0/addresses/${this.#code}/${address}/balance`);
  }

  utxos(address: string, query: string): Promise<ApiUtxoPage> {
    return this.#get(`/v0/addresses/${this.#code}/${address}/utxos?${query}`);
  }

  transaction(txid: string): Promise<ApiTransaction> {
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
