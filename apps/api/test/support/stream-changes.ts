/** Random blocks, reorganisations and unconfirmed transactions. */
import type { Dice } from '../../../../packages/db/test/support/dice.js';
import type { MadePayment, StreamWorld } from './stream-world.js';

/** @param draw numbers of addresses that are paid */
export async function change(world: StreamWorld, dice: Dice, draw: () => number): Promise<void> {
  const known = await world.pending();
  const pending = [...known].flatMap((txid) => world.payments.get(txid) ?? []);
  switch (dice.roll(8)) {
    case 0: {
      const depth = Math.min(1 + dice.roll(3), world.tip.height - 3);
      const gone = world.chain.blocks
        .slice(-depth)
        .flatMap(({ hash }) => world.blocks.get(hash)!.transactions.slice(1));
      await world.replace(depth, []);
      // As of a node: what cannot be confirmed any more is not in its list.
      const coins = new Set(world.coins().map(nameOf));
      const lost = [...pending, ...gone].filter(({ spends }) => !spends.every((coin) => coins.has(nameOf(coin))));
      await world.arrive(
        [],
        lost.map(({ txid }) => txid),
      );
      if (dice.roll(2) === 0) await mineSome(world, dice, draw, [...pending, ...gone]);
      break;
    }
    case 1: {
      // Some are taken back and replaced in one transaction.
      const depth = Math.min(1 + dice.roll(2), world.tip.height - 3);
      const pays = () => someAddresses(dice, draw, 3).map((number) => [number, BigInt(1 + dice.roll(1_000))] as const);
      const blocks = Array.from({ length: depth + dice.roll(2) }, () => ({ pays: pays(), payments: [] }));
      await world.replace(depth, blocks);
      break;
    }
    case 2:
      await world.arrive(
        [],
        pending.filter(() => dice.roll(3) === 0).map(({ txid }) => txid),
      );
      break;
    case 3:
    case 4:
    case 5:
      await world.arrive(newPayments(world, dice, draw, 1 + dice.roll(8)));
      break;
    default:
      await mineSome(world, dice, draw, pending);
  }
}

/** A block of some that wait, some that nobody saw before, and nothing that spends the same. */
async function mineSome(
  world: StreamWorld,
  dice: Dice,
  draw: () => number,
  waiting: readonly MadePayment[],
): Promise<void> {
  const free = new Set(world.coins().map(nameOf));
  const payments: MadePayment[] = [];
  const candidates = [...waiting.filter(() => dice.roll(3) > 0), ...newPayments(world, dice, draw, dice.roll(5))];
  for (const payment of new Set(candidates)) {
    if (!payment.spends.every((coin) => free.has(nameOf(coin)))) continue;
    for (const coin of payment.spends) free.delete(nameOf(coin));
    payments.push(payment);
  }
  const pays = someAddresses(dice, draw, 20).map((number) => [number, BigInt(1 + dice.roll(1_000))] as const);
  await world.mine(payments, pays);
}

function newPayments(world: StreamWorld, dice: Dice, draw: () => number, count: number): MadePayment[] {
  const coins = world.coins();
  const taken = new Set<string>();
  return Array.from({ length: count }, () => {
    const spends = [coins[dice.roll(coins.length)]!];
    const total = spends.reduce((sum, { value }) => sum + value, 0n);
    return world.pay(spends, [[draw(), total]]);
  }).filter(({ spends }) => {
    const isFree = spends.every((coin) => !taken.has(nameOf(coin)));
    for (const coin of spends) taken.add(nameOf(coin));
    return isFree;
  });
}

const nameOf = ({ txid, vout }: { txid: Buffer; vout: number }): string => `${txid.toString('hex')}:${vout}`;
const someAddresses = (dice: Dice, draw: () => number, most: number): number[] =>
  Array.from({ length: 1 + dice.roll(most) }, draw);
