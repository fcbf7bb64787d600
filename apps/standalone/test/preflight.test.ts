import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareSchema } from '../src/database.js';
import { requireFreePort, requireWritable } from '../src/preflight.js';

test('a taken port is told in one sentence', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void blocker.close());
  const address = blocker.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  await expect(requireFreePort('127.0.0.1', address.port)).rejects.toThrow(
    `Port ${address.port} is taken by another program; stop that program or set PORT to a free port.`,
  );
});

test('an address of another machine is told in one sentence', async () => {
  await expect(requireFreePort('192.0.2.1', 3000)).rejects.toThrow('This machine has no address 192.0.2.1');
});

test('a data folder that is a file is told in one sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'file'), '');
  await chmod(join(folder, 'file'), 0o600);
  await expect(requireWritable(join(folder, 'file', 'data'))).rejects.toThrow(/cannot be written \(ENOTDIR\); give/);
});

test('a database that does not answer is told without the password', async () => {
  const failure = prepareSchema('postgres://someone:hidden-word@127.0.0.1:1/index');
  await expect(failure).rejects.toThrow(
    'No PostgreSQL server answers at 127.0.0.1:1; start it or correct DATABASE_URL.',
  );
  await expect(failure).rejects.not.toThrow(/hidden-word/);
});
