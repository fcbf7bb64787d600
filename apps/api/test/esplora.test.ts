/** Answers of Esplora's routes without a node, and where something is not known. */
import { describe, expect, it } from 'vitest';
import { demoChain } from './support/demo-chain.js';
import { EVM_BLOCKS } from './support/evm-demo.js';
import { seedChain } from './support/seed-chain.js';
import { seedEvmChain } from './support/seed-evm-chain.js';
import { serveDemo } from './support/served.js';
import { startApi } from './support/start-api.js';

const get = (path: string, base = '/esplora/btc') => api.get(base + path);

const api = serveDemo(async ({ databaseUrl: url }) => {
  const { blocks } = demoChain();
  await seedChain(url, { chain: 'ltc', network: 'regtest', blocks, live: false });
  await seedEvmChain(url, { chain: 'eth', blocks: EVM_BLOCKS });
});

describe('Esplora without a node', () => {
  it('has blocks, places and sums', async () => {
    expect((await get('/blocks/tip/hash')).text).toBe(api.seeded.tipHash);
    const [txid] = api.seeded.txids;
    expect((await get(`/tx/${txid}/status`)).json).toMatchObject({ confirmed: true, block_height: 0 });
    expect((await get(`/block/${api.seeded.tipHash}/txids`)).json).toContain(api.seeded.txids.at(-1));
  });

  it('takes an address with a slash at its end, as wallets put paths behind it', async () => {
    for (const base of ['/esplora/btc/', '/esplora/btc/api/', '/esplora/btc/t/token/', '/v0/esplora/btc/'])
      expect((await get('/blocks/tip/hash', base)).text).toBe(api.seeded.tipHash);
    expect((await get('/blocks//tip/hash')).status).toBe(404);
  });

  it('says so in a sentence where bytes are asked for', async () => {
    const { status, text, headers } = await get(`/tx/${api.seeded.txids[0]}`);
    expect([status, text]).toEqual([404, 'this server has no node of Bitcoin to ask']);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('is not there for chains that keep accounts, and waits for a first sync', async () => {
    expect(await get('/blocks', '/esplora/eth')).toMatchObject({
      status: 404,
      text: expect.stringContaining('accounts'),
    });
    expect(await get('/blocks', '/esplora/xyz')).toMatchObject({ status: 404, text: expect.stringContaining('btc') });
    const syncing = await get('/blocks', '/esplora/ltc');
    expect([syncing.status, Number(syncing.headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
  });

  it('takes neither transactions nor hashes of scripts where that is off', async () => {
    const sent = await fetch(`${api.url}/esplora/btc/tx`, { method: 'POST', body: '00' });
    expect(sent.status).toBe(403);
    const reply = await get(`/scripthash/${'ab'.repeat(32)}/txs`);
    expect([reply.status, reply.text]).toEqual([501, expect.stringContaining('BTC_SCRIPTHASH_INDEX')]);
  });

  it('says 503 of blocks whose headers are not stored yet', async () => {
    const { status, text } = await get('/blocks');
    expect([status, text]).toEqual([503, expect.stringContaining('next sync')]);
  });

  it('never calls an output unspent whose spender is not found', async () => {
    type Row = { txid: string; vout: number };
    const { rows } = await api.session.query<Row>(
      "SELECT encode(txid, 'hex') AS txid, vout FROM btc.unspent_outputs ORDER BY tx_key DESC LIMIT 1",
    );
    const { txid, vout } = rows[0]!;
    expect((await get(`/tx/${txid}/outspend/${vout}`)).json).toEqual({ spent: false });
    // Spent by something that no row tells of.
    const output = [Buffer.from(txid, 'hex'), vout];
    await api.session.query('DELETE FROM btc.unspent_outputs WHERE txid = $1 AND vout = $2', output);
    await api.session.query('UPDATE btc.sync_state SET content_version = content_version + 1');
    const { status, text, headers } = await get(`/tx/${txid}/outspend/${vout}`);
    expect([status, text]).toEqual([503, expect.stringContaining('not found')]);
    expect(headers.get('retry-after')).not.toBeNull();
    expect((await get(`/tx/${txid}/outspends`)).status).toBe(503);
  });

  it('charges as other routes do', async () => {
    const limited = await startApi(api.databaseUrl, { env: { RATE_LIMITS: 'free=1/1h' } });
    await limited.get('/esplora/btc/blocks/tip/hash');
    const refused = await limited.get('/esplora/btc/blocks/tip/hash');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/plain; charset=utf-8']);
    await limited.stop();
  });
});
