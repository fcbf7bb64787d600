import { DecodeError, NodeError, type PlacedAccountBlock, StateUnavailableError } from '@chaintrail/chains';
import {
  closeSession,
  type InternalMode,
  type Ledger,
  openAccountLedger,
  openSession,
  type Session,
} from '@chaintrail/db';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import {
  accountBlockOf,
  type Block,
  internalOf,
  makeBlock,
  PLACE,
  readInternalRows,
  rowsToExpect,
} from '../../../packages/db/test/support/internal-world.js';
import type { Decoder } from '../src/decode/decoder.js';
import type { TracingLimits } from '../src/internal/limits.js';
import { type InternalTransfers, openInternalTransfers } from '../src/internal/open-internal-transfers.js';
import type { TracingNode } from '../src/internal/trace-block.js';
import { pause } from '../src/pause.js';

const QUICK: Partial<TracingLimits> = { waitMs: 5, longestWaitMs: 20, saveEveryMs: 0, pieceBytes: 200, rangeBlocks: 3 };
const NEVER = new AbortController().signal;

interface Logged {
  readonly level: string;
  readonly msg: string;
}

/** A chain in a database, a node that traces it, and who follows it. */
class Rig {
  readonly chain: Block[] = [];
  /** Every block there ever was, by hash. */
  private readonly known = new Map<string, Block>();
  private branch = 0;
  readonly logged: Logged[] = [];
  /** What the node answers instead of traces. */
  fault: (block: Block) => Error | null | 'silence' = () => null;
  /** What comes of the answer instead of the block's own internal transfers. */
  lie: (block: Block) => Error | null = () => null;
  tracer: TracingNode['tracer'] = async () => 'callTracer';
  traced = 0;
  underway = 0;
  mostUnderway = 0;
  follower: InternalTransfers | null = null;
  readonly database: TestDatabase;
  readonly session: Session;
  readonly ledger: Ledger<PlacedAccountBlock>;

  private constructor(database: TestDatabase, session: Session, ledger: Ledger<PlacedAccountBlock>) {
    this.database = database;
    this.session = session;
    this.ledger = ledger;
  }

  static async open(blocks: number): Promise<Rig> {
    const database = await createTestDatabase();
    const session = await openSession(database.url, 'internal-transfers-test');
    const rig = new Rig(database, session, await openAccountLedger(session, PLACE, 0));
    rigs.push(rig);
    await rig.mine(blocks);
    return rig;
  }

  async close(): Promise<void> {
    await this.follower?.close();
    await closeSession(this.session);
    await this.database.drop();
  }

  async mine(count: number, depth = 0): Promise<void> {
    this.branch++;
    this.chain.length = Math.max(1, this.chain.length - depth);
    if (this.chain[0] === undefined) this.chain[0] = makeBlock(0, '00'.repeat(32), 0);
    const kept = (await this.ledger.cursor()) === null ? 0 : this.chain.length;
    while (this.chain.length < kept + count) {
      this.chain.push(makeBlock(this.chain.length, this.chain.at(-1)!.hash, this.branch));
    }
    for (const block of this.chain) this.known.set(block.hash, block);
    if (depth > 0) this.follower?.reload();
    const added = this.chain.slice(kept).map(accountBlockOf);
    await this.ledger.replaceAfter(await this.ledger.cursor(), this.chain[kept - 1] ?? null, added);
  }

  /** Starts anew, as after a restart of the indexer. */
  async start(mode: InternalMode, limits: Partial<TracingLimits> = {}): Promise<void> {
    await this.follower?.close();
    const write = (line: string) => {
      const { level, msg } = JSON.parse(line) as Logged;
      this.logged.push({ level, msg });
    };
    this.follower = openInternalTransfers({
      session: this.session,
      databaseUrl: this.database.url,
      place: PLACE,
      node: { tracer: () => this.tracer(), rawTraces: ({ hash }) => this.rawTraces(this.known.get(hash)!) },
      decoder: {
        run: (async ({ ref }: { ref: { hash: string } }) => this.decode(this.known.get(ref.hash)!)) as Decoder['run'],
      },
      mode,
      historyFrom: 0,
      log: pino({ level: 'info', formatters: { level: (level) => ({ level }) } }, { write }),
      signal: NEVER,
      limits: { ...QUICK, ...limits },
    });
  }

  private async rawTraces(block: Block) {
    this.traced++;
    this.mostUnderway = Math.max(this.mostUnderway, ++this.underway);
    await pause(1, NEVER);
    this.underway--;
    const fault = this.fault(block);
    if (fault === 'silence') return new Promise<never>(() => undefined);
    if (fault !== null) throw fault;
    return { tracer: 'callTracer' as const, body: Buffer.alloc(1_000) };
  }

  private decode(block: Block) {
    const lie = this.lie(block);
    if (lie !== null) throw lie;
    return internalOf(block).block;
  }

  async state(): Promise<Record<string, unknown>> {
    const { rows } = await this.session.query<Record<string, unknown>>('SELECT * FROM internal_sync');
    return rows[0] ?? {};
  }

  /** Takes steps, as the loop that follows the tip does. */
  async steps(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const { height, hash } = this.chain.at(-1)!;
      await this.follower?.step({ height, hash });
      await pause(1, NEVER);
    }
  }

  async until(isSo: (state: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    for (;;) {
      await this.steps(1);
      const state = await this.state();
      if (isSo(state)) return state;
    }
  }

  async caughtUp(mode: InternalMode): Promise<void> {
    await this.until(
      ({ live_from, live_to, stage }) =>
        live_to === this.chain.length - 1 && (mode === 'live' || stage === 'done' || live_from === 0),
    );
    await this.check();
  }

  async check(): Promise<void> {
    expect(await readInternalRows(this.session)).toEqual(await rowsToExpect(this.session, this.chain));
  }

  warnings(): string[] {
    return this.logged.filter(({ level }) => level === 'warn').map(({ msg }) => msg);
  }

  async gaps(): Promise<unknown[]> {
    const { rows } = await this.session.query('SELECT from_height AS "from", to_height AS "to" FROM internal_gaps');
    return rows;
  }
}

const rigs: Rig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

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
        await rig.close();
        rigs.pop();
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
    expect((await rig.session.query("SELECT to_regclass('internal_event_chunks_eth') AS staging")).rows).toEqual([
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

  it('does not wait for ever for one block that cannot be traced', async () => {
    const rig = await Rig.open(5);
    await rig.start('live', { patienceMs: 50 });
    await rig.steps(3);
    await rig.mine(30);
    const odd = rig.chain.findIndex(({ height, entries }) => height > 10 && entries.length > 0);
    rig.fault = ({ height }) => (height === odd ? new NodeError('execution timeout', false, facts) : null);
    await rig.caughtUp('live');
    expect(await rig.gaps()).toEqual([{ from: odd, to: odd }]);
  });

  it('waits where the node can trace nothing at all', async () => {
    const rig = await Rig.open(5);
    await rig.start('live', { patienceMs: 1 });
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
    expect(rig.warnings()).toHaveLength(1);
    expect(rig.follower?.idleMs).toBe(Number.POSITIVE_INFINITY);
    expect(rig.traced).toBe(0);
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
