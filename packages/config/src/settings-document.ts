/** The generated pages about settings: `docs/configuration.md` and `.env.example`. */
import { CHAINS, type Chain, type ChainFamily } from '@chaintrail/chains';
import { CHAIN_SETTINGS, chainVariable, settingsOf } from './chain-settings.js';
import { SETTINGS } from './general-settings.js';
import type { Program } from './setting.js';

interface Row {
  readonly name: string;
  readonly defaultText: string;
  readonly readers: readonly Program[];
  readonly summary: string;
  readonly example: string;
}

const GENERAL: readonly Row[] = Object.values(SETTINGS).map((setting) => ({
  ...setting,
  defaultText: setting.defaultText ?? setting.default ?? '',
}));

const PER_CHAIN = Object.values(CHAIN_SETTINGS).map((setting) => ({
  ...setting,
  name: chainVariable('<code>', setting),
}));

/** @returns names of the variables that a program reads, those of chains as `<CODE>_…`, as the page orders them */
export function settingsReadBy(program: Program): string[] {
  const rows = [...GENERAL, ...PER_CHAIN].filter(({ readers }) => readers.includes(program));
  return rows.map(({ name }) => name);
}

/** Programs that read most settings of chains. */
const OF_FOLLOWERS = 'indexer, audit';

/** @returns Markdown. */
export function configurationDocument(): string {
  return `<!-- Generated from packages/config/src/general-settings.ts and chain-settings.ts by \`npm run generate\`. -->

# Configuration

Settings are environment variables. The \`npm\` commands also read the file \`.env\` in the project's folder, which
variables of the environment win over. An empty variable counts as not set. Defaults are in brackets.

Every program checks its settings first and reports all mistakes at once. Variables that look like settings but are none
are reported and ignored; where one seems to name a node, \`npm start\` runs no demo. Passwords never appear in logs or
messages.

| exit code | meaning |
|---|---|
| 0 | stopped as asked |
| 78 | refused: the settings, or what they name, have to change first |
| 1 | failed: the message says what. Starting again may help, for instance once the database answers |
| 75 | \`npx chaintrail migrate\` left chains that something else holds, as named: run it again |
| 130 | \`npm start\` was told twice to stop |

## General

\`npm start\` reads all settings, and of separate programs the API, unless an entry names others.

${list(GENERAL, 'api')}

## Per chain

\`<CODE>\` is the chain's currency code in capitals, for instance \`BTC_RPC_URL\`. Indexer and audit read these settings,
unless an entry names others.

${list(
  PER_CHAIN.filter(({ families }) => families === null),
  OF_FOLLOWERS,
)}

${ofSomeFamilies()}

| chain | \`<CODE>\` | networks | reorg limit |
|---|---|---|---|
${CHAINS.map((chain) => `| ${chain.name} | \`${chain.code.toUpperCase()}\` | ${chain.networks.map((network) => network.name).join(', ')} | ${reorgLimits(chain)} |`).join('\n')}

### Starting a chain over

An index keeps its network and first block. \`npx chaintrail drop-chain ltc\` removes all that is stored of a chain; the
next start begins anew. It needs \`DATABASE_URL\` (or \`LTC_DATABASE_URL\`), and no indexer may follow the chain. Under
\`npm start\`, stop it and delete \`<DATA_DIR>/postgres\`.

### Upgrades

\`npx chaintrail migrate\` brings the database to its version, in [rolling upgrades](operations.md#rolling-upgrades);
\`npm start\` does so by itself.

### Roles

\`npx chaintrail migrate\` makes two group roles for all databases of the server, with rights on every chain, future ones
included:

| role | reads |
|---|---|
| \`chaintrail_read\` | for analysts: all tables, views and functions, but no text for the operator (\`reason\` in \`sync_state\`, \`internal_sync\` and \`audits\`, and \`audits.checks\`) |
| \`chaintrail_api\` | for the API: the tables that it answers from |

    CREATE ROLE ann LOGIN PASSWORD '…' IN ROLE chaintrail_read;
    CREATE ROLE web LOGIN PASSWORD '…' IN ROLE chaintrail_api;    -- for the API's DATABASE_URL

The user in \`DATABASE_URL\` of \`migrate\` and of the indexer owns the database, and should be no superuser, who may run
programs on the server's machine.

    CREATE ROLE chaintrail LOGIN PASSWORD '…';
    CREATE DATABASE chaintrail OWNER chaintrail;

By default every login may connect to every database, and make temporary tables there. \`migrate\` takes both rights from
\`PUBLIC\`, and gives them to roles that own or may make schemas, and \`CONNECT\` to the two groups. Where another role owns
the database, it prints the lines for its owner. Another login, of a monitor for instance, gets in by
\`GRANT CONNECT ON DATABASE chaintrail TO monitor\`. Other databases of the server stay open until their owners do
likewise: \`REVOKE CONNECT ON DATABASE postgres FROM PUBLIC\`.

Every login may also make large objects, and take advisory locks, even that of a chain
([ChainLockedByStranger](runbooks.md#chainlockedbystranger)). A superuser can take these rights away in each database:
\`scripts/compose-roles.sql\` has the lines.

Where the user in \`DATABASE_URL\` may not create roles, \`migrate\` says so and goes on. After these lines of somebody who
may, the next \`migrate\` grants the rights:

    CREATE ROLE chaintrail_read NOLOGIN;
    CREATE ROLE chaintrail_api NOLOGIN;

An indexer makes the schema of a chain when it first follows it, which takes \`CREATE\` on the database. For a role that
may not, make the schema ahead, with the network in \`<CODE>_NETWORK\`: \`npx chaintrail migrate btc ltc\`. The user that
runs this owns schema and tables. For another role of the indexer, make the empty schema before. Here it owns one chain,
and sees no other:

    CREATE ROLE btc_indexer LOGIN PASSWORD '…';
    GRANT btc_indexer TO chaintrail;             -- the user that runs migrate, unless it is a superuser
    CREATE SCHEMA btc AUTHORIZATION btc_indexer; -- with Citus: SET citus.enable_schema_based_sharding = on before
    -- then: npx chaintrail migrate btc
    GRANT SELECT, INSERT, DELETE ON chaintrail.rates TO btc_indexer; -- where it has sources of rates
`;
}

/** @returns the text of `.env.example`: every setting, commented out. */
export function exampleEnvironment(): string {
  const general = GENERAL.map(exampleEntry);
  const chains = CHAINS.map((chain) => {
    const lines = settingsOf(chain).map(
      (setting) => `#${chainVariable(chain.code, setting)}=${setting.defaultFor(chain) ?? setting.example}`,
    );
    return `# ${chain.name}\n${lines.join('\n')}\n`;
  });
  return `# Generated from packages/config/src/general-settings.ts and chain-settings.ts by \`npm run generate\`. Copy to .env and uncomment what you need.
# Nothing is required for \`npm start\`: it then runs a PostgreSQL server and a demo network of its own.
# docs/configuration.md explains every setting.

${[...general, ...chains].join('\n')}`;
}

/** A table for each set of families that have settings of their own. */
function ofSomeFamilies(): string {
  const groups = new Map<string, { readonly families: readonly ChainFamily[]; readonly rows: Row[] }>();
  for (const { families, ...row } of PER_CHAIN) {
    if (families === null) continue;
    const key = families.join();
    const group = groups.get(key) ?? { families, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  const tables = [...groups.values()].map(({ families, rows }) => {
    const names = CHAINS.filter(({ family }) => families.includes(family)).map(({ name }) => name);
    return `Only ${names.join(', ')}:\n\n${list(rows, OF_FOLLOWERS)}`;
  });
  return tables.join('\n\n');
}

/** A chain's own, and those of its test networks that differ. */
function reorgLimits({ reorgLimit, networks }: Chain): string {
  if (reorgLimit === 0) return 'none: blocks are final';
  const others = networks.flatMap((network) =>
    network.family === 'utxo' && network.reorgLimit !== undefined ? [network] : [],
  );
  const names = others.map(({ name }) => name).join(', ');
  return others.length === 0 ? `${reorgLimit} blocks` : `${reorgLimit} blocks; ${names}: ${others[0]?.reorgLimit}`;
}

/** @param usual the programs that read most of these settings, which are not named */
function list(rows: readonly Row[], usual: string): string {
  const lines = rows.map((row) => {
    const quoted = row.defaultText.includes(' ') ? row.defaultText : `\`${row.defaultText}\``;
    const fallback = row.defaultText === '' ? '' : ` (${quoted})`;
    const readers = row.readers.filter((reader) => reader !== 'standalone').join(', ');
    return `* \`${row.name}\`${fallback}${readers === usual ? '' : `, ${readers}`}: ${row.summary}`;
  });
  return lines.join('\n');
}

function exampleEntry(row: Row): string {
  return `${wrap(row.summary)}\n#${row.name}=${row.example}\n`;
}

/** Comment lines of at most 118 characters, without what only Markdown understands. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = '#';
  const plain = text.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  for (const word of plain.split(' ')) {
    if (line.length + 1 + word.length > 118) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
