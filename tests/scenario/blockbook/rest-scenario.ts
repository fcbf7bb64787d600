/** Every REST route, held to what the node says by other calls. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EsploraWorld } from '../esplora/esplora-world.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by the assertions
type Json = any;

const PAID = '0.03';
const UNITS = '3000000';

export function describeRest(world: () => EsploraWorld): void {
  describe('REST', () => {
    let address: string;
    let txids: string[];
    let tip: { hash: string; height: number };
    const rpc = <T = Json>(method: string, ...values: unknown[]): Promise<T> => world().node.rpc<T>(method, ...values);
    let ajv: Ajv2020;
    let documented: [path: string, pattern: RegExp][];
    /** Asks, and holds the answer to the document. */
    const get = async (path: string): Promise<Json> => {
      const { status, json, text } = await world().api.get(`/blockbook/${world().code}/api/v2${path}`);
      expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
      const plain = path.replace(/\?.*/, '');
      const [name] = documented.find(([, pattern]) => pattern.test(plain))!;
      const steps = ['paths', name, 'get', 'responses', '200', 'content', 'application/json', 'schema'];
      const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/');
      const validate = ajv.getSchema(`api#/${pointer}`)!;
      expect(validate(json) ? [] : validate.errors, path).toEqual([]);
      return json;
    };

    beforeAll(async () => {
      const { miner } = world();
      const document: Json = (await world().api.get('/swagger')).json;
      ajv = new Ajv2020({ strict: false, allErrors: true });
      ajv.addSchema(document, 'api');
      const base = '/blockbook/{currency}/api/v2';
      documented = Object.keys(document.paths)
        .filter((path) => path.startsWith(base))
        .map((path) => [path, new RegExp(`^${path.slice(base.length).replaceAll(/\{\w+\}/g, '[^/]+')}$`)]);
      await rpc('createwallet', 'owner');
      const owner = world().node.wallet('owner');
      address = await owner.call<string>('getnewaddress', '', 'bech32');
      txids = [];
      for (let n = 0; n < 5; n++) {
        txids.push(await miner.call<string>('sendtoaddress', address, PAID));
        await world().mine(1);
      }
      txids.push(await miner.call<string>('sendtoaddress', address, PAID));
      await world().reachMempool();
      tip = { hash: await rpc('getbestblockhash'), height: Number(await rpc('getblockcount')) };
    });

    it('tells of the server, of blocks and of their hashes', async () => {
      const status = await get('');
      expect(status.blockbook).toMatchObject({ bestHeight: tip.height, inSync: true, decimals: 8 });
      expect(status.backend).toMatchObject({ bestBlockHash: tip.hash, blocks: tip.height, chain: 'regtest' });
      expect((await get('/status')).blockbook).toMatchObject({ bestHeight: tip.height, inSync: true });
      expect((await get('/block-index')).blockHash).toBe(tip.hash);
      expect((await get('/block-index/7')).blockHash).toBe(await rpc('getblockhash', 7));
      const said = await rpc('getblock', tip.hash);
      const block = await get(`/block/${tip.hash}`);
      expect(block).toMatchObject({
        ...{ hash: tip.hash, height: tip.height, confirmations: 1, previousBlockHash: said.previousblockhash },
        ...{ merkleRoot: said.merkleroot, bits: said.bits, nonce: String(said.nonce), version: Number(said.version) },
        ...{ size: Number(said.size), time: Number(said.time), txCount: said.tx.length },
      });
      expect(block.txs.map(({ txid }: Json) => txid)).toEqual(said.tx);
      expect(await get(`/block/${tip.height}?page=2&pageSize=1`)).toMatchObject({
        ...{ page: 2, itemsOnPage: 1, totalPages: said.tx.length, txs: [{ txid: said.tx[1] }] },
      });
      expect((await get(`/rawblock/${tip.height}`)).hex).toBe(await rpc('getblock', tip.hash, 0));
      expect(await get(`/feestats/${tip.hash}`)).toMatchObject({ txCount: said.tx.length - 1 });
    });

    it('tells of transactions as the node does', async () => {
      const txid = txids.at(-2)!;
      const said = await rpc('getrawtransaction', txid, true, tip.hash);
      const told = await get(`/tx/${txid}`);
      expect(told).toMatchObject({
        ...{ txid, hex: said.hex, size: Number(said.size), vsize: Number(said.vsize), version: Number(said.version) },
        ...{ lockTime: Number(said.locktime), blockHash: tip.hash, blockHeight: tip.height, confirmations: 1 },
      });
      expect(told.vin.map(({ txid: from, vout }: Json) => [from, vout])).toEqual(
        said.vin.map(({ txid: from, vout }: Json) => [from, Number(vout)]),
      );
      expect(told.vout.map(({ hex }: Json) => hex)).toEqual(
        said.vout.map(({ scriptPubKey }: Json) => scriptPubKey.hex),
      );
      expect(BigInt(told.valueIn) - BigInt(told.value)).toBe(BigInt(told.fees));
      const own = told.vout.find(({ addresses }: Json) => addresses.includes(address));
      expect(own).toMatchObject({ value: UNITS, isAddress: true });
      expect(own).not.toHaveProperty('spent');
      expect((await get(`/rawtx/${txid}`)).hex).toBe(said.hex);
      expect(await get(`/tx-specific/${txid}`)).toMatchObject({
        ...{ txid, hex: said.hex, blockhash: tip.hash, hash: said.hash },
      });
      const waiting = await get(`/tx/${txids.at(-1)}`);
      expect(waiting).toMatchObject({ blockHeight: -1, confirmations: 0 });
      expect(waiting.blockTime).toBeGreaterThan(Date.now() / 1_000 - 600);
      expect(waiting.rbf ?? false).toBe(waiting.vin.some(({ sequence }: Json) => sequence < 0xfffffffe));
      // The first payment's change paid for a later one.
      const first = await get(`/tx/${txids[0]}?spending=true`);
      const spent = first.vin[0];
      const spender = (await get(`/tx/${spent.txid}?spending=true`)).vout[spent.vout];
      expect(spender).toMatchObject({ spent: true, spentTxId: txids[0], spentIndex: 0 });
    });

    it('has pages of an address by number, exact, and none that is another one', async () => {
      const balance = { address, balance: '15000000', totalReceived: '15000000', totalSent: '0' };
      const pending = { unconfirmedBalance: UNITS, unconfirmedTxs: 1, txs: 5, addrTxCount: 5 };
      const basic = await get(`/address/${address}?details=basic`);
      expect(basic).toEqual({ ...balance, ...pending });
      const pages = await Promise.all([1, 2, 3, 4].map((page) => get(`/address/${address}?pageSize=2&page=${page}`)));
      expect(pages.map(({ page, totalPages, itemsOnPage }) => [page, totalPages, itemsOnPage])).toEqual(
        [1, 2, 3, 4].map((page) => [page, 3, 2]),
      );
      const [waiting, ...confirmed] = [...txids].reverse();
      expect(pages[0].txids).toEqual([waiting, ...confirmed.slice(0, 2)]);
      expect(pages.slice(1).map(({ txids: page }) => page)).toEqual([confirmed.slice(2, 4), confirmed.slice(4), []]);
      const range = await get(`/address/${address}?from=${tip.height - 2}&to=${tip.height - 1}&pageSize=1`);
      expect(range).toMatchObject({ totalPages: 2, txids: [confirmed[1]] });
      const light = await get(`/address/${address}?details=txslight`);
      expect(light.transactions[1]).not.toHaveProperty('hex');
      const full = await get(`/address/${address}?details=txs`);
      expect(full.transactions.map(({ txid }: Json) => txid)).toEqual([waiting, ...confirmed]);
      expect(full.transactions[1].vout.filter(({ isOwn }: Json) => isOwn)).toHaveLength(1);
    });

    it('lists what is unspent, with and without what waits', async () => {
      const all = await get(`/utxo/${address}`);
      expect(all.map(({ txid, value }: Json) => [txid, value])).toEqual(
        [...txids].reverse().map((txid) => [txid, UNITS]),
      );
      expect(all[0]).toMatchObject({ confirmations: 0 });
      expect(await get(`/utxo/${address}?confirmed=true`)).toEqual(all.slice(1));
    });

    it('adds up what an address received, by stretches of time', async () => {
      const history = await get(`/balancehistory/${address}?groupBy=${366 * 86_400}`);
      expect(history).toEqual([{ time: expect.any(Number), txs: 5, received: '15000000', sent: '0', sentToSelf: '0' }]);
      expect(await get(`/balancehistory/${address}?to=1`)).toEqual([]);
    });

    it('estimates, and sends', async () => {
      expect(Number((await get('/estimatefee/2')).result)).toBeGreaterThan(0);
      const { miner } = world();
      const url = `${world().api.url}/blockbook/${world().code}/api/v2/sendtx/`;
      const ways = {
        body: (hex: string) => fetch(url, { method: 'POST', body: hex }),
        path: (hex: string) => fetch(url + hex),
      };
      for (const [way, send] of Object.entries(ways)) {
        const raw = await miner.call<string>('createrawtransaction', [], [{ [address]: '0.01' }]);
        const { hex } = await miner.call<{ hex: string }>('fundrawtransaction', raw);
        const signed = (await miner.call<{ hex: string }>('signrawtransactionwithwallet', hex)).hex;
        const { txid } = await rpc('decoderawtransaction', signed);
        const reply = await send(signed);
        expect([way, reply.status, await reply.json()]).toEqual([way, 200, { result: txid }]);
      }
      const bad = await fetch(`${url}00ff`);
      expect([bad.status, await bad.json()]).toEqual([400, { error: expect.stringContaining('decode') }]);
    });

    it('has no rates on a test network, and says so', async () => {
      expect((await get('/tickers?currency=usd')).rates).toEqual({ usd: -1 });
      expect((await get('/tickers-list')).available_currencies).toEqual(['usd']);
      expect(await get('/multi-tickers?timestamp=1700000000,1700003600')).toHaveLength(2);
    });

    it('says what is wrong in an object, whatever the path', async () => {
      const base = `/blockbook/${world().code}`;
      for (const path of [`${base}/api/tx/${'00'.repeat(32)}`, `${base}/t/none/api/v2/tx/${'00'.repeat(32)}`]) {
        const { status, json } = await world().api.get(path);
        expect([status, json]).toEqual([404, { error: `Transaction '${'00'.repeat(32)}' not found` }]);
      }
      const { status, json } = await world().api.get(`${base}/api/v2/address/nothing`);
      expect([status, json]).toEqual([400, { error: expect.any(String) }]);
    });
  });
}
