import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isBeyond, type PlanNode, readingOf, readQuestions } from '../src/analysts/questions.js';

const node = (more: object): PlanNode => ({
  ...{ 'Actual Rows': 1, 'Actual Loops': 1, 'Shared Hit Blocks': 0, 'Shared Read Blocks': 0 },
  ...more,
});

test('all questions of the page are asked, each for what it says that it reads', async () => {
  const questions = readQuestions(await readFile(new URL('../../../docs/analysts.md', import.meta.url), 'utf8'));
  expect(questions.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  expect(questions.filter(({ isWalk }) => isWalk).map(({ number }) => number)).toEqual([3, 7, 8]);
  for (const { query } of questions) expect(query).toMatch(/^(SELECT|WITH)[^;]*$/);
});

test('a question is beyond its bounds by rows, or by buffers for a row, wherever in the plan', () => {
  const question = { number: 1, query: '', isWalk: false };
  const scan = { 'Relation Name': 'blocks', 'Actual Rows': 2, 'Actual Loops': 10, 'Rows Removed by Filter': 3 };
  const plan = (more: object) => node({ 'Shared Hit Blocks': 500, 'Shared Read Blocks': 300, Plans: [node(more)] });
  const reading = readingOf(question, plan(scan), 1_000);
  expect(reading).toEqual({ answered: 1, read: 50, buffers: 800, mostRead: 500, mostBuffers: 800 });
  expect(isBeyond(reading)).toBe(false);
  expect(isBeyond(readingOf(question, plan({ ...scan, 'Actual Loops': 9 }), 1_000))).toBe(true);
  const all = plan({ ...scan, 'Actual Loops': 101 });
  expect(isBeyond(readingOf(question, all, 1_000))).toBe(true);
  expect(isBeyond(readingOf({ ...question, isWalk: true }, all, 1_000))).toBe(false);
});
