import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAnvil } from '@chaintrail/anvil';
import { expect, onTestFinished, test, vi } from 'vitest';

test('a binary that ANVIL names is used, and one that is not there is told', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const binary = join(folder, 'anvil');
  vi.stubEnv('ANVIL', binary);
  expect(findAnvil()).toEqual({ missing: `Anvil is not at ${binary}; correct or unset ANVIL.` });
  await writeFile(binary, '');
  expect(findAnvil()).toEqual({ binary });
});

test('without one, it is looked for in the package of this platform', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('ANVIL', '');
  const found = findAnvil();
  const words = 'binary' in found ? found.binary : found.missing;
  expect(words).toContain(`@foundry-rs/anvil-${process.platform}-`);
});
