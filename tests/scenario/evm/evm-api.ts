/** The parts of the API's answers about account chains that the scenario compares. */
import type { ApiClient } from '../api-client.js';

interface ApiTip {
  readonly height: number;
  readonly hash: string;
}

export interface ApiTransfer {
  readonly kind: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly asset: string | null;
  readonly standard: string | null;
  readonly amount: string;
  readonly decimals: number | null;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly tokenId: string | null;
}

interface ApiAccountTransaction {
  readonly txid: string;
  readonly status: string;
  readonly blockHeight: number | null;
  readonly blockHash: string | null;
  readonly blockIndex: number | null;
  readonly timestamp: number | null;
  readonly fee: string | null;
  readonly blobFee: string | null;
  readonly type: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly nonce: number | null;
  readonly gasUsed: number | null;
  readonly gasPrice: string | null;
  readonly method: string | null;
  readonly contractCreated: string | null;
  readonly transferCount: number;
  readonly transfers: readonly ApiTransfer[];
  readonly internalTransfers: string;
}

export interface ApiTransactionDetail extends ApiAccountTransaction {
  readonly amount: string | null;
  readonly tip: ApiTip;
}

export interface ApiHistoryEntry extends ApiAccountTransaction {
  readonly value: string | null;
  readonly amount: string;
  readonly balanceAfter: string | null;
  readonly direction: string;
}

export interface ApiAccountHistory {
  readonly total: number;
  readonly offset: number;
  readonly next: string | null;
  readonly tip: ApiTip;
  readonly transactions: readonly ApiHistoryEntry[];
}

export interface ApiTokenBalance {
  readonly asset: string;
  readonly standard: string;
  readonly tokenId: string | null;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
  readonly balance: string | null;
}

export interface ApiAccountBalance {
  readonly address: string;
  readonly balance: string | null;
  readonly received: string | null;
  readonly transactionCount: number;
  readonly tip: ApiTip;
  readonly tokens: readonly ApiTokenBalance[];
}

interface ApiStatus {
  readonly chains: readonly { readonly currency: string; readonly finalizedHeight: number | null }[];
}

export class EvmApi {
  readonly #client: ApiClient;
  readonly #code: string;
  constructor(client: ApiClient, code: string) {
    this.#client = client;
    this.#code = code;
  }

  /** @param query e.g. `?height=7` */
  balance(address: string, query = ''): Promise<ApiAccountBalance> {
    return this.#client.get(`/v0/addresses/${this.#code}/${address}/balance${query}`);
  }

  /** @param query e.g. `limit=25&offset=50` */
  history(address: string, query: string): Promise<ApiAccountHistory> {
    return this.#client.get(`/v0/addresses/${this.#code}/${address}/transactions?${query}`);
  }

  transaction(txid: string): Promise<ApiTransactionDetail> {
    return this.#client.get(`/v0/transactions/${this.#code}/${txid}`);
  }

  /** Height of the newest block that is never taken back; null before there is one. */
  async finalizedHeight(): Promise<number | null> {
    const { chains } = await this.#client.get<ApiStatus>('/v0/status');
    return chains.find(({ currency }) => currency === this.#code)?.finalizedHeight ?? null;
  }
}
