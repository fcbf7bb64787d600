import { requireChain } from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockSpan, FirstSyncMeter } from '../src/follow/meters.js';

const STAGES = {
  btc: ['load', 'unspent', 'sort', 'index'],
  eth: ['load', 'sort', 'tokens', 'index'],
  rune: ['load', 'sort', 'tokens', 'index'],
} as const;
/** Its stages bring all blocks. */
const WHOLE: BlockSpan = { from: 0, height: 999, to: 999 };
const part = fc.double({ min: 0, max: 1, noNaN: true });

function meterOf(code: keyof typeof STAGES): FirstSyncMeter {
  return new FirstSyncMeter(requireChain(code));
}

describe('how much of a first sync is done', () => {
  it.each(['btc', 'eth', 'rune'] as const)('grows from 0 to 1 over all stages: %s', (code) => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const meter = meterOf(code);
        const shares: number[] = [];
        for (const [s, stage] of STAGES[code].entries()) {
          for (const done of [0, ...parts.toSorted((a, b) => a - b), 1]) {
            meter.inStage(stage, done, WHOLE, s);
            shares.push(meter.share!);
          }
        }
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
        expect(shares[0]).toBe(0);
        expect(shares.at(-1)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('never falls: from stage to stage, to the blocks after them, as the chain grows, over restarts, and when the node recounts', () => {
    const tips = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 1_000 }), tips, fc.array(part), (first, growth, parts) => {
        let meter = meterOf('btc');
        let to = first;
        const shares: number[] = [];
        const say = () => {
          shares.push(meter.share!);
          to += growth[shares.length % growth.length]!;
        };
        for (const [n, done] of parts.toSorted((a, b) => a - b).entries()) {
          meter.transactionsToLoad = n % 3 === 0 ? null : 1_000 + n * 50;
          meter.loaded(done * 1_000, { from: 0, height: Math.floor(done * (to - 2)), to }, n);
          say();
        }
        const height = Math.max(0, to - 2);
        for (const stage of ['unspent', 'sort', 'index'] as const) {
          for (const done of [0, 0.5, 1]) {
            meter.inStage(stage, done, { from: 0, height, to }, 0);
            say();
          }
          const { share } = meter;
          meter = meterOf('btc');
          meter.goOn(stage, share);
        }
        meter.endStages();
        const { share } = meter;
        for (let next = height + 1; next <= to; next += 3) {
          meter.followed({ from: 0, height: next, to });
          say();
        }
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
        expect(meter.share).toBeGreaterThanOrEqual(share!);
        expect(meter.share).toBeLessThanOrEqual(1);
      }),
      { seed: 16 },
    );
  });

  it('leaves to the blocks that follow the stages what they are of the chain', () => {
    // 301 blocks, of which the stages bring 61: 240 may be taken back.
    const meter = new FirstSyncMeter(requireChain('arb'));
    meter.loaded(5, { from: 0, height: 60, to: 300 }, 0);
    expect(meter.share).toBeCloseTo((0.6 * 61) / 301, 12);
    meter.inStage('index', 1, { from: 0, height: 60, to: 300 }, 0);
    expect(meter.share).toBeCloseTo(61 / 301, 12);
    meter.endStages();
    expect([meter.stage, meter.share]).toEqual([null, expect.closeTo(61 / 301, 12)]);
    meter.followed({ from: 0, height: 61, to: 300 });
    expect(meter.share).toBeCloseTo(62 / 301, 12);
    meter.end();
    expect(meter.share).toBeNull();
  });

  it('goes by transactions where the node knows how many there are, else by blocks from the first one', () => {
    const span = { from: 300, height: 349, to: 401 };
    const byBlocks = meterOf('btc');
    byBlocks.loaded(10, span, 0);
    const byTransactions = meterOf('btc');
    byTransactions.transactionsToLoad = 40;
    byTransactions.loaded(10, span, 1);
    expect(byBlocks.share! / byTransactions.share!).toBeCloseTo(2, 12);
  });

  it('takes the rest to last as long as what was done at the speed of this stage, and nothing for an estimate at first', () => {
    const meter = meterOf('btc');
    meter.inStage('sort', 0, WHOLE, 0);
    expect(meter.etaSeconds(0)).toBeNull();
    const start = meter.share!;
    meter.inStage('sort', 0.5, WHOLE, 10_000);
    expect(meter.etaSeconds(10_000)).toBe(Math.ceil((1 - meter.share!) / ((meter.share! - start) / 10)));
    meter.inStage('index', 0, WHOLE, 20_000);
    expect(meter.etaSeconds(20_000)).toBeNull();
    meter.inStage('index', 1e-15, WHOLE, 30_000);
    expect(meter.etaSeconds(30_000)).toBeLessThan(2 ** 31);
  });

  it('shows where an earlier run stood until this one reports', () => {
    const meter = meterOf('btc');
    meter.goOn('sort', 0.61);
    expect([meter.stage, meter.share, meter.etaSeconds(5)]).toEqual(['sort', 0.61, null]);
  });
});
