/** A real Bitcoin node (Knots: Core with patches), read by REST as it comes, then by JSON-RPC alone. */
import { knotsOrSkip, RealNode } from '@chaintrail/testkit';
import { describe, expect } from 'vitest';
import { bitcoin } from './scenario/utxo/utxo-chains.js';
import { describeScenario } from './scenario/utxo/utxo-scenario.js';

const binary = knotsOrSkip();

describe.runIf(binary !== undefined)('Bitcoin Knots', () => {
  describeScenario({
    title: 'the scenario, over REST',
    chain: bitcoin,
    startNode: () => RealNode.start('knots', binary!),
    async afterwards({ node }) {
      const requests = await node.requestsOfIndexer();
      const blocks = requests.filter((request) => request.startsWith('/rest/block/')).length;
      const spent = requests.filter((request) => request.startsWith('/rest/spenttxouts/')).length;
      expect(blocks).toBeGreaterThan(100);
      // For blocks that are followed one by one; a first sync from genesis has all outputs itself.
      expect(spent).toBeGreaterThan(0);
      expect(spent).toBeLessThan(blocks);
      expect(requests.filter((request) => request === 'getblock')).toEqual([]);
    },
  });
  describeScenario({
    title: 'the scenario, with REST off',
    chain: bitcoin,
    isPlayedElsewhere: true,
    startNode: () => RealNode.start('knots', binary!, { rest: false }),
    async afterwards({ node }) {
      const requests = await node.requestsOfIndexer();
      expect(requests.filter((request) => request === 'getblock').length).toBeGreaterThan(100);
    },
  });
});
