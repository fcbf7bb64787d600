/** The whole service, from nothing to answers: what is started, in which order, and that it all stops again. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CHAINS } from '@chaintrail/chains';
import { announceService, makeTokenFiles, type StandaloneSettings } from '@chaintrail/config';
import { Databases } from '@chaintrail/db';
import { ownFolder } from '@chaintrail/embedded-postgres';
import type { Terminal } from '@chaintrail/terminal';
import { type Database, foreignDatabase, prepareSchema, startDatabase } from './database.js';
import { claimForDemo, forgetOtherChains } from './demo-database.js';
import { DemoNetwork } from './demo-network.js';
import { ExamplePrinter, localUrl, waitForApi } from './examples.js';
import type { Heartbeat } from './heartbeat.js';
import { logFolder } from './logs.js';
import { requireFolder, requireFreePorts, requireSameNetworks } from './preflight.js';
import { type ProgramsOptions, startApi, startIndexer } from './programs.js';
import { watchChains } from './watch-chains.js';

/**
 * Runs until `signal` fires, then stops everything: children first, PostgreSQL last.
 * @throws ServiceError, EmbeddedPostgresError, FolderInUseError: one sentence for the operator
 */
export async function runService(
  settings: StandaloneSettings,
  signal: AbortSignal,
  terminal: Terminal,
  heartbeat: Heartbeat,
): Promise<void> {
  const closers = new Closers();
  const say = (line: string) => terminal.line(line);
  try {
    await runUntil(signal, (failed) => start(settings, closers, signal, terminal, heartbeat, failed));
  } finally {
    terminal.close();
    await closers.closeAll(say);
  }
}

/** Starts, then waits for the signal or the first failure. A start that goes on when it fires is left behind. */
function runUntil(signal: AbortSignal, begin: (failed: (error: Error) => void) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
    else begin(reject).catch(reject);
  });
}

async function start(
  settings: StandaloneSettings,
  closers: Closers,
  signal: AbortSignal,
  terminal: Terminal,
  heartbeat: Heartbeat,
  failed: (error: Error) => void,
): Promise<void> {
  const { dataDir, host, port, adminPort, chains } = settings;
  const say = (line: string) => terminal.line(line);
  await requireFolder(dataDir);
  const ownership = await ownFolder(dataDir);
  closers.add('The data folder', () => ownership.release());
  const lack = await requireFreePorts(settings);
  await mkdir(logFolder(dataDir), { recursive: true });

  const demo = chains.length === 0;
  const database = await openDatabase(settings, demo, closers, say);
  if (signal.aborted) return;
  say('Bringing the database schema up to date …');
  const applied = await prepareSchema(database.url, say);
  if (applied.length > 0) say(`Database schema: applied ${applied.join(', ')}`);
  for (const { variable, url } of settings.ownDatabases) {
    const there = await prepareSchema(url.reveal(), say, variable);
    if (there.length > 0) say(`Database schema in ${variable}: applied ${there.join(', ')}`);
  }
  const databases = openDatabases(settings, database);
  closers.add('Connections', () => databases.end());
  await requireSameNetworks(databases, chains);

  const network = demo ? await planDemo(settings, database, closers) : undefined;
  const withdraw = await announceService(dataDir, { DATABASE_URL: database.url, ...network?.env });
  closers.add('The announcement', withdraw);
  const programs: ProgramsOptions = {
    settings,
    databaseUrl: database.url,
    apiDatabaseUrl: await database.apiUrl(),
    demoEnv: network?.env,
    tokenEnv: await makeTokenFiles(process.env, dataDir),
    onTrouble: say,
    onRefusal: failed,
  };
  // First: it can say how far everything else is.
  const api = startApi(programs);
  const children = [api];
  closers.add('The indexer or the API', () => Promise.all(children.map((child) => child.stop())));
  const url = localUrl(host, port);
  const answers = waitForApi(url, signal).then(() => {
    if (signal.aborted) return;
    say(
      `The API answers on ${settings.publicUrl ?? url}, and browsers see the explorer there; Ctrl-C stops everything.`,
    );
    if (lack !== null) say(`Note: /ready and /metrics are not answered. ${lack}`);
    else if (adminPort !== null) say(`For operators: /ready and /metrics on ${localUrl(host, adminPort)}.`);
  });
  if (network !== undefined) await openDemo(network, database, say, signal);
  if (signal.aborted) return;
  children.push(startIndexer(programs));
  const examples = new ExamplePrinter(url, say);
  const watch = watchChains({
    databases,
    chains: (demo ? CHAINS : chains.map((each) => each.chain)).map((chain) => chain.code),
    terminal,
    logHint: join(logFolder(dataDir), 'indexer.log'),
    onLive: (live) => void answers.then(() => examples.print(live, signal)),
    onAllTold: () => heartbeat.stop(),
  });
  closers.add('The display', () => watch.stop());
  say(`The indexer has started; a chain can be asked about when it is live. Logs are in ${logFolder(dataDir)}.`);
  heartbeat.doing('The indexer looks at nodes and tables');
  await answers;
}

async function openDatabase(
  settings: StandaloneSettings,
  demo: boolean,
  closers: Closers,
  say: (line: string) => void,
): Promise<Database> {
  if (settings.databaseUrl !== undefined) return foreignDatabase(settings.databaseUrl.reveal());
  say('Starting PostgreSQL …');
  const database = await startDatabase(settings.dataDir, demo, say);
  closers.add('PostgreSQL', () => database.stop());
  return database;
}

/** One connection to each: they are asked how far chains are. */
function openDatabases({ ownDatabases }: StandaloneSettings, common: Database): Databases {
  const own = new Map(ownDatabases.map(({ chain, url }) => [chain, url.reveal()]));
  return new Databases((code) => own.get(code) ?? common.url, { max: 1, applicationName: 'chaintrail-standalone' });
}

async function planDemo(settings: StandaloneSettings, database: Database, closers: Closers): Promise<DemoNetwork> {
  if (settings.databaseUrl !== undefined) await claimForDemo(database.url, settings.dataDir);
  const network = await DemoNetwork.plan(settings.dataDir);
  closers.add('The demo network', () => network.stop());
  return network;
}

async function openDemo(
  network: DemoNetwork,
  database: Database,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  say('No node is configured: starting a demo network. docs/configuration.md tells how to follow real ones.');
  await network.start(say, signal);
  if (!signal.aborted) await forgetOtherChains(database.url, network.accountNodes, say);
}

/** Things that were started, stopped in the opposite order. */
class Closers {
  private readonly stack: { readonly name: string; close(): Promise<unknown> }[] = [];

  add(name: string, close: () => Promise<unknown>): void {
    this.stack.push({ name, close });
  }

  /** Stops everything, even if stopping one thing fails. @param onFailure one line about that */
  async closeAll(onFailure: (line: string) => void): Promise<void> {
    for (let entry = this.stack.pop(); entry; entry = this.stack.pop()) {
      try {
        await entry.close();
      } catch (error) {
        onFailure(`${entry.name} did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}
