/** Hundreds of payments and reorgs of a real node, then the operator's audit against the node's own UTXO set. */
import { type PlayedMoves, Player, Random } from '@chaintrail/devnet';
import { testSeed } from '../../support/seed.js';
import { expectCleanAudit } from '../final-checks.js';
import { expectPendingEqualsNode } from './compare-pending.js';
import { expectIndexEqualsNode } from './compare-utxo.js';
import { payEveryType } from './payments.js';
import { RandomPayments } from './random-payments.js';
import { invalidate, mineOldBranch, replaceBranch } from './utxo-reorgs.js';
import { mine, type World } from './utxo-world.js';

/** A real node is paid and mines for every block of a branch that is replaced. */
const DEEPEST_REORG = 5;
/** Payments of a real node for each that a player lets arrive. */
const PAYMENTS = 4;

/** Plays as a soak does, on a real node: payments in blocks of all sizes, reorgs, and blocks that are taken back. */
export async function liveRandomly(world: World, { rounds }: { readonly rounds: number }): Promise<void> {
  const payments = new RandomPayments(world);
  await payments.begin();
  await payEveryType(world);
  const moves: PlayedMoves = {
    arrive: (count) => payments.pay(PAYMENTS * count),
    mine: () => mine(world),
    async reorg(depth) {
      const doubleSpend = await mineOldBranch(world, depth);
      await replaceBranch(world, depth, doubleSpend);
    },
    async invalidate(depth) {
      await mine(world, depth);
      await invalidate(world, depth);
    },
  };
  const player = new Player(moves, new Random(testSeed(), 'player'), { deepestReorg: DEEPEST_REORG });
  await player.playRounds(rounds);
  // Some are left unconfirmed: an audit has to leave them out.
  await payments.pay(5);
  await payEveryType(world);
}

/** The index and the node agree, by comparison of everything and by the audit command. */
export async function expectWholeIndex(world: World): Promise<void> {
  await expectPendingEqualsNode(world, [], { whole: true });
  await expectIndexEqualsNode(world, { whole: true });
  await expectCleanAudit(world.product, world.chain.code);
}
