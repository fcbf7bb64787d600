#!/usr/bin/env node
/** `npm start`: PostgreSQL, the indexer, the API and, without configured nodes, a demo network, in one command. */
import { EXIT_CONFIGURATION, loadStandaloneSettings, SettingsError } from '@chaintrail/config';
import { EmbeddedPostgresError, FolderInUseError } from '@chaintrail/embedded-postgres';
import { Terminal } from '@chaintrail/terminal';
import { Heartbeat } from './heartbeat.js';
import { runService } from './service.js';
import { ServiceError } from './service-error.js';

/**
 * A second Ctrl-C within this time is the same one. The terminal sends it to the whole process group, and npm passes
 * its own on to the program that it runs.
 */
const SAME_SIGNAL_MS = 1_000;

const heartbeat = new Heartbeat();
const terminal = new Terminal(process.stdout, heartbeat);
const stop = new AbortController();
let stoppedAtMs = 0;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);

function onSignal(): void {
  if (!stop.signal.aborted) {
    stoppedAtMs = Date.now();
    heartbeat.stop();
    terminal.line('Stopping …');
    stop.abort();
  } else if (Date.now() - stoppedAtMs > SAME_SIGNAL_MS) {
    // Children see their channel close and stop; PostgreSQL's watchdog stops it.
    process.exit(130);
  }
}

/** Ends with the operator's sentence for what is expected to go wrong, and with everything known otherwise. */
function report(error: unknown): number {
  if (error instanceof SettingsError) {
    console.error(error.message);
    return EXIT_CONFIGURATION;
  }
  if (error instanceof ServiceError) {
    console.error(error.message);
    return error.exitCode;
  }
  if (error instanceof FolderInUseError) {
    console.error(error.message);
    return EXIT_CONFIGURATION;
  }
  if (error instanceof EmbeddedPostgresError) console.error(error.message);
  else console.error('Chaintrail stopped because of an unexpected failure:', error);
  return 1;
}

try {
  const settings = loadStandaloneSettings(process.env);
  for (const warning of settings.warnings) terminal.line(`Note: ${warning}`);
  await runService(settings, stop.signal, terminal, heartbeat);
  process.exit(0);
} catch (error) {
  process.exit(report(error));
}
