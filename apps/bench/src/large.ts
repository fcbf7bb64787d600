#!/usr/bin/env node
/**
 * `npm run bench:large`: what answers about transactions of thousands of inputs and outputs take, over HTTP, and how long a
 * balance of another client takes while twenty connections ask for them. Last line: one JSON object.
 */
import {
  inSession,
  LARGE_SPENDER_TXID,
  LONG_HISTORY,
  largePaymentTxid,
  seedLargeTransactions,
  spawnApi,
} from '@chaintrail/testkit';
import { Agent, request } from 'undici';
import { benchmarkCommand, parseOptions, wholeNumber } from './harness/benchmark-command.js';
import { percentiles, rounded, timeMs } from './harness/figures.js';
import { type Cleanup, runBenchmark } from './harness/run.js';
import { openQuickDatabase } from './harness/server.js';

/** Payments to the address, a page of histories of them. */
const PAYMENTS = 100;
const ATTACKERS = 20;
/** Different answers of each kind. */
const OFFSETS = 50;
const BALANCES_PER_REQUEST = 5;
/** Bytes of an answer. */
const MOST_BYTES = 2 ** 26;

interface LargeOptions {
  readonly outputs: number;
  readonly inputs: number;
  readonly requests: number;
}

function readLargeOptions(args: readonly string[]): LargeOptions {
  const command = benchmarkCommand('bench:large')
    .addOption(wholeNumber('--outputs <N>', 'outputs of each of 100 payments', 2, 100_000, 2_900))
    .addOption(wholeNumber('--inputs <N>', 'inputs of one transaction, of outputs of one payment', 1, 100_000, 650))
    .addOption(wholeNumber('--requests <N>', 'counted requests of each kind', 1, 10_000, 20));
  return parseOptions<LargeOptions>(command, args);
}

/** Asks from an address of its own: clients are told apart by it. @returns what tells whether it was answered */
function client(url: string, localAddress: string, cleanup: Cleanup): (path: string) => Promise<boolean> {
  const agent = new Agent({ connect: { localAddress } });
  cleanup.add(() => agent.destroy());
  return async (path) => {
    const { statusCode, body } = await request(`${url}${path}`, { dispatcher: agent });
    await body.dump({ limit: MOST_BYTES });
    if (statusCode !== 200 && statusCode !== 503) throw new Error(`${statusCode} of ${path}`);
    return statusCode === 200;
  };
}

async function measureLarge({ outputs, inputs, requests }: LargeOptions, cleanup: Cleanup): Promise<object> {
  const databaseUrl = await openQuickDatabase(cleanup);
  console.error('Seeding …');
  await inSession(databaseUrl, (session) =>
    seedLargeTransactions(session, { payments: PAYMENTS, outputs, inputs: Math.min(inputs, outputs) }),
  );
  const api = await spawnApi({ databaseUrl, env: { LOG_LEVEL: 'warn' } });
  const address = `/v0/addresses/btc/${LONG_HISTORY.address}`;
  const routes = {
    payment: `/v0/transactions/btc/${largePaymentTxid(1)}?`,
    spender: `/v0/transactions/btc/${LARGE_SPENDER_TXID}?`,
    history25: `${address}/transactions?limit=25&`,
    history100: `${address}/transactions?limit=100&`,
    utxos100: `${address}/utxos?limit=100&`,
    utxos1000: `${address}/utxos?limit=1000&`,
    block: '/v0/blocks/btc/1?limit=100&',
  };
  const ask = client(api.url, '127.0.0.2', cleanup);
  // The process's very first request opens its connections.
  await ask(`${address}/balance`);
  const alone: Record<string, object> = {};
  for (const [name, path] of Object.entries(routes)) {
    // Earlier answers are kept: an offset more is another answer.
    const askAt = (n: number): Promise<number> => timeMs(() => ask(`${path}offset=${n % OFFSETS}`));
    const firstMs = await askAt(0);
    const times: number[] = [];
    for (let n = 1; n <= requests; n++) times.push(await askAt(n));
    alone[name] = { firstMs: rounded(firstMs), ...percentiles(times) };
  }
  const victim = client(api.url, '127.0.0.3', cleanup);
  const balances = async (): Promise<object> => {
    const times: number[] = [];
    let refused = 0;
    for (let n = 0; n < BALANCES_PER_REQUEST * requests; n++)
      times.push(
        await timeMs(async () => {
          if (!(await victim(`${address}/balance?height=${1 + (n % 2)}`))) refused++;
        }),
      );
    return { ...percentiles(times), refused };
  };
  const quiet = await balances();
  const attacked: Record<string, object> = {};
  for (const [name, path] of Object.entries(routes)) {
    let isOver = false;
    const attack = Array.from({ length: ATTACKERS }, async (_, n) => {
      for (let at = n; !isOver; at++) await ask(`${path}offset=${at % OFFSETS}`);
    });
    attacked[name] = await balances();
    isOver = true;
    await Promise.all(attack);
  }
  return { outputs, inputs, alone, balance: { quiet, attacked } };
}

await runBenchmark(readLargeOptions, measureLarge);
