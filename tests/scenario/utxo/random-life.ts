/** Hundreds of payments and reorgs of a real node, then the operator's audit against the node's own UTXO set. */
import { expectCleanAudit } from '../final-checks.js';
import { expectPendingEqualsNode } from './compare-pending.js';
import { expectIndexEqualsNode } from './compare-utxo.js';
import { payEveryType } from './payments.js';
import { RandomPayments } from './random-payments.js';
import { invalidate, mineOldBranch, replaceBranch } from './utxo-reorgs.js';
import { mine, type World } from './utxo-world.js';

/** Plays payments in blocks of all sizes, so many a round, with a reorg in most rounds. */
export async function liveRandomly(
  world: World,
  { rounds, payments: perRound }: Record<'rounds' | 'payments', number>,
): Promise<void> {
  const payments = new RandomPayments(world);
  await payments.begin();
  for (let round = 0; round < rounds; round++) {
    await payments.pay(perRound);
    await payEveryType(world);
    const depth = 1 + (round % 5);
    if (round % 3 === 0) {
      const doubleSpend = await mineOldBranch(world, depth);
      await replaceBranch(world, depth, doubleSpend);
    } else if (round % 3 === 1) {
      await mine(world, depth);
      await invalidate(world, depth);
      await mine(world, depth + 1);
    }
    await mine(world);
  }
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
