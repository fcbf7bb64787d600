/** Libraries from npm that speak Blockbook's REST, with the calls that they have. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { EsploraWorld } from '../esplora/esplora-world.js';
import { type Load, librariesOrSkip } from '../esplora/npm-clients.js';

const PACKAGES = ['blockbook-client@0.7.8', '@xchainjs/xchain-utxo-providers@2.0.9', '@bigmi/core@0.9.0'];

export const blockbookClientsOrSkip = (): Promise<Load | null> =>
  librariesOrSkip('chaintrail-blockbook-clients-1', PACKAGES);

// biome-ignore lint/suspicious/noExplicitAny: answers of libraries whose types are not known here
type Json = any;

export function describeRestClients(load: Load, world: () => EsploraWorld): void {
  describe('libraries from npm', () => {
    let address: string;
    let txids: string[];
    const url = (): string => `${world().api.url}/blockbook/${world().code}`;

    beforeAll(async () => {
      const { miner, node } = world();
      await node.rpc('createwallet', 'client');
      address = await node.wallet('client').call<string>('getnewaddress', '', 'bech32');
      txids = [];
      for (let n = 0; n < 3; n++) txids.push(await miner.call<string>('sendtoaddress', address, '0.02'));
      await world().mine(1);
    });

    it('blockbook-client, which checks the types of all answers', async () => {
      const { BlockbookBitcoin } = load('blockbook-client');
      const client = new BlockbookBitcoin({ nodes: [url()], logger: null });
      const height = Number(await world().node.rpc('getblockcount'));
      const hash = await world().node.rpc<string>('getbestblockhash');
      expect((await client.getStatus()).backend.bestBlockHash).toBe(hash);
      expect(await client.getBestBlock()).toEqual({ height, hash });
      expect(await client.getBlockHash(height)).toBe(hash);
      expect((await client.getBlock(height)).txCount).toBeGreaterThan(3);
      expect((await client.getTx(txids[0])).confirmations).toBe(1);
      expect((await client.getTxSpecific(txids[0])).txid).toBe(txids[0]);
      for (const details of ['basic', 'tokenBalances', 'txids', 'txs'])
        expect(await client.getAddressDetails(address, { details })).toMatchObject({ balance: '6000000', txs: 3 });
      expect(await client.getUtxosForAddress(address)).toHaveLength(3);
      expect(Number(await client.estimateFee(3))).toBeGreaterThan(0);
    });

    it('@xchainjs/xchain-utxo-providers', async () => {
      const { NownodesProvider } = load('@xchainjs/xchain-utxo-providers');
      // Its provider is for one coin; what it asks is the same for all.
      const provider = new NownodesProvider(
        `${url()}/api/v2`,
        'ZEC',
        { chain: 'ZEC', symbol: 'ZEC', ticker: 'ZEC' },
        8,
        '',
      );
      const [{ amount }] = await provider.getBalance(address);
      expect(amount.amount().toString()).toBe('6000000');
      expect((await provider.getUnspentTxs(address)).map(({ hash }: Json) => hash).sort()).toEqual([...txids].sort());
      expect((await provider.getTransactions({ address })).txs).toHaveLength(3);
      expect((await provider.getTransactionData(txids[0])).hash).toBe(txids[0]);
    });

    it('@bigmi/core', async () => {
      const { ankr } = load('@bigmi/core');
      const { request } = ankr({ baseUrl: `${url()}/api/v2` })({});
      expect(await request({ method: 'getBalance', params: { address } })).toBe(6_000_000n);
      const page = await request({ method: 'getTransactions', params: { address, limit: 2, offset: 0 } });
      expect(page).toMatchObject({ total: 3, hasMore: true });
      expect(await request({ method: 'getTransactionFee', params: { txId: txids[0] } })).toBeGreaterThan(0n);
    });
  });
}
