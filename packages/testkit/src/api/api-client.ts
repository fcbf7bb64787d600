/** The API as tests and the soak read it: one chain, by the product's own client, which asks each thing once here. */
import { get } from 'node:http';
import type { ChainFamily } from '@chaintrail/chains';
import {
  type AccountTransaction,
  type Balance,
  type Block,
  type ChainStatus,
  Chaintrail,
  type CosmosBlockTransaction,
  type CosmosHistoryTransaction,
  type CosmosTransaction,
  type CurrencyCode,
  type EvmBlockTransaction,
  type EvmHistoryTransaction,
  type History,
  type Holders,
  type StreamEvent,
  type UtxoBlockTransaction,
  type UtxoHistoryTransaction,
  type Utxos,
  type UtxoTransaction,
} from '@chaintrail/client';

interface Shapes {
  utxo: { item: UtxoHistoryTransaction; transaction: UtxoTransaction; inBlock: UtxoBlockTransaction };
  evm: { item: EvmHistoryTransaction; transaction: AccountTransaction; inBlock: EvmBlockTransaction };
  cosmos: { item: CosmosHistoryTransaction; transaction: CosmosTransaction; inBlock: CosmosBlockTransaction };
}

/** A transaction in the history of an address, as chains of a family have it. */
export type HistoryItem<F extends ChainFamily = ChainFamily> = Shapes[F]['item'];
export type ApiTransaction<F extends ChainFamily> = Shapes[F]['transaction'];

/** Read by offset it has a `total`. */
export interface HistoryAnswer<F extends ChainFamily = ChainFamily> extends Omit<History, 'transactions' | 'total'> {
  readonly total: number;
  readonly transactions: readonly HistoryItem<F>[];
}

export interface BlockPage<F extends ChainFamily> extends Omit<Block, 'transactions'> {
  readonly transactions: readonly Shapes[F]['inBlock'][];
}

export interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly order?: 'asc' | 'desc';
  readonly cursor?: string;
}

/** More than any answer of this API takes, on a machine that is busy with everything else. */
const TIMEOUT_MS = 60_000;
/** Addresses in one request. */
const MOST_BALANCES = 100;
const WHOLE = 1_000;

export class ApiClient<F extends ChainFamily = ChainFamily> {
  readonly #client: Chaintrail;
  readonly #code: CurrencyCode;
  /** Answers read so far. */
  answers = 0;

  constructor(url: string, code: CurrencyCode) {
    this.#code = code;
    this.#client = new Chaintrail({
      ...{ url, retries: 0, timeoutMs: TIMEOUT_MS },
      fetch: (input, init) => {
        this.answers++;
        return isStream(init) ? fetch(input, init) : read(String(input), init ?? {});
      },
    });
  }

  /** @param height of a past block */
  balance(address: string, height?: number): Promise<Balance> {
    return this.#client.balance(this.#code, address, { height });
  }

  /** In the order of the addresses, in as many requests as it takes. */
  async balances(addresses: readonly string[]): Promise<readonly Balance[]> {
    const balances: Balance[] = [];
    for (let start = 0; start < addresses.length; start += MOST_BALANCES) {
      const some = addresses.slice(start, start + MOST_BALANCES);
      balances.push(...(await this.#client.balances(this.#code, some)).balances);
    }
    return balances;
  }

  history(address: string, query: PageQuery = {}): Promise<HistoryAnswer<F>> {
    return this.#client.historyPage(this.#code, address, query) as Promise<HistoryAnswer<F>>;
  }

  /** The newest ones, with their number: null for very many. */
  utxos(address: string, limit = WHOLE): Promise<Utxos> {
    return this.#client.utxosPage(this.#code, address, { limit });
  }

  transaction(txid: string): Promise<ApiTransaction<F>> {
    return this.#client.transaction(this.#code, txid) as Promise<ApiTransaction<F>>;
  }

  /** @param name its height or hash */
  block(name: string | number): Promise<BlockPage<F>> {
    return this.#client.block(this.#code, name, { limit: WHOLE }) as Promise<never>;
  }

  holders(asset: string): Promise<Holders> {
    return this.#client.holdersPage(this.#code, asset, { limit: WHOLE });
  }

  async status(): Promise<ChainStatus | undefined> {
    return (await this.#client.status()).chains.find(({ currency }) => currency === this.#code);
  }

  /** Events of the chain and of an address, until the signal fires. */
  stream(address: string, signal: AbortSignal): AsyncIterableIterator<StreamEvent> {
    return this.#client.stream({ currency: this.#code, addresses: [address], signal });
  }
}

function isStream(init: RequestInit | undefined): boolean {
  return new Headers(init?.headers).get('accept') === 'text/event-stream';
}

/** Tests ask ten thousand times in a minute: this takes a third of the time of the global `fetch`, and nothing is packed. */
function read(url: string, { headers, signal }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const options = { headers: headers as Record<string, string>, ...(signal && { signal }) };
    get(url, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const init = { status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string> };
        resolve(new Response(Buffer.concat(chunks), init));
      });
    }).on('error', reject);
  });
}
