/** Attacks of one client on an API, by the route that it uses. */
import { createHash } from 'node:crypto';
import { ATTACKED } from './attacked-chains.js';

export interface Attack {
  readonly name: string;
  /** They are asked for one after the other; `{n}` is another number each time. */
  readonly paths: readonly string[];
  readonly connections: number;
  /** `read` takes all answers, `unread` sends a hundred requests ahead and reads nothing, `leave` goes at their heads. */
  readonly way: 'read' | 'unread' | 'leave' | 'reset';
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes of hex that are sent with each request, which is a POST then; absent: a GET without any. */
  readonly bodyBytes?: number;
}

const asks = (name: string, connections: number, ...paths: string[]): Attack => ({
  ...{ name, connections, paths, way: 'read' },
});
const ways = (way: Attack['way'], name: string, connections: number, ...paths: string[]): Attack => ({
  ...{ name, connections, paths, way },
});
const compressed = (attack: Attack, encoding: string): Attack => ({
  ...attack,
  name: `${attack.name} (${encoding})`,
  headers: { 'accept-encoding': encoding },
});

const BUSY = `/v0/addresses/btc/${ATTACKED.busy}`;
const WHALE = `/v0/addresses/btc/${ATTACKED.whale}`;
const EVM_ADDRESS = `/v0/addresses/eth/${ATTACKED.evmAddress}`;
const WALLET = `/v0/accounts/btc/${ATTACKED.accountKey}`;
const ESPLORA = ['/v0/addresses/btc', '/esplora/btc/address'] as const;
const BLOCKBOOK = ['/v0/addresses/btc', '/blockbook/btc/api/v2/address'] as const;
const MANY = Array.from({ length: 100 }, (_, n) => `address=${ATTACKED.addressOf(n)}`).join('&');

const BALANCES = asks(
  ...(['balances', 100, BUSY, WHALE, `${BUSY}/balance`, `${WHALE}/balance`] as const),
  `/v0/addresses/btc/${ATTACKED.addressOf(1)}/balance`,
);
const EVM_BALANCES = asks(
  ...(['balances of EVM addresses', 100, EVM_ADDRESS, `${EVM_ADDRESS}/balance`] as const),
  `${EVM_ADDRESS}/balance?asset=${ATTACKED.token}`,
);
/** Both routes read the same rows. */
const HOLDERS = [
  ['most holders', 20, 'limit=1000'],
  ['holders', 100, 'offset={n}'],
].map(([name, connections, query]) =>
  asks(
    ...([String(name), Number(connections), `/v0/tokens/eth/${ATTACKED.token}/holders?${query}`] as const),
    `/v0/tokens/eth/holders?asset=${ATTACKED.token}&${query}`,
  ),
);
/** Answers that are one text for all. */
const SHARED = asks(
  ...(['what is the same for all', 100, '/', '/v0/currencies', '/v0/rates', '/v0/status'] as const),
  ...['/v0/fees/btc', '/v0/mempool/btc'],
);
const PROBES = asks('probes', 100, '/health', '/ready');
/** Requests that need no row: another method, path, parameter or currency than there is. */
const REFUSED = asks(
  ...([
    'what is refused',
    100,
    '/v0/unknown/{n}',
    '/v0/addresses/x{n}/x/balance',
    '/v0/addresses/btc/x/balance',
  ] as const),
  ...[`${BUSY}/transactions?limit=x`, '/v0/currencies?x={n}'],
  ...['transactions', 'balance', 'utxos', 'addresses', 'stream'].map((what) => `/v0/accounts/btc/${what}`),
);

/** By `operationId`. */
export const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  getAddressTransactions: [
    asks('histories', 100, `${BUSY}/transactions?offset={n}`),
    asks('one history, kept', 100, `${BUSY}/transactions`),
    asks('longest pages', 20, `${BUSY}/transactions?limit=1000`),
    asks('histories of a hundred rows', 50, `${BUSY}/transactions?limit=100&offset={n}`),
    asks('filtered histories', 50, `${BUSY}/transactions?direction=in&limit=100&offset={n}`),
    asks('histories with values', 50, `${BUSY}/transactions?usd=1&offset={n}`),
    asks('histories of large transactions', 20, `${WHALE}/transactions?limit=100&offset=0`),
    asks('histories of EVM addresses', 100, `${EVM_ADDRESS}/transactions?offset={n}`),
    asks('histories without mentions', 50, `${EVM_ADDRESS}/transactions?spam=exclude&limit=100&offset={n}`),
    asks('whole histories', 20, `${BUSY}/transactions?format=ndjson`, `${BUSY}/transactions?format=csv`),
    ways('leave', 'whole histories that are left', 20, `${BUSY}/transactions?format=ndjson`),
    ways('unread', 'longest pages, unread', 4, `${BUSY}/transactions?limit=1000`),
  ],
  getAddressBalance: [
    BALANCES,
    asks('past balances', 100, `${BUSY}/balance?height=1`, `${WHALE}/balance?height=2`),
    EVM_BALANCES,
    ways('unread', 'balances, unread', 4, `${BUSY}/balance`),
  ],
  esploraAddress: [asks('sums of histories', 50, ...[BUSY, WHALE].map((path) => path.replace(...ESPLORA)))],
  esploraAddressSummary: [asks('summaries of histories', 20, `${BUSY.replace(...ESPLORA)}/txs/summary`)],
  esploraAddressUtxos: [asks('all unspent outputs', 20, `${BUSY.replace(...ESPLORA)}/utxo`)],
  blockbookAddress: [asks('pages of ids', 50, `${BUSY.replace(...BLOCKBOOK)}?pageSize=1000&page={n}`)],
  blockbookBalanceHistory: [
    asks('whole histories added up', 20, `/blockbook/btc/api/v2/balancehistory/${ATTACKED.busy}?groupBy=1`),
  ],
  getAddress: [BALANCES, EVM_BALANCES],
  getBalances: [asks('a hundred balances', 50, `/v0/addresses/btc/balances?${MANY}`)],
  getAddressUtxos: [
    asks('unspent outputs', 50, `${BUSY}/utxos?limit=100`),
    asks('most unspent outputs', 20, `${BUSY}/utxos?limit=1000`),
    asks('unspent outputs of large transactions', 20, `${WHALE}/utxos?limit=100`),
    asks('most unspent outputs of large transactions', 20, `${WHALE}/utxos?limit=1000`),
  ],
  getAccountTransactions: [
    asks('accounts', 50, `${WALLET}/transactions?offset={n}`),
    asks('accounts with long gaps', 20, `${WALLET}/transactions?gap=1000`),
  ],
  postAccountTransactions: [REFUSED],
  getAccountBalance: [asks('balances of accounts of keys', 50, `${WALLET}/balance`)],
  postAccountBalance: [REFUSED],
  getAccountUtxos: [asks('unspent outputs of accounts', 50, `${WALLET}/utxos?limit=100`)],
  postAccountUtxos: [REFUSED],
  getAccountAddresses: [asks('addresses of accounts', 20, `${WALLET}/addresses?limit=1000&gap=1000`)],
  postAccountAddresses: [REFUSED],
  getAccountEvents: [ways('leave', 'streams of accounts that are left', 50, `${WALLET}/stream?kind=wpkh`)],
  postAccountEvents: [REFUSED],
  getTransaction: [
    asks('large transactions', 20, `/v0/transactions/btc/${ATTACKED.standardTxid}`),
    asks('transactions of a whole block', 10, `/v0/transactions/btc/${ATTACKED.blockTxid}`),
    asks('unknown transactions', 100, `/v0/transactions/btc/${'0'.repeat(64)}`),
  ],
  getRawTransaction: [asks('raw transactions without a node', 100, `/v0/transactions/btc/${ATTACKED.blockTxid}/raw`)],
  // Read to the end before they are refused.
  sendTransaction: [{ ...asks('large transactions that are sent', 20, '/v0/transactions/btc'), bodyBytes: 2 ** 21 }],
  esploraSend: [{ ...asks('transactions that are sent as to Esplora', 100, '/esplora/btc/tx'), bodyBytes: 2_000 }],
  getBlock: [
    asks('blocks', 20, '/v0/blocks/btc/1?limit=1000'),
    asks('blocks of 25', 100, '/v0/blocks/btc/1?offset={n}'),
  ],
  getTokenHolders: HOLDERS,
  getTokenHoldersByQuery: HOLDERS,
  getMempool: [SHARED],
  getFees: [SHARED],
  getCurrencies: [SHARED],
  getRates: [SHARED, asks('past rates', 100, '/v0/rates?at={n}')],
  getStatus: [SHARED],
  streamEvents: [
    ways('leave', 'streams that are left', 100, '/v0/stream?currency=btc'),
    asks('streams that go on ahead', 200, `/v0/stream?currency=btc&lastEventId=${idAhead()}`),
  ],
  getIndex: [SHARED],
  getOpenApi: [
    asks('the document', 20, '/swagger'),
    compressed(asks('the document', 20, '/swagger'), 'br'),
    ways('unread', 'the document, unread', 20, '/swagger'),
  ],
  getDocumentation: [compressed(asks('the page', 100, '/docs'), 'br')],
  getHealth: [PROBES],
  getReadiness: [PROBES],
  getMetrics: [asks('metrics', 20, '/metrics')],
};

/** Attacks that no route answers. */
export const OTHER_ATTACKS: readonly Attack[] = [
  compressed(asks('files of the documentation', 20, '/docs/swagger-ui-bundle.js'), 'br'),
  ways('leave', 'files of the documentation that are left', 20, '/docs/swagger-ui-bundle.js'),
  ways('reset', 'CONNECT and a reset', 4, 'x'),
];

/** An id of an event that no block has come to, as anybody can make it where ids are not signed. */
function idAhead(): string {
  const numbers = [ATTACKED.liveSince, 0, 2 ** 40, 2 ** 40, 0].map((number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(number));
    return bytes;
  });
  const body = Buffer.concat([Buffer.of(1), ...numbers, Buffer.alloc(32), Buffer.alloc(3)]);
  const sum = createHash('sha256').update('stream btc regtest ').update(body).digest().subarray(0, 8);
  return Buffer.concat([body, sum]).toString('base64url');
}
