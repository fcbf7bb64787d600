/** A database: does it answer, is it one of ours, of this version, and set up well. */
import { statfs } from 'node:fs/promises';
import type { ChainSettings, ReadDatabaseSettings, Secret } from '@chaintrail/config';
import {
  type ChainState,
  createPool,
  explainConnectionError,
  MigrationError,
  measureRandomReads,
  OLDEST_POSTGRES,
  type Pool,
  type RandomReads,
  readChains,
  readOwnedChains,
  readSchemaFacts,
  readServerFacts,
  readServerMajor,
  readStrangers,
  type ServerFacts,
} from '@chaintrail/db';
import { roomProblem } from './check-machine.js';
import { checkIndexed, checkRights, checkSchemas } from './check-schemas.js';
import { bytesText, type Finding, Findings, inTime, messageOf, SlowError } from './finding.js';
import { checkServerSettings } from './server-settings.js';

/** Less than a check may take: the reason is told, not that it took long. */
const CONNECT_MS = 4_000;
const CLOCK = { warnSeconds: 5, failSeconds: 60 };
/** Free share of the disk, measured by the database (docs/operations.md, "Capacity"). */
const FREE_SHARE = 0.2;
/** A second, one after the other: a block of Bitcoin needs some 50,000 where nothing of it is in memory. */
const LEAST_READS = 2_000;

export interface CheckedDatabase {
  readonly findings: readonly Finding[];
  /** States of the chains in it, as far as they can be read. */
  readonly states: readonly ChainState[];
}

/** @param chains that this database is to have. Never rejects. */
export async function checkDatabase(
  { url, variable, chain }: ReadDatabaseSettings,
  chains: readonly ChainSettings[],
): Promise<CheckedDatabase> {
  const findings = new Findings(variable);
  let states: readonly ChainState[] = [];
  await withPool(url, variable, findings, async (pool) => {
    const facts = await readServer(pool, findings);
    if (facts === null) return;
    if (facts.isReplica)
      findings.add('server', 'fails', `the server is a replica, and read only: name the primary in ${variable}`);
    await checkRoom(findings, facts);
    const schemas = await inTime(readSchemaFacts(pool)).catch((error: unknown) => {
      if (!(error instanceof MigrationError)) throw error;
      findings.add('schema', 'fails', error.message);
      return undefined;
    });
    checkServerSettings(findings, facts, Math.max(chains.length, schemas?.chains.length ?? 0));
    if (schemas === undefined) return;
    checkRights(findings, facts, schemas, chains);
    checkSchemas(findings, schemas, chains);
    if (schemas === null || findings.all.some(({ check, level }) => check === 'schema' && level === 'fails')) return;
    checkReads(findings, await inTime(measureRandomReads(pool)).catch(unlessSlow));
    const known = await inTime(readChains(pool));
    states = known.filter((state) => chain === null || state.chain === chain);
    const followed = states.filter((state) => chains.some((each) => each.chain.code === state.chain));
    if (followed.length === 0) return;
    const holders = Promise.all([readOwnedChains(pool), readStrangers(pool)]);
    checkIndexed(findings, followed, ...(await inTime(holders)));
  });
  return { findings: findings.all, states };
}

/** Never rejects. */
export async function checkReplica(url: Secret, variable: string, maxLagMs: number): Promise<readonly Finding[]> {
  const findings = new Findings(variable);
  await withPool(url, variable, findings, async (pool) => {
    const facts = await readServer(pool, findings);
    if (facts === null) return;
    const { isReplica, lagSeconds } = facts;
    if (!isReplica)
      findings.add(
        'replica',
        'fails',
        `the server is no replica: name streaming replicas in ${variable}, and nothing else`,
      );
    else
      findings.judge(
        'replica',
        lagSeconds !== null && lagSeconds * 1000 > maxLagMs
          ? `it is ${Math.round(lagSeconds)} s behind and not read from: see its log, and pg_stat_replication of the primary`
          : null,
        `${Math.round(lagSeconds ?? 0)} s behind`,
      );
  });
  return findings.all;
}

async function withPool(
  url: Secret,
  variable: string,
  findings: Findings,
  look: (pool: Pool) => Promise<void>,
): Promise<void> {
  const timeouts = { connectTimeoutMs: CONNECT_MS, timeoutMs: CONNECT_MS };
  const pool = createPool(url.reveal(), { max: 2, applicationName: 'chaintrail-doctor', ...timeouts });
  try {
    await look(pool);
  } catch (error) {
    const sentence = explainConnectionError(error, variable) ?? `the server cannot be asked (${messageOf(error)})`;
    const slow = `${messageOf(error)}: look at the server's load and log`;
    findings.add('server', 'fails', error instanceof SlowError ? slow : sentence);
  } finally {
    // A server that went silent keeps the pool from ending; the process ends anyway.
    void pool.end().catch(() => undefined);
  }
}

/** A disk that turns takes that long, which is an answer. */
function unlessSlow(error: unknown): 'slow' {
  if (error instanceof SlowError || (error instanceof Error && /timeout/i.test(error.message))) return 'slow';
  throw error;
}

/** @param found null where the database is too small to tell. Exported for tests */
export function checkReads(findings: Findings, found: RandomReads | 'slow' | null): void {
  if (found === null) return;
  const remedy = `use a solid-state disk that reads ${LEAST_READS} pages a second or more (docs/operations.md, "Capacity")`;
  if (found === 'slow') {
    findings.add(
      'reads',
      'warning',
      `a few hundred pages of a large table take longer than ${CONNECT_MS / 1_000} s: ${remedy}`,
    );
    return;
  }
  const { pages, read, ms } = found;
  if (read < pages / 2) {
    findings.add('reads', 'ok', `${pages - read} of ${pages} pages of the largest table are in its memory`);
    return;
  }
  const rate = Math.round((read / ms) * 1_000);
  const fine = `${rate} pages a second from random places of the largest table, one after the other`;
  findings.judge('reads', rate < LEAST_READS ? `${fine}: ${remedy}` : null, fine);
}

/** @returns null where nothing more can be asked */
async function readServer(pool: Pool, findings: Findings): Promise<ServerFacts | null> {
  const major = await inTime(readServerMajor(pool));
  if (major < OLDEST_POSTGRES) {
    findings.add('server', 'fails', `PostgreSQL ${major} is too old: upgrade it to ${OLDEST_POSTGRES} or newer`);
    return null;
  }
  const askedMs = performance.now();
  const facts = await inTime(readServerFacts(pool));
  const tookMs = performance.now() - askedMs;
  const { version, role, database, encoding } = facts;
  findings.add('server', 'ok', `PostgreSQL ${version}, database ${database} as ${role}, ${Math.ceil(tookMs)} ms`);
  if (encoding !== 'UTF8')
    findings.add(
      'encoding',
      'fails',
      `the database is encoded as ${encoding}: make another one (createdb --encoding=UTF8 --template=template0), and sync into it`,
    );
  if (facts.hasStaleCollation)
    findings.add(
      'encoding',
      'warning',
      `the system's collations have changed since the database was made: run "REINDEX DATABASE ${database}", then "ALTER DATABASE ${database} REFRESH COLLATION VERSION"`,
    );
  checkClock(findings, facts.now, tookMs);
  return facts;
}

function checkClock(findings: Findings, theirSeconds: number, tookMs: number): void {
  const apart = Math.abs(Date.now() / 1000 - tookMs / 2000 - theirSeconds);
  const problem = `its clock and that of this machine are ${Math.round(apart)} s apart: let both be set by NTP (chrony, systemd-timesyncd)`;
  if (apart > CLOCK.warnSeconds) findings.add('clock', apart > CLOCK.failSeconds ? 'fails' : 'warning', problem);
  else findings.add('clock', 'ok', 'the same as here');
}

async function checkRoom(findings: Findings, { isLocal, dataDirectory, databaseBytes }: ServerFacts): Promise<void> {
  const size = bytesText(databaseBytes);
  const disk = isLocal && dataDirectory !== null ? await statfs(dataDirectory).catch(() => null) : null;
  if (disk === null) {
    findings.add('disk', 'ok', `the database takes ${size}; how much is free is not seen from here`);
    return;
  }
  const free = disk.bavail * disk.bsize;
  const fine = `the database takes ${size}, ${bytesText(free)} are free`;
  const few = free < databaseBytes * FREE_SHARE ? `${fine}, less than a fifth of it: make room` : null;
  findings.judge(
    'disk',
    roomProblem(free, 'the disk of PostgreSQL') ?? few,
    fine,
    free < databaseBytes / 20 ? 'fails' : 'warning',
  );
}
