import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { type BackgroundWork, NO_BACKGROUND_WORK } from '../src/follow/background-work.js';
import { DeepReorgError, NodeBehindError } from '../src/follow/find-fork.js';
import { FRUITLESS_TURNS, followChain, StuckError } from '../src/follow/follow-chain.js';
import type { ProgressReporter } from '../src/follow/progress-reporter.js';
import { WakeUp } from '../src/follow/wake-up.js';
import { chainOf, type FakeSource, ledgerOf, sourceOf } from './fake-chain.js';

/** Follows until the node was asked to wait for a new block `waits` times, each time playing the next chain. */
async function follow(
  source: FakeSource,
  ledger: ReturnType<typeof ledgerOf>,
  chains: readonly string[] = [],
  background: BackgroundWork = NO_BACKGROUND_WORK,
  waits: number[] = [],
  warned: string[] = [],
  finalityBinds = true,
  reorgLimit = 10,
) {
  const stop = new AbortController();
  const said: string[] = [];
  const next = chains.values();
  source.waitForNewBlock = async (_tip, timeoutMs) => {
    waits.push(timeoutMs);
    const { value } = next.next();
    if (value === undefined) stop.abort();
    else source.chain = chainOf(value);
  };
  const reporter = {
    nodeTip: () => undefined,
    advanced: async () => undefined,
    finalized: (height: number) => void said.push(`final ${height}`),
    atTip: async () => void said.push(`at ${ledger.stored.at(-1)?.height}`),
    stopped: async (phase: string) => void said.push(phase),
  } as unknown as ProgressReporter;
  const options = {
    source,
    ledger,
    reporter,
    background,
    wakeUp: new WakeUp(stop.signal),
    reorgLimit,
    finalityBinds,
    pollMs: 1,
    log: pino({ level: 'warn' }, { write: (line: string) => void warned.push(JSON.parse(line).msg) }),
    signal: stop.signal,
  };
  await followChain(options);
  return said;
}

describe('followChain', () => {
  it('extends, replaces and shortens the stored chain as the node does', async () => {
    const [source, ledger] = [sourceOf('abc'), ledgerOf('')];
    await follow(source, ledger, ['abcde', 'abxyz', 'ab', 'abq']);
    expect(ledger.stored.map((block) => block.hash)).toEqual(chainOf('abq').map((block) => block.hash));
  });

  it('writes a long run of blocks in batches, each on top of the one before', async () => {
    const long = 'abc'.repeat(150);
    const [source, ledger] = [sourceOf(long), ledgerOf(long.slice(0, 4))];
    const { replaceAfter } = ledger;
    const sizes: number[] = [];
    ledger.replaceAfter = (cursor, fork, blocks) => {
      sizes.push(blocks.length);
      return replaceAfter(cursor, fork, blocks);
    };
    await follow(source, ledger);
    expect(ledger.stored).toEqual(chainOf(long));
    expect(sizes.length).toBeGreaterThan(1);
  });

  it('waits for a node that is below the first block to index, and says so once, with the remedy', async () => {
    const [source, ledger] = [sourceOf('ab'), ledgerOf('', 4)];
    const { tip } = source;
    let polls = 0;
    source.tip = async () => {
      if (++polls === 4) source.chain = chainOf('abcdef');
      return tip();
    };
    const warned: string[] = [];
    const said = await follow(source, ledger, [], NO_BACKGROUND_WORK, [], warned);
    expect(said.slice(0, 4)).toEqual(['stalled', 'stalled', 'stalled', 'at 5']);
    expect(warned).toEqual([expect.stringMatching(/block 1, .* starts at 4.*lower <CODE>_START_HEIGHT$/)]);
    expect(ledger.stored.map(({ height }) => height)).toEqual([4, 5]);
  });

  it('believes a shorter chain only when it stays', async () => {
    const [source, ledger] = [sourceOf('abcdef'), ledgerOf('abcdef')];
    let polls = 0;
    const { tip } = source;
    source.tip = async () => {
      polls++;
      if (polls === 2) source.chain = chainOf('abc');
      if (polls === 12) source.chain = chainOf('abcdef');
      return tip();
    };
    const replaced: unknown[] = [];
    ledger.replaceAfter = async (...change) => void replaced.push(change);
    await follow(source, ledger, ['abcdef']);
    expect(replaced).toEqual([]);
    expect(polls).toBe(12);
  });

  it('pauses and gives up when the node names a tip whose blocks it does not have', async () => {
    const [source, ledger] = [sourceOf('abcdef'), ledgerOf('abc')];
    let tips = 0;
    const { tip } = source;
    source.tip = () => {
      tips++;
      return tip();
    };
    source.blockHashes = async (from, count) =>
      chainOf('abcd')
        .slice(from, from + count)
        .map((block) => block.hash);
    source.block = async () => ({ ...chainOf('abcd')[3]!, parentHash: 'elsewhere' });
    await expect(follow(source, ledger)).rejects.toThrow(StuckError);
    expect(tips).toBe(FRUITLESS_TURNS);
  });

  it('is at the tip also where the node has a new block each time it is asked', async () => {
    const [source, ledger] = [sourceOf('abc'), ledgerOf('abc')];
    const { tip } = source;
    source.tip = async () => {
      source.chain = chainOf('abcdefghijklmnop'.slice(0, source.chain.length + 1));
      return tip();
    };
    const steps: number[] = [];
    const said = await follow(source, ledger, [], {
      ...NO_BACKGROUND_WORK,
      step: async ({ height }) => void steps.push(height),
    });
    expect(steps.slice(0, 5)).toEqual([3, 4, 5, 6, 7]);
    expect(said.slice(0, 2)).toEqual(['at 3', 'at 4']);
  });

  it('does not take a tip for the tip that it took long to reach', async () => {
    vi.useFakeTimers();
    try {
      const [source, ledger] = [sourceOf('abcdef'), ledgerOf('abc')];
      const { replaceAfter } = ledger;
      ledger.replaceAfter = async (...change) => {
        await replaceAfter(...change);
        vi.advanceTimersByTime(60_000);
        source.chain = chainOf('abcdefgh');
      };
      source.block = async ({ height }) => source.chain[height]!;
      expect(await follow(source, ledger)).toEqual(['at 7']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not ask a node that catches up without a pause, whatever would be due at its tip', async () => {
    const [source, ledger] = [sourceOf('abc'), ledgerOf('abc')];
    const { tip } = source;
    source.tip = async () => ({ ...(await tip()), catchingUp: true });
    const waits: number[] = [];
    await follow(source, ledger, ['abc', 'abc'], { ...NO_BACKGROUND_WORK, idleMs: 0 }, waits);
    expect(waits).toEqual([1, 1, 1]);
  });

  it('takes a block for final only where it is its own', async () => {
    const [source, ledger] = [sourceOf('abcde'), ledgerOf('abcde')];
    const { tip } = source;
    const [, , c, d] = chainOf('abcde');
    const answers = [{ height: 4, hash: d!.hash }, c, { height: 9, hash: d!.hash }, d, c].values();
    source.tip = async () => ({ ...(await tip()), finalized: answers.next().value ?? null });
    const said = await follow(source, ledger, ['abcde', 'abcde', 'abcde', 'abcde']);
    expect(said.filter((word) => word.startsWith('final'))).toEqual(['final 2', 'final 2', 'final 3', 'final 3']);
  });

  it('says what a private network calls final now', async () => {
    const [source, ledger] = [sourceOf('abcde'), ledgerOf('abcde')];
    const { tip } = source;
    const [, b, , d] = chainOf('abcde');
    const answers = [null, d, null, null].values();
    source.tip = async () => {
      const { done, value } = answers.next();
      return { ...(await tip()), finalized: (done ? b : value) ?? null };
    };
    const chains = ['abcde', 'abxyz', 'abxyz', 'abxyz'];
    const said = await follow(source, ledger, chains, NO_BACKGROUND_WORK, [], [], false);
    const finals = said.filter((word) => word.startsWith('final'));
    expect([...new Set(finals)]).toEqual(['final 3', 'final 0', 'final 1']);
    expect(ledger.stored.map(({ hash }) => hash)).toEqual(chainOf('abxyz').map(({ hash }) => hash));
  });

  it('where nothing is taken back, ends at another block and at a shorter chain, and writes nothing of either', async () => {
    for (const [next, error] of [
      ['abxyz', DeepReorgError],
      ['ax', DeepReorgError],
      ['ab', NodeBehindError],
    ] as const) {
      const [source, ledger] = [sourceOf('abc'), ledgerOf('')];
      await expect(follow(source, ledger, [next], NO_BACKGROUND_WORK, [], [], true, 0)).rejects.toThrow(error);
      expect(ledger.stored.map(({ hash }) => hash)).toEqual(chainOf('abc').map(({ hash }) => hash));
    }
    const [source, ledger] = [sourceOf('abc'), ledgerOf('')];
    await follow(source, ledger, ['abcdef', 'abcdefg'], NO_BACKGROUND_WORK, [], [], true, 0);
    expect(ledger.stored).toEqual(chainOf('abcdefg'));
  });
});
