/** Every command of `chaintrail`. */
import { EXIT_CONFIGURATION, settingsReadBy } from '@chaintrail/config';
import { Option } from 'commander';
import type { CommandSpec } from './command.js';
import { chainArgument, wholeNumber } from './values.js';

const REFUSED = [EXIT_CONFIGURATION, 'refused: something has to be changed first; the message says what'] as const;
const FAILED = [1, 'failed: the message says what'] as const;
/** Settings that name a database, to be read by hand. */
const DATABASE = ['DATABASE_URL', 'DATABASE_READ_URL', '<CODE>_DATABASE_URL', '<CODE>_DATABASE_READ_URL', 'DATA_DIR'];

export const START: CommandSpec = {
  name: 'start',
  summary: 'Run everything: PostgreSQL, the indexer, the API and, where no node is configured, a demo network.',
  program: { workspace: 'apps/standalone', entry: 'main' },
  settings: settingsReadBy('standalone'),
  statuses: [[0, 'stopped as asked'], FAILED, REFUSED, [130, 'told twice to stop, and did not wait']],
};

export const INDEXER: CommandSpec = {
  name: 'indexer',
  summary: 'Follow every configured chain. Any number may run: each chain has one owner, the others stand by.',
  program: { workspace: 'apps/indexer', entry: 'main' },
  settings: settingsReadBy('indexer'),
  statuses: [[0, 'stopped as asked'], FAILED, REFUSED],
};

export const API: CommandSpec = {
  name: 'api',
  summary: 'Answer requests. Any number may run: they keep nothing.',
  program: { workspace: 'apps/api', entry: 'main' },
  settings: settingsReadBy('api'),
  statuses: [[0, 'stopped as asked'], FAILED, REFUSED],
};

/** sysexits.h EX_TEMPFAIL: running it again, once what it names is out of the way, does the rest. */
export const EXIT_UNFINISHED = 75;

export const MIGRATE: CommandSpec = {
  name: 'migrate',
  summary: 'Bring every database that settings name to this version, with schemas for the chains that are named.',
  program: { workspace: 'apps/indexer', entry: 'migrate' },
  settings: settingsReadBy('migrate'),
  statuses: [
    [0, 'the databases are of this version'],
    FAILED,
    [EXIT_UNFINISHED, 'something else was at some chains, and they are as they were; running it again does the rest'],
    REFUSED,
  ],
  declare: (command) =>
    command
      .addArgument(chainArgument('[codes...]'))
      .addOption(
        new Option('--wait <seconds>', 'how long to wait for who is at a chain (60)').argParser(
          wholeNumber(0, 999_999),
        ),
      ),
};

export const DROP_CHAIN: CommandSpec = {
  name: 'drop-chain',
  summary: 'Remove everything stored of a chain, so that its next sync starts anew.',
  program: { workspace: 'apps/indexer', entry: 'drop-chain' },
  settings: settingsReadBy('migrate'),
  statuses: [[0, 'nothing is stored of it now'], FAILED, REFUSED],
  declare: (command) =>
    command
      .addArgument(chainArgument('<code>'))
      .option('--cascade', 'what others made on it goes as well; without it, that is named and nothing goes'),
};

export const RETRACE: CommandSpec = {
  name: 'retrace',
  summary:
    'Take back the blocks of a chain from the first one without its traces on, so that they come again with them.',
  program: { workspace: 'apps/indexer', entry: 'retrace' },
  settings: settingsReadBy('migrate'),
  statuses: [[0, 'the blocks are taken back, or none lacks its traces'], FAILED, REFUSED],
  declare: (command) =>
    command
      .addArgument(chainArgument('<code>'))
      .addOption(
        new Option('--from <height>', 'the first block to take back').argParser(wholeNumber(0, 2_147_483_647)),
      ),
};

const MOST_SAMPLED_BLOCKS = 100_000;

export const AUDIT: CommandSpec = {
  name: 'audit',
  summary: 'Compare what is indexed of a chain with its node, while the indexer goes on.',
  program: { workspace: 'apps/audit', entry: 'main' },
  settings: settingsReadBy('audit'),
  statuses: [
    [0, 'everything agrees'],
    [1, 'findings'],
    [2, 'it could not be finished'],
    [EXIT_CONFIGURATION, 'refused: a setting has to be changed first'],
    [130, 'interrupted; the next one goes on'],
  ],
  usageStatus: 2,
  declare: (command) =>
    command
      .addArgument(chainArgument('<code>'))
      .option('--full', 'look at everything; without it, at what a few minutes allow, drawn at random')
      .addOption(
        new Option(
          '--sample <blocks>',
          "blocks to compare with the node's, drawn at random (20; 200 with --full)",
        ).argParser(wholeNumber(1, MOST_SAMPLED_BLOCKS)),
      )
      .option('--json', 'the report as JSON'),
};

export const EXPORT: CommandSpec = {
  name: 'export',
  summary: 'Write a table or view to a file.',
  program: { workspace: 'apps/analysts', entry: 'export' },
  settings: DATABASE,
  statuses: [[0, 'the file is whole'], FAILED, [2, 'no database is known'], REFUSED],
  usageStatus: 2,
  declare: (command) =>
    command
      .argument('<relation>', 'the table or view with its schema: btc.transfers')
      .option('--from <time>', 'leave out what is before')
      .option('--to <time>', 'leave out what is from then on')
      .option('--token <token>', 'leave out other tokens: a contract or denomination')
      .option('--address <address>', 'leave out what is not of this address, nor from or to it')
      .addOption(new Option('--format <format>', 'of the file').choices(['csv', 'parquet']).default('csv'))
      .option('--out <file>', 'where to (the name of the relation and the format)'),
};

export const PSQL: CommandSpec = {
  name: 'psql',
  summary: 'Run psql, which has to be installed, on the database, to read. Arguments are those of psql.',
  program: { workspace: 'apps/analysts', entry: 'psql' },
  settings: DATABASE,
  statuses: [
    [1, 'no database is known'],
    [127, 'psql is not installed'],
  ],
  declare: (command) =>
    command
      .argument('[arguments...]', 'of psql (-c, -f …); its -h and -V are its own')
      .option('--owner', 'as the user of DATABASE_URL, who may change everything')
      .helpOption('--help')
      .allowUnknownOption(),
};

export const KEY: CommandSpec = {
  name: 'key',
  summary: 'Print the keys of addresses in any form, to be compared with columns such as address_key in SQL.',
  program: { workspace: 'apps/cli', entry: 'key' },
  settings: ['<CODE>_NETWORK', 'DATA_DIR'],
  statuses: [[0, 'each is printed'], [1, 'some are no addresses of the chain: the messages say why'], REFUSED],
  declare: (command) =>
    command
      .addArgument(chainArgument('<code>'))
      .argument('[addresses...]', 'as people write them; without any, lines of standard input'),
};

const MOST_DAYS = 3_660;

export const TOKEN: CommandSpec = {
  name: 'token',
  summary: 'Issue, check and revoke the tokens of API clients.',
  program: { workspace: 'apps/api', entry: 'token' },
  settings: settingsReadBy('token'),
  statuses: [
    [0, 'done'],
    [1, 'the token is not valid'],
    [EXIT_CONFIGURATION, 'refused: a setting has to be changed first'],
  ],
  declare: (command) => {
    command
      .command('issue')
      .description('print a token, signed with JWT_SECRET')
      .requiredOption('--subject <name>', 'who it is for')
      .addOption(
        new Option('--days <days>', 'how long it is valid').argParser(wholeNumber(1, MOST_DAYS)).makeOptionMandatory(),
      )
      .option('--tier <tier>', 'one of RATE_LIMITS');
    command.command('verify').description('say what the API would read in it').argument('<token>');
    command.command('revoke').description('add it to JWT_DENYLIST_FILE').argument('<token or jti>');
  },
};

/** Between two looks of `status`. */
const STATUS_SECONDS = 2;

export const STATUS: CommandSpec = {
  name: 'status',
  summary: 'Show how each chain is doing: a table that goes on until Ctrl-C, or q, in a terminal, and once elsewhere.',
  program: { workspace: 'apps/cli', entry: 'status' },
  settings: DATABASE,
  statuses: [
    [0, 'shown'],
    [1, 'the API or a database does not answer; with --check also: a chain is followed by nobody'],
    REFUSED,
  ],
  declare: (command) =>
    command
      .option('--url <url>', 'ask the API there, not the database; who owns a chain is not known then')
      .addOption(
        new Option('--every <seconds>', 'between two looks').argParser(wholeNumber(1, 3_600)).default(STATUS_SECONDS),
      )
      .option('--once', 'show the table once')
      .option('--json', 'print JSON, once')
      .option('--check', 'show the table once, and exit 1 where a chain is halted or followed by nobody'),
};

export const DOCTOR: CommandSpec = {
  name: 'doctor',
  summary: 'Check nodes, databases, disk, clock and files, and say what to change. Changes nothing.',
  program: { workspace: 'apps/cli', entry: 'doctor' },
  settings: settingsReadBy('standalone'),
  statuses: [
    [0, 'all is well'],
    [1, 'warnings, and nothing fails'],
    [2, 'something fails'],
  ],
  declare: (command) => command.option('--json', 'print the findings as JSON'),
};

/** In the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  START,
  ...[STATUS, DOCTOR],
  ...[INDEXER, API, MIGRATE],
  ...[AUDIT, DROP_CHAIN, RETRACE],
  ...[EXPORT, PSQL, KEY, TOKEN],
];
