import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { type BackgroundWork, NO_BACKGROUND_WORK } from '../src/follow/background-work.js';
import { FRUITLESS_TURNS } from '../src/follow/fetch-ahead.js';
import { DeepReorgError, SHORTER_CHAIN_POLLS } from '../src/follow/find-fork.js';
import { followChain } from '../src/follow/follow-chain.js';
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
    rollsBack: (blocks: number) => void said.push(`takes ${blocks} back`),
    finalized: (height: number) => void said.push(`final ${height}`),
    atTip: async () => void said.push(`at ${ledger.stored.at(-1)?.height}`),
    stopped: async (phase: string) => void said.push(phase),
    behind: async ({ lag }: { lag: number }) => void said.push(`${lag} behind`),
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
    const said = await follow(source, ledger, ['abcde', 'abxyz', 'ab', 'abq']);
    expect(said.filter((word) => word.startsWith('takes'))).toEqual(['takes 3 back', 'takes 3 back']);
    expect(ledger.stored.map((block) => block.hash)).toEqual(chainOf('abq').map((block) => block.hash));
  });

  it('tells the work beside blocks of a reorg, and lets it be while the node catches up', async () => {
    const told: string[] = [];
    const background: BackgroundWork = {
      idleMs: Number.POSITIVE_INFINITY,
      step: async ({ height }) => void told.push(`step at ${height}`),
      reload: () => void told.push('reload'),
    };
    await follow(sourceOf('abxy'), ledgerOf('abc'), [], background);
    expect(told[0]).toBe('reload');
    expect(new Set(told.slice(1))).toEqual(new Set(['step at 3']));
    told.length = 0;
    const source = sourceOf('abc');
    const { tip } = source;
    source.tip = async () => ({ ...(await tip()), catchingUp: true });
    await follow(source, ledgerOf('abc'), [], background);
    expect(told).toEqual([]);
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

  describe('where the node has fewer of our blocks', () => {
    /** Plays a tip for each poll, by the number of blocks; then ends at the whole chain, or where that is replaced. */
    async function play(tips: Iterable<number>, options: { isBehind?: boolean; reorgLimit?: number } = {}) {
      const whole = 'abcdefghij';
      const [source, ledger] = [sourceOf(whole), ledgerOf(whole)];
      const { tip } = source;
      const next = tips[Symbol.iterator]();
      let asked = 0;
      let polls = 0;
      source.isBehind = async () => ++asked > 0 && options.isBehind === true;
      source.tip = async () => {
        polls++;
        source.chain = chainOf(whole.slice(0, next.next().value ?? whole.length));
        return tip();
      };
      const written: number[] = [];
      const { replaceAfter } = ledger;
      ledger.replaceAfter = (cursor, fork, blocks) => {
        written.push(polls);
        return replaceAfter(cursor, fork, blocks);
      };
      source.blockHashes = async (from, count) =>
        chainOf(whole)
          .slice(from, from + count)
          .map(({ hash }) => hash);
      const said = await follow(source, ledger, [], undefined, [], [], true, options.reorgLimit ?? 10);
      return { written, asked, said, height: ledger.stored.at(-1)?.height };
    }
    const polls = (count: number, tip: (poll: number) => number) => Array.from({ length: count }, (_, n) => tip(n));
    const nothing = { written: [], height: 9 };

    it('believes it when it stands still, and the node does not say that it is behind', async () => {
      const still = polls(SHORTER_CHAIN_POLLS + 1, () => 7);
      expect(await play(still)).toMatchObject({ written: [SHORTER_CHAIN_POLLS], asked: 1, height: 6 });
      expect(await play(still.slice(2))).toMatchObject({ ...nothing, asked: 0 });
      const { asked, said } = await play([...still, ...still], { isBehind: true });
      expect([asked, said.filter((word) => word === '3 behind').length]).toEqual([2, 2 * still.length]);
    });

    it.each([
      ['rises through our blocks, slower than that', polls(500, (n) => 4 + Math.floor(n / 100))],
      ['stands still after it rose', [6, ...polls(300, () => 7)]],
      ['is that of one of two servers', polls(300, (n) => [8, 10][n % 2]!)],
      ['is one of two, both behind', polls(300, (n) => 7 + (n % 2))],
    ])('takes nothing back while the tip %s', async (_what, tips) => {
      expect(await play(tips)).toMatchObject({ ...nothing, asked: 0 });
    });

    it.each([
      ['where nothing is ever taken back', 0],
      ['beyond the limit', 2],
    ])('waits on the same session %s', async (_what, reorgLimit) => {
      const { said, ...rest } = await play(
        polls(300, () => 7),
        { reorgLimit },
      );
      expect(rest).toMatchObject({ ...nothing, asked: 0 });
      expect(said).toEqual([...Array(300).fill('3 behind'), 'at 9']);
    });
  });

  it('does not forget a notification that comes while the tip is read', async () => {
    const [source, ledger] = [sourceOf('abc'), ledgerOf('abc')];
    const stop = new AbortController();
    const wakeUp = new WakeUp(stop.signal);
    const { tip } = source;
    source.tip = async () => {
      const read = await tip();
      wakeUp.wake();
      await new Promise((resolve) => setTimeout(resolve, 10));
      return read;
    };
    let wasWoken = false;
    source.waitForNewBlock = async (_tip, _timeoutMs, woken) => {
      wasWoken = woken.aborted;
      stop.abort();
    };
    const reporter = { nodeTip: () => undefined, atTip: async () => undefined } as unknown as ProgressReporter;
    const log = pino({ level: 'silent' });
    const rest = { background: NO_BACKGROUND_WORK, reorgLimit: 9, finalityBinds: true, pollMs: 1, log };
    await followChain({ source, ledger, reporter, wakeUp, signal: stop.signal, ...rest });
    expect(wasWoken).toBe(true);
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
    await expect(follow(source, ledger)).rejects.toThrow(
      /does not deliver \(the active chain ends below height 4\), which is tried again: .*_RPC_URL lead to another node/,
    );
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

  it('where nothing is taken back, ends at another block and writes nothing of it; waits for a shorter chain', async () => {
    for (const [next, error] of [
      ['abxyz', DeepReorgError],
      ['ax', DeepReorgError],
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
