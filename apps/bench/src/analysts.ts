#!/usr/bin/env node
/**
 * `npm run bench:analysts`: the questions of `docs/analysts.md`, as printed, as the role that reads, on three chains of
 * a million transactions each: what each reads beside its bounds, and what the indexes of the page take. It fails where
 * one is beyond. Last line: one JSON object.
 */
import { readFile } from 'node:fs/promises';
import type { Session } from '@chaintrail/db';
import { isBeyond, type PlanNode, type Question, readingOf, readQuestions } from './analysts/questions.js';
import { seedBitcoin, seedEthereum, seedThorchain } from './analysts/worlds.js';
import { benchmarkCommand, parseOptions, wholeNumber } from './harness/benchmark-command.js';
import { rounded, timeMs } from './harness/figures.js';
import { type Cleanup, runBenchmark } from './harness/run.js';
import { openBenchSession, openQuickDatabase } from './harness/server.js';

interface AnalystsOptions {
  readonly transactions: number;
}

const WORLDS = { Bitcoin: seedBitcoin, Ethereum: seedEthereum, THORChain: seedThorchain };

function readAnalystsOptions(args: readonly string[]): AnalystsOptions {
  const transactions = wholeNumber(
    '--transactions <N>',
    'of each chain; of fewer all are read',
    200_000,
    100_000_000,
    1_000_000,
  );
  return parseOptions<AnalystsOptions>(benchmarkCommand('bench:analysts').addOption(transactions), args);
}

async function measureQuestion(session: Session, question: Question, transactions: number) {
  const explain = `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${question.query}`;
  let plan: PlanNode | undefined;
  const ms = await timeMs(async () => {
    const { rows } = await session.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain);
    plan = rows[0]!['QUERY PLAN'][0]!.Plan;
  });
  const reading = readingOf(question, plan!, transactions);
  console.error(
    [question.number, Math.round(ms), ...Object.values(reading), isBeyond(reading) ? 'beyond its bound' : '']
      .map((value) => String(value).padStart(13))
      .join(''),
  );
  return { number: question.number, ms: rounded(ms), ...reading };
}

async function measureAnalysts({ transactions }: AnalystsOptions, cleanup: Cleanup): Promise<object> {
  const document = await readFile(new URL('../../../docs/analysts.md', import.meta.url), 'utf8');
  const session = await openBenchSession(cleanup, await openQuickDatabase(cleanup), 'chaintrail-bench');
  await session.query(`SET timezone = 'UTC'`);
  for (const [name, seed] of Object.entries(WORLDS)) {
    console.error(`Writing ${transactions.toLocaleString('en')} transactions of ${name} …`);
    await seed(session, transactions);
  }
  console.error('Building the indexes of the page …');
  for (const [, index] of document.matchAll(/```sql index\n([\s\S]*?)```/g)) await session.query(index!);
  await session.query('VACUUM ANALYZE');
  await session.query('SET ROLE chaintrail_read');
  const heads = ['question', 'ms', 'answered', 'rows read', 'buffers', 'most rows', 'most buffers'];
  console.error(heads.map((head) => head.padStart(13)).join(''));
  const questions = [];
  for (const question of readQuestions(document)) {
    questions.push(await measureQuestion(session, question, transactions));
  }
  await session.query('RESET ROLE');
  const indexes = await session.query<{ name: string; bytesPerRow: number }>(
    `SELECT indexrelid::regclass::text AS name, pg_relation_size(indexrelid) / nullif(reltuples, 0) AS "bytesPerRow"
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indexrelid::regclass::text ~ '_by_' ORDER BY 1`,
  );
  const sizes = indexes.rows.map(({ name, bytesPerRow }) => [name, rounded(bytesPerRow)] as const);
  if (questions.some(isBeyond)) process.exitCode = 1;
  return { transactions, questions, bytesPerRow: Object.fromEntries(sizes) };
}

await runBenchmark(readAnalystsOptions, measureAnalysts);
