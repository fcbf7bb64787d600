/** The library under Trezor's wallet on Ethereum: discovery, paging, tokens, fees, news, sending, a reorg. */
import { type AnvilNode, startAnvil, waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../apps/api/test/support/start-api.js';
import { InProcessProduct } from '../../support/in-process-product.js';
import type { Load } from '../esplora/npm-clients.js';
import { Cast, type Contract } from '../evm/evm-cast.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of a library whose types are not known here
type Json = any;

const ETHER = 10n ** 18n;

export function describeEvmLink(load: Load, binary: string): void {
  describe('@trezor/blockchain-link on Ethereum', () => {
    let node: AnvilNode;
    let cast: Cast;
    let api: TestApi;
    let product: InProcessProduct;
    let link: Json;
    let coin: Contract;
    let owner: string;
    const txids: string[] = [];

    const tip = () => node.rpc<{ hash: string; number: string }>('eth_getBlockByNumber', 'latest', false);

    async function mine(): Promise<string> {
      await node.mine();
      return reach();
    }

    async function reach(): Promise<string> {
      const { hash } = await tip();
      const isThere = async () => (await api.get('/blockbook/eth/api/v2')).json?.backend?.bestBlockHash === hash;
      await waitFor(isThere, { processes: product.processes, timeoutMs: 30_000, what: `block ${hash} to be indexed` });
      return hash;
    }

    beforeAll(async () => {
      node = await startAnvil(binary, '--order', 'fifo');
      cast = await Cast.of(node);
      const [deployer, account, friend] = [cast.actor(0), cast.actor(1), cast.actor(2)];
      owner = account.address;
      coin = await cast.deploy(deployer, 'Coin', ['Link Coin', 'LNK', 6, 1_000_000n]);
      await node.mine();
      await cast.call(deployer, coin, 'transfer', [owner, 250n]);
      for (let n = 0; n < 3; n++) txids.push(await cast.send(friend, { to: owner, value: ETHER }));
      txids.push(await cast.send(account, { to: friend.address, value: 2n * ETHER }));
      const env = { ETH_RPC_URL: node.rpcUrl, ETH_NETWORK: 'local', BROADCAST: 'on' };
      product = await InProcessProduct.start(env);
      api = product.api;
      const BlockchainLink = load('@trezor/blockchain-link').default;
      const worker = load('@trezor/blockchain-link/lib/workers/blockbook').default;
      link = new BlockchainLink({ name: 'Ethereum', worker, server: [`${api.url}/blockbook/eth`] });
      await mine();
    });
    afterAll(async () => {
      await link?.disconnect();
      await product?.stop();
      await node?.stop();
    });

    it('discovers an account, with pages and tokens', async () => {
      const { hash, number } = await tip();
      expect(await link.getInfo()).toMatchObject({
        ...{ name: 'Ethereum', shortcut: 'tETH', network: 'tETH', decimals: 18, testnet: true },
        ...{ blockHeight: Number(number), blockHash: hash },
      });
      expect(await link.getBlockHash(Number(number))).toBe(hash);
      const request = { descriptor: owner, details: 'txs', tokens: 'derived', pageSize: 2 };
      const first = await link.getAccountInfo({ ...request, page: 1 });
      const balance = BigInt(await node.rpc<string>('eth_getBalance', owner, 'latest'));
      expect(first).toMatchObject({
        ...{ descriptor: owner, balance: balance.toString(), availableBalance: balance.toString(), empty: false },
        ...{ history: { total: 5, unconfirmed: 0 }, page: { index: 1, size: 2, total: 3 }, misc: { nonce: '1' } },
      });
      const [token] = await waitFor(
        async () => {
          const { tokens } = await link.getAccountInfo({ ...request, details: 'tokenBalances' });
          return tokens?.[0]?.symbol && tokens;
        },
        { what: 'the token to be asked for its name' },
      );
      expect(token).toMatchObject({
        ...{ type: 'ERC20', standard: 'ERC20', contract: coin.address, name: 'Link Coin', symbol: 'LNK' },
        ...{ decimals: 6, balance: '250' },
      });
      const pages = [first, ...(await Promise.all([2, 3].map((page) => link.getAccountInfo({ ...request, page }))))];
      const shown = pages.flatMap(({ history }) => history.transactions);
      expect(shown).toHaveLength(5);
      const native = shown.filter(({ tokens }: Json) => tokens.length === 0);
      expect(native.map(({ txid, type, amount }: Json) => [txid, type, amount])).toEqual([
        [txids[3], 'sent', (2n * ETHER).toString()],
        ...[2, 1, 0].map((n) => [txids[n], 'recv', ETHER.toString()]),
      ]);
      const [received] = shown.filter(({ tokens }: Json) => tokens.length > 0);
      expect(received.tokens).toMatchObject([{ type: 'recv', amount: '250', contract: coin.address, to: owner }]);
      const filtered = await link.getAccountInfo({ ...request, pageSize: 25, contractFilter: coin.address });
      expect(filtered.history.transactions.map(({ txid }: Json) => txid)).toEqual([received.txid]);
      const unused = await link.getAccountInfo({ ...request, descriptor: cast.freshAddress() });
      expect(unused).toMatchObject({ empty: true, balance: '0', history: { total: 0 } });
    });

    it('tells of a transaction, and of fees by EIP-1559', async () => {
      const tx = await link.getTransaction(txids[3]);
      const said = await node.rpc<Record<string, string>>('eth_getTransactionReceipt', txids[3]);
      expect(tx).toMatchObject({
        ...{ txid: txids[3], blockHash: said['blockHash'], blockHeight: Number(said['blockNumber']) },
        fee: (BigInt(said['gasUsed']!) * BigInt(said['effectiveGasPrice']!)).toString(),
        ethereumSpecific: { status: 1, nonce: 0, gasLimit: 21_000, gasUsed: 21_000 },
      });
      const to = cast.actor(2).address;
      const [fee] = await link.estimateFee({ blocks: [2], specific: { from: owner, to, value: '0x1', data: '0x' } });
      const { baseFeePerGas } = await node.rpc<{ baseFeePerGas: string }>('eth_getBlockByNumber', 'pending', false);
      expect(fee.eip1559.baseFeePerGas).toBe(BigInt(baseFeePerGas).toString());
      for (const level of ['low', 'medium', 'high'])
        expect(BigInt(fee.eip1559[level].maxFeePerGas)).toBeGreaterThan(BigInt(baseFeePerGas));
      expect(BigInt(fee.feePerUnit)).toBeGreaterThan(0n);
      expect(fee.feeLimit).toBe('21000');
      const pays = (amount: bigint) => ({
        ...{ from: owner, to: coin.address, value: '0x0' },
        data: coin.interface.encodeFunctionData('transfer', [to, amount]),
      });
      const [transfer] = await link.estimateFee({ blocks: [2], specific: pays(1n) });
      expect(BigInt(transfer.feeLimit)).toBe(BigInt(await node.rpc<string>('eth_estimateGas', pays(1n))));
      expect(BigInt(transfer.feeLimit)).toBeGreaterThan(30_000n);
      await expect(link.estimateFee({ blocks: [2], specific: pays(10n ** 9n) })).rejects.toThrow(/revert/i);
    });

    it('is told of blocks and payments, sends, and follows a reorg', async () => {
      const news: Json[] = [];
      const blocks: Json[] = [];
      link.on('notification', (event: Json) => news.push(event));
      link.on('block', (event: Json) => blocks.push(event));
      await link.subscribe({ type: 'accounts', accounts: [{ descriptor: owner }] });
      await link.subscribe({ type: 'block' });
      const hex = await cast.sign(cast.actor(1), { to: cast.actor(3).address, value: ETHER });
      const txid = await link.pushTransaction({ hex });
      const ofPayment = () => news.filter(({ tx }) => tx.txid === txid);
      const hash = await mine();
      await waitFor(() => ofPayment().some(({ tx }) => tx.blockHash === hash), { what: 'its block to be told of' });
      expect(ofPayment().at(-1)).toMatchObject({ descriptor: owner, tx: { type: 'sent', amount: ETHER.toString() } });
      await waitFor(() => blocks.at(-1)?.blockHash === hash, { what: 'the block to be told of' });
      const before = (await link.getAccountInfo({ descriptor: owner, details: 'basic' })).balance;
      await node.reorg(1);
      cast.forgetNonces();
      const other = await mine();
      await waitFor(() => blocks.at(-1)?.blockHash === other, { what: 'the new chain to be told of' });
      const after = (await link.getAccountInfo({ descriptor: owner, details: 'basic' })).balance;
      expect(BigInt(after)).toBeGreaterThan(BigInt(before));
      await expect(link.pushTransaction({ hex: '0x00' })).rejects.toThrow();
    });
  });
}
