import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FirstSyncMeter } from '../src/first-sync-meter.js';

const STAGES = {
  utxo: ['load', 'unspent', 'sort', 'index'],
  evm: ['load', 'sort', 'tokens', 'index'],
} as const;

describe('how much of a first sync is done', () => {
  it.each(['utxo', 'evm'] as const)('grows from 0 to 1 over all stages: %s', (family) => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (parts) => {
        const meter = new FirstSyncMeter(family);
        const shares: number[] = [];
        for (const [s, stage] of STAGES[family].entries()) {
          for (const part of [0, ...parts.toSorted((a, b) => a - b), 1]) {
            meter.inStage(stage, part, s);
            shares.push(meter.share!);
          }
        }
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
        expect(shares[0]).toBe(0);
        expect(shares.at(-1)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('goes by transactions where the node knows how many there are, else by blocks from the first one', () => {
    const meter = new FirstSyncMeter('utxo');
    const span = { from: 300, height: 349, to: 399 };
    meter.loaded(10, span, 0);
    const byBlocks = meter.share!;
    meter.transactionsToLoad = 40;
    meter.loaded(10, span, 1);
    expect(byBlocks / meter.share!).toBeCloseTo(2, 12);
  });

  it('takes the rest to last as long as what was done at the speed of this stage, and nothing for an estimate at first', () => {
    const meter = new FirstSyncMeter('utxo');
    meter.inStage('sort', 0, 0);
    expect(meter.etaSeconds(0)).toBeNull();
    const start = meter.share!;
    meter.inStage('sort', 0.5, 10_000);
    expect(meter.etaSeconds(10_000)).toBe(Math.ceil((1 - meter.share!) / ((meter.share! - start) / 10)));
    meter.inStage('index', 0, 20_000);
    expect(meter.etaSeconds(20_000)).toBeNull();
    meter.inStage('index', 1e-15, 30_000);
    expect(meter.etaSeconds(30_000)).toBeLessThan(2 ** 31);
  });

  it('shows where an earlier run stood until this one reports', () => {
    const meter = new FirstSyncMeter('utxo');
    meter.goOn('sort', 0.61);
    expect([meter.stage, meter.share, meter.etaSeconds(5)]).toEqual(['sort', 0.61, null]);
    meter.end();
    expect([meter.stage, meter.share]).toEqual([null, null]);
  });
});
