/** One story of an EVM chain, played on a real node while the real product follows it. */
import type { EvmNode } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expectCleanAuditInProcess } from '../../support/in-process-audit.js';
import { expectCleanAudit, expectCompleteAudit, expectRowsOfStraightSync } from '../final-checks.js';
import { expectIndexEqualsNode, expectWholeHistories, reachTip } from './compare-evm.js';
import { Cast } from './evm-cast.js';
import {
  type Contracts,
  deployAll,
  playCreations,
  playFailures,
  playHostileTokens,
  playInternalTransfers,
  playNonces,
  playPayments,
  playSetCode,
  playTokens,
} from './evm-plays.js';
import { expectDoubleSpendWon, mineOldBranch, type Reorgs, replaceBranch } from './evm-reorgs.js';
import { type EvmScenarioChain, type EvmWorld, isTraced, startEvmWorld, startEvmWorldInProcess } from './evm-world.js';
import { expectAnswersUnderstood } from './expect-answers.js';
import { expectNames } from './expect-names.js';
import { expectNewBlocksTraced } from './live-tracing.js';
import type { Ledger } from './proved-ledger.js';

const STAGE_TIMEOUT_MS = 180_000;
/** So that the first sync, which stops some blocks below the tip, has every play in it. */
const BLOCKS_AFTER_THE_FIRST_PLAYS = 70;

export interface EvmScenarioSetup<Node extends EvmNode> {
  readonly title: string;
  readonly chain: EvmScenarioChain;
  startNode(): Promise<Node>;
  reorgsOf(node: Node): Reorgs;
  /** Beside {@link PLAYS}: what only this node can do. */
  readonly plays: readonly Play[];
  /** Whether its chain outlives it. */
  readonly survivesKills: boolean;
  /** The node's own name, where its answers about what it does not have are to be looked at. */
  readonly software?: RegExp;
  /**
   * Whether another node of the family plays the whole scenario on this machine. Then what depends on the node is left:
   * how it answers about everything, its own plays, a reorg, the rows and the audit. Default false.
   */
  readonly isPlayedElsewhere?: boolean;
  /** Whether another chain of the same node has every play in it, and this one its own plays alone. Default false. */
  readonly isShort?: boolean;
  /** Whether a second index of the same chain traces only what is new. Default false. */
  readonly tracesNewToo?: boolean;
}

type Play = (cast: Cast, contracts: Contracts, round: number) => Promise<void>;
const PLAYS: readonly Play[] = [
  playPayments,
  playNonces,
  playTokens,
  playHostileTokens,
  playInternalTransfers,
  playFailures,
  playCreations,
  playSetCode,
];
/** Checks that the chain has what the stage is about. */
type Check = (ledger: Ledger) => void;

/** Registers the scenario's tests; each continues where the one before it ended. */
export function describeEvmScenario<Node extends EvmNode>(setup: EvmScenarioSetup<Node>): void {
  const { title, chain, isPlayedElsewhere = false, isShort = false } = setup;
  const plays = isShort ? setup.plays : [...PLAYS, ...setup.plays];
  describe(title, () => {
    let world: EvmWorld;
    let reorgs: Reorgs;
    let contracts: Contracts;
    let round = 0;
    let killIndexer: () => Promise<void>;
    let live: EvmWorld | undefined;
    let liveSince: number;
    const stage = (name: string, play: () => Promise<Check | undefined>) => {
      test(name, { timeout: STAGE_TIMEOUT_MS }, async () => {
        round += 1;
        const check = await play();
        const ledger = await expectIndexEqualsNode(world);
        check?.(ledger);
      });
    };

    beforeAll(async () => {
      const node = await setup.startNode();
      reorgs = setup.reorgsOf(node);
      const cast = await Cast.of(node);
      contracts = await deployAll(cast);
      for (const play of plays) await play(cast, contracts, round);
      await cast.mine(BLOCKS_AFTER_THE_FIRST_PLAYS);
      if (isPlayedElsewhere) world = await startEvmWorldInProcess(chain, cast);
      else {
        const own = await startEvmWorld(chain, cast);
        killIndexer = () => own.product.restartIndexer('SIGKILL');
        world = own;
      }
      liveSince = await node.height();
      if (setup.tracesNewToo) live = await startEvmWorldInProcess({ ...chain, tracing: 'live' }, cast);
    }, STAGE_TIMEOUT_MS);
    afterAll(async () => {
      await live?.stop();
      await world?.stop();
    }, STAGE_TIMEOUT_MS);

    stage(isShort ? 'first sync' : 'first sync of a chain with everything in it', async () => undefined);
    for (const play of isPlayedElsewhere ? setup.plays : plays) {
      stage(`${play.name}, live`, async () => {
        await play(world.cast, contracts, round);
        return undefined;
      });
    }
    if (setup.software) {
      const software = setup.software;
      test('what the node answers about what it does not have', () =>
        expectAnswersUnderstood(world, contracts, software));
    }
    if (setup.tracesNewToo) {
      test('another index, which traces blocks only as they come', { timeout: STAGE_TIMEOUT_MS }, async () =>
        expectNewBlocksTraced(live!, await world.oracle.ledger(), liveSince),
      );
    }
    for (const depth of isPlayedElsewhere ? [3] : [1, 3, 8]) {
      stage(`a reorg of ${depth === 1 ? 'one block' : `${depth} blocks`} with other content`, async () => {
        const doubleSpend = await mineOldBranch(world.cast, contracts, depth, round);
        await reachTip(world, await world.oracle.ledger());
        await replaceBranch({ cast: world.cast, reorgs }, depth, doubleSpend);
        world.balancesAbove = (await world.node.height()) - depth;
        return (ledger) => expectDoubleSpendWon(ledger, doubleSpend);
      });
    }
    if (!isPlayedElsewhere) {
      test('tokens are called what they call themselves', { timeout: STAGE_TIMEOUT_MS }, async () =>
        expectNames(world, await world.oracle.ledger(), contracts),
      );
      stage('blocks replaced by empty ones', async () => {
        await playTokens(world.cast, contracts, round);
        await playInternalTransfers(world.cast, contracts);
        await expectIndexEqualsNode(world);
        await reorgs.replace(5);
        world.cast.forgetNonces();
        world.balancesAbove = await world.node.height();
        return undefined;
      });
      stage('blocks taken back with none in their place', async () => {
        await playInternalTransfers(world.cast, contracts);
        await playTokens(world.cast, contracts, round + 100);
        await expectIndexEqualsNode(world);
        await reorgs.takeBack(3);
        world.cast.forgetNonces();
        world.balancesAbove = await world.node.height();
        return undefined;
      });
      stage('an indexer that is killed, and one that was away', async () => {
        await killIndexer();
        await playPayments(world.cast, contracts);
        await playInternalTransfers(world.cast, contracts);
        return undefined;
      });
      if (setup.survivesKills) {
        stage('a node that is killed and comes back', async () => {
          await playPayments(world.cast, contracts);
          await world.node.kill9();
          await world.node.start();
          await playInternalTransfers(world.cast, contracts);
          return undefined;
        });
      }
      test('every history, page by page', { timeout: STAGE_TIMEOUT_MS }, () => expectWholeHistories(world));
    }
    test('the rows equal those of a straight sync', { timeout: STAGE_TIMEOUT_MS }, () => expectStraightSync(world));
    test('an audit finds nothing', { timeout: STAGE_TIMEOUT_MS }, () => audit(world, isPlayedElsewhere));
  });
}

/** As its operator makes it, or within this process. Ethereum's chain has something for every check. */
async function audit(world: EvmWorld, isInProcess: boolean): Promise<void> {
  const { chain, node, product } = world;
  const [height, isComplete] = [await node.height(), chain.code === 'eth'];
  if (isInProcess) await expectWholeAudit(world, isComplete ? height + 1 : height);
  else if (isComplete) await expectCompleteAudit(product, chain.code, height);
  else await expectCleanAudit(product, chain.code);
}

/**
 * Audits every block within this process.
 * @param sampledBlocks one more than there are where the chain has something for every check, which not every chain has
 */
export async function expectWholeAudit({ product, chain, node }: EvmWorld, sampledBlocks?: number): Promise<void> {
  const height = await node.height();
  await expectCleanAuditInProcess(product.databaseUrl, product.env, chain.code, height, sampledBlocks ?? height);
}

/** Also that both are traced up to the tip. */
export async function expectStraightSync(world: EvmWorld): Promise<void> {
  await reachTip(world, await world.oracle.ledger());
  await expectRowsOfStraightSync(world.product, world.chain.code, (url) => isTraced(url, world.chain));
}
