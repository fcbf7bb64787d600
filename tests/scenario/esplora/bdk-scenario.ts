/** Wallets of BDK beside the node's own ones of the same keys, through all that happens to transactions. */
import type { RpcClient } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bdk, type BdkState } from './bdk.js';
import type { EsploraWorld } from './esplora-world.js';

/** Transactions of the busiest wallet, on few addresses: pages of 25 follow each other. */
const PAYMENTS = 30;
const MANY = 100;
const KINDS = ['wpkh', 'tr', 'multisig'] as const;
type Kind = (typeof KINDS)[number];

interface NodeDescriptors {
  readonly descriptors: readonly { readonly desc: string; readonly internal?: boolean }[];
}

const toSat = (coins: unknown): number => Math.round(Number(coins) * 1e8);

async function descriptorsOf(wallet: RpcClient, start: string): Promise<[external: string, internal: string]> {
  const { descriptors } = await wallet.call<NodeDescriptors>('listdescriptors', true);
  const own = descriptors.filter(({ desc }) => desc.startsWith(start));
  return [own.find(({ internal }) => !internal)!.desc, own.find(({ internal }) => internal)!.desc];
}

/** Two keys of two wallets, both of which sign. */
async function makeMultisig(world: EsploraWorld): Promise<[external: string, internal: string]> {
  const keys = [];
  for (const name of ['first', 'second']) {
    await world.node.rpc('createwallet', name);
    const [external] = await descriptorsOf(world.node.wallet(name), 'wpkh(');
    keys.push(/tprv\w+/.exec(external)![0]);
  }
  await world.node.rpc('createwallet', 'multisig', false, true);
  const made = [];
  for (const branch of [0, 1]) {
    const plain = `wsh(sortedmulti(2,${keys.map((key) => `${key}/48h/${branch}/*`).join()}))`;
    const { checksum } = await world.node.rpc<{ checksum: string }>('getdescriptorinfo', plain);
    made.push(`${plain}#${checksum}`);
  }
  const [external, internal] = made as [string, string];
  const imported = [external, internal].map((desc, at) => ({
    ...{ desc, active: true, internal: at === 1, timestamp: 'now', range: [0, 100] },
  }));
  await world.node.wallet('multisig').call('importdescriptors', imported);
  return [external, internal];
}

export function describeBdk(python: string, world: () => EsploraWorld): void {
  describe('BDK', () => {
    let bdk: Bdk;
    let descriptors: ReadonlyMap<Kind, [external: string, internal: string]>;
    const nodeWallet = (kind: Kind): RpcClient => world().node.wallet(kind === 'multisig' ? kind : `bdk-${kind}`);

    beforeAll(async () => {
      bdk = new Bdk(python, world().url);
      for (const kind of ['wpkh', 'tr']) await world().node.rpc('createwallet', `bdk-${kind}`);
      descriptors = new Map([
        ['wpkh', await descriptorsOf(nodeWallet('wpkh'), 'wpkh(')],
        ['tr', await descriptorsOf(nodeWallet('tr'), 'tr(')],
        ['multisig', await makeMultisig(world())],
      ]);
      for (const kind of KINDS) await bdk.call('open', kind, ...descriptors.get(kind)!);
    });
    afterAll(() => bdk?.stop());

    /** Both wallets have the same coins and transactions. */
    async function expectSame(kind: Kind, how: 'scan' | 'sync'): Promise<BdkState> {
      const state = await bdk.call<BdkState>(how, kind);
      const wallet = nodeWallet(kind);
      const { mine } = await wallet.call<{ mine: Record<string, string> }>('getbalances');
      const listed = await wallet.call<{ txid: string; confirmations: number }[]>('listtransactions', '*', 10_000);
      // A transaction that left the mempool for good has a negative number, or none and is abandoned.
      const live = listed.filter(({ confirmations }) => confirmations >= 0);
      const expected = Object.fromEntries(live.map(({ txid, confirmations }) => [txid, confirmations > 0]));
      expect(state.transactions, kind).toEqual(expected);
      expect(state.confirmed + state.pending, kind).toBe(toSat(mine['trusted']) + toSat(mine['untrusted_pending']));
      expect(state.height).toBe(Number(await world().node.rpc('getblockcount')));
      return state;
    }

    const addressOf = (kind: Kind): Promise<string> =>
      nodeWallet(kind).call('getnewaddress', '', kind === 'tr' ? 'bech32m' : 'bech32');

    it('finds nothing in wallets that were never used', async () => {
      for (const kind of KINDS) expect(Object.keys((await expectSame(kind, 'scan')).transactions)).toEqual([]);
    });

    it('finds all transactions of wallets, also a hundred on one address', async () => {
      const { miner, node } = world();
      // A coin for each payment: by policy, no more than 25 unconfirmed transactions follow each other.
      const coins: string[] = [];
      for (let n = 0; n < MANY + PAYMENTS; n++) coins.push(await miner.call<string>('getnewaddress'));
      await miner.call('sendmany', '', Object.fromEntries(coins.map((address) => [address, '0.02'])));
      await node.rpc('generatetoaddress', 1, coins[0]);
      for (const [kind, count] of [
        ['wpkh', MANY],
        ['tr', PAYMENTS],
        ['multisig', 1],
      ] as const) {
        const addresses = await Promise.all([addressOf(kind), addressOf(kind)]);
        // One address has nearly all of them.
        for (let n = 0; n < count; n++) await miner.call('sendtoaddress', addresses[n === 1 ? 1 : 0], '0.01');
        await world().mine(1);
      }
      for (const kind of KINDS) await expectSame(kind, 'scan');
    });

    it('sends, and sees what it sent pending, confirmed, taken back and confirmed again', async () => {
      const { node, miner } = world();
      for (const kind of KINDS) {
        const to = await miner.call<string>('getnewaddress');
        const txid = await bdk.call<string>('send', kind, to, 300_000);
        expect(await node.rpc<string[]>('getrawmempool')).toContain(txid);
        await world().reachMempool();
        expect((await expectSame(kind, 'sync')).transactions[txid]).toBe(false);
        await world().mine(1);
        expect((await expectSame(kind, 'sync')).transactions[txid]).toBe(true);
        if (kind !== 'wpkh') continue;
        await node.rpc('invalidateblock', await node.rpc('getbestblockhash'));
        // A longer branch without it.
        for (let blocks = 0; blocks < 2; blocks++) await node.rpc('generateblock', to, []);
        await world().reachTip();
        await world().reachMempool();
        expect((await expectSame(kind, 'sync')).transactions[txid]).toBe(false);
        await world().mine(1);
        expect((await expectSame(kind, 'sync')).transactions[txid]).toBe(true);
      }
    });

    it('sends again what another wallet received, and finds it from nothing', async () => {
      const txid = await bdk.call<string>('send', 'wpkh', await addressOf('tr'), 200_000);
      await world().reachMempool();
      for (const kind of ['wpkh', 'tr'] as const)
        expect((await expectSame(kind, 'scan')).transactions[txid]).toBe(false);
      const read = await bdk.call<Record<string, unknown>>('read', txid);
      expect(read).toMatchObject({ txid, hex: await world().node.rpc('getrawtransaction', txid) });
      expect(read).toMatchObject({ hash: await world().node.rpc('getbestblockhash') });
    });
  });
}
