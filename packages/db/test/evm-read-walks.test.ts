/** Walks through the history of an EVM address while blocks come and go, and gaps of traces are closed below the walk. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EvmHistory, type KeyPosition, readEvmBalances, readEvmHistory } from '../src/index.js';
import { openReadDatabase } from './support/opened-databases.js';

const KEY = Buffer.alloc(20, 0xaa);
const HEX = `'\\x${KEY.toString('hex')}'::bytea`;
/** Balance of the address before its first transaction. */
const ORIGIN = 1_000n;

const db = openReadDatabase(async () => undefined, { chain: 'eth', indexed: true });

/** One transaction in each block, which moves as many base units as its height; in blocks of `gap` only traces tell. */
interface World {
  readonly tip: number;
  readonly gap: readonly number[];
}

async function store({ tip, gap }: World): Promise<void> {
  const gaps = gap.filter((height) => height <= tip);
  for (const statement of [
    'TRUNCATE eth.blocks, eth.transactions, eth.address_transactions, eth.address_balances, eth.internal_sync, eth.internal_gaps, eth.sync_state',
    `INSERT INTO eth.blocks (height, hash, parent_hash, time, tx_count, size)
     SELECT h, sha256(h::text::bytea), '', h, 1, 9 FROM generate_series(1, ${tip}) h`,
    `INSERT INTO eth.transactions (tx_key, txid) SELECT h << 20, sha256(h::text::bytea) FROM generate_series(1::bigint, ${tip}) h`,
    `INSERT INTO eth.address_transactions (address_key, seq, tx_key, delta, balance, received)
     SELECT ${HEX}, row_number() OVER w, h << 20, h, sum(h) OVER w, sum(h) OVER w FROM generate_series(1::bigint, ${tip}) h
     WHERE NOT h = ANY ('{${gaps}}') WINDOW w AS (ORDER BY h)`,
    `INSERT INTO eth.internal_gaps (from_height, to_height, reason_code) SELECT h, h, 'too-slow' FROM unnest('{${gaps}}'::integer[]) h`,
    `INSERT INTO eth.internal_sync (mode, from_height) VALUES ('full', 0)`,
    `INSERT INTO eth.address_balances (address_key, height, balance, origin)
     SELECT ${HEX}, ${tip}, ${balanceOf(tip)}, ${balanceOf(tip)} - coalesce(max(balance), 0) FROM eth.address_transactions`,
    `INSERT INTO eth.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
     SELECT 'local', 0, height, hash, time, height, 'live', now() FROM eth.blocks WHERE height = ${tip}`,
  ])
    await db.session.query(statement);
}

const balanceOf = (height: number): bigint => ORIGIN + (BigInt(height) * BigInt(height + 1)) / 2n;
const heights = (world: World): number[] =>
  Array.from({ length: world.tip }, (_, n) => n + 1).filter((height) => !world.gap.includes(height));

const worlds = fc.record({
  tip: fc.integer({ min: 1, max: 24 }),
  gap: fc.uniqueArray(fc.integer({ min: 1, max: 24 }), { maxLength: 4 }),
});

describe('a history with gaps of traces', () => {
  it('is the same at any offset, with balances from the last gap on, and none across one', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.nat(24), fc.boolean(), async (world, offset, newestFirst) => {
        await store(world);
        const page = { newestFirst, offset, from: null, limit: 7 };
        const { rows, total, incomplete } = (await readEvmHistory(db.pool, 'eth', KEY, page))!;
        const expected = newestFirst ? heights(world).reverse() : heights(world);
        const lastGap = Math.max(0, ...world.gap.filter((height) => height <= world.tip));
        expect(total).toBe(expected.length);
        expect(rows.map(({ balance, transaction }) => [transaction.block?.height, balance])).toEqual(
          expected
            .slice(offset, offset + 7)
            .map((height) => [height, height > lastGap ? String(balanceOf(height)) : null]),
        );
        const view = await db.session.query<{ height: number; balance: string | null }>(
          `SELECT height, trim_scale(balance * 1e18)::text AS balance FROM eth.address_history WHERE address_key = ${HEX} ORDER BY tx_key`,
        );
        expect(view.rows).toEqual(
          heights(world).map((height) => ({ height, balance: height > lastGap ? String(balanceOf(height)) : null })),
        );
        expect(incomplete.map(({ from }) => from)).toEqual(
          world.gap.filter((height) => height <= world.tip).sort((a, b) => b - a),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('a walk shows once all that stays, though gaps are closed and blocks come and go meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(worlds, { minLength: 1, maxLength: 6 }), fc.boolean(), async (steps, newestFirst) => {
        const seen: number[] = [];
        let from: KeyPosition | null = null;
        for (let n = 0; n === 0 || from !== null; n++) {
          await store(steps[Math.min(n, steps.length - 1)]!);
          const found: EvmHistory = (await readEvmHistory(db.pool, 'eth', KEY, {
            newestFirst,
            offset: 0,
            from,
            limit: 3,
          }))!;
          seen.push(...found.rows.map(({ transaction }) => transaction.block!.height));
          from = found.next;
        }
        const order = [...new Set(seen)].sort((a, b) => (newestFirst ? b - a : a - b));
        expect(seen).toEqual(order);
        const read = steps.slice(0, Math.max(1, steps.length));
        const [edge] = seen;
        const stayed = heights(steps.at(-1)!).filter((height) =>
          read.every((world) => heights(world).includes(height)),
        );
        const reached = newestFirst ? stayed.filter((height) => height <= (edge ?? 0)) : stayed;
        for (const height of reached) expect(seen).toContain(height);
      }),
      { numRuns: 25 },
    );
  });

  it('sums paid and past balances are those of the stretch around the block that is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.integer({ min: 1, max: 24 }), async (world, asked) => {
        await store(world);
        const height = Math.min(asked, world.tip);
        const [found] = (await readEvmBalances(db.pool, 'eth', [KEY], height))!;
        const since = Math.max(0, ...world.gap.filter((gap) => gap <= height)) + 1;
        const own = heights(world).filter((each) => each <= height);
        expect(found!.transactionCount).toBe(own.length);
        const paid = own.filter((each) => each >= since).reduce((sum, each) => sum + each, 0);
        const isWhole = since === 1;
        const flows = {
          received: String(paid),
          sent: '0',
          stretch: { since: isWhole ? 0 : since, until: height, isWhole },
        };
        expect(found!.flows).toEqual(since > height ? null : flows);
      }),
      { numRuns: 25 },
    );
  });
});
