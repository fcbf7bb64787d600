#!/usr/bin/env node
/**
 * `npm run bench:paging`: what a 25-row page of a long list costs at offset 0 and at the far end, over HTTP.
 *
 * --list LIST        `transactions` (the default): a history; `utxos`: unspent outputs, whose offsets end at 10,000
 * --transactions N   length of the seeded list (default 1,000,000) --requests N       counted requests per offset
 * (default 2,000) --url URL --currency CODE --address ADDRESS   ask a running API instead of one that is seeded and
 * started here
 *
 * The two offsets take turns, so that drift of the machine affects both alike. The same run measures the page's rows in
 * PostgreSQL alone: no API over it can be faster. Last line: one JSON object.
 */
import { parseArgs } from 'node:util';
import { COUNTED_UTXOS, createPool, openSession } from '@chaintrail/db';
import {
  createTestDatabase,
  LONG_HISTORY,
  seedLongHistory,
  seedUnspentOutputs,
  spawnApi,
  startTestPostgres,
  stopProcesses,
} from '@chaintrail/testkit';
import { percentiles, timeMs } from './timing.js';

const PAGE = 25;
const WARM_UP = 200;

interface Target {
  readonly listUrl: string;
  /** Reads the rows of the page from PostgreSQL; absent where only the URL is known. */
  readonly askRows?: (offset: number) => Promise<unknown>;
  close(): Promise<void>;
}

/** Parameters: address key, offset, length of the list. */
const ROWS = {
  transactions: `SELECT h.seq, h.delta, h.balance, t.* FROM btc.address_transactions h JOIN btc.transactions t USING (tx_key)
    WHERE h.address_key = $1 AND h.seq BETWEEN $3 - $2::bigint - ${PAGE} + 1 AND $3::bigint - $2 ORDER BY h.seq DESC`,
  utxos: `SELECT u.vout, t.* FROM (
      SELECT tx_key, vout FROM btc.unspent_outputs WHERE address_key = $1 AND $3::bigint > 0
      ORDER BY tx_key DESC, vout DESC OFFSET $2::bigint LIMIT ${PAGE}) u
    CROSS JOIN LATERAL (SELECT * FROM btc.transactions WHERE tx_key = u.tx_key LIMIT 1) t`,
} as const;
type List = keyof typeof ROWS;

async function seededTarget(list: List, transactions: number): Promise<Target> {
  const postgres = await startTestPostgres();
  const database = await createTestDatabase(postgres.url);
  const session = await openSession(database.url, 'chaintrail-bench-seed');
  console.error(`Seeding an address with ${transactions.toLocaleString('en')} transactions …`);
  await seedLongHistory(session, transactions);
  if (list === 'utxos') await seedUnspentOutputs(session);
  await session.end();
  const api = await spawnApi({ databaseUrl: database.url, env: { LOG_LEVEL: 'warn' } });
  const pool = createPool(database.url, { max: 1, applicationName: 'chaintrail-bench' });
  return {
    listUrl: `${api.url}/v0/addresses/btc/${LONG_HISTORY.address}/${list}`,
    askRows: (offset) =>
      pool.query({ name: 'page', text: ROWS[list], values: [LONG_HISTORY.addressKey, offset, transactions] }),
    async close() {
      await pool.end();
      await stopProcesses();
      await database.drop();
      await postgres.stop();
    },
  };
}

async function askPage(listUrl: string, offset: number): Promise<{ total: number | null }> {
  const response = await fetch(`${listUrl}?limit=${PAGE}&offset=${offset}`);
  const body = (await response.json()) as { total: number | null };
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
  return body;
}

const { values } = parseArgs({
  options: {
    list: { type: 'string', default: 'transactions' },
    transactions: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '2000' },
    url: { type: 'string' },
    currency: { type: 'string' },
    address: { type: 'string' },
  },
});
const requests = Number(values.requests);
const list: List = values.list === 'utxos' ? 'utxos' : 'transactions';
const target: Target = values.url
  ? {
      listUrl: `${values.url.replace(/\/$/, '')}/v0/addresses/${values.currency ?? 'btc'}/${values.address}/${list}`,
      close: async () => undefined,
    }
  : await seededTarget(list, Number(values.transactions));

try {
  const { total } = await askPage(target.listUrl, 0);
  if (total !== null && total < 2 * PAGE) throw new Error(`the address has only ${total} ${list}`);
  const deepOffset = total === null ? COUNTED_UTXOS : total - PAGE;
  const times = { first: [] as number[], deep: [] as number[], rowsFirst: [] as number[], rowsDeep: [] as number[] };
  for (let n = -WARM_UP; n < requests; n++) {
    const first = await timeMs(() => askPage(target.listUrl, 0));
    const deep = await timeMs(() => askPage(target.listUrl, deepOffset));
    const rowsFirst = target.askRows ? await timeMs(() => target.askRows!(0)) : null;
    const rowsDeep = target.askRows ? await timeMs(() => target.askRows!(deepOffset)) : null;
    if (n < 0) continue;
    times.first.push(first);
    times.deep.push(deep);
    if (rowsFirst !== null) times.rowsFirst.push(rowsFirst);
    if (rowsDeep !== null) times.rowsDeep.push(rowsDeep);
  }
  const [first, deep] = [percentiles(times.first), percentiles(times.deep)];
  const limit = target.askRows
    ? { limit: { first: percentiles(times.rowsFirst), deep: percentiles(times.rowsDeep) } }
    : {};
  console.log(
    JSON.stringify({
      list,
      total,
      requests,
      deepOffset,
      first,
      deep,
      ratio: Number((deep.p50Ms / first.p50Ms).toFixed(3)),
      ...limit,
    }),
  );
} finally {
  await target.close();
}
