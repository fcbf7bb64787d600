/** The indexer and the API as child processes, as they also run on their own. */
import type { StandaloneSettings } from '@chaintrail/config';
import { Child } from './child.js';
import { openLog } from './logs.js';
import type { ServiceError } from './service-error.js';

const SCRIPT_HASHES = 'BTC_SCRIPTHASH_INDEX';

export interface ProgramsOptions {
  readonly settings: StandaloneSettings;
  readonly databaseUrl: string;
  /** The same for the API, which needs less of it. */
  readonly apiDatabaseUrl: string;
  /** Environment of the demo network; undefined when the operator's own settings count. */
  readonly demoEnv: Readonly<Record<string, string>> | undefined;
  /** The secret of tokens, where the operator has set no key of theirs. */
  readonly tokenEnv: Readonly<Record<string, string>>;
  onTrouble(line: string): void;
  onRefusal(error: ServiceError): void;
}

export function startIndexer(options: ProgramsOptions): Child {
  const main = new URL('../../indexer/dist/main.js', import.meta.url);
  // Wallets ask for Bitcoin by the hash of a script.
  const isFollowed = options.settings.chains.some(({ chain }) => chain.code === 'btc');
  const own = !isFollowed || process.env[SCRIPT_HASHES]?.trim() ? {} : { [SCRIPT_HASHES]: 'on' };
  return startProgram('indexer', main, options.databaseUrl, options, own);
}

export function startApi(options: ProgramsOptions): Child {
  const main = new URL('../../api/dist/main.js', import.meta.url);
  const own = { API_WORKERS: String(options.settings.workers), ...options.tokenEnv };
  return startProgram('api', main, options.apiDatabaseUrl, options, own);
}

function startProgram(
  name: string,
  main: URL,
  databaseUrl: string,
  options: ProgramsOptions,
  own: Readonly<Record<string, string>> = {},
): Child {
  const { settings, demoEnv, onTrouble, onRefusal } = options;
  const log = openLog(settings.dataDir, name);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...demoEnv,
    ...own,
    DATABASE_URL: databaseUrl,
  };
  // A replica of some other database; the embedded server has none.
  if (settings.databaseUrl === undefined) delete env['DATABASE_READ_URL'];
  return new Child({ name, main, env, log, onTrouble, onRefusal });
}
