/**
 * A record of answers, to hold later ones to, byte for byte. A file has a line for each request: status, media type, SHA-256 of the body, and the URL. Below
 * stand the lines of the body, each behind a bar, of the first request of each kind: there a difference can be read.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RecordedAnswer {
  /** The request: the URL without its server, and what is accepted besides JSON. */
  readonly request: string;
  /** Kind of the request: of the requests with the same one, the first keeps its body. */
  readonly kind: string;
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
}

interface KeptAnswer {
  /** Status, media type and digest. */
  readonly outcome: string;
  readonly body: string | null;
}

/** Longer ones are told by their digest alone. */
const MOST_KEPT_CHARACTERS = 5_000;
/** Differences that are printed. */
const MOST_SHOWN = 12;
/** Characters shown before a difference, and after its beginning. */
const BEFORE = 100;
const AFTER = 160;
const BAR = '| ';
const FIRST = 'first at character';

/** Whether answers are to be recorded anew: `RECORD=1`. */
const isRecording = process.env['RECORD'] === '1';

/**
 * Holds answers to a record, or makes it where {@link isRecording}.
 * @returns what differs, each with its first difference where the record has the body; empty when all is as it was
 */
export function differencesFrom(file: string, answers: readonly RecordedAnswer[]): string[] {
  if (isRecording) {
    writeFileSync(file, write(answers));
    return [];
  }
  const recorded = existsSync(file) ? read(readFileSync(file, 'utf8')) : new Map<string, KeptAnswer>();
  const asked = new Set(answers.map(({ request }) => request));
  const found = [
    ...answers.flatMap((answer) => differenceOf(answer, recorded.get(answer.request))),
    ...[...recorded.keys()]
      .filter((request) => !asked.has(request))
      .map((request) => `${request}\n  was not asked for`),
  ];
  if (found.length === 0) return [];
  // Those that say where they differ before the others.
  const readable = (text: string): number => Number(!text.includes(FIRST));
  found.sort((a, b) => readable(a) - readable(b));
  const more = found.length > MOST_SHOWN ? [`and ${found.length - MOST_SHOWN} more`] : [];
  return [
    ...found.slice(0, MOST_SHOWN),
    ...more,
    `All bodies of this run are in ${writeBodies(answers)}; RECORD=1 makes the record anew.`,
  ];
}

function outcomeOf({ status, mediaType, body }: RecordedAnswer): string {
  return `${status} ${mediaType.replaceAll(' ', '')} ${createHash('sha256').update(body).digest('hex')}`;
}

function differenceOf(answer: RecordedAnswer, recorded: KeptAnswer | undefined): string[] {
  const { request, body } = answer;
  if (!recorded) return [`${request}\n  is not in the record`];
  const outcome = outcomeOf(answer);
  if (outcome === recorded.outcome) return [];
  return [`${request}\n  was ${recorded.outcome}\n  is  ${outcome}${firstDifference(recorded.body, body)}`];
}

function firstDifference(before: string | null, now: string): string {
  if (before === null || before === now) return '';
  let at = 0;
  while (at < before.length && before[at] === now[at]) at++;
  const part = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - BEFORE), at + AFTER));
  return `\n  ${FIRST} ${at}:\n    was ${part(before)}\n    is  ${part(now)}`;
}

function write(answers: readonly RecordedAnswer[]): string {
  const kept = new Set<string>();
  return answers
    .map((answer) => {
      const { kind, body, request } = answer;
      const isKept = !kept.has(kind) && body.length <= MOST_KEPT_CHARACTERS;
      if (isKept) kept.add(kind);
      const lines = isKept ? body.split('\n').map((line) => `${BAR}${line}\n`) : [];
      return `${outcomeOf(answer)} ${request}\n${lines.join('')}`;
    })
    .join('');
}

function read(text: string): Map<string, KeptAnswer> {
  const recorded = new Map<string, KeptAnswer>();
  let last: string | null = null;
  for (const line of text.split('\n').slice(0, -1)) {
    if (line.startsWith(BAR) && last !== null) {
      const { outcome, body } = recorded.get(last)!;
      const own = line.slice(BAR.length);
      recorded.set(last, { outcome, body: body === null ? own : `${body}\n${own}` });
    } else {
      const [status, mediaType, digest, ...request] = line.split(' ');
      last = request.join(' ');
      recorded.set(last, { outcome: `${status} ${mediaType} ${digest}`, body: null });
    }
  }
  return recorded;
}

/** @returns the folder: a file for each request, numbered as in the record, and their names in `requests` */
function writeBodies(answers: readonly RecordedAnswer[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'chaintrail-answers-'));
  writeFileSync(join(folder, 'requests'), answers.map(({ request }, at) => `${at + 1} ${request}\n`).join(''));
  for (const [at, { body }] of answers.entries()) writeFileSync(join(folder, String(at + 1)), body);
  return folder;
}
