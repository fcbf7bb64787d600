#!/usr/bin/env node
/**
 * `npm run bench:gaps`: what closing a gap of traces takes at an address with a long history, by how many of its rows lie
 * above the gap. A row is added to it, so that all of those are numbered anew. Last line: one JSON object.
 */
import { type InternalBlock, NO_NUMBER, TRANSFER_KINDS } from '@chaintrail/chains';
import { createChainSchema, createIndexedChain, openGapLedger, type Session } from '@chaintrail/db';
import { benchmarkCommand, parseOptions, wholeNumber } from './harness/benchmark-command.js';
import { rounded, timeMs } from './harness/figures.js';
import { type Cleanup, runBenchmark } from './harness/run.js';
import { openBenchSession, openQuickDatabase, walBytes } from './harness/server.js';

/** Every other transaction of a block names the address. */
const PER_BLOCK = 200;
const ROWS_PER_BLOCK = PER_BLOCK / 2;
const KEYS = Buffer.concat([Buffer.alloc(20, 0xaa), Buffer.alloc(20, 0xbb)]);
/** Rows above the gap, as far as there are so many. */
const DEPTHS = [1_000, 10_000, 100_000, 300_000];
const WHATEVER_IT_TAKES = 2 ** 31 - 1;

interface GapsOptions {
  readonly rows: number;
}

function readGapsOptions(args: readonly string[]): GapsOptions {
  const about = 'transactions of the address; the last gap lies below all of them';
  const command = benchmarkCommand('bench:gaps').addOption(
    wholeNumber('--rows <N>', about, ROWS_PER_BLOCK, 100_000_000, 1_000_000),
  );
  return parseOptions<GapsOptions>(command, args);
}

async function seed(session: Session, blocks: number): Promise<void> {
  await createChainSchema(session, 'eth', 'local');
  const place = (n: string): string =>
    `((${n} - 1) / ${ROWS_PER_BLOCK} + 1) * 1048576 + 2 * ((${n} - 1) % ${ROWS_PER_BLOCK}) + 1`;
  const statements = [
    `INSERT INTO eth.blocks (height, hash, parent_hash, time, tx_count, size)
     SELECT h, sha256(convert_to('block ' || h, 'UTF8')), sha256(convert_to('block ' || h - 1, 'UTF8')), 1700000000 + h * 12,
       ${PER_BLOCK}, 500000 FROM generate_series(1, ${blocks}) h`,
    `INSERT INTO eth.address_transactions (address_key, seq, tx_key, delta, balance, received)
     SELECT '\\x${'aa'.repeat(20)}', n, ${place('n')}, n, n * (n + 1) / 2, n * (n + 1) / 2
     FROM generate_series(1::bigint, ${blocks * ROWS_PER_BLOCK}) n`,
    `INSERT INTO eth.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
     SELECT 'local', 0, height, hash, time, height, 'live', now() FROM eth.blocks WHERE height = ${blocks}`,
    `INSERT INTO eth.internal_sync (mode, from_height) VALUES ('full', 0)`,
  ];
  for (const statement of statements) await session.query(statement);
  await createIndexedChain(session, 'eth', 'local');
}

/** The first transaction of a block, which does not name the address, pays it from inside. */
function traced(): InternalBlock {
  const starts = (moves: number): Uint32Array => new Uint32Array(PER_BLOCK + 1).fill(moves, 1);
  return {
    keys: { bytes: new Uint8Array(KEYS), starts: Uint32Array.of(0, 20, 40) },
    transfers: {
      ...{ start: starts(1), kind: Uint8Array.of(TRANSFER_KINDS.indexOf('internal')), amount: [5], tokenId: [null] },
      ...{
        from: Int32Array.of(1),
        to: Int32Array.of(0),
        asset: Int32Array.of(NO_NUMBER),
        standard: Int8Array.of(NO_NUMBER),
      },
    },
    effects: { start: starts(2), address: Int32Array.of(0, 1), delta: [5, -5], received: [5, 0] },
  };
}

async function measureGaps({ rows }: GapsOptions, cleanup: Cleanup): Promise<object> {
  const session = await openBenchSession(cleanup, await openQuickDatabase(cleanup), 'chaintrail-bench');
  const blocks = Math.ceil(rows / ROWS_PER_BLOCK);
  const total = blocks * ROWS_PER_BLOCK;
  console.error(`Seeding an address with ${total.toLocaleString('en')} transactions …`);
  await seed(session, blocks);
  const ledger = openGapLedger(session, 'eth', WHATEVER_IT_TAKES);
  const gaps: object[] = [];
  for (const rowsAbove of [...DEPTHS.filter((depth) => depth < total), total]) {
    const height = blocks - Math.ceil(rowsAbove / ROWS_PER_BLOCK) + 1;
    const { rows: named } = await session.query<{ hash: string }>(
      "SELECT encode(hash, 'hex') AS hash FROM eth.blocks WHERE height = $1",
      [height],
    );
    await session.query(
      "INSERT INTO eth.internal_gaps (from_height, to_height, reason_code) VALUES ($1, $1, 'node-away')",
      [height],
    );
    // Rows that earlier gaps left behind are not counted.
    await session.query('VACUUM ANALYZE eth.address_transactions');
    const before = await walBytes(session);
    const ms = await timeMs(async () => {
      const closing = await ledger.close([{ height, hash: named[0]!.hash, block: traced() }]);
      if (closing !== 'closed') throw new Error(`the gap at block ${height} is ${closing}`);
    });
    const walMb = rounded(((await walBytes(session)) - before) / 2 ** 20, 1);
    gaps.push({ rowsAbove, ms: Math.round(ms), walMb });
    console.error(`${rowsAbove.toLocaleString('en')} rows above: ${Math.round(ms)} ms, ${walMb} MB of WAL`);
  }
  return { rows: total, gaps };
}

await runBenchmark(readGapsOptions, measureGaps);
