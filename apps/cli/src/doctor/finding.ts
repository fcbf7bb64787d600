/** Result of a check, and the report of all. */
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';

const LEVELS = ['ok', 'warning', 'fails'] as const;
export type Level = (typeof LEVELS)[number];

export interface Finding {
  /** Subject of the check: a setting, a chain's node, a file. */
  readonly subject: string;
  /** Name of the check. */
  readonly check: string;
  readonly level: Level;
  /** One sentence; with the remedy where something is to be changed. Never holds a secret. */
  readonly text: string;
}

/** Findings about one subject, one after the other. */
export class Findings {
  readonly all: Finding[] = [];
  readonly #subject: string;

  constructor(subject: string) {
    this.#subject = subject;
  }

  add(check: string, level: Level, text: string): void {
    this.all.push({ subject: this.#subject, check, level, text });
  }

  /** `warning` where there is one, else `ok`. */
  judge(check: string, problem: string | null, fine: string, level: Level = 'warning'): void {
    if (problem === null) this.add(check, 'ok', fine);
    else this.add(check, level, problem);
  }
}

const CHECK_MS = 5_000;

/** A check was not done in time. */
export class SlowError extends Error {
  constructor(ms: number) {
    super(`there was no answer within ${ms / 1000} s`);
  }
}

/** @throws SlowError where `work` is not done in time; it is left behind then */
export async function inTime<T>(work: Promise<T>, ms = CHECK_MS): Promise<T> {
  const done = new AbortController();
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => Promise.reject(new SlowError(ms)));
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    late.catch(() => undefined);
    work.catch(() => undefined);
  }
}

/** The worst decides. */
export function exitStatusOf(findings: readonly Finding[]): number {
  return Math.max(0, ...findings.map(({ level }) => LEVELS.indexOf(level)));
}

const GIB = 2 ** 30;
const MIB = 2 ** 20;

/** "3.2 GB", "128 MB": of 1,024, as PostgreSQL's settings have them. */
export function bytesText(bytes: number): string {
  return bytes >= GIB ? `${Number((bytes / GIB).toFixed(1))} GB` : `${Math.round(bytes / MIB)} MB`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

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
