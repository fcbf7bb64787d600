import {
  type AnswerOf,
  type CurrencyCode,
  type JsonPath,
  pathAndQuery,
  type QueryOf,
  type QueryValues,
  type RouteParameters,
} from './route-types.js';
import type {
  Balance,
  Balances,
  Block,
  BlockTransaction,
  Currencies,
  Fees,
  History,
  HistoryTransaction,
  Holder,
  Holders,
  IndexDocument,
  Mempool,
  Rates,
  RawTransaction,
  SentTransaction,
  Status,
  Transaction,
  Utxo,
  Utxos,
} from './schema.js';
import {
  type AccountStreamEvent,
  type AccountStreamOptions,
  openAccountStream,
  openStream,
  type StreamEvent,
  type StreamOptions,
} from './stream.js';
import { type ClientOptions, type RequestOptions, Transport } from './transport.js';
import { joinParts, type Walk, walk, walkBlock } from './walk.js';

/** The query of a route, and what can be told for one request, in one object. */
type Options<P extends JsonPath> = QueryOf<P> & RequestOptions;
/** Options of a walk over all pages: `limit` is how many entries come with each request. */
type WalkOptions<P extends JsonPath> = Omit<Options<P>, 'offset' | 'format'>;
type GetArguments<P extends JsonPath> =
  Record<never, never> extends RouteParameters<P>
    ? [options?: RouteParameters<P> & RequestOptions]
    : [options: RouteParameters<P> & RequestOptions];
type GetOptions = RequestOptions & { readonly path?: Record<string, unknown>; readonly query?: QueryValues };

interface PartOptions {
  readonly mostParts?: number;
}

const TRANSACTION = '/transactions/{currency}/{txid}';
const BALANCE = '/addresses/{currency}/{address}/balance';
const BALANCES = '/addresses/{currency}/balances';
const HISTORY = '/addresses/{currency}/{address}/transactions';
const UTXOS = '/addresses/{currency}/{address}/utxos';
const BLOCK = '/blocks/{currency}/{block}';
const HOLDERS = '/tokens/{currency}/{asset}/holders';
/** For names with a slash, which some proxies decode in a path. */
const HOLDERS_BY_QUERY = '/tokens/{currency}/holders';
/** Entries that a walk asks for at once: few requests, and pages of some 100 kB. */
const WALK_LIMIT = 100;

/**
 * A server of Chaintrail. Amounts are decimal strings in base units (see `formatAmount`), times unix seconds, and what
 * is not known is null. Every method fails with a {@link ChaintrailError}, or with the reason of the signal that it was
 * given.
 */
export class Chaintrail {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
  }

  /**
   * Any route that answers with JSON, by its path in the OpenAPI document:
   * `get('/transactions/{currency}/{txid}', { path: { currency: 'btc', txid } })`.
   */
  get<P extends JsonPath>(path: P, ...[options]: GetArguments<P>): Promise<AnswerOf<P>> {
    const { path: parameters = {}, query = {}, ...request } = (options ?? {}) as GetOptions;
    // Answers of a server are what its document says: its own tests hold it to that.
    return this.#transport.json(pathAndQuery(path, parameters, query), request) as Promise<AnswerOf<P>>;
  }

  /** Describes the server, and whether it has accepted the token. */
  index(options: RequestOptions = {}): Promise<IndexDocument> {
    return this.get('/', options);
  }

  /** The currencies of the server, and how far each is indexed. */
  currencies(options: RequestOptions = {}): Promise<Currencies> {
    return this.get('/currencies', options);
  }

  status(options: RequestOptions = {}): Promise<Status> {
    return this.get('/status', options);
  }

  /** US dollars per whole coin, now or `at` a past moment. */
  rates(options: Options<'/rates'> = {}): Promise<Rates> {
    return this.get('/rates', split(options));
  }

  /** Balance of an address, now or at the end of block `height`. */
  balance(currency: CurrencyCode, address: string, options: Options<typeof BALANCE> = {}): Promise<Balance> {
    return this.get(BALANCE, { path: { currency, address }, ...split(options) });
  }

  /** Balances of up to 100 addresses, all at one moment, in the order asked for. */
  balances(
    currency: CurrencyCode,
    addresses: readonly string[],
    options: Omit<Options<typeof BALANCES>, 'address'> = {},
  ): Promise<Balances> {
    const { query, ...request } = split(options);
    return this.get(BALANCES, { path: { currency }, query: { ...query, address: [...addresses] }, ...request });
  }

  /** A transaction: at most 1,000 entries of each of its lists, from `offset` on. Few have more. */
  transaction(currency: CurrencyCode, txid: string, options: Options<typeof TRANSACTION> = {}): Promise<Transaction> {
    return this.get(TRANSACTION, { path: { currency, txid }, ...split(options) });
  }

  /** A transaction with its whole lists, by as many requests as it takes, or by `mostParts` of them. */
  wholeTransaction(
    currency: CurrencyCode,
    txid: string,
    { mostParts = Number.POSITIVE_INFINITY, ...options }: WalkOptions<typeof TRANSACTION> & PartOptions = {},
  ): Promise<Transaction> {
    return joinParts((offset) => this.transaction(currency, txid, { ...options, offset }), mostParts);
  }

  /** The bytes of a transaction, in hexadecimal. Bitcoin and its forks, where the server has a node to ask. */
  rawTransaction(currency: CurrencyCode, txid: string, options: RequestOptions = {}): Promise<RawTransaction> {
    return this.get('/transactions/{currency}/{txid}/raw', { path: { currency, txid }, ...options });
  }

  /**
   * Sends a signed transaction, in hexadecimal, where the operator allows it. Of one that the node refuses the error has
   * the code `transaction-refused` and the node's own words.
   */
  sendTransaction(currency: CurrencyCode, hex: string, options: RequestOptions = {}): Promise<SentTransaction> {
    const path = pathAndQuery('/transactions/{currency}', { currency }, {});
    return this.#transport.json(path, options, JSON.stringify({ hex })) as Promise<SentTransaction>;
  }

  /** The transactions of an address, newest first: all of them, by as many requests as it takes. */
  history(
    currency: CurrencyCode,
    address: string,
    options: WalkOptions<typeof HISTORY> = {},
  ): Walk<HistoryTransaction> {
    return walk(
      (page) => this.historyPage(currency, address, { limit: WALK_LIMIT, ...options, ...page }),
      ({ transactions }) => transactions,
    );
  }

  /** One page of them, with their number (`total`), from `offset` or `cursor` on. */
  historyPage(
    currency: CurrencyCode,
    address: string,
    options: Omit<Options<typeof HISTORY>, 'format'> = {},
  ): Promise<History> {
    return this.get(HISTORY, { path: { currency, address }, ...split(options) });
  }

  /** The unspent outputs of an address, newest first: all of them, by as many requests as it takes. */
  utxos(currency: CurrencyCode, address: string, options: WalkOptions<typeof UTXOS> = {}): Walk<Utxo> {
    return walk(
      (page) => this.utxosPage(currency, address, { limit: WALK_LIMIT, ...options, ...page }),
      ({ utxos }) => utxos,
    );
  }

  utxosPage(currency: CurrencyCode, address: string, options: Options<typeof UTXOS> = {}): Promise<Utxos> {
    return this.get(UTXOS, { path: { currency, address }, ...split(options) });
  }

  /** A block by its height or hash, with some of its transactions, from `offset` on. */
  block(currency: CurrencyCode, block: string | number, options: Options<typeof BLOCK> = {}): Promise<Block> {
    return this.get(BLOCK, { path: { currency, block: String(block) }, ...split(options) });
  }

  /** All transactions of a block, by as many requests as it takes. */
  blockTransactions(
    currency: CurrencyCode,
    block: string | number,
    options: WalkOptions<typeof BLOCK> = {},
  ): Walk<BlockTransaction> {
    return walkBlock(
      (offset, hash) => this.block(currency, hash ?? block, { limit: WALK_LIMIT, ...options, offset }),
      ({ transactions }) => transactions,
    );
  }

  /** Mempools of Bitcoin and its forks, and the next blocks as miners would make them. */
  mempool(currency: CurrencyCode, options: RequestOptions = {}): Promise<Mempool> {
    return this.get('/mempool/{currency}', { path: { currency }, ...options });
  }

  /** Fees for a place in one of the next blocks. */
  fees(currency: CurrencyCode, options: RequestOptions = {}): Promise<Fees> {
    return this.get('/fees/{currency}', { path: { currency }, ...options });
  }

  /** Who holds a token, the largest balance first: all of them, by as many requests as it takes. */
  holders(currency: CurrencyCode, asset: string, options: WalkOptions<typeof HOLDERS> = {}): Walk<Holder> {
    return walk(
      (page) => this.holdersPage(currency, asset, { limit: WALK_LIMIT, ...options, ...page }),
      ({ holders }) => holders,
    );
  }

  /** One page of them, with what is known of the token and of what is missing. */
  holdersPage(currency: CurrencyCode, asset: string, options: Options<typeof HOLDERS> = {}): Promise<Holders> {
    if (!asset.includes('/')) return this.get(HOLDERS, { path: { currency, asset }, ...split(options) });
    const { query, ...rest } = split(options);
    return this.get(HOLDERS_BY_QUERY, { path: { currency }, ...rest, query: { ...query, asset } });
  }

  /** Blocks, reorganisations and transactions of addresses as they happen. Reconnects by itself and misses nothing. */
  stream(options: StreamOptions): AsyncIterableIterator<StreamEvent> {
    return openStream(this.#transport, options);
  }

  /** The same of an output descriptor or extended key: all of its addresses, those that come into use included. */
  accountStream(options: AccountStreamOptions): AsyncIterableIterator<AccountStreamEvent> {
    return openAccountStream(this.#transport, options);
  }
}

/** Takes apart what methods take in one object. */
function split<Query extends object>({ signal, timeoutMs, retries, ...query }: Query & RequestOptions) {
  return { query, signal, timeoutMs, retries };
}
