/** A real Bitcoin node (Knots: Core with patches), read by REST as it comes, then by JSON-RPC alone. */
import { knotsOrSkip, RealNode } from '@chaintrail/testkit';
import { describe, expect } from 'vitest';
import { expectRowsOfStraightSync } from './scenario/final-checks.js';
import { expectIndexEqualsNode } from './scenario/utxo/compare-utxo.js';
import { expectEveryScript, payEveryScript, payEveryType } from './scenario/utxo/payments.js';
import { bitcoin } from './scenario/utxo/utxo-chains.js';
import { expectDoubleSpendWon, mineOldBranch, replaceBranch } from './scenario/utxo/utxo-reorgs.js';
import { describeScenario } from './scenario/utxo/utxo-scenario.js';
import { mine } from './scenario/utxo/utxo-world.js';

const binary = knotsOrSkip();

describe.runIf(binary !== undefined)('Bitcoin Knots', () => {
  describeScenario({
    title: 'the scenario, over REST, and with REST off',
    chain: bitcoin,
    startNode: () => RealNode.start('knots', binary!),
    async afterwards(world) {
      const { node, product, chain } = world;
      const requests = await node.requestsOfIndexer();
      const blocks = requests.filter((request) => request.startsWith('/rest/block/')).length;
      const spent = requests.filter((request) => request.startsWith('/rest/spenttxouts/')).length;
      expect(blocks).toBeGreaterThan(100);
      // For blocks that are followed one by one; a first sync from genesis has all outputs itself.
      expect(spent).toBeGreaterThan(0);
      expect(spent).toBeLessThan(blocks);
      expect(requests.filter((request) => request === 'getblock')).toEqual([]);

      await node.restart(['-rest=0']);
      // A first sync reads in the other way what is indexed by the first.
      await expectRowsOfStraightSync(product, chain.code);
      await payEveryScript(world);
      await payEveryType(world);
      await mine(world);
      const doubleSpend = await mineOldBranch(world, 4);
      expectEveryScript(await expectIndexEqualsNode(world), chain);
      await replaceBranch(world, 4, doubleSpend);
      expectDoubleSpendWon(await expectIndexEqualsNode(world), doubleSpend);
      await node.kill9();
      await node.start();
      await mine(world, 2);
      await expectIndexEqualsNode(world);
      await expectRowsOfStraightSync(product, chain.code);
      const later = (await node.requestsOfIndexer()).slice(requests.length);
      expect(later.filter((request) => request === 'getblock').length).toBeGreaterThan(100);
    },
  });
});
