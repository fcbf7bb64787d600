/**
 * Scenarios of real thornodes and mayanodes, served as a live CometBFT: announced over its WebSocket, executed after they
 * are shown, and one of them restarted, pruned, and replaced by another chain. Answers are held against blocks and the
 * bank module.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CosmosNode } from '@chaintrail/chains/node';
import type { CosmosNodeSimulation } from '@chaintrail/devnet';
import { askRest, auditInFull, createTestDatabase, dumpRows, freePort, waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectIndexEqualsNode, expectPastBalances } from './scenario/cosmos/compare-cosmos.js';
import { type AnsweringNode, bankSupply } from './scenario/cosmos/cosmos-ledger.js';
import { type FollowedCosmos, followCosmos } from './scenario/cosmos/cosmos-world.js';
import { expectCleanAudit } from './scenario/final-checks.js';
import { waitForState } from './support/followed-chain.js';
import {
  blocksOf,
  expectGoldenEnd,
  type GoldenScenario,
  goldenNode,
  goldenScenarios,
  goldenSettings,
  indexGolden,
} from './support/golden-cosmos.js';
import { expectFailures, expectPayouts } from './support/golden-payouts.js';
import { InProcessIndexer } from './support/in-process-indexer.js';

const TIMEOUT_MS = 180_000;
/** Blocks are shown so long before their results are there. */
const EXECUTION_MS = 150;
/** Blocks, those behind the scenario's empty: their headers come twenty at a time. */
const LONG = 640;

/** With what their blocks have. What a node may do is played in one: the product and the simulated node are the same. */
const STORIES = [
  { code: 'rune', denom: 'rune', name: 'refunds__affiliate-swaps', other: 'core__send', failures: 1, payouts: 14 },
  { code: 'cacao', denom: 'cacao', name: 'refunds__affiliate-swaps', other: null, failures: 0, payouts: 11 },
  { code: 'cacao', denom: 'cacao', name: 'send__send', other: null, failures: 2, payouts: 0 },
] as const;
const all = (['rune', 'cacao'] as const).flatMap((code) => goldenScenarios(code));

describe.runIf(all.length > 0)('a live CometBFT', { timeout: TIMEOUT_MS }, () => {
  describe.each(STORIES)('$code: $name', ({ code, denom, name, other, ...has }) => {
    const find = (file: string): GoldenScenario => all.find((each) => each.name === `${code} ${file}`)!;
    const scenario = find(name);
    let node: CosmosNodeSimulation;
    let world: FollowedCosmos;
    let port: number;
    let left: number;

    beforeAll(async () => {
      port = await freePort();
      const first = Math.floor(blocksOf(scenario) / 4);
      left = blocksOf(scenario) - first;
      node = await goldenNode(scenario, first, { port, executionMs: EXECUTION_MS });
      world = await followCosmos({ code, denom }, answering(node));
    }, TIMEOUT_MS);
    afterAll(async () => {
      await world?.product.stop();
      await node?.close();
    }, TIMEOUT_MS);

    /** Some of the blocks that are left: a part of `parts`. */
    function mine(parts: number): void {
      const blocks = Math.ceil(left / parts);
      for (let made = 0; made < blocks; made++) node.mine();
      left -= blocks;
    }

    /** Once the node answers, and has executed its newest block. */
    async function expectEqual(): Promise<void> {
      const isExecuted = async () => {
        await bankSupply(world.node);
        const url = `${node.url}/`;
        const params = { height: `${node.tip().height}` };
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'block_results', params });
        return 'result' in ((await (await fetch(url, { method: 'POST', body })).json()) as object);
      };
      await waitFor(isExecuted, { what: 'the node to have executed its newest block' });
      await expectIndexEqualsNode(world);
    }

    async function isLive(): Promise<void> {
      const live = async () => (await world.api.status())?.phase === 'live';
      await waitFor(live, { processes: world.product.processes, what: 'the chain to be live' });
    }

    test('is synced, then told of blocks whose results come later', async () => {
      await expectEqual();
      await isLive();
      await waitFor(() => (node.requestCounts()['subscribe'] ?? 0) >= 1, { what: 'a subscription' });
      mine(other === null ? 1 : 5);
      await expectEqual();
      if (other === null) await expectGoldenEnd(world.product.databaseUrl, scenario);
    });

    if (other !== null) {
      test('a subscriber that is dropped comes back, and misses nothing', async () => {
        const before = node.requestCounts()['subscribe'] ?? 0;
        node.setFaults([{ kind: 'dropped-heads', times: 1 }]);
        mine(4);
        await expectEqual();
        await waitFor(() => (node.requestCounts()['subscribe'] ?? 0) > before, { what: 'another subscription' });
      });

      test('a node that ends and comes back, with blocks that were made meanwhile', async () => {
        const back = node.restart({ downMs: 500, warmUpMs: 500 });
        mine(3);
        await back;
        await expectEqual();
      });

      test('an indexer that is killed while blocks arrive', async () => {
        mine(3);
        await sleep(EXECUTION_MS / 2);
        await world.product.restartIndexer('SIGKILL');
        mine(2);
        await expectEqual();
        mine(1);
        await expectEqual();
        expect(left).toBe(0);
        await expectGoldenEnd(world.product.databaseUrl, scenario);
      });
    }

    test('what failed cost its fee and was paid nothing', () => expectFailures(world, scenario, has.failures));

    test('a deposit leads to all that was paid for it, and each payout back', () =>
      expectPayouts(world, scenario, has.payouts));

    test('balances of the past', async () => {
      const { height } = node.tip();
      await expectPastBalances(world, [1, 2, Math.floor(height / 2), height - 1]);
    });

    test('an audit finds nothing', () => expectCleanAudit(world.product, code));

    if (other === null) return;
    test('a node that prunes its old blocks is followed on, and refused where they are needed', async () => {
      node.prune(3);
      await world.product.restartIndexer('SIGTERM');
      await isLive();
      await expectGoldenEnd(world.product.databaseUrl, scenario);
      const { status, stdout } = await auditInFull(code, world.product.env, TIMEOUT_MS);
      expect(stdout).toMatch(/blocks that the node has no more 2,.* the node has 2 of the \d+ blocks no more: set/);
      expect(status, stdout).toBe(0);
      const fresh = await createTestDatabase();
      const indexer = new InProcessIndexer(fresh.url, goldenSettings(scenario, node));
      const isRefused = ({ reason }: { readonly reason: string | null }) =>
        /the node has no blocks before height 3, but 1 is needed/.test(reason ?? '');
      await waitForState(fresh.url, code, isRefused, { processes: [indexer], what: 'the node to be refused' });
      await indexer.stop();
      await fresh.drop();
    });

    test('a node with other blocks halts the chain', async () => {
      const before = await dumpRows(world.product.databaseUrl, code);
      await node.close();
      node = await goldenNode(find(other), blocksOf(find(other)), { port });
      node.mine(scenario.script.lastHeight);
      const { reason } = await waitForState(world.product.databaseUrl, code, ({ phase }) => phase === 'halted', {
        ...{ processes: [world.product.indexer], what: 'the chain to halt' },
      });
      expect(reason).toMatch(/^The node has block \w+ at height \d+, where \w+ is indexed/);
      // An answer is kept for a moment.
      const isTold = async () => (await world.api.status())?.reasonCode === 'deep-reorg';
      await waitFor(isTold, { processes: world.product.processes, what: 'the status to say why' });
      expect(await dumpRows(world.product.databaseUrl, code)).toEqual(before);
    });
  });

  const scenario = all.find(({ name }) => name === 'rune refunds__affiliate-swaps')!;

  test('blocks come by notifications alone', async () => {
    const { waitForNewBlock } = CosmosNode.prototype;
    let waitsAt = '';
    // Without the polls that the product falls back to.
    CosmosNode.prototype.waitForNewBlock = async ({ hash }, _, signal) => {
      waitsAt = hash;
      if (signal?.aborted !== true) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return null;
    };
    const node = await goldenNode(scenario, 1, { executionMs: EXECUTION_MS / 10 });
    try {
      await indexGolden(scenario, node, async (reached) => {
        await waitFor(() => node.requestCounts()['subscribe'] === 1, { what: 'a subscription' });
        for (let left = blocksOf(scenario) - 1; left > 0; left--) {
          await reached();
          await waitFor(() => waitsAt === node.tip().hash, { intervalMs: 5, what: 'the indexer to wait' });
          node.mine();
        }
      });
    } finally {
      CosmosNode.prototype.waitForNewBlock = waitForNewBlock;
      await node.close();
    }
  });

  test('many headers are asked for in batches of ten', async () => {
    const node = await goldenNode(scenario, LONG);
    const client = new CosmosNode({ ...scenario.place, endpoint: { url: node.url } });
    expect(await client.blockHashes(1, LONG)).toHaveLength(LONG);
    await client.close();
    const batches = Object.keys(node.requestCounts()).filter((name) => name.startsWith('batch of '));
    expect(batches).toEqual(['batch of 10', 'batch of 2']);
    await node.close();
  });
});

function answering(node: CosmosNodeSimulation): AnsweringNode {
  return {
    rpcUrl: node.url,
    restUrl: node.restUrl,
    rest: (path, height) => askRest(node.restUrl, path, height),
    height: async () => node.tip().height,
  };
}
