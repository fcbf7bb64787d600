#!/usr/bin/env node
/** `chaintrail status`: how each chain is doing, from the API or from the databases. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ChaintrailError } from '@chaintrail/client';
import { readCommandLine, STATUS } from '@chaintrail/commands';
import { EXIT_CONFIGURATION, loadDoctorSettings, settingsOrExit, withRunningService } from '@chaintrail/config';
import { explainConnectionError } from '@chaintrail/db';
import { type ChainRow, RisingProgress } from './status/chain-row.js';
import { LiveScreen } from './status/live-screen.js';
import { apiReader } from './status/read-api.js';
import { databaseReader, type StatusReader } from './status/read-databases.js';
import { statusTable } from './status/table.js';

interface StatusOptions {
  readonly url?: string;
  readonly every: number;
  readonly once?: true;
  readonly json?: true;
  readonly check?: true;
}

/** A line of a file or a pipe has no end of its own. */
const UNBOUNDED = 1_000;

const { options } = readCommandLine<StatusOptions>(STATUS);
const reader = await openReader(options.url);
const { stdout, stdin } = process;
process.exitCode =
  stdout.isTTY && !options.once && !options.json && !options.check ? await goOn(reader) : await showOnce(reader);
await reader.close();

async function openReader(url: string | undefined): Promise<StatusReader> {
  if (url !== undefined) {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url))
      refuse(`--url is ${JSON.stringify(url)}: expected http://HOST:PORT.`);
    return { read: apiReader(url), close: async () => undefined };
  }
  const { databases, ratesMaxAgeSeconds } = settingsOrExit(loadDoctorSettings, await withRunningService(process.env));
  if (databases.length === 0)
    refuse('No database is known: set DATABASE_URL, start Chaintrail (npx chaintrail start), or name an API by --url.');
  return databaseReader(databases, ratesMaxAgeSeconds);
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(EXIT_CONFIGURATION);
}

function table(rows: readonly ChainRow[]): string[] {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return statusTable(rows, { columns: stdout.columns ?? UNBOUNDED, nowSeconds, colours: stdout.isTTY === true });
}

async function showOnce({ read }: StatusReader): Promise<number> {
  try {
    const rows = await read();
    console.log(options.json ? JSON.stringify(rows, null, 2) : table(rows).join('\n'));
    return options.check && rows.some(({ status }) => status === 'offline' || status === 'halted') ? 1 : 0;
  } catch (error) {
    console.error(sentenceOf(error));
    return 1;
  }
}

async function goOn({ read }: StatusReader): Promise<number> {
  const stop = new AbortController();
  const screen = new LiveScreen(stdout, stdin, () => stop.abort());
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort());
  const rising = new RisingProgress();
  let rows: ChainRow[] = [];
  let trouble = '';
  const draw = () => screen.draw([trouble, ...table(rows)].slice(trouble === '' ? 1 : 0));
  stdout.on('resize', draw);
  try {
    while (!stop.signal.aborted) {
      try {
        rows = (await read()).map((row) => rising.of(row));
        trouble = '';
      } catch (error) {
        trouble = sentenceOf(error).slice(0, stdout.columns);
      }
      if (!stop.signal.aborted) draw();
      await sleep(options.every * 1_000, undefined, { signal: stop.signal }).catch(() => undefined);
    }
    return 0;
  } finally {
    stdout.off('resize', draw);
    screen.close();
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ChaintrailError) return `${options.url}: ${error.detail}.`;
  return explainConnectionError(error) ?? (error instanceof Error ? error.message : String(error));
}
