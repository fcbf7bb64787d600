/** The WebSocket, by a library that checks the types of all answers, and by bare messages. */
import { waitFor } from '@chaintrail/testkit';
import { WebSocket } from 'undici';
import { describe, expect, it } from 'vitest';
import type { EsploraWorld } from '../esplora/esplora-world.js';
import type { Load } from '../esplora/npm-clients.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by the assertions
type Json = any;

/** Messages as they are, so that ids of pushes can be seen. */
class BareSocket {
  readonly received: Json[] = [];
  readonly #socket: WebSocket;
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.received.push(JSON.parse(String(data))));
  }

  static async open(url: string): Promise<BareSocket> {
    const socket = new WebSocket(url.replace('http', 'ws'));
    const bare = new BareSocket(socket);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    return bare;
  }

  async ask(method: string, params: object = {}): Promise<Json> {
    const id = `n${this.#id++}`;
    this.send(JSON.stringify({ id, method, params }));
    return waitFor(() => this.received.find((each) => each.id === id), { what: `an answer to ${method}` });
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#socket.close();
  }
}

export function describeSocket(load: Load | null, world: () => EsploraWorld): void {
  describe('WebSocket', () => {
    const url = (): string => `${world().api.url}/blockbook/${world().code}/websocket`;
    const rpc = <T = Json>(method: string, ...values: unknown[]): Promise<T> => world().node.rpc<T>(method, ...values);
    let wallets = 0;
    async function freshAddress(): Promise<string> {
      const name = `socket${wallets++}`;
      await rpc('createwallet', name);
      return world().node.wallet(name).call<string>('getnewaddress', '', 'bech32');
    }

    it('pushes under the id of the subscription, when a payment comes, when a block has it, and after a reorg', async () => {
      const { miner } = world();
      const address = await freshAddress();
      const socket = await BareSocket.open(url());
      const blocks = await socket.ask('subscribeNewBlock');
      expect(blocks.data).toEqual({ subscribed: true });
      const addresses = await socket.ask('subscribeAddresses', { addresses: [address] });
      const pushed = (id: string) => socket.received.filter((each) => each.id === id).slice(1);
      const txid = await miner.call<string>('sendtoaddress', address, '0.05');
      await waitFor(() => pushed(addresses.id).length === 1, { what: 'the payment to be pushed' });
      expect(pushed(addresses.id)[0].data).toMatchObject({ address, tx: { txid, blockHeight: -1, confirmations: 0 } });
      await world().mine(1);
      const hash = await rpc<string>('getbestblockhash');
      const height = Number(await rpc('getblockcount'));
      await waitFor(() => pushed(addresses.id).length === 2, { what: 'its block to be pushed' });
      expect(pushed(addresses.id)[1].data.tx).toMatchObject({ txid, blockHash: hash, blockHeight: height });
      await waitFor(() => pushed(blocks.id).length > 0, { what: 'the block to be pushed' });
      expect(pushed(blocks.id).at(-1).data).toEqual({ height, hash });
      // Another block takes the place of that one, and has the payment, too.
      await rpc('invalidateblock', hash);
      await world().mine(2);
      const tip = await rpc<string>('getbestblockhash');
      await waitFor(() => pushed(blocks.id).at(-1).data.hash === tip, { what: 'the new chain to be pushed' });
      const last = await waitFor(() =>
        pushed(addresses.id).findLast(({ data }) => data.tx.blockHeight === height && data.tx.blockHash !== hash),
      );
      expect(last.data.tx.txid).toBe(txid);
      expect((await socket.ask('unsubscribeAddresses')).data).toEqual({ subscribed: false });
      socket.close();
    });

    it('answers as REST does, in order, and says what is wrong', async () => {
      const socket = await BareSocket.open(url());
      const info = (await socket.ask('getInfo')).data;
      const height = Number(await rpc('getblockcount'));
      expect(info).toMatchObject({
        ...{ bestHeight: height, decimals: 8, testnet: true, block0Hash: await rpc('getblockhash', 0) },
      });
      for (const [method, params, sentence] of [
        ['getTransaction', { txid: '00'.repeat(32) }, /not found/],
        ['getAccountInfo', { descriptor: 'nothing' }, /address/],
        ['getBlockHash', { height: height + 1 }, /not found/],
        ['getBlockHash', {}, /height/],
        ['rpcCall', { to: '' }, /not offered/],
        ['nothing', {}, /unknown method/],
      ] as const)
        expect((await socket.ask(method, params)).data.error.message).toMatch(sentence);
      socket.send('no JSON');
      const refused = await waitFor(() => socket.received.find(({ id }) => id === ''));
      expect(refused.data.error.message).toContain('expected');
      const [fee] = (await socket.ask('estimateFee', { blocks: [2], specific: { txsize: 200 } })).data;
      expect(Number(fee.feePerTx)).toBe(Math.ceil((Number(fee.feePerUnit) * 200) / 1_000));
      expect((await socket.ask('ping')).data).toEqual({});
      socket.close();
    });

    if (load === null) return;
    it('blockbook-client', async () => {
      const { BlockbookBitcoin } = load('blockbook-client');
      const { miner } = world();
      const client = new BlockbookBitcoin({ nodes: [`${world().api.url}/blockbook/${world().code}`], logger: null });
      await client.connect();
      const address = await freshAddress();
      const news: Json[] = [];
      const blocks: Json[] = [];
      expect(await client.subscribeAddresses([address], (event: Json) => void news.push(event))).toEqual({
        subscribed: true,
      });
      expect(await client.subscribeNewBlock((event: Json) => void blocks.push(event))).toEqual({ subscribed: true });
      const txid = await miner.call<string>('sendtoaddress', address, '0.02');
      await world().mine(1);
      await waitFor(() => blocks.length > 0 && news.some(({ tx }) => tx.confirmations === 1), {
        what: 'both to be pushed',
      });
      expect(news.every(({ tx }) => tx.txid === txid)).toBe(true);
      expect((await client.getInfo()).bestHash).toBe(blocks.at(-1).hash);
      expect(await client.getBlockHash(1)).toBe(await rpc('getblockhash', 1));
      expect((await client.getTx(txid)).txid).toBe(txid);
      expect(await client.getTxSpecific(txid)).toMatchObject({ txid });
      for (const details of ['basic', 'tokenBalances', 'txids', 'txs'])
        expect(await client.getAddressDetails(address, { details })).toMatchObject({ balance: '2000000' });
      expect(await client.getUtxosForAddress(address)).toMatchObject([{ txid, value: '2000000' }]);
      expect(await client.unsubscribeAddresses()).toEqual({ subscribed: false });
      await client.disconnect();
    });
  });
}
