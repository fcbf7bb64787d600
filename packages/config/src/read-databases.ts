/** Which database each chain is in: one for all of them, and those that chains have of their own. */
import { CHAINS, type Chain, type ChainCode } from '@chaintrail/chains';
import { CHAIN_SETTINGS, chainVariable } from './chain-settings.js';
import { EnvironmentReader } from './environment-reader.js';
import { SettingsError } from './errors.js';
import { SETTINGS } from './general-settings.js';
import type { Secret } from './secret.js';

/** A database that chains are in. */
export interface DatabaseSettings {
  /** Chain that it is for; null: every chain that has none of its own. */
  readonly chain: ChainCode | null;
  /** The setting that names it, for messages. */
  readonly variable: string;
  readonly url: Secret;
}

/** A database that is read, and its streaming replicas. */
export interface ReadDatabaseSettings extends DatabaseSettings {
  /** The setting that names its replicas, for messages. */
  readonly readVariable: string;
  /** Empty: the database itself is read. */
  readonly replicas: readonly Secret[];
}

/** The database of a chain. @throws SettingsError where no setting names one; loaders refuse that of followed chains */
export function databaseOf<Database extends DatabaseSettings>(
  databases: readonly Database[],
  code: ChainCode,
): Database {
  const found = databases.find(({ chain }) => chain === code) ?? databases.find(({ chain }) => chain === null);
  if (!found) {
    const variable = chainVariable(code, CHAIN_SETTINGS.databaseUrl);
    throw new SettingsError([
      `No database is configured for ${code}; set ${variable}, or ${SETTINGS.databaseUrl.name} for all chains.`,
    ]);
  }
  return found;
}

/** @param chains that need one; null: any @returns at least one, the common one first, or a problem is noted */
export function readDatabases(read: EnvironmentReader, chains: readonly Chain[] | null): DatabaseSettings[] {
  const haveOwn = CHAINS.filter((chain) => read.text(ownVariable(chain)) !== undefined);
  const isRequired = chains?.length ? !chains.every((chain) => haveOwn.includes(chain)) : haveOwn.length === 0;
  return readNamed(read, isRequired);
}

/** The same with their replicas. */
export function readReadDatabases(read: EnvironmentReader): ReadDatabaseSettings[] {
  return withReplicas(read, readDatabases(read, null));
}

/** Databases that settings name, if any. Replicas are checked here: the API that is started reads them for itself. */
export function readAnyDatabases(read: EnvironmentReader): ReadDatabaseSettings[] {
  return withReplicas(read, readNamed(read, false));
}

/**
 * Where somebody reads by hand: the first replica, else the database.
 * @param schema what is asked about, a chain's by its code; null: nothing in particular
 * @returns null where settings name none
 * @throws SettingsError
 */
export function urlToRead(env: NodeJS.ProcessEnv, schema: string | null): Secret | null {
  const read = new EnvironmentReader(env);
  const { databases } = read.finish({ databases: withReplicas(read, readNamed(read, false)) });
  const found = databases.find(({ chain }) => chain === schema) ?? databases.find(({ chain }) => chain === null);
  return found ? (found.replicas[0] ?? found.url) : null;
}

function readNamed(read: EnvironmentReader, needsCommon: boolean): DatabaseSettings[] {
  const url = needsCommon ? read.required(SETTINGS.databaseUrl) : read.optional(SETTINGS.databaseUrl);
  const common = url ? [{ chain: null, variable: SETTINGS.databaseUrl.name, url }] : [];
  return [...common, ...CHAINS.flatMap((chain) => ownDatabase(read, chain) ?? [])];
}

function withReplicas(read: EnvironmentReader, databases: readonly DatabaseSettings[]): ReadDatabaseSettings[] {
  const found = databases.map((database) => ({ ...database, ...readReplicas(read, database.chain) }));
  for (const chain of CHAINS) requirePrimary(read, chain);
  refuseSharedReplicas(read, found);
  return found;
}

function ownVariable({ code }: Chain): string {
  return chainVariable(code, CHAIN_SETTINGS.databaseUrl);
}

function ownDatabase(read: EnvironmentReader, chain: Chain): DatabaseSettings | undefined {
  const url = read.chainOptional(chain, CHAIN_SETTINGS.databaseUrl);
  return url && { chain: chain.code, variable: ownVariable(chain), url };
}

function readReplicas(read: EnvironmentReader, code: ChainCode | null) {
  const chain = CHAINS.find((each) => each.code === code);
  return {
    readVariable: chain ? chainVariable(chain.code, CHAIN_SETTINGS.databaseReadUrl) : SETTINGS.databaseReadUrl.name,
    replicas:
      (chain ? read.chainOptional(chain, CHAIN_SETTINGS.databaseReadUrl) : read.optional(SETTINGS.databaseReadUrl)) ??
      [],
  };
}

/** Replicas of what? A chain of the common database has that one's. */
function requirePrimary(read: EnvironmentReader, chain: Chain): void {
  const [readVariable, variable] = [chainVariable(chain.code, CHAIN_SETTINGS.databaseReadUrl), ownVariable(chain)];
  if (read.text(readVariable) === undefined || read.text(variable) !== undefined) return;
  read.problems.push(
    `${readVariable} is set, but ${variable} is not; set ${variable} to the database that it replicates, or name replicas of DATABASE_URL in DATABASE_READ_URL.`,
  );
}

/** A server replicates one other, so one of the two settings names the wrong one. */
function refuseSharedReplicas(read: EnvironmentReader, databases: readonly ReadDatabaseSettings[]): void {
  const named = new Map<string, ReadDatabaseSettings>();
  for (const database of databases) {
    for (const replica of database.replicas) {
      const other = named.get(replica.reveal());
      if (other && other.url.reveal() !== database.url.reveal()) {
        read.problems.push(
          `${other.readVariable} and ${database.readVariable} name the same server, but ${other.variable} and ${database.variable} are two; a replica follows one of them.`,
        );
      }
      named.set(replica.reveal(), database);
    }
  }
}
