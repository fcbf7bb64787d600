/** The comparison at the end of a whole run: what no test has exercised is named, and nothing else. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@chaintrail/testkit';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READ_RATES = 'packages/db/src/rates/read-rates.ts';

async function unexercised(notes: readonly (readonly [kind: string, what: string])[]): Promise<string[]> {
  const file = join(await temporaryFolder('exercised'), 'notes');
  await writeFile(file, notes.map((note) => `${note.join('\t')}\n`).join(''));
  const module = await import(join(ROOT, 'scripts/lib/unexercised.js'));
  return module.unexercised(file);
}

test('names routes, metrics and files with SQL that no note is of', async () => {
  const [sql = ''] = /SELECT [^`$]{60,}/.exec(await readFile(join(ROOT, READ_RATES), 'utf8')) ?? [];
  const nothing = await unexercised([]);
  const some = await unexercised([
    ['route', 'GET /health'],
    ['route', 'POST /transactions/{currency}'],
    ...([
      ['metric', 'chaintrail_shown'],
      ['metric', 'chaintrail_silent'],
      ['sample', 'chaintrail_shown'],
    ] as const),
    // As statistics have it.
    ['statement', JSON.stringify(sql.replaceAll(/'[^']*'|\b\d+\b/g, '$$1'))],
  ]);
  const about = (what: string) => expect.stringContaining(what);
  for (const what of ['route GET /health:', 'route POST /transactions/{currency}:', READ_RATES]) {
    expect(nothing, what).toContainEqual(about(what));
    expect(some, what).not.toContainEqual(about(what));
  }
  expect(some).toContainEqual(about('metric chaintrail_silent'));
  expect(some).not.toContainEqual(about('metric chaintrail_shown'));
  expect(some).toContainEqual(about('route GET /transactions/{currency}/{txid}:'));
  expect(some.length).toBe(nothing.length - 2);
});
