/** Questions about every chain whose answers are recorded, and of the server as a whole. */
import { type ChainCode, chainByCode } from '@chaintrail/chains';
import type { Reply, TestApi } from '../../apps/api/test/support/start-api.js';
import type { RecordedAnswer } from './recorded-answers.js';

export interface AskedChain {
  readonly code: ChainCode;
  /** The first one has the longest history. */
  readonly addresses: readonly [string, ...string[]];
  readonly txids: readonly string[];
  /** Names of blocks. */
  readonly blocks: readonly string[];
  /** A range of heights with transactions of the first address outside of it, too. */
  readonly heights: readonly [from: number, to: number];
  /** The same as unix seconds. */
  readonly times: readonly [from: number, to: number];
  /** Tokens, with the rest of the query that some need. */
  readonly assets: readonly string[];
  /** Whether every parameter is tried, and not only every route. */
  readonly inFull: boolean;
}

/** An id that would be another one each time, and goes into answers. */
const REQUEST_ID = 'recorded';
const UPTIME = /(?<="uptime":)\d+/;
/** Pages of a walk by cursors. */
const PAGES = 3;

/** Asks one by one, so that what the server remembers of earlier answers is the same each time. */
export class Recorder {
  readonly answers: RecordedAnswer[] = [];
  readonly #api: TestApi;

  constructor(api: TestApi) {
    this.#api = api;
  }

  /** @param accept media type, in the place of what clients of JSON send */
  async ask(path: string, accept?: string): Promise<Reply> {
    const headers = { 'x-request-id': REQUEST_ID, ...(accept && { accept }) };
    const reply = await this.#api.get(path, { headers });
    this.answers.push({
      request: accept ? `${path} ${accept}` : path,
      kind: `${kindOf(path, reply.status)} ${accept ?? ''}`,
      status: reply.status,
      mediaType: reply.headers.get('content-type') ?? '-',
      body: reply.text.replace(UPTIME, '0'),
    });
    return reply;
  }

  /** The first pages of a list, each by the cursor of the one before. */
  async walk(path: string, query: string): Promise<void> {
    let { json } = await this.ask(`${path}?${query}`);
    for (let page = 1; page < PAGES && json.next; page++)
      json = (await this.ask(`${path}?${query}&cursor=${json.next}`)).json;
  }

  async askAll(path: string, queries: readonly string[]): Promise<void> {
    for (const query of queries) await this.ask(query === '' ? path : `${path}?${query}`);
  }
}

/** Choose rows, which look the same. */
const CHOOSING = new Set([
  'limit',
  'offset',
  'cursor',
  'order',
  'fromHeight',
  'toHeight',
  'fromTime',
  'toTime',
  'direction',
]);

/** The status, the route, the family, and which parameters are there, as far as they make another answer. */
function kindOf(path: string, status: number): string {
  const { pathname, searchParams } = new URL(path, 'http://api');
  const [route, code = '', ...rest] = pathname.replace('/v0/', '').split('/');
  const parameters = [...new Set(searchParams.keys())].filter((name) => status !== 200 || !CHOOSING.has(name)).sort();
  return `${status} ${route} ${chainByCode(code)?.family} ${rest.at(1) ?? ''} ${parameters.join('&')}`;
}

export async function askChain(recorder: Recorder, asked: AskedChain): Promise<void> {
  const { code, addresses, txids, blocks, assets, inFull } = asked;
  for (const address of addresses) await askAddress(recorder, `/v0/addresses/${code}/${address}`, asked);
  if (inFull) await askWays(recorder, `/v0/addresses/${code}/${addresses[0]}`, asked);
  const many = addresses.map((address) => `address=${address}`).join('&');
  await recorder.askAll(`/v0/addresses/${code}/balances`, [many, `${many}&height=${asked.heights[1]}`]);
  for (const txid of txids) await recorder.ask(`/v0/transactions/${code}/${txid}`);
  for (const block of blocks) await recorder.ask(`/v0/blocks/${code}/${block}`);
  await recorder.askAll(`/v0/blocks/${code}/${asked.heights[1]}`, ['limit=1&offset=1']);
  for (const asset of assets) {
    const [name = '', rest = ''] = asset.split('?');
    const path = `/v0/tokens/${code}/${encodeURIComponent(name)}/holders`;
    await recorder.ask(rest ? `${path}?${rest}` : path);
    await recorder.walk(path, rest ? `limit=1&${rest}` : 'limit=1');
  }
}

const isUtxo = (code: ChainCode): boolean => chainByCode(code)?.family === 'utxo';

async function askAddress(recorder: Recorder, path: string, { code, heights }: AskedChain): Promise<void> {
  await recorder.askAll(`${path}/transactions`, ['', 'limit=1000&fields=compact']);
  await recorder.ask(path);
  await recorder.askAll(`${path}/balance`, ['', `height=${heights[0]}`]);
  if (isUtxo(code)) await recorder.ask(`${path}/utxos?limit=1000`);
}

/** Every parameter of the routes of an address. */
async function askWays(recorder: Recorder, path: string, asked: AskedChain): Promise<void> {
  const [from, to] = asked.heights;
  const [since, until] = asked.times;
  const history = `${path}/transactions`;
  await recorder.walk(history, 'limit=3');
  await recorder.walk(history, 'limit=2&order=asc');
  await recorder.walk(history, `limit=2&fromHeight=${from}&toHeight=${to}`);
  await recorder.walk(history, 'limit=1&direction=in');
  await recorder.askAll(history, [
    ...['limit=1000', 'limit=4&offset=5', 'limit=4&offset=1&order=asc', 'offset=1000000', 'offset=9007199254740991'],
    ...[`fromTime=${since}&toTime=${until}`, `toHeight=${from}&order=asc`, `fromHeight=${to}`],
    ...['direction=out', 'direction=self', 'asset=native', 'usd=1', 'usd=1&fields=compact&limit=5'],
    ...asked.assets.map((asset) => `asset=${encodeURIComponent(asset.split('?')[0]!)}`),
    ...['format=csv', 'format=ndjson', 'format=csv&usd=1&order=asc', `format=ndjson&fields=compact&fromHeight=${from}`],
    // None of these can be answered.
    ...['limit=0', 'limit=1001', 'offset=-1', 'order=up', 'cursor=x', 'fields=all', 'page=1', 'limit=1&limit=2'],
    ...[`from=${from}&fromHeight=${from}`, 'fromHeight=5&toHeight=4', 'limit=0&offset=-1&page=1'],
  ]);
  await recorder.ask(history, 'text/csv');
  await recorder.ask(history, 'application/x-ndjson');
  await recorder.askAll(`${path}/balance`, [`height=${to}`, 'height=0', 'height=2000000000', 'height=x']);
  await recorder.askAll(`${path}/utxos`, ['', 'offset=100000000']);
  if (isUtxo(asked.code)) await recorder.walk(`${path}/utxos`, 'limit=2');
}

/** Questions about no chain, and wrong ones. @param code of a chain that is followed, and an address of it */
export async function askServer(recorder: Recorder, code: ChainCode, address: string): Promise<void> {
  const nothing = 'ab'.repeat(32);
  await recorder.askAll('/v0/rates', ['', 'at=1700010000', 'at=1600000000', 'at=x']);
  for (const path of [
    ...['/', '/v0', '/v0/currencies', '/v0/status', '/status', '/health', '/ready', '/v0/currencies?x=1'],
    ...[
      '/v0/nowhere',
      '/v1',
      '/v0/addresses',
      `/v0/addresses/xyz/${address}/balance`,
      `/v0/addresses/${code}/x/balance`,
    ],
    ...[
      `/v0/addresses/${code}/${address}`,
      `/v0/addresses/${code}/balances`,
      `/v0/addresses/${code}/balances?address=x`,
    ],
    ...[`/v0/transactions/${code}/${nothing}`, `/v0/transactions/${code}/x`, `/v0/transactions/xyz/${nothing}`],
    ...[
      `/v0/blocks/${code}/${nothing}`,
      `/v0/blocks/${code}/2000000000`,
      `/v0/blocks/${code}/first`,
      '/v0/blocks/xyz/1',
    ],
    ...[`/v0/tokens/${code}/x/holders`, '/v0/tokens/xyz/x/holders', '/v0/stream?currency=xyz', '/v0/stream?currency='],
    ...[`/api/v0/addresses/${code.toUpperCase()}/${address}/balance`, `/v0/addresses/${code}/${address}/balance/`],
  ])
    await recorder.ask(path);
}
