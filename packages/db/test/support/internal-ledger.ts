/** A chain made by hand in a database, and what has been traced of it. */
import { createChainDatabase, type TestDatabase } from '@chaintrail/testkit';
import { expect } from 'vitest';
import { closeSession, openSession, type Session } from '../../src/connection.js';
import type { PreparedAccountBlock } from '../../src/write/account/prepared-block.js';
import { openEvmLedger } from '../../src/write/evm/evm-ledger.js';
import { appendBackfill } from '../../src/write/evm/internal/append-backfill.js';
import { type InternalBackfill, openInternalBackfill } from '../../src/write/evm/internal/internal-backfill.js';
import { type InternalLedger, openInternalLedger } from '../../src/write/evm/internal/internal-ledger.js';
import { type InternalState, readInternalState } from '../../src/write/evm/internal/internal-state.js';
import type { Ledger } from '../../src/write/ledger.js';
import { readInternalRows, rowsToExpect } from './internal-rows.js';
import { accountBlockOf, type Block, type Entry, internalOf, makeBlock, PLACE } from './internal-world.js';

const CODE = PLACE.chain.code;
const RANGE_BLOCKS = 3;
export const PIECE_BYTES = 100;

export class World {
  readonly chain: Block[] = [];
  private branch = 0;
  readonly database: TestDatabase;
  readonly session: Session;
  readonly other: Session;
  readonly ledger: Ledger<PreparedAccountBlock>;
  readonly backfill: InternalBackfill;

  private constructor(parts: Pick<World, 'database' | 'session' | 'other' | 'ledger' | 'backfill'>) {
    this.database = parts.database;
    this.session = parts.session;
    this.other = parts.other;
    this.ledger = parts.ledger;
    this.backfill = parts.backfill;
  }

  static async open(): Promise<World> {
    const database = await createChainDatabase({ chain: CODE, network: PLACE.network.name, indexed: true });
    const session = await openSession(database.url, 'internal-test');
    const other = await openSession(database.url, 'internal-test-other');
    const ledger = await openEvmLedger(session, PLACE, 0);
    const backfill = await openInternalBackfill(database.url, PLACE);
    const world = new World({ database, session, other, ledger, backfill });
    worlds.push(world);
    return world;
  }

  async close(): Promise<void> {
    await this.backfill.close();
    await closeSession(this.other);
    await closeSession(this.session);
    await this.database.drop();
  }

  get tip(): Block {
    return this.chain.at(-1)!;
  }

  internal(session = this.session): InternalLedger {
    return openInternalLedger(session, PLACE, 0, RANGE_BLOCKS);
  }

  state(): Promise<InternalState | null> {
    return readInternalState(this.session, CODE);
  }

  /** Takes `depth` blocks back and adds `count`. */
  async mine(count: number, depth = 0, entries?: readonly Entry[]): Promise<void> {
    this.branch++;
    const kept = Math.max(0, this.chain.length - depth);
    this.chain.length = kept;
    for (let n = 0; n < count; n++) {
      const block = makeBlock(this.chain.length, this.chain.at(-1)?.hash ?? '00'.repeat(32), this.branch);
      this.chain.push(entries === undefined ? block : { ...block, entries });
    }
    const cursor = await this.ledger.cursor();
    const added = this.chain.slice(kept).map(accountBlockOf);
    await this.ledger.replaceAfter(cursor, this.chain[kept - 1] ?? null, added);
  }

  /** Traces up to `count` live blocks. */
  async trace(count: number, session = this.session): Promise<boolean> {
    const { live } = (await this.state())!;
    const blocks = this.chain.slice(live.to + 1, live.to + 1 + count);
    return this.internal(session).append(blocks.map(internalOf));
  }

  /** Traces up to `count` blocks of one of the open ranges. */
  async traceRange(which: number, count: number, session = this.other): Promise<void> {
    const ranges = await this.backfill.openRanges();
    const range = ranges[which % ranges.length];
    if (range === undefined) return;
    const blocks = this.chain.slice(range.doneTo + 1, Math.min(range.to, range.doneTo + count) + 1);
    expect(await appendBackfill(session, PLACE, range, blocks.map(internalOf))).toBe(true);
  }

  /** The next step after the load. */
  async advance(session = this.session): Promise<void> {
    const backfill = (await this.state())?.backfill;
    if (!backfill) return;
    const ledger = this.internal(session);
    if (backfill.stage === 'load') await ledger.endLoad();
    if (backfill.stage === 'sort') {
      const piece = await this.backfill.nextPiece(backfill, PIECE_BYTES);
      if (piece === null) await ledger.endSort();
      else expect(await ledger.writePiece(piece)).toBe(true);
    }
    if (backfill.stage === 'index') {
      await this.backfill.tidyUp();
      await ledger.endBackfill();
    }
  }

  async finish(): Promise<void> {
    while ((await this.backfill.openRanges()).length > 0) await this.traceRange(0, 5);
    while (((await this.state())?.backfill?.stage ?? 'done') !== 'done') await this.advance();
  }

  async check(): Promise<void> {
    const state = await this.state();
    if (state !== null) {
      expect(state.live.to).toBeLessThanOrEqual(this.chain.length - 1);
      expect(state.live.to).toBeGreaterThanOrEqual(state.live.from - 1);
      if (state.backfill !== null) expect(state.backfill.to).toBe(state.live.from - 1);
    }
    const expected = await rowsToExpect(this.session, this.chain);
    const rows = await readInternalRows(this.session);
    expect(rows.transfers).toEqual(expected.transfers);
    const stage = state?.backfill?.stage ?? 'done';
    if (stage === 'done') expect(rows).toEqual(expected);
    else expect(rows.histories.filter((row) => row.split(' ')[1] === 'true')).toEqual(expected.histories);
  }
}

const worlds: World[] = [];

export async function closeWorlds(): Promise<void> {
  for (const world of worlds.splice(0)) await world.close();
}
