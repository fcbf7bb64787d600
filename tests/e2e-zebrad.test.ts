/** A real zebrad from NU5 to NU7, the real indexer, database and API: what the product says is what the node says. */
import { requireUtxoChain } from '@chaintrail/chains';
import { UtxoNode } from '@chaintrail/chains/node';
import { nodeOrSkip, RpcFailure, startZebrad, waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectCompleteAudit, expectRowsOfStraightSync } from './scenario/final-checks.js';
import { expectEsploraEqualsNode } from './scenario/utxo/compare-esplora.js';
import { expectPendingEqualsNode } from './scenario/utxo/compare-pending.js';
import { expectIndexEqualsNode, reachTip } from './scenario/utxo/compare-utxo.js';
import type { Ledger } from './scenario/utxo/node-chain.js';
import { expectRefusals } from './scenario/zcash/refusals.js';
import { addressOf, miner, UPGRADES, ZcashChain } from './scenario/zcash/zcash-chain.js';
import { doubleSpend, payEveryScript, payEveryVersion } from './scenario/zcash/zcash-payments.js';
import { startZcashWorld, type ZcashWorld } from './scenario/zcash/zcash-world.js';

const binary = nodeOrSkip('zebrad');
const TIMEOUT_MS = 240_000;
const ZEC = requireUtxoChain('zec');

/** zebra zebra-rpc/src/config/mining.rs MINER_ADDRESS. Proofs of Orchard and Ironwood take the node half a minute each. */
const SAPLING = 'zregtestsapling1xl84ekz6stprmvrp39s77mf9t953nqjndwlcjtzfrr3cgjjez87639xm4u9pfuvylrhecx0c2j8';

describe.runIf(binary !== undefined)('zebrad', { timeout: TIMEOUT_MS }, () => {
  let chain: ZcashChain;
  let world: ZcashWorld;
  beforeAll(async () => {
    chain = new ZcashChain(await startZebrad(binary!, { minerAddress: addressOf(miner), upgrades: UPGRADES }));
    await chain.mine(101);
    await chain.fillPurse(2);
    await payEveryVersion(chain);
    await chain.mine();
    await payEveryScript(chain);
    await payEveryVersion(chain);
    await chain.mine();
    world = await startZcashWorld(chain);
  }, TIMEOUT_MS);
  afterAll(() => world?.stop(), TIMEOUT_MS);

  test('first sync, up to NU5', async () => {
    expectVersions(await expectIndexEqualsNode(world), [4, 5]);
  });

  test('live, from upgrade to upgrade, into shielded pools too', async () => {
    await chain.fillPurse(2);
    for (const name of ['NU6', 'NU6.1', 'NU6.2'] as const) {
      await chain.mineTo(UPGRADES[name] - 1);
      await payEveryVersion(chain);
      if (name === 'NU6') await chain.mineShielded(SAPLING);
      else await chain.mine();
      await expectIndexEqualsNode(world);
    }
    await chain.mineTo(UPGRADES['NU6.3'] - 1);
    await payEveryVersion(chain);
    await chain.mineShielded(SAPLING);
    await payEveryScript(chain);
    const ledger = await expectIndexEqualsNode(world);
    await expectEsploraEqualsNode({ code: 'zec', url: world.product.apiUrl, node: world.node, ledger });
    expectVersions(ledger, [4, 5, 6]);
    const shielded = ledger.transactions.filter(({ transaction }) => (transaction.valueBalanceZat ?? 0) < 0);
    expect(shielded.map(({ index }) => index)).toEqual([0, 0]);
  });

  test('live, into NU7, which refuses version 4 and withholds 60 % of fees', async () => {
    await chain.fillPurse(2);
    await chain.mineTo(UPGRADES.NU7 - 1);
    const old = await chain.payment(4, []);
    await expect(chain.send(old)).rejects.toThrow(RpcFailure);
    const sent = await payEveryVersion(chain);
    await chain.mine();
    const ledger = await expectIndexEqualsNode(world);
    expect(ledger.tip.height).toBe(UPGRADES.NU7);
    expect(ledger.tip.tx.length).toBe(sent.length + 1);
    const newest = ledger.transactions.filter(({ block }) => block.height === UPGRADES.NU7);
    const fees = newest.slice(1).map(({ inputs, outputs }) => sum(inputs) - sum(outputs));
    const paid = fees.reduce((total, fee) => total + fee, 0n);
    // The subsidy is a third of 6.25 ZEC with blocks three times as often; ZIP 235 rounds what is withheld down.
    expect(sum(newest[0]?.outputs ?? [])).toBe(625_000_000n / 3n + paid - (paid * 6n) / 10n);
    await payEveryScript(chain);
    await expectIndexEqualsNode(world);
  });

  test('unconfirmed transactions, double spends among them', async () => {
    await chain.fillPurse(2);
    await expectPendingEqualsNode(world);
    await payEveryVersion(chain);
    expect((await expectPendingEqualsNode(world)).txids.size).toBe(4);
    await chain.mine();
    const { first, child, second } = await doubleSpend(chain);
    const template = await chain.template();
    await chain.send(first);
    await chain.send(child);
    await expect(chain.send(second)).rejects.toThrow(RpcFailure);
    const before = await expectPendingEqualsNode(world);
    expect([...before.txids].sort()).toEqual([first.txid, child.txid].sort());
    await chain.mineExactly([second], template);
    const after = await expectPendingEqualsNode(world, [...before.addresses.keys()]);
    expect(after.txids).toEqual(new Set());
    await expectIndexEqualsNode(world);
  });

  for (const [depth, blocks] of [
    // Over the activation of NU7, and to a branch that ends below the old one.
    [14, 15],
    [6, 3],
  ] as const) {
    test(`a reorg of ${depth} blocks, to a branch of ${blocks}`, async () => {
      await chain.fillPurse(1);
      const { first, child, second } = await doubleSpend(chain);
      await chain.send(first);
      await chain.send(child);
      await chain.mine(depth);
      await reachTip(world, await world.nodeChain.ledger());
      await chain.invalidate(depth);
      await chain.mineExactly([second]);
      await chain.mine(blocks - 1);
      const txids = (await expectIndexEqualsNode(world)).transactions.map(({ transaction }) => transaction.txid);
      expect(txids).toContain(second.txid);
      for (const { txid } of [first, child]) expect(txids).not.toContain(txid);
    });
  }

  test('blocks taken back with none in their place, and again', async () => {
    await payEveryVersion(chain);
    await chain.mine(3);
    await expectIndexEqualsNode(world);
    const lowest = await chain.invalidate(3);
    await expectIndexEqualsNode(world);
    await chain.node.rpc('reconsiderblock', lowest);
    await expectIndexEqualsNode(world);
  });

  test('the node is restarted and killed, the indexer is killed', async () => {
    await chain.fillPurse(1);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await payEveryVersion(chain);
      await expectPendingEqualsNode(world);
      await chain.mine();
      await world.product.restartIndexer('SIGKILL');
      await chain.node.restart(signal);
      await chain.mine(2);
      await expectPendingEqualsNode(world);
      await expectIndexEqualsNode(world);
    }
  });

  test('it refuses with the codes and words that the client tells apart', async () => {
    const lowest = await chain.invalidate(1);
    await expectRefusals((method, ...params) => chain.node.rpc(method, ...params), lowest);
    await chain.node.rpc('reconsiderblock', lowest);
  });

  test('the rows equal those of a straight sync', async () => {
    await reachTip(world, await world.nodeChain.ledger());
    await expectRowsOfStraightSync(world.product, 'zec');
  });

  test('an audit finds nothing', async () => expectCompleteAudit(world.product, 'zec', await chain.height()));

  test('a node that starts over takes nothing away', async () => {
    const [blocks, ledger] = [await chain.blocks(), await world.nodeChain.ledger()];
    await chain.node.startOver();
    await waitFor(async () => (await world.api.status())?.reasonCode === 'node-behind', {
      what: 'the chain to be waited for',
    });
    await reachTip(world, ledger);
    // A short chain of its own is no reorg either.
    await chain.mine(3);
    await waitFor(async () => (await world.api.status())?.reasonCode === 'deep-reorg', { what: 'the chain to halt' });
    await reachTip(world, ledger);
    await chain.node.startOver();
    for (const block of blocks) await chain.submit(block);
    await waitFor(async () => (await world.api.status())?.phase === 'live', { what: 'the chain to be live again' });
    await expectIndexEqualsNode(world, { whole: true });
  });

  test('the default network is told what the node really follows', async () => {
    const network = ZEC.networks.find(({ name }) => name === 'mainnet')!;
    const { rpcUrl: url, cookieFile } = chain.node;
    const node = new UtxoNode({ chain: ZEC, network, endpoint: { url, cookieFile } });
    await expect(node.preflight(0)).rejects.toThrow('the node follows regtest, but mainnet is configured');
    await node.close();
  });
});

function sum(amounts: readonly { readonly amount: bigint }[]): bigint {
  return amounts.reduce((total, { amount }) => total + amount, 0n);
}

function expectVersions({ transactions }: Ledger, versions: readonly number[]): void {
  const found = new Set(transactions.filter(({ index }) => index > 0).map(({ transaction }) => transaction.version));
  expect([...found].sort()).toEqual(versions);
}
