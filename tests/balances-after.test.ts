/** Balances after transactions on a real node: after a first sync, while blocks come, and after reorganisations. */
import { type AnvilNode, anvilOrSkip, startAnvil } from '@chaintrail/testkit';
import { toBeHex } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BalanceWorld, expectBalancesAfter, historyOf, reachTracedTip } from './support/balances-after.js';
import { InProcessProduct } from './support/in-process-product.js';

const binary = anvilOrSkip();
/** Sends the value that it is called with on to the address in its input. */
const FORWARDER = '0x695f5f5f5f345f355af1005f52600a6016f3';
const FIRST_SYNC_BLOCKS = 110;

describe.runIf(binary !== undefined)('balances after transactions', () => {
  let node: AnvilNode;
  let accounts: string[];
  let forwarder: string;
  let product: InProcessProduct;
  let world: BalanceWorld;
  let sent = 0;

  const addressOf = (n: number): string => toBeHex(0xabcd_0000_0000n + BigInt(n), 20);

  /** A block in which an account pays, and a contract sends on: to one of some addresses, and at times from an account to itself. */
  async function block(): Promise<void> {
    const n = sent++;
    const [from, other] = [accounts[n % 5], accounts[(n * 3) % 5]];
    const value = toBeHex(1_000_000 + n).replace(/^0x0+/, '0x');
    await node.rpc('eth_sendTransaction', { from, to: n % 7 === 0 ? other : addressOf(n % 9), value });
    const to = n % 4 === 0 ? other! : addressOf(20 + (n % 11));
    const data = `0x${to.slice(2).padStart(64, '0')}`;
    await node.rpc('eth_sendTransaction', { from: other, to: forwarder, value, data, gas: '0x30d40' });
    await node.mine();
  }

  beforeAll(async () => {
    node = await startAnvil(binary!, '--order', 'fifo');
    accounts = (await node.rpc<string[]>('eth_accounts')).slice(0, 5);
    const hash = await node.rpc<string>('eth_sendTransaction', { from: accounts[0], data: FORWARDER, gas: '0x30d40' });
    await node.mine();
    forwarder = (await node.rpc<{ contractAddress: string }>('eth_getTransactionReceipt', hash)).contractAddress;
    for (let n = 0; n < FIRST_SYNC_BLOCKS; n++) await block();
    product = await InProcessProduct.start({
      ...{ ETH_RPC_URL: node.rpcUrl, ETH_NETWORK: 'local' },
      ETH_INTERNAL_TRANSFERS: 'full',
    });
    const { databaseUrl, apiUrl } = product;
    const rpc: BalanceWorld['rpc'] = (method, ...params) => node.rpc(method, ...params);
    world = { code: 'eth', databaseUrl, apiUrl, rpc };
    await reachTracedTip(world);
  }, 120_000);
  afterAll(async () => {
    await product?.stop();
    await node?.stop();
  });

  it('are all known after a first sync, though no block has come since', async () => {
    const { rows } = await expectBalancesAfter(world);
    expect(rows).toBeGreaterThan(3 * FIRST_SYNC_BLOCKS);
  });

  it('stay known while blocks come that touch the address', async () => {
    const before = sent;
    while (sent < before + 25) {
      await block();
      const rows = await historyOf(world, accounts[0]!);
      const untold = rows.filter(
        ({ internalTransfers, balanceAfter }) => internalTransfers === 'complete' && balanceAfter === null,
      );
      expect(untold).toEqual([]);
    }
    await reachTracedTip(world);
    await expectBalancesAfter(world);
  });

  it('are those of the branch that is indexed', async () => {
    await node.reorg(4, [[{ from: accounts[1]!, to: addressOf(1), value: '0x77' }, 2]]);
    await reachTracedTip(world);
    await expectBalancesAfter(world);
  });
});
