#!/usr/bin/env node
/**
 * `npm run bench:paging`: what a 25-row page of a long list costs at offset 0 and at the far end, over HTTP. The two
 * offsets take turns, so that drift of the machine affects both alike. The same run measures the page's rows in
 * PostgreSQL alone: no API over it can be faster. Last line: one JSON object.
 */
import { COUNTED_UTXOS, createPool } from '@chaintrail/db';
import { inSession, LONG_HISTORY, seedLongHistory, seedUnspentOutputs, spawnApi } from '@chaintrail/testkit';
import { Option } from 'commander';
import { benchmarkCommand, parseOptions, wholeNumber } from './harness/benchmark-command.js';
import { percentiles, rounded, timeMs } from './harness/figures.js';
import { type Cleanup, runBenchmark } from './harness/run.js';
import { openQuickDatabase } from './harness/server.js';

const PAGE = 25;
const WARM_UP = 200;

/** Parameters: address key, offset, length of the list. */
const ROWS = {
  transactions: `SELECT h.seq, h.delta, h.balance, t.* FROM btc.address_transactions h JOIN btc.transactions t USING (tx_key)
    WHERE h.address_key = $1 AND h.seq BETWEEN $3 - $2::bigint - ${PAGE} + 1 AND $3::bigint - $2 ORDER BY h.seq DESC`,
  utxos: `SELECT u.vout, t.* FROM (
      SELECT tx_key, vout FROM btc.unspent_outputs WHERE address_key = $1 AND $3::bigint > 0
      ORDER BY tx_key DESC, vout DESC OFFSET $2::bigint LIMIT ${PAGE}) u
    CROSS JOIN LATERAL (SELECT * FROM btc.transactions WHERE tx_key = u.tx_key LIMIT 1) t`,
} as const;

interface PagingOptions {
  readonly list: keyof typeof ROWS;
  readonly transactions: number;
  readonly requests: number;
  readonly url?: string;
  readonly currency: string;
  readonly address?: string;
}

function readPagingOptions(args: readonly string[]): PagingOptions {
  const about = 'transactions: a history; utxos: unspent outputs, whose offsets end at 10,000';
  const command = benchmarkCommand('bench:paging')
    .addOption(new Option('--list <LIST>', about).choices(Object.keys(ROWS)).default('transactions'))
    .addOption(wholeNumber('--transactions <N>', 'length of the seeded list', 2 * PAGE, 1_000_000_000, 1_000_000))
    .addOption(wholeNumber('--requests <N>', 'counted requests per offset', 1, 1_000_000, 2_000))
    .option('--url <URL>', 'ask a running API instead of one that is seeded and started here')
    .option('--currency <CODE>', 'of the address there', 'btc')
    .option('--address <ADDRESS>', 'to ask for there');
  const options = parseOptions<PagingOptions>(command, args);
  if ((options.url === undefined) !== (options.address === undefined))
    command.error('error: --url and --address go together');
  return options;
}

interface Target {
  readonly listUrl: string;
  /** Reads the rows of the page from PostgreSQL; absent where only the URL is known. */
  readonly askRows?: (offset: number) => Promise<unknown>;
}

async function openTarget({ list, transactions, ...running }: PagingOptions, cleanup: Cleanup): Promise<Target> {
  if (running.url !== undefined) {
    const url = running.url.replace(/\/$/, '');
    return { listUrl: `${url}/v0/addresses/${running.currency}/${running.address}/${list}` };
  }
  const databaseUrl = await openQuickDatabase(cleanup);
  console.error(`Seeding an address with ${transactions.toLocaleString('en')} transactions …`);
  await inSession(databaseUrl, async (session) => {
    await seedLongHistory(session, transactions);
    if (list === 'utxos') await seedUnspentOutputs(session);
  });
  const api = await spawnApi({ databaseUrl, env: { LOG_LEVEL: 'warn' } });
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'chaintrail-bench' });
  cleanup.add(() => pool.end());
  return {
    listUrl: `${api.url}/v0/addresses/btc/${LONG_HISTORY.address}/${list}`,
    askRows: (offset) =>
      pool.query({ name: 'page', text: ROWS[list], values: [LONG_HISTORY.addressKey, offset, transactions] }),
  };
}

async function askPage(listUrl: string, offset: number): Promise<{ total: number | null }> {
  const response = await fetch(`${listUrl}?limit=${PAGE}&offset=${offset}`);
  const body = (await response.json()) as { total: number | null };
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
  return body;
}

async function measurePaging(options: PagingOptions, cleanup: Cleanup): Promise<object> {
  const { list, requests } = options;
  const { listUrl, askRows } = await openTarget(options, cleanup);
  const { total } = await askPage(listUrl, 0);
  if (total !== null && total < 2 * PAGE) throw new Error(`the address has only ${total} ${list}`);
  const deepOffset = total === null ? COUNTED_UTXOS : total - PAGE;
  const works = {
    first: () => askPage(listUrl, 0),
    deep: () => askPage(listUrl, deepOffset),
    ...(askRows && { rowsFirst: () => askRows(0), rowsDeep: () => askRows(deepOffset) }),
  };
  const times = { first: [] as number[], deep: [] as number[], rowsFirst: [] as number[], rowsDeep: [] as number[] };
  for (let n = -WARM_UP; n < requests; n++) {
    for (const [name, work] of Object.entries(works)) {
      const ms = await timeMs(work);
      if (n >= 0) times[name as keyof typeof times].push(ms);
    }
  }
  const [first, deep] = [percentiles(times.first), percentiles(times.deep)];
  return {
    ...{ list, total, requests, deepOffset, first, deep, ratio: rounded(deep.p50Ms / first.p50Ms) },
    ...(askRows && { limit: { first: percentiles(times.rowsFirst), deep: percentiles(times.rowsDeep) } }),
  };
}

await runBenchmark(readPagingOptions, measurePaging);
