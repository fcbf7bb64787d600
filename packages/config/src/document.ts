/** The generated pages about settings: `docs/configuration.md` and `.env.example`. */
import { CHAINS } from '@chaintrail/chains';
import { CHAIN_SETTINGS, chainVariable, type Program, SETTINGS } from './table.js';

interface Row {
  readonly name: string;
  readonly defaultText: string;
  readonly readers: readonly Program[];
  readonly requiredBy: readonly Program[];
  readonly summary: string;
  readonly example: string;
}

const GENERAL: readonly Row[] = Object.values(SETTINGS).map((setting) => ({
  ...setting,
  defaultText: setting.default ?? '',
}));

const PER_CHAIN: readonly Row[] = Object.values(CHAIN_SETTINGS).map((setting) => ({
  ...setting,
  name: chainVariable('<code>', setting),
}));

/** @returns Markdown. */
export function configurationDocument(): string {
  return `<!-- Generated from packages/config/src/table.ts by \`npm run generate\`. -->

# Configuration

Settings are environment variables. The \`npm\` commands also read a file named \`.env\` in the project's folder; a variable
that is set in the environment wins over the file. An empty variable counts as not set.

Every program checks its settings before it does anything else, names everything that is wrong at once and exits with
code 78. Variables that look like settings but are none are reported and ignored. Passwords never appear in logs or
messages.

## General

${table(GENERAL)}

## Per chain

\`<CODE>\` is the chain's currency code in capitals, for instance \`BTC_RPC_URL\`.

${table(PER_CHAIN)}

| chain | \`<CODE>\` | networks | reorg limit |
|---|---|---|---|
${CHAINS.map((chain) => `| ${chain.name} | \`${chain.code.toUpperCase()}\` | ${chain.networks.map((network) => network.name).join(', ')} | ${chain.reorgLimit} blocks |`).join('\n')}
`;
}

/** @returns the text of `.env.example`: every setting, commented out. */
export function exampleEnvironment(): string {
  const general = GENERAL.map(exampleEntry);
  const chains = CHAINS.map((chain) => {
    const lines = Object.values(CHAIN_SETTINGS).map(
      (setting) => `#${chainVariable(chain.code, setting)}=${setting.defaultFor(chain) ?? setting.example}`,
    );
    return `# ${chain.name}\n${lines.join('\n')}\n`;
  });
  return `# Generated from packages/config/src/table.ts by \`npm run generate\`. Copy to .env and uncomment what you need.
# Nothing is required for \`npm start\`: it then runs a PostgreSQL server and a demo network of its own.
# docs/configuration.md explains every setting.

${[...general, ...chains].join('\n')}`;
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const fallback =
      row.defaultText.includes(' ') || row.defaultText === '' ? row.defaultText : `\`${row.defaultText}\``;
    const needed = row.requiredBy.length === 0 ? '' : ` Required by ${row.requiredBy.join(', ')}.`;
    return `| \`${row.name}\` | ${fallback} | ${row.readers.join(', ')} | ${row.summary}${needed} |`;
  });
  return ['| variable | default | read by | meaning |', '|---|---|---|---|', ...lines].join('\n');
}

function exampleEntry(row: Row): string {
  return `${wrap(row.summary)}\n#${row.name}=${row.example}\n`;
}

/** Comment lines of at most 118 characters. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.replaceAll('`', '').split(' ')) {
    if (line.length + 1 + word.length > 118) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
