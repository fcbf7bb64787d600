/** Indexes a world through a proxy that damages it, and holds what comes of it to a case. */
import { openSession } from '@chaintrail/db';
import {
  createChainDatabase,
  DamagedNode,
  dumpRows,
  inSession,
  type LastingFault,
  queryFollowed,
  type RowDump,
  waitFor,
} from '@chaintrail/testkit';
import { expect } from 'vitest';
import { readTracingState } from '../support/evm-chain.js';
import { expectSameRows, reach, waitForState } from '../support/followed-chain.js';
import { InProcessIndexer } from '../support/in-process-indexer.js';
import type { BlockDamage, Damage, LastingCase, Running, World } from './case.js';

/** Rows that no later block changes: each that is there while faults last is one of a straight sync. */
const LASTING_ROWS = ['blocks', 'transactions', 'transfers', 'payouts', 'address_transactions'] as const;
const GROWN_BLOCKS = 3;
const PAID = 2;
/** Longer than an indexer's longest pause after a failure, on a noisy machine. */
const TIMEOUT_MS = 60_000;

/** Rows of worlds by their tips and the settings of the sync. */
const straight = new Map<string, Promise<RowDump>>();

export async function runCase(world: World, each: LastingCase): Promise<void> {
  const database = await createChainDatabase({ chain: world.code });
  const proxy = await DamagedNode.start(world.url);
  const run = new Run(world, each, database.url, proxy);
  try {
    await run.toEnd();
  } finally {
    await run.stop();
    await proxy.stop();
    await database.drop();
  }
}

class Run {
  private indexer: InProcessIndexer | null = null;
  /** Faults of each damaged block, from the lowest. */
  private readonly faults: (readonly LastingFault[])[] = [];
  private readonly world: World;
  private readonly each: LastingCase;
  private readonly databaseUrl: string;
  private readonly proxy: DamagedNode;

  constructor(world: World, each: LastingCase, databaseUrl: string, proxy: DamagedNode) {
    this.world = world;
    this.each = each;
    this.databaseUrl = databaseUrl;
    this.proxy = proxy;
  }

  async toEnd(): Promise<void> {
    const { each } = this;
    const damages = await this.begin();
    const running = this.running(damages[0]!);
    for (const [at, { lasts }] of [each, ...(each.above ?? [])].entries()) {
      this.proxy.faults = this.faults.slice(at).flat();
      if (each.phase === 'audit') continue;
      await this.lasts(damages[at]!, lasts);
      await this.expectTrueRows(damages[at]!, lasts);
    }
    await each.during?.(running);
    this.proxy.faults = [];
    if (each.phase === 'audit' && !each.after) return;
    await (each.after ? each.after(running) : this.expectStraightRows());
  }

  async stop(): Promise<void> {
    await this.indexer?.stop();
  }

  /** Starts the indexer, and has the faults in force. @returns the damages, from the lowest block */
  private async begin(): Promise<Damage[]> {
    const { world, each, proxy } = this;
    if (each.phase === 'first sync') {
      const damages = await this.inForce(world.loaded);
      this.follow();
      return damages;
    }
    this.follow();
    const { height } = await world.tip();
    await this.reach();
    if (each.phase === 'audit') {
      await this.stop();
      this.indexer = null;
      return this.inForce(height);
    }
    return proxy.whileHeld(async () => {
      if (each.phase !== 'mempool') await world.grow(GROWN_BLOCKS);
      const damages = await this.inForce(each.phase === 'mempool' ? height : height + 1);
      if (each.phase === 'mempool') await world.pay(PAID);
      return damages;
    });
  }

  private async inForce(height: number): Promise<Damage[]> {
    const { world, each, proxy } = this;
    const damages: Damage[] = [];
    for (const [at, block] of [each, ...(each.above ?? [])].entries()) {
      const damage = { world, proxy, block: await world.block(height + at) };
      this.faults.push(await block.faults(damage));
      damages.push(damage);
    }
    proxy.faults = this.faults.flat();
    return damages;
  }

  private settings(url: string): Record<string, string> {
    const { world, each } = this;
    const traced = { [`${world.code.toUpperCase()}_INTERNAL_TRANSFERS`]: 'full' };
    return { ...world.settings(url), ...(each.phase === 'traces' && traced), ...each.settings };
  }

  private follow(): void {
    this.indexer = new InProcessIndexer(this.databaseUrl, this.settings(this.proxy.url));
  }

  /** Waits until the rows stand at the node's tip, traced where blocks are. */
  private reach(): Promise<void> {
    return reached(this.world, this.databaseUrl, this.indexer!, this.each.phase === 'traces');
  }

  private async lasts(damage: Damage, lasts: BlockDamage['lasts'] = { tip: true }): Promise<void> {
    const { world, databaseUrl, indexer } = this;
    const { phase, reason, log, tip } = lasts;
    const [why, line] = [reason, log].map((text) => (typeof text === 'function' ? text(damage) : text));
    if (tip) await this.reach();
    if (phase !== undefined || why !== undefined) {
      const isSo = (state: { readonly phase: string; readonly reason: string | null }): boolean =>
        (phase === undefined || state.phase === phase) && (why === undefined || why.test(state.reason ?? ''));
      const what = `phase ${phase ?? 'any'}, reason ${why}`;
      await waitForState(databaseUrl, world.code, isSo, { processes: [indexer!], what }).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${indexer!.output()}`, { cause: error });
      });
    }
    if (line !== undefined)
      await waitFor(() => line.test(indexer!.output()), {
        ...{ processes: [indexer!], what: `the log to have ${line}`, timeoutMs: TIMEOUT_MS },
      });
  }

  /** Every row that is there is one of the chain. */
  private async expectTrueRows({ block }: Damage, lasts: BlockDamage['lasts']): Promise<void> {
    const { each, world, databaseUrl } = this;
    const found = await dumpRows(databaseUrl, world.code);
    const right = await straightRows(world, this.settings(world.url));
    for (const table of LASTING_ROWS) {
      const known = new Set(right[table]);
      expect(
        found[table].filter((row) => !known.has(row)),
        `wrong rows of ${table}`,
      ).toEqual([]);
    }
    const stores = each.stores ?? (lasts && !lasts.tip ? 'below' : 'tip');
    const isStored = await inSession(databaseUrl, async (session) => {
      const sql = `SELECT FROM ${world.code}.blocks WHERE height = ${block.height}`;
      return (await queryFollowed(session, world.code, sql)).length > 0;
    });
    if (stores !== 'anything' && each.phase !== 'mempool')
      expect(isStored, `block ${block.height} is stored`).toBe(stores === 'tip');
  }

  private async expectStraightRows(): Promise<void> {
    const { world, databaseUrl } = this;
    await this.reach();
    await this.stop();
    expectSameRows(await dumpRows(databaseUrl, world.code), await straightRows(world, this.settings(world.url)));
  }

  private running(damage: Damage): Running {
    const { databaseUrl, indexer } = this;
    return {
      ...damage,
      ...{ databaseUrl, indexer, settings: this.settings(this.proxy.url) },
      rows: <Row extends object>(sql: string) =>
        inSession(databaseUrl, async (session) => (await session.query<Row>(sql)).rows),
    };
  }
}

/** Rows of the world's chain, indexed from nothing in one go. */
async function straightRows(world: World, settings: Readonly<Record<string, string>>): Promise<RowDump> {
  const key = JSON.stringify([settings, (await world.tip()).hash]);
  const rows = straight.get(key) ?? syncedRows(world, settings);
  straight.set(key, rows);
  return rows;
}

async function syncedRows(world: World, settings: Readonly<Record<string, string>>): Promise<RowDump> {
  const database = await createChainDatabase({ chain: world.code });
  const indexer = new InProcessIndexer(database.url, settings);
  try {
    const isTraced = Object.entries(settings).some(([name, value]) => /INTERNAL/.test(name) && value === 'full');
    await reached(world, database.url, indexer, isTraced);
    await indexer.stop();
    return await dumpRows(database.url, world.code);
  } finally {
    await indexer.stop();
    await database.drop();
  }
}

async function reached(world: World, databaseUrl: string, indexer: InProcessIndexer, isTraced: boolean): Promise<void> {
  await reach(databaseUrl, world.code, await world.tip(), [indexer]);
  await waitForState(databaseUrl, world.code, ({ phase }) => phase === 'live', {
    ...{ processes: [indexer], what: `${world.code} to be live` },
  });
  if (!isTraced) return;
  const session = await openSession(databaseUrl, 'chaintrail-test-tracing');
  try {
    await waitFor(async () => (await readTracingState(session, world.code))?.isWhole, {
      ...{ processes: [indexer], what: `${world.code} to be traced`, timeoutMs: TIMEOUT_MS },
    });
  } finally {
    await session.end();
  }
}
