/** The library under Trezor's wallet, as that uses it: discovery, paging, coins, bytes, fees, news, sending, a reorg. */
import { waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EsploraWorld } from '../esplora/esplora-world.js';
import { type Load, librariesOrSkip } from '../esplora/npm-clients.js';

/** Installed where it can be, outside of the repository: its licence allows no more. */
export const linkOrSkip = (): Promise<Load | null> =>
  librariesOrSkip('chaintrail-blockchain-link-1', ['@trezor/blockchain-link@2.6.2']);

// biome-ignore lint/suspicious/noExplicitAny: answers of a library whose types are not known here
type Json = any;

export function describeLink(load: Load, world: () => EsploraWorld): void {
  describe('@trezor/blockchain-link', () => {
    let link: Json;
    let key: string;
    let owner: ReturnType<EsploraWorld['node']['wallet']>;
    let txids: string[];

    beforeAll(async () => {
      const { miner, node } = world();
      await node.rpc('createwallet', 'trezor');
      owner = node.wallet('trezor');
      const { descriptors } = await owner.call<{ descriptors: { desc: string; internal: boolean }[] }>(
        'listdescriptors',
      );
      const { desc } = descriptors.find(({ desc: each, internal }) => each.startsWith('wpkh(') && !internal)!;
      key = desc.replace(/#.*/, '').replace('/0/*', '/<0;1>/*');
      txids = [];
      for (let n = 0; n < 4; n++)
        txids.push(await miner.call<string>('sendtoaddress', await owner.call('getnewaddress', '', 'bech32'), '0.02'));
      await world().mine(1);
      const BlockchainLink = load('@trezor/blockchain-link').default;
      const worker = load('@trezor/blockchain-link/lib/workers/blockbook').default;
      link = new BlockchainLink({ name: 'Bitcoin', worker, server: [`${world().api.url}/blockbook/btc`] });
    });
    afterAll(() => link?.disconnect());

    it('discovers an account, with pages, coins and bytes', async () => {
      expect(await link.getInfo()).toMatchObject({ shortcut: 'REGTEST', testnet: true, decimals: 8 });
      const request = { descriptor: key, details: 'txs', tokens: 'derived', pageSize: 2 };
      const first = await link.getAccountInfo({ ...request, page: 1 });
      expect(first).toMatchObject({ balance: '8000000', history: { total: 4 }, page: { index: 1, size: 2, total: 2 } });
      expect(first.addresses.used).toHaveLength(4);
      expect(first.addresses.unused).toHaveLength(20);
      expect(first.addresses.change).toHaveLength(20);
      const second = await link.getAccountInfo({ ...request, page: 2 });
      const shown = [...first.history.transactions, ...second.history.transactions];
      expect(shown.map(({ txid, type, amount }: Json) => [txid, type, amount]).sort()).toEqual(
        txids.map((txid) => [txid, 'recv', '2000000']).sort(),
      );
      const coins = await link.getAccountUtxo(key);
      expect(coins.map(({ txid, amount }: Json) => [txid, amount]).sort()).toEqual(
        txids.map((txid) => [txid, '2000000']).sort(),
      );
      const { hex } = await world().miner.call<{ hex: string }>('gettransaction', txids[0]);
      expect(await link.getTransactionHex(txids[0])).toBe(hex);
      expect((await link.estimateFee({ blocks: [1, 6] })).every(({ feePerUnit }: Json) => Number(feePerUnit) > 0)).toBe(
        true,
      );
    });

    it('is told of blocks and payments, sends, and follows a reorg', async () => {
      const news: Json[] = [];
      const blocks: Json[] = [];
      link.on('notification', (event: Json) => news.push(event));
      link.on('block', (event: Json) => blocks.push(event));
      const { addresses } = await link.getAccountInfo({ descriptor: key, details: 'tokens', tokens: 'derived' });
      await link.subscribe({ type: 'accounts', accounts: [{ descriptor: key, addresses }] });
      await link.subscribe({ type: 'block' });
      const { miner, node } = world();
      const to = await miner.call<string>('getnewaddress');
      const raw = await owner.call<string>('createrawtransaction', [], [{ [to]: '0.01' }]);
      const { hex } = await owner.call<{ hex: string }>('fundrawtransaction', raw);
      const signed = (await owner.call<{ hex: string }>('signrawtransactionwithwallet', hex)).hex;
      const txid = await link.pushTransaction({ hex: signed });
      const ofPayment = () => news.filter(({ tx }) => tx.txid === txid);
      await waitFor(() => ofPayment().length > 0, { what: 'the payment to be told of' });
      expect(ofPayment()[0]).toMatchObject({ descriptor: key, tx: { type: 'sent' } });
      await world().mine(1);
      const hash = await node.rpc<string>('getbestblockhash');
      await waitFor(() => ofPayment().some(({ tx }) => tx.blockHash === hash), { what: 'its block to be told of' });
      await node.rpc('invalidateblock', hash);
      await world().mine(2);
      const tip = await node.rpc<string>('getbestblockhash');
      await waitFor(() => blocks.at(-1)?.blockHash === tip, { what: 'the new chain to be told of' });
    });
  });
}
