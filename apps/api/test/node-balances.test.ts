/** How many questions a node is asked at a time, and how long they wait: with a clock that the test moves. */
import {
  type BlockRef,
  chainOnNetwork,
  type EvmCall,
  type EvmChainNetwork,
  type EvmNode,
  requireChain,
} from '@chaintrail/chains';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BALANCES_AT_ONCE, NodeBalances } from '../src/node/node-balances.js';
import { ALONE } from '../src/shares/siblings.js';
import { accountOf } from './support/seed-evm-chain.js';

/** As in `src/node/node-queue.ts`. */
const PATIENCE_MS = 2_000;
const followed = chainOnNetwork(requireChain('eth'), 'local') as EvmChainNetwork;
const block: BlockRef = { height: 9, hash: 'ab'.repeat(32) };

/** Leaves every question waiting until it is told to answer one. */
class WaitingNode
  implements Pick<EvmNode, 'balances' | 'nonce' | 'calls' | 'feeHistory' | 'estimateGas' | 'broadcast'>
{
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

  feeHistory(): Promise<never> {
    throw new Error('no fee is asked');
  }

  nonce(): Promise<never> {
    throw new Error('no nonce is asked');
  }

  estimateGas(): Promise<never> {
    throw new Error('no gas is asked');
  }

  broadcast(): Promise<never> {
    throw new Error('nothing is sent');
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
  balances = new NodeBalances([{ ...followed, node }], pino({ level: 'silent' }), () => undefined, ALONE);
});
afterEach(() => void vi.useRealTimers());

const ask = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) => balances.balances(followed, [accountOf(`one of many ${n}`)], block)),
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

/** Contracts that need so much gas to answer 7; all of them use up what they are given if that is less. */
class HungryNode implements Pick<EvmNode, 'balances' | 'nonce' | 'calls' | 'feeHistory' | 'estimateGas' | 'broadcast'> {
  readonly needs: readonly number[];
  /** Gas that was used by each question. */
  readonly used: number[] = [];

  constructor(needs: readonly number[]) {
    this.needs = needs;
  }

  async balances(): Promise<bigint[]> {
    throw new Error('no balance is asked');
  }

  async feeHistory(): Promise<never> {
    throw new Error('no fee is asked');
  }

  async nonce(): Promise<never> {
    throw new Error('no nonce is asked');
  }

  async estimateGas(): Promise<never> {
    throw new Error('no gas is asked');
  }

  async broadcast(): Promise<never> {
    throw new Error('nothing is sent');
  }

  async calls(calls: readonly EvmCall[], _block: BlockRef, mostGas = 3_000_000): Promise<(Buffer | null)[]> {
    const needed = calls.map(({ to }) => this.needs[to.readUInt8(0)]!);
    this.used.push(needed.reduce((sum, gas) => sum + Math.min(gas, mostGas), 0));
    return needed.map((gas) => (gas <= mostGas ? Buffer.from('7'.padStart(64, '0'), 'hex') : null));
  }
}

it('contracts that answer with much gas are asked no more often than those that refuse', async () => {
  vi.useRealTimers();
  const honest = Array<number>(40).fill(30_000);
  const odd = [500_000, 500_000];
  const hostile = Array<number>(58).fill(2_900_000);
  const hungry = new HungryNode([...odd, ...hostile, ...honest]);
  const asked = new NodeBalances([{ ...followed, node: hungry }], pino({ level: 'silent' }), () => undefined, ALONE);
  const tokens = hungry.needs.map((gas, n) => ({
    ...{ asset: Buffer.alloc(20, n).toString('hex'), tokenId: null },
    answered: odd.includes(gas) || n % 2 === 0 ? true : null,
  }));
  const total = async (at: number): Promise<number> => {
    hungry.used.length = 0;
    const told = { height: at, hash: Buffer.alloc(32, at).toString('hex') };
    const reply = await asked.tokens(followed, accountOf('a'), told, tokens);
    if (reply.outcome !== 'answered') throw new Error(reply.outcome);
    expect(reply.value.slice(-40)).toEqual(Array(40).fill('7'));
    expect(reply.value.slice(0, 2)).toEqual(['7', '7']);
    expect(reply.value.filter((value) => value === null)).toHaveLength(50);
    return hungry.used.reduce((sum, gas) => sum + gas, 0);
  };
  // All of them with ordinary gas, and ten with more; then those ten alone.
  expect(await total(1)).toBe(60 * 300_000 + 40 * 30_000 + 2 * 500_000 + 8 * 2_900_000);
  expect(await total(2)).toBe(40 * 30_000 + 2 * 500_000 + 8 * 2_900_000);
});
