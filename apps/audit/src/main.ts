#!/usr/bin/env node
/** `npx chaintrail audit ltc`: proves that what is indexed of a chain is right, while the indexer goes on. */
import { AUDIT, readCommandLine } from '@chaintrail/commands';
import { databaseOf, loadAuditSettings, settingsOrExit, withRunningService } from '@chaintrail/config';
import { explainConnectionError } from '@chaintrail/db';
import { AuditInterruptedError } from './audit.js';
import { type AuditArguments, auditArguments } from './limits.js';
import { openTarget } from './open-target.js';
import { showAudit } from './progress.js';
import { reportText } from './report.js';
import { type AuditOutcome, AuditRefusedError, runAudit } from './run-audit.js';

const EXIT = { clean: 0, findings: 1, failed: 2, interrupted: 130 } as const;

/** A sample of the indexer is over by then, unless the chain is large; so is what a server that starts has yet to end. */
const WAIT_MS = 60_000;

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());

process.exitCode = await main(auditArguments(readCommandLine(AUDIT)));

async function main(asked: AuditArguments): Promise<number> {
  try {
    const outcome = await audit(asked);
    console.log(asked.json ? JSON.stringify(outcome, null, 2) : reportText(outcome));
    return EXIT[outcome.result];
  } catch (error) {
    if (error instanceof AuditInterruptedError) {
      console.error(error.message);
      return EXIT.interrupted;
    }
    const sentence = error instanceof AuditRefusedError ? error.message : explainConnectionError(error);
    console.error(sentence === null ? error : `The audit could not be made: ${sentence}`);
    return EXIT.failed;
  }
}

async function audit({ chain, scope, sampledBlocks }: AuditArguments): Promise<AuditOutcome> {
  const settings = settingsOrExit(loadAuditSettings, await withRunningService(process.env));
  for (const warning of settings.warnings) console.error(`Note: ${warning}`);
  const code = chain.code.toUpperCase();
  const chainSettings = settings.chains.find((each) => each.chain === chain);
  if (chainSettings === undefined)
    throw new AuditRefusedError(`no node of ${chain.name} is configured; set ${code}_RPC_URL`);
  const { target, close } = openTarget(chainSettings);
  const progress = showAudit(chain.code);
  // Calls to a node that does not answer end with the client.
  stop.signal.addEventListener('abort', () => void close(), { once: true });
  try {
    return await runAudit({
      databaseUrl: databaseOf(settings.databases, chain.code).url.reveal(),
      target,
      scope,
      sampledBlocks,
      idle: 0,
      signal: stop.signal,
      waitMs: WAIT_MS,
      onWait: () => console.error(`Waiting for the end of another audit of ${chain.code}, or of its migration.`),
      onStep: (report) => progress.show(report),
    });
  } finally {
    progress.close();
    await close();
  }
}
