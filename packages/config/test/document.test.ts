import { CHAINS } from '@chaintrail/chains';
import { configurationDocument, exampleEnvironment, loadStandaloneSettings } from '@chaintrail/config';
import { expect, test } from 'vitest';

const CHAIN_PREFIX = new RegExp(`^(${CHAINS.map((chain) => chain.code.toUpperCase()).join('|')})_`);

/** The commented-out assignments of `.env.example`, as an environment. */
function exampleAsEnvironment(): Record<string, string> {
  const entries = [...exampleEnvironment().matchAll(/^#([A-Z_]+)=(.*)$/gm)];
  return Object.fromEntries(entries.map(([, name, value]) => [name, value]));
}

test('the example file, uncommented, is a valid configuration', () => {
  const env = exampleAsEnvironment();
  expect(Object.keys(env).length).toBeGreaterThan(15);
  const filledIn = Object.entries(env)
    // Alternatives to others, and a secret that nobody should have.
    .filter(([name]) => !name.endsWith('_RPC_COOKIE_FILE') && !['JWT_PUBLIC_KEY', 'JWT_SECRET'].includes(name))
    .map(([name, value]) => [name, value.replace('PORT', '8332')]);
  const settings = loadStandaloneSettings(Object.fromEntries(filledIn));
  expect(settings.warnings).toEqual([]);
  expect(settings.chains.map((each) => each.chain)).toEqual(CHAINS);
});

test('every variable of the example file is documented', () => {
  const document = configurationDocument();
  for (const name of Object.keys(exampleAsEnvironment())) {
    expect(document).toContain(`\`${name.replace(CHAIN_PREFIX, '<CODE>_')}\``);
  }
});

test('a default that the machine decides is told in words, so that the document is the same everywhere', () => {
  expect(configurationDocument()).toContain(
    "\n* `SYNC_MEMORY_MB` (a quarter of the machine's memory, at least 512, at most 2048), indexer: ",
  );
  expect(exampleEnvironment()).toContain('\n#SYNC_MEMORY_MB=2048\n');
});
