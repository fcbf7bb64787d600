import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type BetweenBlocks, FRUITLESS_TURNS, followChain, StuckError } from '../src/follow-chain.js';
import { WakeUp } from '../src/mempool/wake-up.js';
import type { ProgressReporter } from '../src/progress-reporter.js';
import { chainOf, type FakeSource, ledgerOf, sourceOf } from './fake-chain.js';

const NO_MEMPOOL: BetweenBlocks = {
  step: async () => undefined,
  reload: () => undefined,
  wake: () => undefined,
  idleMs: Number.POSITIVE_INFINITY,
};

/** Follows until the node was asked to wait for a new block `waits` times, each time playing the next chain. */
async function follow(source: FakeSource, ledger: ReturnType<typeof ledgerOf>, chains: readonly string[] = []) {
  const stop = new AbortController();
  const said: string[] = [];
  const next = chains.values();
  source.waitForChange = async () => {
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
    mempool: NO_MEMPOOL,
    wakeUp: new WakeUp(stop.signal),
    reorgLimit: 10,
    pollMs: 1,
    log: pino({ level: 'silent' }),
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

  it('takes a block for final only where it is its own', async () => {
    const [source, ledger] = [sourceOf('abcde'), ledgerOf('abcde')];
    const { tip } = source;
    const [, , c, d] = chainOf('abcde');
    const answers = [{ height: 4, hash: d!.hash }, c, { height: 9, hash: d!.hash }, d, c].values();
    source.tip = async () => ({ ...(await tip()), finalized: answers.next().value ?? null });
    const said = await follow(source, ledger, ['abcde', 'abcde', 'abcde', 'abcde']);
    expect(said.filter((word) => word.startsWith('final'))).toEqual(['final 2', 'final 2', 'final 3', 'final 3']);
  });
});
