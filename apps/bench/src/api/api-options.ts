import { parseArgs } from 'node:util';
import { integerOption, UsageError } from '../harness/usage.js';

/** In the order of measurement; {@link ./scenarios.ts} has their requests. */
export const SCENARIOS = ['newest', 'deep', 'hundred', 'ten', 'one', 'balance', 'transaction', 'tokens'] as const;
export type ScenarioName = (typeof SCENARIOS)[number];

/** Length of the warm-up as a share of each measurement: connections, plans, compilation. */
export const WARM_UP_SHARE = 0.2;

export interface ApiOptions {
  /** Payments of the generated Bitcoin. */
  readonly transactions: number;
  /** Blocks of the generated Ethereum, some 175 transactions each. */
  readonly blocks: number;
  /** Folder of a database that stays, and is used again; null: a temporary one. */
  readonly dataDir: string | null;
  readonly connections: readonly number[];
  /** Processes of the API. */
  readonly workers: number;
  /** Milliseconds between changes of the chain's content, which invalidate answers that the API caches; 0: none. */
  readonly changesMs: number;
  /** How long each figure is measured. */
  readonly seconds: number;
  /** Of what is drawn. */
  readonly seed: number;
  readonly scenarios: readonly ScenarioName[];
  /** Accept-Encoding of the requests. */
  readonly encoding: string;
  /** Folder for the CPU profile of the API; null: it is not profiled. */
  readonly profileDir: string | null;
  /** A running API, without a slash at the end, and a file with the addresses to request. */
  readonly running: { readonly url: string; readonly addressesFile: string } | null;
}

export const API_USAGE = `npm run bench:api -- [options]
  --transactions N     payments of the generated Bitcoin (default 1,000,000)
  --blocks N           blocks of the generated Ethereum, some 175 transactions each (default 1,000)
  --data FOLDER        keep the database in this folder, and use it again when it is there
  --connections LIST   requests under way at once, each on its own connection (default 1,16,64)
  --workers N          processes of the API (API_WORKERS; default 1, so that figures are those of one processor;
                       with 1, the main ones are measured again with one for each core)
  --changes MS         how often unconfirmed transactions change what answers tell, so that kept ones are made anew
                       (default 1000, as on a busy chain; 0: never)
  --seconds S          length of each measurement, after a fifth of it to warm up (default 5)
  --only LIST          of ${SCENARIOS.join(',')} (default: all)
  --encoding TEXT      Accept-Encoding of the requests (default "gzip, deflate", as Node's fetch; identity: none)
  --profile FOLDER     write a CPU profile of the API there, and say what its main thread did; it is slower then
  --seed N             of what is drawn (default 1)
  --url URL --addresses FILE
                       ask an API that runs already for the addresses in the file, one a line: CURRENCY ADDRESS`;

/** @throws UsageError, or parseArgs's TypeError */
export function readApiOptions(args: readonly string[]): ApiOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      transactions: { type: 'string', default: '1000000' },
      blocks: { type: 'string', default: '1000' },
      data: { type: 'string' },
      connections: { type: 'string', default: '1,16,64' },
      workers: { type: 'string', default: '1' },
      changes: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '5' },
      only: { type: 'string', default: SCENARIOS.join(',') },
      encoding: { type: 'string', default: 'gzip, deflate' },
      seed: { type: 'string', default: '1' },
      profile: { type: 'string' },
      url: { type: 'string' },
      addresses: { type: 'string' },
    },
  });
  return {
    transactions: integerOption('transactions', values.transactions, 1, 1_000_000_000),
    blocks: integerOption('blocks', values.blocks, 1, 1_000_000),
    dataDir: values.data ?? null,
    connections: values.connections.split(',').map((each) => integerOption('connections', each, 1, 1_000)),
    workers: integerOption('workers', values.workers, 1, 64),
    changesMs: integerOption('changes', values.changes, 0, 3_600_000),
    seconds: integerOption('seconds', values.seconds, 1, 3_600),
    seed: integerOption('seed', values.seed, 0, 2 ** 32 - 1),
    scenarios: values.only.split(',').map(scenarioOption),
    encoding: values.encoding,
    profileDir: values.profile ?? null,
    running: runningOption(values.url, values.addresses),
  };
}

function scenarioOption(text: string): ScenarioName {
  const name = SCENARIOS.find((each) => each === text);
  if (name) return name;
  throw new UsageError(`--only has ${text}: expected some of ${SCENARIOS.join(', ')}`);
}

function runningOption(url: string | undefined, addressesFile: string | undefined): ApiOptions['running'] {
  if (url === undefined && addressesFile === undefined) return null;
  if (url === undefined || addressesFile === undefined) throw new UsageError('--url and --addresses go together');
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    return { url: url.replace(/\/$/, ''), addressesFile };
  throw new UsageError(`--url is ${url}: expected one of the form http://HOST:PORT`);
}
