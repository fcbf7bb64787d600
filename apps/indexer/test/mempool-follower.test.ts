import { NodeError } from '@chaintrail/chains';
import type { MempoolChange, MempoolLedger } from '@chaintrail/db';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MempoolFollower } from '../src/mempool/mempool-follower.js';

const CURSOR = { height: 5, hash: 'tip' };

interface Named {
  readonly txid: string;
}

/**
 * A node and a ledger that are lists of ids. `hidden` show nothing; `orphans` cannot be resolved, `liars` not be true.
 */
function scene(options: { limit?: number } = {}) {
  const node = {
    ...{ list: [] as string[], tip: 'tip', isDown: false, isWhole: true as boolean | null, fetched: [] as string[] },
    ...{ sequence: null as number | null, lists: 0, size: 0, tookMs: 0, hold: null as Promise<void> | null },
    ...{ hidden: new Set<string>(), gone: new Set<string>(), cannotSayOutputs: false },
  };
  const stored = new Set<string>();
  const orphans = new Set<string>();
  const liars = new Set<string>();
  const changes: MempoolChange<Named>[] = [];
  let suspended = 0;
  const ask = <T>(answer: T): Promise<T> =>
    node.isDown
      ? Promise.reject(new NodeError('is down', true, { chain: 'btc', method: 'getrawmempool' }))
      : Promise.resolve(answer);
  const ledger: MempoolLedger<Named> = {
    pending: async () => new Set(stored),
    async apply(change) {
      if (node.cannotSayOutputs) throw new NodeError('is down', true, { chain: 'btc', method: 'gettxout' });
      changes.push(change);
      for (const txid of change.removed) stored.delete(txid);
      const ids = change.added.map(({ txid }) => txid);
      const leftOut = {
        unresolved: ids.filter((txid) => orphans.has(txid)),
        refused: ids.filter((txid) => liars.has(txid)),
      };
      for (const txid of ids) if (!orphans.has(txid) && !liars.has(txid)) stored.add(txid);
      return leftOut;
    },
    async suspend() {
      suspended++;
    },
    async clear() {
      stored.clear();
    },
  };
  const log = pino({ level: 'silent' });
  const warnings = vi.spyOn(log, 'warn');
  const follower = new MempoolFollower<Named>({
    source: {
      async mempool() {
        node.lists++;
        const { isWhole, sequence } = node;
        const txids = [...node.list];
        vi.advanceTimersByTime(node.tookMs);
        await node.hold;
        return ask({ txids, isWhole, sequence, leastFeeRate: null });
      },
      size: () => ask(node.size),
      transactions(txids) {
        node.fetched.push(...txids);
        return ask(txids.map((txid) => (node.hidden.has(txid) ? 'unfit' : node.gone.has(txid) ? 'gone' : { txid })));
      },
    },
    ledger,
    tip: () => ask({ height: 5, hash: node.tip, networkHeight: 5, catchingUp: false }),
    limit: options.limit ?? 100_000,
    pollMs: 1_000,
    log,
  });
  const step = async (afterMs = 1_000): Promise<void> => {
    vi.advanceTimersByTime(afterMs);
    await follower.step(CURSOR);
  };
  /** The node's words about a change, and the list after it. */
  const tell = (kind: 'added' | 'removed', txid: string, isNext = true): void => {
    const list = node.list.filter((each) => each !== txid);
    node.list = kind === 'added' ? [...list, txid] : list;
    node.size = node.list.length;
    const sequence = node.sequence ?? 1;
    node.sequence = sequence + 1;
    follower.wake({ kind, txid, sequence, isNext });
  };
  return { tell, node, stored, orphans, liars, changes, follower, step, warnings, suspensions: () => suspended };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('following the mempool', () => {
  it('adds what is new, removes what has gone, and both at once', async () => {
    const { node, stored, changes, step } = scene();
    stored.add('left by the run before');
    node.list = ['a', 'b'];
    await step();
    expect([...stored]).toEqual(['a', 'b']);
    node.list = ['b', 'c'];
    await step();
    expect(changes.at(-1)).toMatchObject({ added: [{ txid: 'c' }], removed: ['a'], nodeCount: 2, kept: 1 });
    expect(node.fetched).toEqual(['a', 'b', 'c']);
  });

  it('removes nothing while the node has a block that we do not have', async () => {
    const { node, stored, step } = scene();
    node.list = ['a', 'b'];
    await step();
    node.list = ['b'];
    node.tip = 'a later block, with a in it';
    await step();
    expect([...stored]).toEqual(['a', 'b']);
    node.tip = 'tip';
    await step(0);
    expect([...stored]).toEqual(['b']);
  });

  it('looks again when it is due, and sooner after a notification', async () => {
    const { node, changes, follower, step } = scene();
    await step();
    node.list = ['a'];
    await step(500);
    expect(changes).toHaveLength(1);
    follower.wake();
    await step(0);
    expect(changes.at(-1)?.added).toEqual([{ txid: 'a' }]);
    follower.wake();
    expect(follower.idleMs).toBeLessThanOrEqual(100);
  });

  it('needs no list for what notifications tell without a gap, also while it is read', async () => {
    const { tell, node, stored, follower, step } = scene();
    node.list = ['a'];
    await step();
    // The first message has nothing before it: the list tells what was missed.
    tell('added', 'b', false);
    await step(100);
    expect(node.lists).toBe(2);
    tell('added', 'c');
    await step(0);
    tell('removed', 'a');
    // A notification of a block.
    follower.wake();
    await step(0);
    expect([...stored].sort()).toEqual(['a', 'b', 'c']);
    await step(500);
    expect([...stored].sort()).toEqual(['b', 'c']);
    expect(node.lists).toBe(2);
    // A list that takes its time, with what was told before and after it was made.
    let release: (() => void) | null = null;
    node.hold = new Promise((resolve) => {
      release = resolve;
    });
    await step(60_000);
    expect(node.lists).toBe(3);
    tell('added', 'd');
    tell('removed', 'b');
    await step(0);
    expect([...stored].sort()).toEqual(['b', 'c', 'd']);
    await step(500);
    expect([...stored].sort()).toEqual(['c', 'd']);
    release!();
    await node.hold;
    await step(50);
    expect([...stored].sort()).toEqual(['c', 'd']);
    expect(node.fetched.filter((txid) => txid === 'd')).toHaveLength(1);
  });

  it('reads the list after a lost message, and where notifications end', async () => {
    const { tell, node, stored, step } = scene();
    node.tookMs = 500;
    await step();
    tell('added', 'a', false);
    await step(2_500);
    const { lists } = node;
    node.list.push('lost');
    tell('added', 'b', false);
    await step(2_500);
    expect([...stored].sort()).toEqual(['a', 'b', 'lost']);
    expect(node.lists).toBe(lists + 1);
    // Nothing is told any more.
    node.list.push('unheard');
    node.size = node.list.length;
    for (let i = 0; i < 6; i++) await step();
    expect(stored.has('unheard')).toBe(true);
    expect(node.lists).toBe(lists + 2);
  });

  it('leaves what left to a block that is not indexed yet', async () => {
    const { tell, node, stored, step } = scene();
    node.tookMs = 100;
    await step();
    tell('added', 'a', false);
    await step(1_000);
    tell('added', 'b');
    await step(1_000);
    const { lists } = node;
    node.tip = 'a block with a double spend of it';
    tell('removed', 'a');
    await step(600);
    expect(stored.has('a')).toBe(true);
    node.tip = 'tip';
    await step(200);
    expect(stored.has('a')).toBe(false);
    // The list, which takes a second of a large mempool, is not read for it.
    expect(node.lists).toBe(lists);
  });

  it('takes a long list in pieces, and no more than its limit', async () => {
    const { node, changes, follower, step, stored, warnings } = scene({ limit: 4_500 });
    node.list = Array.from({ length: 10_000 }, (_, index) => `${index}`);
    await step();
    expect(follower.idleMs).toBe(0);
    await step(0);
    await step(0);
    expect(changes.map(({ added }) => added.length)).toEqual([2_000, 2_000, 500]);
    expect(follower.idleMs).toBeGreaterThan(0);
    node.list = node.list.slice(1_000);
    await step();
    expect(stored.size).toBe(4_500);
    expect(changes.at(-1)).toMatchObject({ nodeCount: 9_000, kept: 3_500 });
    expect(warnings.mock.calls.map(([facts]) => facts)).toEqual([{ transactions: 10_000, limit: 4_500 }]);
    expect(changes.at(-1)?.added).toHaveLength(1_000);
  });

  it('has nothing to do for what is named beyond its limit', async () => {
    const { tell, node, stored, follower, step } = scene({ limit: 2 });
    node.list = ['a', 'b'];
    await step();
    tell('added', 'c', false);
    await step();
    tell('added', 'd');
    await step(0);
    expect([...stored]).toEqual(['a', 'b']);
    expect(follower.idleMs).toBeGreaterThan(0);
    // One that leaves makes room, which the list fills.
    tell('removed', 'a');
    await step(500);
    await step(60_000);
    await step(50);
    expect(stored.size).toBe(2);
  });

  it('comes back to what cannot be resolved, less and less often, and not to what shows nothing', async () => {
    const { node, stored, orphans, step } = scene();
    node.list = ['orphan', 'hidden'];
    node.hidden.add('hidden');
    orphans.add('orphan');
    await step();
    await step();
    await step();
    expect(node.fetched).toEqual(['orphan', 'hidden', 'orphan']);
    orphans.clear();
    await step();
    expect([...stored]).toEqual(['orphan']);
    expect(node.fetched.filter((txid) => txid === 'hidden')).toHaveLength(1);
  });

  it('reads its own rows again after blocks were removed', async () => {
    const { node, stored, follower, step } = scene();
    node.list = ['a'];
    await step();
    stored.add('unconfirmed again, and not in the mempool');
    follower.reload();
    await step();
    expect([...stored]).toEqual(['a']);
  });

  it('takes nothing from a list that was asked for before blocks were removed', async () => {
    const { tell, node, stored, changes, follower, step } = scene();
    await step();
    tell('added', 'a', false);
    await step();
    let release: (() => void) | null = null;
    node.hold = new Promise((resolve) => {
      release = resolve;
    });
    await step(60_000);
    // The block that had it is replaced; the node has it again, after it made its list.
    tell('added', 'b');
    stored.add('b');
    follower.reload();
    release!();
    for (let i = 0; i < 3; i++) {
      await vi.advanceTimersByTimeAsync(0);
      await step();
    }
    expect([...stored].sort()).toEqual(['a', 'b']);
    expect(changes.flatMap(({ removed }) => removed)).toEqual([]);
  });

  it('waits out trouble with the node, and shows nothing rather than something old', async () => {
    const { node, stored, step, suspensions } = scene();
    node.list = ['a'];
    await step();
    node.isDown = true;
    for (let i = 0; i < 10; i++) await step(5_000);
    expect([...stored]).toEqual(['a']);
    for (let i = 0; i < 40; i++) await step(5_000);
    expect(suspensions()).toBe(1);
    node.isDown = false;
    await step(5_000);
    expect([...stored]).toEqual(['a']);
  });

  it('removes nothing while the node has not read its mempool again', async () => {
    const { node, stored, step } = scene();
    node.list = ['a', 'b'];
    await step();
    node.list = ['b', 'c'];
    node.isWhole = false;
    await step();
    expect([...stored]).toEqual(['a', 'b', 'c']);
    node.isWhole = true;
    await step();
    expect([...stored]).toEqual(['b', 'c']);
  });

  it('gives a node that does not say so a while for that', async () => {
    const { node, stored, step } = scene();
    stored.add('left by the run before');
    node.isWhole = null;
    for (let i = 0; i < 9; i++) await step();
    expect(stored.size).toBe(1);
    for (let i = 0; i < 2; i++) await step();
    expect(stored.size).toBe(0);
  });

  it('takes one that was gone for a moment when it is back', async () => {
    const { node, stored, step } = scene();
    node.list = ['a'];
    node.gone.add('a');
    await step();
    node.gone.clear();
    await step();
    expect([...stored]).toEqual(['a']);
  });

  it('does not come back to what cannot be true, nor lets it keep others away', async () => {
    const { node, stored, liars, step } = scene();
    liars.add('poison');
    node.list = ['poison', 'a', 'a'];
    for (let i = 0; i < 5; i++) await step();
    expect([...stored]).toEqual(['a']);
    expect(node.fetched).toEqual(['poison', 'a']);
  });

  it('waits out a node that does not say what early outputs hold', async () => {
    const { node, stored, step } = scene();
    node.list = ['a'];
    node.cannotSayOutputs = true;
    await step();
    expect(stored.size).toBe(0);
    node.cannotSayOutputs = false;
    await step(5_000);
    expect([...stored]).toEqual(['a']);
  });

  it('does not swallow what the database reports', async () => {
    const { node, step, orphans } = scene();
    node.list = ['a'];
    vi.spyOn(orphans, 'has').mockImplementation(() => {
      throw new Error('connection terminated');
    });
    await expect(step()).rejects.toThrow('connection terminated');
  });
});
