import { expect, test } from 'vitest';
import { describeReport, Findings } from '../src/report.js';

const CHAIN = {
  chain: 'btc',
  height: 200,
  blocks: 70,
  reorgs: 5,
  restarts: 1,
  arrived: 30,
  dropped: 4,
  faults: 9,
  pages: 1234,
  judged: new Map([['balances', 20]]),
  addresses: 300,
  audit: 'clean',
  findings: 0,
} as const;

test('a run without findings says so', () => {
  const text = describeReport({ seed: 7, kills: 3, chains: [CHAIN], findings: [], count: 0 });
  expect(text).toMatch(/^chain +height +blocks +reorgs .* findings\n +btc +200 +70 +5 .* clean +0\n/);
  expect(text).toContain('btc: 20 balances');
  expect(text.endsWith('Nothing wrong was found.')).toBe(true);
});

test('findings are listed, counted beyond what is kept, and named with the seed', () => {
  const findings = new Findings();
  for (let n = 0; n < 60; n++) findings.add('btc', `wrong ${n}`);
  findings.add('ltc', 'last');
  expect([findings.kept.length, findings.count('btc'), findings.count('ltc'), findings.total]).toEqual([50, 60, 1, 61]);
  const { kept, total } = findings;
  const text = describeReport({ seed: 7, kills: 0, chains: [CHAIN], findings: kept, count: total });
  expect(text).toContain('btc: wrong 0\n');
  expect(text).toContain('… and 11 more\n61 findings; --seed 7 plays the same again.');
});
