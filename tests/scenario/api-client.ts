/** The parts of the API's answers that the scenarios compare. */
import { EventStream } from '../../apps/api/test/support/event-stream.js';

interface ApiTip {
  readonly height: number;
  readonly hash: string;
}

export interface ApiBalance {
  readonly address: string;
  readonly balance: string;
  /** Null while unconfirmed transactions are not followed. */
  readonly pending: string | null;
  readonly pendingTransactionCount: number | null;
  readonly received: string;
  readonly sent: string;
  readonly transactionCount: number;
  readonly tip: ApiTip;
}

export interface ApiHistoryItem {
  readonly txid: string;
  readonly status: string;
  /** Null while it is pending. */
  readonly blockHeight: number | null;
  readonly amount: string;
  readonly balanceAfter: string | null;
  readonly direction: string;
}

export interface ApiHistory {
  readonly total: number;
  readonly next: string | null;
  readonly tip: ApiTip;
  readonly transactions: readonly ApiHistoryItem[];
}

interface ApiUtxo {
  readonly txid: string;
  readonly vout: number;
  readonly amount: string;
  readonly status: string;
  /** A block may spend it now. */
  readonly mature: boolean;
  /** The unconfirmed transaction that spends it. */
  readonly spentBy: { readonly txid: string; readonly vin: number } | null;
  /** Bitcoin Cash only. */
  readonly token?: object | null;
}

export interface ApiUtxos {
  readonly total: number;
  readonly next: string | null;
  readonly utxos: readonly ApiUtxo[];
}

export interface ApiTransaction {
  readonly txid: string;
  readonly status: string;
  readonly blockHeight: number | null;
  readonly blockHash: string | null;
  readonly blockIndex: number | null;
  readonly timestamp: number | null;
  readonly confirmations: number;
  readonly fee: string;
  readonly size: number;
  readonly vsize: number;
  readonly version: number;
  readonly lockTime: number;
  readonly coinbase: boolean;
  readonly inputs: readonly { txid: string; vout: number; address: string | null; amount: string }[];
  readonly outputs: readonly {
    vout: number;
    address: string | null;
    amount: string;
    script: string;
    type: string;
    /** Bitcoin Cash only. */
    token?: object | null;
  }[];
}

export interface ApiBlock {
  readonly height: number;
  readonly hash: string;
  readonly transactionCount: number;
  readonly total: number;
  readonly transactions: readonly ApiTransaction[];
}

/** The API answered with a status other than 200. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  constructor(path: string, status: number, body: string) {
    super(`GET ${path} was answered with ${status}: ${body.slice(0, 500)}`);
    this.status = status;
  }
}

export class ApiClient {
  readonly #url: string;
  readonly #chain: string;
  constructor(url: string, chain: string) {
    this.#url = url;
    this.#chain = chain;
  }

  /** What happens at the chain, and at an address. */
  listen(address: string): Promise<EventStream> {
    return EventStream.open(this.#url, { currency: this.#chain, addresses: [address] });
  }

  balance(address: string): Promise<ApiBalance> {
    return this.get(`/v0/addresses/${this.#chain}/${address}/balance`);
  }

  /** In the order of the addresses, at most 100. */
  async balances(addresses: readonly string[]): Promise<readonly ApiBalance[]> {
    const query = addresses.map((address) => `address=${encodeURIComponent(address)}`).join('&');
    const path = `/v0/addresses/${this.#chain}/balances?${query}`;
    return (await this.get<{ balances: readonly ApiBalance[] }>(path)).balances;
  }

  /** @param query e.g. `limit=25&offset=50` */
  history(address: string, query: string): Promise<ApiHistory> {
    return this.get(`/v0/addresses/${this.#chain}/${address}/transactions?${query}`);
  }

  /** @param query e.g. `limit=25&offset=50` */
  utxos(address: string, query: string): Promise<ApiUtxos> {
    return this.get(`/v0/addresses/${this.#chain}/${address}/utxos?${query}`);
  }

  transaction(txid: string): Promise<ApiTransaction> {
    return this.get(`/v0/transactions/${this.#chain}/${txid}`);
  }

  /** @param name its height or hash */
  block(name: string): Promise<ApiBlock> {
    return this.get(`/v0/blocks/${this.#chain}/${name}?limit=1000`);
  }

  async get<T>(path: string): Promise<T> {
    // On one machine, packing pages of a thousand transactions takes longer than reading them.
    const response = await fetch(this.#url + path, { headers: { 'accept-encoding': 'identity' } });
    const body = await response.text();
    if (response.status !== 200) throw new ApiFailure(path, response.status, body);
    return JSON.parse(body) as T;
  }
}
