/** Answers of Blockbook's routes and WebSocket where there is no node, and within which limits. */
import { waitFor } from '@chaintrail/testkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Listening, Streams } from '../src/stream/streams.js';
import { BUSY_ADDRESS, demoChain } from './support/demo-chain.js';
import { EVM_BLOCKS } from './support/evm-demo.js';
import { seedEvmChain } from './support/seed-evm-chain.js';
import { serveDemo } from './support/served.js';
import type { TestApi } from './support/start-api.js';
import { startApi } from './support/start-api.js';

const api = serveDemo(async ({ databaseUrl: url }) => {
  await seedEvmChain(url, { chain: 'eth', blocks: EVM_BLOCKS });
});

type Message = { readonly id: string; readonly data: { readonly error?: { readonly message: string } } };

/** @returns what is received, and the code that it is closed with */
async function open(path: string, on: TestApi = api) {
  const socket = new WebSocket(`ws://127.0.0.1:${on.port}${path}`);
  const received: Message[] = [];
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('message', (data) => received.push(JSON.parse(String(data))));
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode}`)));
    socket.once('error', reject);
  });
  const answer = (id: string) => waitFor(() => received.find((each) => each.id === id), { what: `answer ${id}` });
  return { socket, received, closed, answer };
}
const ask = (id: string, method: string, params: object = {}): string => JSON.stringify({ id, method, params });

describe('Blockbook without a node', () => {
  it('has ids, balances and blocks by number, and says what it lacks', async () => {
    const { json } = await api.get('/blockbook/btc/api/v2/block-index');
    expect(json).toEqual({ blockHash: api.seeded.tipHash });
    const { status, json: error } = await api.get(`/blockbook/btc/api/v2/tx/${api.seeded.txids[0]}`);
    expect([status, error]).toEqual([404, { error: 'this server has no node of Bitcoin to ask' }]);
    expect((await api.get('/blockbook/eth/api/v2/utxo/0x00')).status).toBe(400);
    expect((await api.get('/blockbook/xyz/api/v2')).json.error).toContain('btc');
    // As bitcoinlib asks for the height.
    const { blockbook } = (await api.get('/blockbook/btc/api/v2/status?q=getinfo')).json;
    expect(blockbook.bestHeight).toBe(demoChain().blocks.length - 1);
    const sent = await fetch(`${api.url}/blockbook/btc/api/v2/sendtx/`, { method: 'POST', body: '00' });
    expect(sent.status).toBe(403);
  });

  it('takes an address with a slash at its end', async () => {
    for (const base of ['/blockbook/btc/', '/blockbook/btc/api/', '/blockbook/btc/api/v2/'])
      expect((await api.get(`${base}/block-index`)).json).toEqual({ blockHash: api.seeded.tipHash });
  });

  it('takes 0 for no end of heights and times', async () => {
    for (const path of [`address/${BUSY_ADDRESS}`, `balancehistory/${BUSY_ADDRESS}`]) {
      const whole = await api.get(`/blockbook/btc/api/v2/${path}`);
      const open = await api.get(`/blockbook/btc/api/v2/${path}?from=0&to=0`);
      expect([open.status, open.json]).toEqual([200, whole.json]);
      expect((await api.get(`/blockbook/btc/api/v2/${path}?from=0&to=1`)).json).not.toEqual(whole.json);
    }
  });

  it('has the tip of an EVM chain as the rows have it by now', async () => {
    const { blockbook } = (await api.get('/blockbook/eth/api/v2')).json;
    const advance = (by: number) => api.session.query('UPDATE eth.sync_state SET height = height + $1', [by]);
    await advance(1);
    const later = (await api.get('/blockbook/eth/api/v2')).json.blockbook;
    await advance(-1);
    expect(later.bestHeight).toBe(blockbook.bestHeight + 1);
  });

  it('has the rate at the time of a block, whatever the chain, and none of a block that does not exist', async () => {
    for (const code of ['btc', 'eth']) {
      const tip = (await api.get(`/blockbook/${code}/api/v2`)).json.blockbook;
      const at = (height: number) => api.get(`/blockbook/${code}/api/v2/tickers?currency=usd&block=${height}`);
      expect((await at(tip.bestHeight)).json.ts).toBe(Date.parse(tip.lastBlockTime) / 1_000);
      const { status, json } = await at(tip.bestHeight + 1);
      expect([status, json]).toEqual([400, { error: `block ${tip.bestHeight + 1} not found` }]);
    }
  });

  it('has the rates at the times of as many transactions as a wallet shows', async () => {
    const timestamps = Array.from({ length: 1_000 }, (_, n) => 1_700_000_000 + n);
    const several = (moments: readonly number[]) =>
      api.get(`/blockbook/btc/api/v2/multi-tickers?timestamp=${moments.join(',')}`);
    const found = await several(timestamps);
    expect([found.status, found.json.map(({ ts }: { ts: number }) => ts)]).toEqual([200, timestamps]);
    expect((await several([...timestamps, 1])).status).toBe(400);
    const { socket, answer } = await open('/blockbook/btc/websocket');
    socket.send(ask('1', 'getFiatRatesForTimestamps', { timestamps, currencies: ['usd'] }));
    expect((await answer('1')).data).toMatchObject({ tickers: found.json });
    socket.close();
  });

  it('has rates in a balance history for dollars in any spelling, and where no currency is named', async () => {
    const { socket, answer } = await open('/blockbook/btc/websocket');
    for (const [id, currencies, hasRates] of [
      ['1', ['USD'], true],
      ['2', [], true],
      ['3', undefined, true],
      ['4', ['eur'], false],
    ] as const) {
      socket.send(ask(id, 'getBalanceHistory', { descriptor: BUSY_ADDRESS, currencies }));
      const [change] = (await answer(id)).data as unknown as readonly object[];
      expect('rates' in change!, String(currencies)).toBe(hasRates);
    }
    socket.close();
  });

  it('reads an extended key as an account, though nothing pays it', async () => {
    const xpub = `xpub${'6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz'}`;
    const { status, json } = await api.get(`/blockbook/btc/api/v2/xpub/${xpub}`);
    expect([status, json.error]).toEqual([400, expect.any(String)]);
    const ofRegtest = `tpub${'D6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp'}`;
    const unused = await api.get(`/blockbook/btc/api/v2/xpub/${ofRegtest}`);
    expect([unused.status, unused.json]).toMatchObject([200, { balance: '0', txs: 0, usedTokens: 0 }]);
  });
});

describe('the WebSocket', () => {
  it('is refused with a sentence, and a request for another protocol is answered as without it', async () => {
    const plain = await api.get('/blockbook/btc/websocket');
    expect([plain.status, plain.json.error]).toEqual([400, expect.stringContaining('WebSocket')]);
    await expect(open('/blockbook/xyz/websocket')).rejects.toThrow('404');
    await expect(open('/v0/currencies')).rejects.toThrow('200');
  });

  it('charges each message as a request, by the token in the path', async () => {
    const limited = await startApi(api.databaseUrl, { env: { RATE_LIMITS: 'free=4/1h' } });
    const { socket, answer } = await open('/blockbook/btc/t/none/websocket', limited);
    for (const id of ['1', '2', '3']) socket.send(ask(id, 'getBlockHash', { height: 0 }));
    expect((await answer('3')).data.error).toBeUndefined();
    socket.send(ask('4', 'getBlockHash', { height: 0 }));
    expect((await answer('4')).data.error?.message).toContain('4 units');
    socket.close();
    await limited.stop();
  });

  it('has bounds: sockets, addresses and the size of a message', async () => {
    const { socket, answer, closed } = await open('/blockbook/btc/websocket');
    const addresses = Array.from({ length: 1_001 }, () => 'x');
    socket.send(ask('many', 'subscribeAddresses', { addresses }));
    expect((await answer('many')).data.error?.message).toContain('1000 addresses');
    socket.send('x'.repeat(3 * 2 ** 20));
    expect(await closed).toBe(1009);
    const opened = [];
    for (let n = 0; n < 100; n++) opened.push(await open('/blockbook/btc/websocket'));
    await expect(open('/blockbook/btc/websocket')).rejects.toThrow('429');
    for (const each of opened) each.socket.close();
    await Promise.all(opened.map((each) => each.closed));
  });

  it('answers more messages at once than wait for it, in their order', async () => {
    const { socket, received, answer } = await open('/blockbook/btc/websocket');
    const ids = Array.from({ length: 300 }, (_, n) => String(n));
    for (const id of ids) socket.send(ask(id, 'getBlockHash', { height: 0 }));
    await answer('299');
    expect(received.map(({ id }) => id)).toEqual(ids);
    socket.close();
  });

  it('ends when the server stops', async () => {
    const stop = new AbortController();
    const stopping = await startApi(api.databaseUrl, { stopping: stop.signal });
    const { socket, answer, closed } = await open('/blockbook/btc/websocket', stopping);
    socket.send(ask('1', 'subscribeNewBlock'));
    expect((await answer('1')).data).toEqual({ subscribed: true });
    stop.abort();
    expect(await closed).toBe(1001);
    await stopping.stop();
  });
});

describe('a WebSocket with an answer that takes long', () => {
  afterEach(() => vi.restoreAllMocks());

  type Opened = Awaited<ReturnType<typeof open>>;

  /** Meanwhile nothing about the chain can be read. @param then what is waited for when it can again, before the end */
  async function withoutAnswers(
    use: (opened: Opened, server: Listening, paused: () => number) => Promise<void>,
    then?: (opened: Opened) => Promise<void>,
  ): Promise<void> {
    const attended = vi.spyOn(Streams.prototype, 'attend');
    const pauses = vi.spyOn(WebSocket.prototype, 'pause');
    const opened = await open('/blockbook/btc/websocket');
    await api.session.query('BEGIN; LOCK TABLE btc.sync_state IN ACCESS EXCLUSIVE MODE');
    opened.socket.send(ask('first', 'getBlockHash', { height: 0 }));
    await use(opened, attended.mock.calls[0]![0], () => pauses.mock.calls.length).finally(() =>
      api.session.query('ROLLBACK'),
    );
    await then?.(opened);
    opened.socket.close();
    await opened.closed;
  }

  it('reads no more than one of the largest messages meanwhile', async () => {
    const hex = '00'.repeat(2 ** 20);
    await withoutAnswers(async ({ socket }, _server, paused) => {
      for (const id of ['2', '3']) socket.send(ask(id, 'sendTransaction', { hex }));
      await waitFor(() => paused() > 0, { what: 'the server to read no more', timeoutMs: 10_000 });
    });
  });

  it('is not taken for a dead one while nothing of it is read', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => String(n));
    await withoutAnswers(
      async ({ socket }, server, paused) => {
        for (const id of ids) socket.send(ask(id, 'ping'));
        await waitFor(() => paused() > 0, { what: 'the server to read no more' });
        for (let beats = 0; beats < 3; beats++) server.beat();
      },
      async ({ answer }) => expect((await answer('99')).data).toEqual({}),
    );
  });

  it('closes at once when it is ended meanwhile', async () => {
    await withoutAnswers(async ({ socket, closed }, server, paused) => {
      for (let id = 0; id < 100; id++) socket.send(ask(String(id), 'ping'));
      await waitFor(() => paused() > 0, { what: 'the server to read no more' });
      server.end();
      let code: number | undefined;
      void closed.then((found) => {
        code = found;
      });
      await waitFor(() => code === 1001, { what: 'it to be closed', timeoutMs: 4_000 });
    });
  });
});
