import { styleText } from 'node:util';
import type { Finding, Level } from './finding.js';

const COLOURS = { ok: 'green', warning: 'yellow', fails: 'red' } as const satisfies Record<Level, string>;
const LEVEL_WIDTH = 7;

/** A line for each finding, and one that counts them. */
export function reportText(findings: readonly Finding[], output: { readonly isTTY?: boolean }): string {
  const width = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
  const subjects = width(findings.map(({ subject }) => subject));
  const checks = width(findings.map(({ check }) => check));
  const lines = findings.map(({ subject, check, level, text }) => {
    const shown = level.padEnd(LEVEL_WIDTH);
    const coloured = output.isTTY === true ? styleText(COLOURS[level], shown, { validateStream: false }) : shown;
    return `${coloured}  ${subject.padEnd(subjects)}  ${check.padEnd(checks)}  ${text}`;
  });
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  const total = `${count('fails')} fail, ${count('warning')} ${count('warning') === 1 ? 'warning' : 'warnings'}, ${count('ok')} ok`;
  return `${[...lines, '', total].join('\n')}\n`;
}
