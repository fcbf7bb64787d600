/** The thread of a {@link Heartbeat}: a line on standard output after each silence. */
import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { HeartbeatMessage } from './heartbeat.js';

const SILENT_MS = 4_000;
const LOOK_MS = 250;
const STDOUT = 1;

let doing: { readonly what: string; readonly sinceMs: number } | null = null;
let isQuiet = false;
let lastMs = Date.now();

parentPort?.on('message', (message: HeartbeatMessage) => {
  lastMs = Date.now();
  isQuiet = message.isQuiet ?? isQuiet;
  if (message.doing !== null) doing = { what: message.doing, sinceMs: lastMs };
});

setInterval(() => {
  const nowMs = Date.now();
  if (doing === null || isQuiet || nowMs - lastMs < SILENT_MS) return;
  try {
    // Not by the stream of the process, which the other thread would have to turn for.
    writeSync(STDOUT, `${doing.what}: ${Math.round((nowMs - doing.sinceMs) / 1000)} s so far …\n`);
    lastMs = nowMs;
  } catch {
    // A pipe that is full, or that nobody reads any more: what was to be said is old by the next look.
  }
}, LOOK_MS);
