/** Accounts, held to the node's own wallet: a history of random payments, with reorgs and unconfirmed ones. */
import { Random } from '@chaintrail/devnet';
import type { RpcClient } from '@chaintrail/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { testSeed } from '../../support/seed.js';
import type { EsploraWorld } from './esplora-world.js';

/** With 2,000 it takes a minute and a half. */
const PAYMENTS = Number(process.env['ACCOUNT_PAYMENTS'] ?? 120);
const BLOCK_EVERY = 12;
const toSat = (coins: number): number => Math.round(Number(coins) * 1e8);

/** One that the wallet lists, by its effect on one address; fees are on each that is sent. */
interface Listed {
  readonly txid: string;
  readonly amount: number;
  readonly fee?: number;
  readonly blockheight?: number;
  readonly confirmations: number;
}

export function describeAccounts(world: () => EsploraWorld): void {
  describe('an account, held to the wallet of the node', () => {
    let wallet: RpcClient;
    let descriptor: string;
    const random = new Random(testSeed(), 'accounts');
    const ask = async (what: string) => {
      const path = `/v0/accounts/btc/${encodeURIComponent(descriptor)}/${what}`;
      const { status, json, text } = await world().api.get(path);
      if (status !== 200) throw new Error(text);
      return json;
    };

    /** Between the wallet and the miner, and of the wallet to itself. */
    async function payOnce(): Promise<void> {
      const { miner } = world();
      const own = await wallet.call<string>('getnewaddress', '', 'bech32');
      const other = await miner.call<string>('getnewaddress', '', 'bech32');
      const amount = (1 + Math.floor(random.fraction() * 1e6)) / 1e8 + 0.0001;
      const options = { change_type: 'bech32', fee_rate: 2 };
      const kind = Math.floor(random.fraction() * 4);
      if (kind < 2) await miner.call('send', [{ [own]: amount * 5 < 1 ? Number((amount * 5).toFixed(8)) : 1 }]);
      else
        await wallet.call(
          'send',
          [{ [kind === 2 ? other : own]: Number(amount.toFixed(8)) }],
          null,
          'unset',
          null,
          options,
        );
    }

    async function compare(): Promise<void> {
      const { transactions } = await wallet.call<{ transactions: Listed[] }>('listsinceblock', '', 1, false, true);
      const nets = new Map<string, { net: number; height: number | null }>();
      const fees = new Map<string, number>();
      for (const { txid, amount, fee, blockheight, confirmations } of transactions) {
        if (confirmations < 0) continue;
        const before = nets.get(txid)?.net ?? 0;
        nets.set(txid, { net: before + toSat(amount), height: blockheight ?? null });
        if (fee !== undefined) fees.set(txid, toSat(fee));
      }
      for (const [txid, fee] of fees) nets.set(txid, { ...nets.get(txid)!, net: nets.get(txid)!.net + fee });
      const own = new Map<string, { net: number; height: number | null }>();
      const first = await ask('transactions?limit=1000');
      const pages = [first];
      while (pages.at(-1).next !== null) pages.push(await ask(`transactions?limit=1000&cursor=${pages.at(-1).next}`));
      for (const { txid, netAmount, blockHeight } of pages.flatMap(({ transactions: rows }) => rows))
        own.set(txid, { net: Number(netAmount), height: blockHeight });
      expect(own).toEqual(nets);
      expect(first.total).toBe(nets.size);
      const confirmed = pages
        .flatMap(({ transactions: rows }) => rows)
        .find(({ balanceAfter }) => balanceAfter !== null);
      const { mine } = await wallet.call<{ mine: { trusted: number; untrusted_pending: number } }>('getbalances');
      const balance = await ask('balance');
      expect(balance.balance).toBe(confirmed.balanceAfter);
      expect(Number(balance.balance) + Number(balance.pending)).toBe(
        toSat(Number(mine.trusted)) + toSat(Number(mine.untrusted_pending)),
      );
      const unspent = await wallet.call<{ txid: string; vout: number; amount: number }[]>('listunspent', 0);
      const { utxos } = await ask('utxos?limit=1000');
      const free = utxos.filter(({ spentBy }: { spentBy: unknown }) => spentBy === null);
      expect(
        new Set(free.map(({ txid, vout, amount }: Record<string, unknown>) => `${txid}:${vout} ${amount}`)),
      ).toEqual(new Set(unspent.map(({ txid, vout, amount }) => `${txid}:${vout} ${toSat(amount)}`)));
    }

    beforeAll(async () => {
      const { node, miner } = world();
      await node.rpc('createwallet', 'account');
      wallet = node.wallet('account');
      const { descriptors } = await wallet.call<{
        descriptors: { desc: string; internal?: boolean; active: boolean }[];
      }>('listdescriptors');
      const receive = descriptors.find(
        ({ desc, internal, active }) => active && !internal && desc.startsWith('wpkh('),
      )!;
      descriptor = receive.desc.replace(/#.*$/, '').replace('/0/*)', '/<0;1>/*)');
      await miner.call('sendtoaddress', await wallet.call('getnewaddress', '', 'bech32'), 1);
      await world().mine(1);
    });

    it(`is the same after ${PAYMENTS} payments in random blocks`, async () => {
      for (let n = 1; n <= PAYMENTS; n++) {
        await payOnce();
        if (random.chance(1 / BLOCK_EVERY)) await world().mine(1);
      }
      await world().mine(1);
      await compare();
    });

    it('is the same with unconfirmed payments, and after a reorg', async () => {
      for (let n = 0; n < 4; n++) await payOnce();
      await world().reachMempool();
      await compare();
      await world().mine(2);
      await compare();
      const { node } = world();
      const height = await node.rpc<number>('getblockcount');
      await node.rpc('invalidateblock', await node.rpc('getblockhash', height - 1));
      await world().mine(3);
      await world().reachMempool();
      await compare();
    });
  });
}
