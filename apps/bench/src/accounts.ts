#!/usr/bin/env node
/**
 * `npm run bench:accounts`: what the first question about a descriptor's account costs over HTTP, then pages at random
 * offsets, and one after a new block. The same run asks PostgreSQL alone for one scan of the rows that the first
 * question merges. Last line: one JSON object.
 */
import { parseDescriptor, requireUtxoChain } from '@chaintrail/chains';
import { createIndexedChain, createPool } from '@chaintrail/db';
import { inSession, spawnApi } from '@chaintrail/testkit';
import { benchmarkCommand, parseOptions, wholeNumber } from './harness/benchmark-command.js';
import { percentiles, rounded, timeMs } from './harness/figures.js';
import { peakMemoryMb, processorSeconds } from './harness/procfs.js';
import { type Cleanup, runBenchmark } from './harness/run.js';
import { openQuickDatabase } from './harness/server.js';

const PAGE = 25;
const PER_BLOCK = 50;
const KEY =
  'tpubDCXZhr2gyU3AsjyhdMmLs8MWsyMTcnjRB5A1UYshxLwaLe6nc9QxFTLUEent47xh2RvUDQekahUW1A3Xr2iTjEsSQqeG3q3JW5YiV9Mrg6z';
/** Addresses of each transaction: it pays one address of each branch. */
const ADDRESSES_EACH = 2;

interface AccountOptions {
  readonly addresses: number;
  readonly transactions: number;
  readonly requests: number;
  readonly taproot?: boolean;
}

function readOptions(args: readonly string[]): AccountOptions {
  const command = benchmarkCommand('bench:accounts')
    .addOption(wholeNumber('--addresses <N>', 'used addresses of the account', 2, 90_000, 10_000))
    .addOption(wholeNumber('--transactions <N>', 'transactions of the account', 100, 2_000_000, 100_000))
    .addOption(wholeNumber('--requests <N>', 'counted pages', 1, 1_000_000, 500))
    .option('--taproot', 'an account of Taproot (tr) instead of SegWit (wpkh)');
  return parseOptions<AccountOptions>(command, args);
}

/** Writes rows as the indexer does: histories with running sums, a coinbase-like input, two outputs of the account. */
async function seed(
  databaseUrl: string,
  descriptor: string,
  { addresses, transactions }: AccountOptions,
): Promise<void> {
  const chain = requireUtxoChain('btc');
  const network = chain.networks.find(({ name }) => name === 'regtest')!;
  const { branches } = parseDescriptor({ family: 'utxo', chain, network }, descriptor);
  const each = Math.ceil(addresses / branches.length);
  const keys = branches.flatMap((branch) => branch.derive(0, each).map(({ addressKey }) => addressKey!));
  const blocks = Math.ceil(transactions / PER_BLOCK);
  await inSession(databaseUrl, async (session) => {
    await createIndexedChain(session, 'btc', 'regtest');
    await session.query(
      'CREATE TEMPORARY TABLE own AS SELECT key, place - 1 AS place FROM unnest($1::bytea[]) WITH ORDINALITY AS k(key, place)',
      [keys],
    );
    await session.query('CREATE UNIQUE INDEX ON own (place)');
    await session.query(
      `INSERT INTO btc.blocks (height, hash, parent_hash, time, tx_count, size)
       SELECT h, sha256(convert_to('block ' || h, 'UTF8')), sha256(convert_to('block ' || h - 1, 'UTF8')), 1700000000 + h * 600, ${PER_BLOCK}, 500000
       FROM generate_series(0, $1::integer) h`,
      [blocks],
    );
    await session.query(
      `CREATE TEMPORARY TABLE paid AS
       SELECT n, ((n / ${PER_BLOCK} + 1)::bigint << 20) + n % ${PER_BLOCK} AS tx_key, a.key AS first, b.key AS second
       FROM generate_series(0, $1::integer - 1) n
       JOIN own a ON a.place = (n::bigint * 7919) % $2 JOIN own b ON b.place = $2 + (n::bigint * 104729) % $2`,
      [transactions, each],
    );
    await session.query(
      `INSERT INTO btc.transactions (tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts, output_values, output_keys)
       SELECT tx_key, sha256(convert_to('transaction ' || n, 'UTF8')), 2, 0, 250, 200, 500, ARRAY[tx_key], ARRAY[0], ARRAY[1000, 2000]::bigint[], ARRAY[first, second]
       FROM paid ORDER BY tx_key`,
    );
    await session.query(
      `INSERT INTO btc.address_transactions (address_key, seq, tx_key, delta, balance, received)
       SELECT key, row_number() OVER w, tx_key, value, sum(value) OVER w, sum(value) OVER w
       FROM (SELECT first AS key, tx_key, 1000 AS value FROM paid UNION ALL SELECT second, tx_key, 2000 FROM paid) p
       WINDOW w AS (PARTITION BY key ORDER BY tx_key ROWS UNBOUNDED PRECEDING)`,
    );
    await session.query(
      `INSERT INTO btc.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
       SELECT 'regtest', 0, height, hash, time, height, 'live', now() FROM btc.blocks WHERE height = $1`,
      [blocks],
    );
    await session.query('VACUUM ANALYZE');
  });
}

async function addBlock(databaseUrl: string): Promise<void> {
  await inSession(databaseUrl, async (session) => {
    await session.query(
      `INSERT INTO btc.blocks (height, hash, parent_hash, time, tx_count, size)
       SELECT height + 1, sha256(convert_to('block ' || height + 1, 'UTF8')), hash, block_time + 600, 0, 500 FROM btc.sync_state`,
    );
    await session.query(
      `UPDATE btc.sync_state s SET height = b.height, hash = b.hash, block_time = b.time, node_height = b.height, heartbeat_at = now()
       FROM btc.blocks b WHERE b.height = s.height + 1`,
    );
  });
}

async function measure(options: AccountOptions, cleanup: Cleanup): Promise<object> {
  const databaseUrl = await openQuickDatabase(cleanup);
  console.error(`Seeding an account of ${options.addresses} addresses and ${options.transactions} transactions …`);
  const descriptor = `${options.taproot ? 'tr' : 'wpkh'}(${KEY}/<0;1>/*)`;
  await seed(databaseUrl, descriptor, options);
  const api = await spawnApi({ databaseUrl, env: { LOG_LEVEL: 'warn', API_WORKERS: '1' } });
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'chaintrail-bench' });
  cleanup.add(() => pool.end());
  const url = `${api.url}/v0/accounts/btc/${encodeURIComponent(descriptor)}/transactions`;
  const ask = async (offset: number): Promise<number> => {
    const response = await fetch(`${url}?limit=${PAGE}&offset=${offset}`);
    const body = (await response.json()) as { total: number };
    if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
    return body.total;
  };
  const scanMs = await timeMs(() =>
    pool.query(
      'SELECT count(*), sum(delta) FROM (SELECT tx_key, sum(delta) AS delta FROM btc.address_transactions GROUP BY tx_key) t',
    ),
  );
  const { pid } = api.process;
  const used = async (work: () => Promise<unknown>): Promise<number> => {
    const before = processorSeconds(pid!);
    await work();
    return rounded(processorSeconds(pid!) - before);
  };
  let total = 0;
  let firstMs = 0;
  const firstSeconds = await used(async () => {
    firstMs = await timeMs(async () => {
      total = await ask(0);
    });
  });
  const times: number[] = [];
  const pagesSeconds = await used(async () => {
    for (let n = 0; n < options.requests; n++)
      times.push(await timeMs(() => ask(Math.floor((((n * 7_919) % 10_000) / 10_000) * total))));
  });
  await addBlock(databaseUrl);
  const afterBlockMs = await timeMs(() => ask(0));
  return {
    ...{ addresses: options.addresses, total, rows: total * ADDRESSES_EACH, requests: options.requests },
    ...{ firstMs: rounded(firstMs), pages: percentiles(times), afterBlockMs: rounded(afterBlockMs) },
    processor: { firstSeconds, pageMs: rounded((pagesSeconds * 1e3) / options.requests), peakMb: peakMemoryMb(pid!) },
    limit: { scanMs: rounded(scanMs) },
  };
}

await runBenchmark(readOptions, measure);
