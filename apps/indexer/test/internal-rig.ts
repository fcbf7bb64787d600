/** A chain made by hand in a database, a node that traces it, and who follows it. */
import {
  closeSession,
  type InternalMode,
  type Ledger,
  openEvmLedger,
  openSession,
  type PreparedAccountBlock,
  type Session,
} from '@chaintrail/db';
import { createChainDatabase, type TestDatabase } from '@chaintrail/testkit';
import { pino } from 'pino';
import { expect } from 'vitest';
import { readInternalRows, rowsToExpect } from '../../../packages/db/test/support/internal-rows.js';
import {
  accountBlockOf,
  type Block,
  internalOf,
  makeBlock,
  PLACE,
} from '../../../packages/db/test/support/internal-world.js';
import type { Decoder } from '../src/decode/decoder.js';
import type { BackgroundWork } from '../src/follow/background-work.js';
import { pause } from '../src/follow/backoff.js';
import { openInternalTransfers } from '../src/internal/open-internal-transfers.js';
import type { TracingNode } from '../src/internal/trace-block.js';
import type { TracingLimits } from '../src/internal/tracing-limits.js';

const QUICK: Partial<TracingLimits> = { waitMs: 5, longestWaitMs: 20, saveEveryMs: 0, pieceBytes: 200, rangeBlocks: 3 };
const NEVER = new AbortController().signal;

interface Logged {
  readonly level: string;
  readonly msg: string;
}

export class Rig {
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
  follower: BackgroundWork | null = null;
  readonly database: TestDatabase;
  readonly session: Session;
  readonly ledger: Ledger<PreparedAccountBlock>;

  private constructor(database: TestDatabase, session: Session, ledger: Ledger<PreparedAccountBlock>) {
    this.database = database;
    this.session = session;
    this.ledger = ledger;
  }

  static async open(blocks: number): Promise<Rig> {
    const database = await createChainDatabase({ chain: PLACE.chain.code, network: PLACE.network.name, indexed: true });
    const session = await openSession(database.url, 'internal-transfers-test');
    const rig = new Rig(database, session, await openEvmLedger(session, PLACE, 0));
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
    const { rows } = await this.session.query<Record<string, unknown>>('SELECT * FROM eth.internal_sync');
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
    const { rows } = await this.session.query('SELECT from_height AS "from", to_height AS "to" FROM eth.internal_gaps');
    return rows;
  }
}

const rigs: Rig[] = [];

export async function closeRigs(): Promise<void> {
  for (const rig of rigs.splice(0)) await rig.close();
}
