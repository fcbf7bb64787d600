import { EVM_CHAINS, requireUtxoChain, UTXO_CHAINS } from '@chaintrail/chains';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EvmSimulator } from '../src/evm/evm-simulator.js';
import type { Operation } from '../src/node/journal.js';
import { MiningClock, slowdown } from '../src/node/mining-clock.js';
import { applyOperation } from '../src/node/operations.js';
import { journalHeader, simulatorOf } from '../src/node/start-simulated-node.js';

afterEach(() => {
  vi.useRealTimers();
});

it('halves the pace after every so many blocks, or keeps it', () => {
  expect([0, 1_999, 2_000, 3_999, 4_000, 9_999].map((height) => slowdown(height, 2_000))).toEqual([1, 1, 2, 2, 4, 16]);
  expect(slowdown(1_000_000, null)).toBe(1);
});

describe('times of blocks', () => {
  it.each(UTXO_CHAINS)(
    '$code: a history that is made at once ends when it is to, in the rhythm of the chain',
    (chain) => {
      const [blocks, historyEnds] = [300, 1_750_000_000];
      const startTime = historyEnds - blocks * chain.blockSeconds;
      // The demo network's. With this seed, Litecoin's waiting times add up to more than their mean does.
      const options = { chain, seed: 21, startTime, txPerBlock: 0 };
      const simulator = simulatorOf(journalHeader(options), options);
      applyOperation(simulator, { op: 'mine', blocks, until: historyEnds });
      const times = simulator.blocks.map(({ time }) => time);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThanOrEqual(historyEnds);
      expect(times.at(-1)).toBeGreaterThan(historyEnds - 10 * chain.blockSeconds);
      // Not all at the end, and none a second after the other for long.
      expect(historyEnds - times[blocks / 2]!).toBeGreaterThan((blocks * chain.blockSeconds) / 4);
      expect(historyEnds - times[blocks - 10]!).toBeGreaterThan(2 * chain.blockSeconds);
    },
  );

  it.each(['ltc', 'eth'] as const)(
    '%s: no block that is mined by the clock is ahead of it, those of a reorg included',
    async (code) => {
      vi.useFakeTimers({ now: 1_750_000_000_000 });
      const startTime = Date.now() / 1000 - 1_000;
      const options = { seed: 21, startTime, txPerBlock: 0 };
      const utxo = { ...options, chain: requireUtxoChain('ltc') };
      const eth = EVM_CHAINS[0]!;
      const chain =
        code === 'ltc'
          ? simulatorOf(journalHeader(utxo), utxo)
          : new EvmSimulator({ ...options, chain: eth, chainId: 1337 });
      if (chain instanceof EvmSimulator) await chain.begin();
      const reorgs: Operation[] = [];
      const perform = async (operation: Operation) => {
        if (operation.op === 'reorg') reorgs.push(operation);
        await applyOperation(chain, operation);
        expect(chain.tip.time).toBeLessThanOrEqual(Date.now() / 1000);
      };
      const pace = { mineEveryMs: 15_000, halvePaceEveryBlocks: null, reorgEveryBlocks: 4 };
      const clock = new MiningClock({ ...pace, chain, perform, trickled: () => undefined });
      clock.start();
      await vi.advanceTimersByTimeAsync(30 * 15_000);
      clock.stop();
      expect(chain.tip.time).toBe(Date.now() / 1000);
      expect(reorgs.length).toBeGreaterThan(2);
    },
  );
});
