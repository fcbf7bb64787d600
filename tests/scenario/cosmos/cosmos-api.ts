/** The parts of the API's answers about Cosmos chains that scenarios compare. */
import { ApiClient } from '../api-client.js';

export interface CosmosApiBalance {
  readonly address: string;
  readonly name: string | null;
  readonly balance: string | null;
  readonly transactionCount: number | null;
  readonly received: string | null;
  readonly sent: string | null;
  readonly tip: { readonly height: number; readonly hash: string };
  readonly tokens: readonly { readonly asset: string; readonly balance: string | null }[];
}

interface CosmosApiTransfer {
  readonly kind: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Null: the chain's own coin. */
  readonly asset: string | null;
  readonly amount: string;
}

interface CosmosApiPayout {
  readonly inTxid: string;
  readonly txid: string;
  readonly chain: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
}

export interface CosmosApiTransaction {
  readonly txid: string;
  readonly kind: 'transaction' | 'begin' | 'end' | 'opening';
  readonly status: 'confirmed' | 'failed';
  readonly blockHeight: number;
  readonly fee: string | null;
  readonly from: string | null;
  readonly code: number | null;
  readonly failure: string | null;
  readonly memo: string | null;
  readonly messages: readonly { readonly type: string }[];
  readonly inTxid: string | null;
  readonly transferCount: number;
  readonly transfers: readonly CosmosApiTransfer[];
  readonly payouts: readonly CosmosApiPayout[];
  readonly answers: readonly string[];
}

export interface CosmosApiHistoryItem extends CosmosApiTransaction {
  readonly amount: string;
  readonly balanceAfter: string | null;
}

export interface CosmosApiHistory {
  readonly total: number;
  readonly next: string | null;
  readonly tip: { readonly height: number; readonly hash: string };
  readonly transactions: readonly CosmosApiHistoryItem[];
}

interface CosmosApiHolders {
  readonly total: number | null;
  readonly complete: boolean;
  readonly holders: readonly { readonly address: string; readonly balance: string }[];
}

interface CosmosApiBlock {
  readonly height: number;
  readonly hash: string;
  readonly transactionCount: number;
  readonly total: number;
  readonly transactions: readonly CosmosApiTransaction[];
}

export interface CosmosApiStatus {
  readonly phase: string;
  readonly reason: string | null;
  readonly reasonCode: string | null;
}

export class CosmosApi {
  readonly #code: string;
  readonly #client: ApiClient;

  constructor(url: string, code: string) {
    this.#code = code;
    this.#client = new ApiClient(url, code);
  }

  get<T>(path: string): Promise<T> {
    return this.#client.get(path);
  }

  balance(address: string, height?: number): Promise<CosmosApiBalance> {
    return this.get(`/v0/addresses/${this.#code}/${address}/balance${height === undefined ? '' : `?height=${height}`}`);
  }

  history(address: string, query: string): Promise<CosmosApiHistory> {
    return this.get(`/v0/addresses/${this.#code}/${address}/transactions?${query}`);
  }

  /** Newest first, page by page, until a page ends at this height or below. */
  async historySince(
    address: string,
    height: number,
    limit: number,
  ): Promise<{ items: CosmosApiHistoryItem[]; total: number; isWhole: boolean }> {
    const items: CosmosApiHistoryItem[] = [];
    for (let cursor = ''; ; ) {
      const { transactions, total, next } = await this.history(address, `limit=${limit}${cursor}`);
      items.push(...transactions);
      if (next === null) return { items, total, isWhole: true };
      if ((items.at(-1)?.blockHeight ?? 0) <= height) return { items, total, isWhole: false };
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
  }

  transaction(txid: string): Promise<CosmosApiTransaction> {
    return this.get(`/v0/transactions/${this.#code}/${txid}`);
  }

  holders(denom: string): Promise<CosmosApiHolders> {
    return this.get(`/v0/tokens/${this.#code}/${encodeURIComponent(denom)}/holders?limit=1000`);
  }

  block(name: string): Promise<CosmosApiBlock> {
    return this.get(`/v0/blocks/${this.#code}/${name}?limit=1000`);
  }

  async status(): Promise<CosmosApiStatus | undefined> {
    return (await this.get<{ chains: CosmosApiStatus[] }>('/v0/status')).chains[0];
  }
}
