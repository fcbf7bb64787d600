/** How many questions a node is asked at a time, and how long they wait: with a clock that the test moves. */
import { type BlockRef, chainOnNetwork, type EvmChainNetwork, type EvmNode, requireChain } from '@chaintrail/chains';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BALANCES_AT_ONCE, NodeBalances } from '../src/node/node-balances.js';
import { ALONE } from '../src/workers/siblings.js';
import { accountOf } from './support/seed-account-chain.js';

/** Of `src/node/asked-node.ts`. */
const PATIENCE_MS = 2_000;
const place = chainOnNetwork(requireChain('eth'), 'local') as EvmChainNetwork;
const block: BlockRef = { height: 9, hash: 'ab'.repeat(32) };

/** Leaves every question waiting until it is told to answer one. */
class WaitingNode implements Pick<EvmNode, 'balances' | 'calls'> {
  readonly #waiting: (() => void)[] = [];
  asked = 0;

  get underWay(): number {
    return this.#waiting.length;
  }

  balances(): Promise<bigint[]> {
    this.asked++;
    return new Promise((resolve) => this.#waiting.push(() => resolve([0n])));
  }

  calls(): Promise<never> {
    throw new Error('no contract is asked');
  }

  answerOne(): void {
    this.#waiting.shift()?.();
  }
}

let node: WaitingNode;
let balances: NodeBalances;
beforeEach(() => {
  vi.useFakeTimers();
  node = new WaitingNode();
  balances = new NodeBalances([{ ...place, node }], pino({ level: 'silent' }), () => undefined, ALONE);
});
afterEach(() => void vi.useRealTimers());

const ask = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) => balances.balances(place, [accountOf(`one of many ${n}`)], block)),
  );

it('no more questions wait at a node than it can bear, and those that had no turn in time are never asked', async () => {
  const replies = ask(30);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect([node.asked, node.underWay]).toEqual([BALANCES_AT_ONCE, BALANCES_AT_ONCE]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await replies).toEqual(Array(30).fill({ outcome: 'away' }));
  while (node.underWay > 0) node.answerOne();
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(node.asked).toBe(BALANCES_AT_ONCE);
});

it('a crowd has its answers in turns, and none of it is sent away', async () => {
  const replies = ask(120);
  const atOnce: number[] = [];
  for (let n = 0; n < 120; n++) {
    await vi.advanceTimersByTimeAsync(10);
    atOnce.push(node.underWay);
    node.answerOne();
  }
  expect(await replies).toEqual(Array(120).fill({ outcome: 'answered', value: ['0'] }));
  expect(node.asked).toBe(120);
  expect(Math.max(...atOnce)).toBe(BALANCES_AT_ONCE);
});
