import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { noteSuite, removeTemporaryFolder, skip, temporaryFolder } from '../src/machine.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('a suite is noted by its name, with what it runs on or why it does not', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const folder = await temporaryFolder('suites');
  const file = join(folder, 'suites');
  vi.stubEnv('TEST_SUITES', file);
  noteSuite('software', '/opt/bin/geth');
  expect(skip('geth is not there:\n name it.')).toBeUndefined();
  vi.stubEnv('TEST_SUITES', undefined);
  noteSuite('recording', 'Nitro');
  const noted = await readFile(file, 'utf8');
  expect(noted).toBe('software\t/opt/bin/geth\tmachine\nskipped\tgeth is not there: name it.\tmachine\n');
  await removeTemporaryFolder(folder);
});
