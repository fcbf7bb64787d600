/** A real Bitcoin Cash Node, the real indexer, database and API: what the product says is what the node says. */
import { nodeOrSkip, RealNode } from '@chaintrail/testkit';
import { describe, expect } from 'vitest';
import { assembleBlock } from './scenario/utxo/assemble-block.js';
import { expectIndexEqualsNode } from './scenario/utxo/compare-utxo.js';
import { bitcoinCash } from './scenario/utxo/utxo-chains.js';
import { describeScenario } from './scenario/utxo/utxo-scenario.js';
import { mine } from './scenario/utxo/utxo-world.js';

const binary = nodeOrSkip('bchn');

describe.runIf(binary !== undefined)('Bitcoin Cash Node', () => {
  describeScenario({
    title: 'the scenario, with CashTokens and canonical order',
    chain: bitcoinCash,
    startNode: () => RealNode.start('bchn', binary!),
    async afterwards(world) {
      const { node, wallet, chain } = world;
      await mine(world, 3);
      const { tip } = await expectIndexEqualsNode(world);
      let hash = await node.rpc<string>('getblockhash', tip.height - 3);
      const address = await wallet.call<string>('getnewaddress');
      for (let mined = 0; mined < 4; mined++) hash = await assembleBlock(node, chain, address, [], hash);
      const tips = await node.rpc<{ hash: string; status: string }[]>('getchaintips');
      expect(tips.find((one) => one.hash === hash)?.status).toBe('parked');
      expect((await expectIndexEqualsNode(world)).tip.hash).toBe(tip.hash);
      await node.rpc('unparkblock', hash);
      expect((await expectIndexEqualsNode(world)).tip.hash).toBe(hash);
    },
  });
});
