/** Libraries that speak Blockbook, on the forks of Bitcoin whose nodes are simulated. */
import type { SimulatedNode } from '@chaintrail/devnet';
import { waitFor } from '@chaintrail/testkit';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../apps/api/test/support/start-api.js';
import type { Load } from '../esplora/npm-clients.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of libraries whose types are not known here
type Json = any;

interface ForkWorld {
  readonly api: TestApi;
  readonly node: SimulatedNode;
}

export function describeForks(load: Load, worldOf: (code: string) => ForkWorld): void {
  describe.each(['bch', 'doge', 'zec'])('clients of Blockbook on %s', (code) => {
    const url = (): string => `${worldOf(code).api.url}/blockbook/${code}`;
    const address = (): string => worldOf(code).node.exampleAddresses().typical[0]!;
    const told = async (what: string): Promise<Json> =>
      (await worldOf(code).api.get(`/v0/addresses/${code}/${address()}/${what}`)).json;

    it('have balances, transactions and outputs by REST', async () => {
      const balance = await told('balance');
      const { transactions } = await told('transactions?limit=1000');
      const txids = transactions.map(({ txid }: Json) => txid);
      const confirmed = transactions.filter(({ status }: Json) => status === 'confirmed');
      const unspent = (await told('utxos?limit=1000')).utxos.filter(({ spentBy }: Json) => spentBy === null);
      const coins = unspent.map(({ txid, vout }: Json) => `${txid}:${vout}`).sort();
      const { BlockbookBitcoin } = load('blockbook-client');
      const client = new BlockbookBitcoin({ nodes: [url()], logger: null });
      expect(await client.getAddressDetails(address(), { details: 'txids', pageSize: 1_000 })).toMatchObject({
        ...{ balance: balance.balance, txs: balance.transactionCount, txids },
      });
      const outputs = await client.getUtxosForAddress(address());
      expect(outputs.map(({ txid, vout }: Json) => `${txid}:${vout}`).sort()).toEqual(coins);
      const { txid, blockHash, fee } = confirmed.at(-1)!;
      expect(await client.getTx(txid)).toMatchObject({ txid, blockHash, fees: fee ?? '0' });
      expect((await client.getBlock(confirmed.at(-1)!.blockHeight)).hash).toBe(blockHash);
      const { NownodesProvider } = load('@xchainjs/xchain-utxo-providers');
      // Its provider is for one coin; what it asks is the same for all.
      const coin = { chain: 'ZEC', symbol: 'ZEC', ticker: 'ZEC' };
      const provider = new NownodesProvider(`${url()}/api/v2`, 'ZEC', coin, 8, '');
      // It fails on a coinbase, whose input has no address in Blockbook either.
      if (transactions.every(({ coinbase }: Json) => !coinbase))
        expect((await provider.getTransactions({ address: address() })).txs).toHaveLength(Math.min(10, txids.length));
      expect((await provider.getUnspentTxs(address())).map(({ hash }: Json) => hash).sort()).toEqual(
        outputs.map(({ txid: each }: Json) => each).sort(),
      );
      const { request } = load('@bigmi/core').ankr({ baseUrl: `${url()}/api/v2` })({});
      const asked = { address: address(), limit: 2, offset: 0 };
      expect((await request({ method: 'getTransactions', params: asked })).total).toBe(balance.transactionCount);
    });

    it('are told of blocks and payments by WebSocket', async () => {
      const { node } = worldOf(code);
      const { BlockbookBitcoin } = load('blockbook-client');
      const client = new BlockbookBitcoin({ nodes: [url()], logger: null });
      await client.connect();
      const { hot } = node.exampleAddresses();
      const news: Json[] = [];
      const blocks: Json[] = [];
      await client.subscribeAddresses([hot], (event: Json) => void news.push(event));
      await client.subscribeNewBlock((event: Json) => void blocks.push(event));
      expect((await client.getInfo()).decimals).toBe(8);
      node.addTransactions(20);
      node.mine();
      const { hash, height } = node.tip();
      await waitFor(() => blocks.some((block) => block.hash === hash), { what: 'the block to be pushed' });
      await waitFor(() => news.some(({ tx }) => tx.blockHeight === height), { what: 'a payment to be pushed' });
      expect(news.every((event) => event.address === hot)).toBe(true);
      await client.disconnect();
    });
  });
}
