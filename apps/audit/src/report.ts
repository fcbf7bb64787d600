/** Text of an audit for operators. Pure. */
import type { CheckName, CheckReport, Outcome } from '@chaintrail/db';
import type { AuditOutcome } from './run-audit.js';

export const CHECK_TITLES: Readonly<Record<CheckName, string>> = {
  'unspent-outputs': 'unspent outputs',
  'shielded-pools': 'shielded pools',
  balances: 'balances',
  tokens: 'tokens',
  transactions: 'transactions',
  blocks: 'blocks',
  histories: 'histories',
  transfers: 'transfers',
};

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  clean: 'clean',
  partial: 'clean',
  findings: 'FINDINGS',
  skipped: 'left out',
  unfinished: 'not finished',
};

const RESULTS: Readonly<Record<AuditOutcome['result'], string>> = {
  clean: 'Clean: everything that was looked at agrees.',
  findings: 'Something does not agree. docs/audit.md says what each finding means and what to do.',
  failed: 'The audit could not be finished.',
};

/** @returns lines for a terminal, the last one without a line break */
export function reportText(outcome: AuditOutcome): string {
  const { chain, network, scope, block, checks, seconds, result, reason } = outcome;
  const at = block === null ? '' : `, block ${number(block.height)} ${block.hash}`;
  return [
    `Audit of ${chain} ${network} (${scope})${at}`,
    '',
    ...checks.flatMap(checkLines),
    '',
    `${RESULTS[result]} (${seconds.toFixed(1)} s)`,
    ...(reason === null ? [] : [`Not finished: ${reason}`]),
  ].join('\n');
}

function checkLines(check: CheckReport): string[] {
  const { name, outcome, share, facts, reason, findings, examples } = check;
  const details = [
    ...(outcome === 'partial' || (outcome === 'findings' && share < 1) ? [`${percent(share)} of all`] : []),
    ...Object.entries(facts).map(([fact, value]) => `${fact} ${amount(value)}`),
    ...(reason === null ? [] : [reason]),
  ];
  const lines = [`  ${CHECK_TITLES[name].padEnd(17)}${OUTCOMES[outcome].padEnd(14)}${details.join(', ')}`.trimEnd()];
  for (const { problem, place, expected, found } of examples) {
    lines.push(`    ${problem}: ${place}`, `      expected ${expected}`, `      found    ${found}`);
  }
  if (findings > examples.length) lines.push(`    … and ${number(findings - examples.length)} more`);
  return lines;
}

function percent(share: number): string {
  const percents = share * 100;
  return `${percents >= 10 ? percents.toFixed(0) : percents.toPrecision(2)} %`;
}

/** Thousands apart, also in numbers that are text because they may be large. */
function amount(value: string | number): string {
  return /^-?\d+$/.test(`${value}`) ? number(BigInt(value)) : `${value}`;
}

function number(value: number | bigint): string {
  return value.toLocaleString('en-US');
}
