import { benchmarkCommand, parseOptions, readWholeNumber, wholeNumber } from '../harness/benchmark-command.js';

/** In the order of measurement; {@link ./scenarios.ts} has their requests. */
export const SCENARIOS = [
  'newest',
  'deep',
  'hundred',
  'ten',
  'one',
  'balance',
  'transaction',
  'tokens',
  'evm-balance',
  'unused',
] as const;
export type ScenarioName = (typeof SCENARIOS)[number];

export interface ApiOptions {
  readonly transactions: number;
  readonly blocks: number;
  readonly data?: string;
  readonly connections: readonly number[];
  readonly workers: number;
  readonly changes: number;
  readonly seconds: number;
  readonly seed: number;
  readonly only: readonly ScenarioName[];
  readonly encoding: string;
  readonly profile?: string;
  /** A running API, without a slash at the end, and a file with the addresses to request. */
  readonly url?: string;
  readonly addresses?: string;
}

const numbers = (text: string): number[] => text.split(',').map((each) => readWholeNumber(each, 1, 1_000));

/** @throws CommanderError */
export function readApiOptions(args: readonly string[]): ApiOptions {
  const [payments, blocks] = ['payments of the generated Bitcoin', 'blocks of the generated Ethereum'];
  const workers = 'so that figures are those of one processor; the main ones are measured again with one for each core';
  const changes = 'how often unconfirmed transactions change what answers tell, so that kept ones are made anew';
  const profile = 'write CPU profiles of the API there; it is slower then';
  const command = benchmarkCommand('bench:api')
    .addOption(wholeNumber('--transactions <N>', payments, 1, 1_000_000_000, 1_000_000))
    .addOption(wholeNumber('--blocks <N>', `${blocks}, some 175 transactions each`, 1, 1_000_000, 1_000))
    .option('--data <FOLDER>', 'keep the database in this folder, and use it again when it is there')
    .option('--connections <LIST>', 'requests under way at once, each on its own connection', numbers, [1, 16, 64])
    .addOption(wholeNumber('--workers <N>', `processes of the API (API_WORKERS): 1, ${workers}`, 1, 64, 1))
    .addOption(wholeNumber('--changes <MS>', `${changes}; 0: never`, 0, 3_600_000, 1_000))
    .addOption(wholeNumber('--seconds <S>', 'length of each measurement, after a fifth of it to warm up', 1, 3_600, 5))
    .option('--only <LIST>', 'some kinds of requests', (text) => text.split(','), [...SCENARIOS])
    .option('--encoding <TEXT>', "Accept-Encoding of the requests, by default as Node's fetch", 'gzip, deflate')
    .option('--profile <FOLDER>', profile)
    .addOption(wholeNumber('--seed <N>', 'of what is drawn', 0, 2 ** 32 - 1, 1))
    .option('--url <URL>', 'ask an API that runs already')
    .option('--addresses <FILE>', 'for these addresses, one a line: CURRENCY ADDRESS');
  const options = parseOptions<ApiOptions>(command, args);
  const { url, addresses, only } = options;
  const unknown = only.find((name) => !SCENARIOS.includes(name));
  if (unknown !== undefined) command.error(`error: --only has ${unknown}: expected some of ${SCENARIOS.join(', ')}`);
  if ((url === undefined) !== (addresses === undefined)) command.error('error: --url and --addresses go together');
  if (url === undefined) return options;
  if (!(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    command.error(`error: --url is ${url}: expected one of the form http://HOST:PORT`);
  return { ...options, url: url.replace(/\/$/, '') };
}
