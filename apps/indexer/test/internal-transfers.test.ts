import { DecodeError, NodeError, StateUnavailableError } from '@chaintrail/chains';
import { closeSession, type InternalMode, openSession } from '@chaintrail/db';
import { waitFor } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readInternalRows } from '../../../packages/db/test/support/internal-rows.js';
import { closeRigs, Rig } from './internal-rig.js';

afterEach(closeRigs);

const facts = { chain: 'eth', method: 'debug_traceBlockByHash' } as const;
const away = () => new NodeError('the connection was refused', true, facts);
const pruned = () => new StateUnavailableError('missing trie node', facts);

describe('following internal transfers', () => {
  it('traces blocks as they come, those of a reorg included, a few at a time', async () => {
    const rig = await Rig.open(5);
    await rig.start('live');
    await rig.steps(5);
    expect(await rig.state()).toMatchObject({ mode: 'live', live_from: 5, live_to: 4 });
    await rig.mine(40);
    await rig.caughtUp('live');
    await rig.mine(3, 8);
    await rig.caughtUp('live');
    expect(await rig.gaps()).toEqual([]);
    expect(rig.mostUnderway).toBeGreaterThan(1);
    expect(rig.mostUnderway).toBeLessThanOrEqual(8);
    expect((await readInternalRows(rig.session)).histories.length).toBeGreaterThan(20);
  });

  it('ends in the same rows whatever comes in between, in every mode', async () => {
    const few = fc.integer({ min: 1, max: 4 });
    const turn = fc.oneof(
      fc.record({ do: fc.constant('mine' as const), count: few, depth: fc.constantFrom(0, 0, 0, 1, 2, 7) }),
      fc.record({ do: fc.constant('step' as const), count: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ do: fc.constant('restart' as const), mode: fc.constantFrom<InternalMode>('live', 'full', 'off') }),
      fc.record({ do: fc.constant('trouble' as const), every: fc.integer({ min: 1, max: 4 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 5, maxLength: 15 }), async (turns) => {
        const rig = await Rig.open(20);
        await rig.start('full');
        for (const action of turns) {
          if (action.do === 'mine') await rig.mine(action.count, action.depth);
          if (action.do === 'step') await rig.steps(action.count);
          if (action.do === 'restart') await rig.start(action.mode);
          if (action.do === 'trouble') rig.fault = () => (rig.traced % action.every === 0 ? away() : null);
        }
        rig.fault = () => null;
        await rig.start('full');
        // Blocks near the tip are not traced after the fact.
        await rig.mine(4);
        await rig.caughtUp('full');
        await closeRigs();
      }),
      { numRuns: 12 },
    );
  }, 240_000);

  it('traces all earlier blocks, goes on after a restart, and says how far it is', async () => {
    const rig = await Rig.open(60);
    rig.fault = ({ height }) => (height > 30 && height < 50 ? away() : null);
    await rig.start('full');
    await rig.until(({ reason }) => reason !== null);
    const { blocks_done: done } = await rig.until(({ blocks_done }) => Number(blocks_done) > 0);
    expect(Number(done)).toBeLessThan(57);
    await rig.start('full');
    rig.fault = () => null;
    await rig.caughtUp('full');
    expect(await rig.state()).toMatchObject({
      backfill_from: 0,
      backfill_to: 56,
      stage: 'done',
      blocks_done: '57',
      reason: null,
    });
    expect((await rig.session.query("SELECT to_regclass('eth.internal_event_chunks') AS staging")).rows).toEqual([
      { staging: null },
    ]);
    const before = rig.traced;
    await rig.start('full');
    await rig.steps(5);
    expect(rig.traced).toBe(before);
  });

  it('leaves out blocks whose state the node has thrown away, where not all are wanted', async () => {
    const rig = await Rig.open(5);
    await rig.start('live');
    await rig.steps(3);
    await rig.mine(30);
    rig.fault = ({ height }) => (height < 22 ? pruned() : null);
    await rig.caughtUp('live');
    // Blocks without transactions need no state.
    const first = rig.chain.findIndex(({ height, entries }) => height >= 5 && entries.length > 0);
    expect(await rig.gaps()).toEqual([{ from: first, to: 21 }]);
    expect(rig.warnings().filter((line) => line.includes('left out'))).toHaveLength(2);
  });

  it('waits for an archive node where all are wanted, and says so', async () => {
    const rig = await Rig.open(40);
    rig.fault = ({ height }) => (height < 20 ? pruned() : null);
    await rig.start('full');
    const { reason, live_to, stage } = await rig.until((state) => state['reason'] !== null && state['live_to'] === 39);
    expect(reason).toContain('ETH_INTERNAL_TRANSFERS');
    expect({ live_to, stage }).toEqual({ live_to: 39, stage: 'load' });
    rig.fault = () => null;
    await rig.caughtUp('full');
    expect(await rig.gaps()).toEqual([]);
    expect(await rig.state()).toMatchObject({ reason: null });
  });

  it('writes nothing of traces that cannot be right, and asks again', async () => {
    const rig = await Rig.open(5);
    await rig.start('live');
    await rig.steps(3);
    await rig.mine(20);
    rig.lie = ({ height }) => (height === 12 ? new DecodeError('traces of another block', 0) : null);
    const { live_to, reason } = await rig.until((state) => state['reason'] !== null);
    expect(live_to).toBeLessThan(12);
    expect(reason).toContain('traces of another block');
    await rig.check();
    rig.lie = () => null;
    await rig.caughtUp('live');
    expect(await rig.gaps()).toEqual([]);
    await rig.until((state) => state['reason'] === null);
  });

  it.each([
    ['live', 'takes too long', { giveUpMs: 50 }, new NodeError('execution timeout', false, facts)],
    ['live', 'is refused in every way', {}, new NodeError('tracing failed', false, { ...facts, code: -32000 })],
    ['full', 'is refused in every way', {}, new NodeError('tracing failed', false, { ...facts, code: -32000 })],
    ['full', 'has wrong traces', {}, new DecodeError('traces of another block', 0)],
  ] as const)('does not wait for ever for one block, with %s, whose tracing %s', async (mode, _what, limits, error) => {
    const rig = await Rig.open(30);
    const oddFrom = (from: number) =>
      rig.chain.findIndex(
        ({ height, entries }) => height > from && entries.length > 0 && height < rig.chain.length - 2,
      );
    // The last of them is met as it comes, the first one, where all are wanted, by the backfill.
    await rig.start('live');
    await rig.steps(3);
    await rig.mine(30);
    const odd = mode === 'full' ? [oddFrom(5), oddFrom(40)] : [oddFrom(40)];
    rig.fault = ({ height }) => (odd.includes(height) && error instanceof NodeError ? error : null);
    rig.lie = ({ height }) => (odd.includes(height) && error instanceof DecodeError ? error : null);
    await rig.start(mode, limits);
    await rig.caughtUp(mode);
    expect(await rig.gaps()).toEqual(expect.arrayContaining(odd.map((height) => ({ from: height, to: height }))));
    expect(await rig.gaps()).toHaveLength(odd.length);
    expect(rig.warnings().filter((line) => line.includes('left out'))).toHaveLength(odd.length);
  });

  it('waits where the node can trace nothing at all', async () => {
    const rig = await Rig.open(5);
    await rig.start('live', { giveUpMs: 1 });
    await rig.steps(3);
    await rig.mine(5);
    rig.fault = () => pruned();
    const stuckAt = (await rig.until((state) => state['reason'] !== null))['live_to'];
    await rig.steps(60);
    expect(await rig.state()).toMatchObject({ live_to: stuckAt });
    expect(await rig.gaps()).toEqual([]);
    rig.fault = () => null;
    await rig.caughtUp('live');
    expect(rig.warnings().length).toBe(1);
  });

  it('is off, said once, with a node that does not trace', async () => {
    const rig = await Rig.open(5);
    rig.tracer = async () => null;
    await rig.start('full');
    await rig.steps(10);
    expect(await rig.state()).toEqual({});
    expect(rig.warnings()).toEqual([expect.stringMatching(/--http.api .*debug.* or set ETH_INTERNAL_TRANSFERS=off$/)]);
    expect(rig.follower?.idleMs).toBe(Number.POSITIVE_INFINITY);
    expect(rig.traced).toBe(0);
  });

  it.each(['live', 'full'] as const)(
    'waits for a node that traced before and offers it no longer: %s',
    async (mode) => {
      const rig = await Rig.open(5);
      await rig.start(mode);
      await rig.mine(3);
      await rig.caughtUp(mode);
      rig.tracer = async () => null;
      await rig.start(mode);
      await rig.mine(2, 1);
      const { reason } = await rig.until((state) => state['reason'] !== null);
      expect(reason).toMatch(/wait until it does.*ETH_INTERNAL_TRANSFERS=off$/);
      await rig.mine(4);
      await rig.steps(30);
      expect(await rig.state()).toMatchObject({ mode, live_to: 6 });
      rig.tracer = async () => 'callTracer';
      await rig.caughtUp(mode);
      expect(await rig.gaps()).toEqual([]);
      await rig.until((state) => state['reason'] === null);
      expect(rig.warnings()).toHaveLength(1);
    },
  );

  it('leaves out what came while it was off, and says so', async () => {
    const rig = await Rig.open(5);
    await rig.start('live');
    await rig.until((state) => state['mode'] === 'live');
    await rig.mine(3);
    await rig.caughtUp('live');
    await rig.start('off');
    await rig.until((state) => state['mode'] === 'off');
    await rig.mine(4);
    expect(rig.warnings()).toEqual([]);
    await rig.start('live');
    await rig.caughtUp('live');
    expect(await rig.gaps()).toEqual([{ from: 8, to: 11 }]);
    expect(rig.warnings()).toEqual([expect.stringContaining('are left out')]);
    await rig.start('live');
    await rig.caughtUp('live');
    expect(rig.warnings()).toHaveLength(1);
  });

  it('asks a node that is away again how it traces', async () => {
    const rig = await Rig.open(5);
    let asked = 0;
    rig.tracer = async () => {
      if (++asked < 4) throw away();
      return 'parity';
    };
    await rig.start('live');
    await rig.until((state) => state['mode'] === 'live');
    expect(asked).toBe(4);
    expect(rig.warnings()).toHaveLength(1);
  });

  it('neither steps nor stops slower for a node that says nothing', async () => {
    const rig = await Rig.open(40);
    rig.fault = () => 'silence';
    await rig.start('full');
    await rig.steps(30);
    await rig.mine(2, 1);
    await rig.steps(5);
    await rig.follower?.close();
    rig.fault = () => null;
    await rig.start('full');
    await rig.caughtUp('full');
  });

  it('has no session any more when it is closed, whatever the node keeps it waiting for', async () => {
    const rig = await Rig.open(40);
    const other = await openSession(rig.database.url, 'internal-transfers-test-other');
    const working = async () => {
      const { rows } = await other.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'chaintrail-internal-eth' AND datname = current_database()`,
      );
      return rows[0]!.count;
    };
    rig.fault = () => 'silence';
    await rig.start('full');
    while ((await working()) === 0) await rig.steps(1);
    await rig.follower?.close();
    // A process of the server ends a moment after its client.
    await waitFor(async () => (await working()) === 0, { timeoutMs: 5_000 });
    await closeSession(other);
  });

  it('leaves earlier blocks alone while the chain is not at its tip', async () => {
    const rig = await Rig.open(60);
    await rig.start('full', { restAfterMs: 0 }); // it never is
    await rig.until(({ stage, live_to }) => stage === 'load' && live_to === 59);
    await rig.steps(20);
    expect(await rig.state()).toMatchObject({ blocks_done: '0' });
    await rig.start('full');
    await rig.caughtUp('full');
  });
});
