/** One story of a chain, played against a real node while the real product follows it. */
import type { RealNode } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expectCompleteAudit, expectRowsOfStraightSync } from '../final-checks.js';
import { mineMerged } from './assemble-block.js';
import { expectForwardSpends, expectTokens, payChain, useCashTokens } from './cash-tokens.js';
import { expectEsploraEqualsNode } from './compare-esplora.js';
import { expectIndexEqualsNode, reachTip } from './compare-utxo.js';
import { activateMweb, expectMweb, pegIn, useMweb } from './mweb.js';
import type { Ledger } from './node-chain.js';
import { consolidate, expectEveryScript, payEveryScript, payEveryType, payMany } from './payments.js';
import type { ScenarioChain } from './utxo-chains.js';
import { expectDoubleSpendWon, invalidate, mineOldBranch, replaceBranch } from './utxo-reorgs.js';
import { fundWallet, mine, mineExactly, startWorld, type World } from './utxo-world.js';

const STAGE_TIMEOUT_MS = 180_000;

export interface ScenarioSetup {
  readonly title: string;
  readonly chain: ScenarioChain;
  startNode(): Promise<RealNode>;
  /**
   * Whether another suite plays the whole scenario, with a node that differs in what it has beyond it. What is left reads
   * every kind of script and of change: the first sync, one reorg, restarts, what the chain has of its own, the rows and
   * the audit. Default false.
   */
  readonly isPlayedElsewhere?: boolean;
  /** Checks that are special to this node, after everything else. */
  afterwards?(world: World): Promise<void>;
}

/** Plays something on the node; what it returns checks that the chain then has what the stage is about. */
type Stage = (name: string, play: () => Promise<((ledger: Ledger) => void) | undefined>) => void;

/** Registers the scenario's tests; each continues where the one before it ended. */
export function describeScenario({
  title,
  chain,
  startNode,
  isPlayedElsewhere = false,
  afterwards,
}: ScenarioSetup): void {
  describe(title, () => {
    let world: World;
    const stage: Stage = (name, play) => {
      test(name, { timeout: STAGE_TIMEOUT_MS }, async () => {
        const check = await play();
        const ledger = await expectIndexEqualsNode(world);
        check?.(ledger);
      });
    };

    beforeAll(async () => {
      const node = await startNode();
      const wallet = await fundWallet(node, chain);
      const payer = { node, wallet, chain };
      await payEveryType(payer);
      await mine(payer, 3);
      await payEveryScript(payer);
      await payMany(payer, 30);
      await mine(payer);
      world = await startWorld(chain, node, wallet);
    }, STAGE_TIMEOUT_MS);
    afterAll(() => world?.stop(), STAGE_TIMEOUT_MS);

    const everyScript = (ledger: Ledger) => expectEveryScript(ledger, chain);

    stage('first sync of a chain with every kind of script', async () => everyScript);
    if (!isPlayedElsewhere) {
      stage('payments to every type of address', async () => {
        await payEveryType(world);
        await mine(world);
        return undefined;
      });
      stage('many outputs, then many inputs', async () => {
        await payMany(world, 60);
        await mine(world);
        await consolidate(world);
        return undefined;
      });
    }
    stage('every kind of script, live', async () => {
      await payEveryScript(world);
      return everyScript;
    });
    for (const depth of isPlayedElsewhere ? [4] : [1, 4, 20]) {
      const name = `a reorg of ${depth === 1 ? 'one block' : `${depth} blocks`} with other content`;
      stage(name, async () => {
        const doubleSpend = await mineOldBranch(world, depth);
        await reachTip(world, await world.nodeChain.ledger());
        await replaceBranch(world, depth, doubleSpend);
        return (ledger) => expectDoubleSpendWon(ledger, doubleSpend);
      });
    }
    if (!isPlayedElsewhere) {
      stage('blocks taken back with none in their place', async () => {
        await payEveryType(world);
        await mine(world, 3);
        await expectIndexEqualsNode(world);
        const { hash } = await invalidate(world, 3);
        await expectIndexEqualsNode(world);
        await world.node.rpc('reconsiderblock', hash);
        return undefined;
      });
      stage('a reorg to a lower branch with other content', async () => {
        const doubleSpend = await mineOldBranch(world, 6);
        await reachTip(world, await world.nodeChain.ledger());
        await invalidate(world, 6);
        await mineExactly(world, [doubleSpend.second]);
        await mine(world, 2);
        return (ledger) => expectDoubleSpendWon(ledger, doubleSpend);
      });
    }
    stage('a node that is restarted, and one that is killed and loses blocks', async () => {
      await world.node.restart();
      await payEveryType(world);
      await mine(world, 2);
      await expectIndexEqualsNode(world);
      await world.node.kill9();
      await world.node.start();
      await mine(world, 4);
      return undefined;
    });
    if (chain.mwebActivation !== null) describeMweb(stage, () => world);
    if (chain.cashTokens) describeCashTokens(stage, () => world);
    if (chain.mergedMining) describeMergedMining(stage, () => world);

    test('every history, Esplora’s answers, and the rows equal those of a straight sync', {
      timeout: STAGE_TIMEOUT_MS,
    }, async () => {
      const ledger = await expectIndexEqualsNode(world, { whole: true });
      await expectEsploraEqualsNode({ code: chain.code, url: world.product.apiUrl, node: world.node, ledger });
      await expectRowsOfStraightSync(world.product, chain.code);
    });
    if (afterwards) test('what is special to this node', { timeout: STAGE_TIMEOUT_MS }, () => afterwards(world));
    // The node is asked in other ways by it.
    test('an audit that looks at every block finds nothing', { timeout: STAGE_TIMEOUT_MS }, async () => {
      const height = await world.node.rpc<number>('getblockcount');
      await expectCompleteAudit(world.product, chain.code, height);
    });
  });
}

function describeMweb(stage: Stage, world: () => World): void {
  let shielded: Awaited<ReturnType<typeof activateMweb>>;
  stage('MWEB activates with a first peg-in', async () => {
    shielded = await activateMweb(world());
    return (ledger) => expectMweb(ledger, 1, 0);
  });
  stage('peg-ins, a payment inside and peg-outs', async () => {
    await useMweb(world(), shielded);
    return (ledger) => expectMweb(ledger, 2, world().chain.addressTypes.length + 1);
  });
  stage('a reorg of blocks with MWEB', async () => {
    await invalidate(world(), 5);
    await pegIn(world(), shielded);
    await mine(world(), 6);
    return undefined;
  });
}

function describeCashTokens(stage: Stage, world: () => World): void {
  stage('fungible and non-fungible tokens are made, sent, changed and burned', async () => {
    await useCashTokens(world());
    return expectTokens;
  });
  stage('a reorg of a block with tokens', async () => {
    await invalidate(world(), 1);
    await payEveryType(world());
    await mine(world(), 2);
    return expectTokens;
  });
  stage('a block whose transactions spend what later ones make', async () => {
    await payChain(world());
    return expectForwardSpends;
  });
}

function describeMergedMining(stage: Stage, world: () => World): void {
  stage('blocks mined by work for another chain, and a reorg of them', async () => {
    const { node, wallet } = world();
    const mineThree = async () => {
      for (let mined = 0; mined < 3; mined++) {
        await payEveryType(world());
        await mineMerged(node, await wallet.call<string>('getnewaddress'));
      }
    };
    await mineThree();
    await expectIndexEqualsNode(world());
    await invalidate(world(), 2);
    await mineThree();
    return undefined;
  });
}
