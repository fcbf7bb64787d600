import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareSchema } from '../src/database.js';
import { requireFolder, requireFreePorts } from '../src/preflight.js';

async function takenPort(): Promise<number> {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void blocker.close());
  return (blocker.address() as AddressInfo).port;
}

const host = '127.0.0.1';
const noAdmin = { adminPort: null, isAdminPortSet: true };

test('a taken port is told in one sentence', async () => {
  const port = await takenPort();
  await expect(requireFreePorts({ host, port, ...noAdmin })).rejects.toThrow(
    `Port ${port} is taken by another program: stop that one, or set PORT to a free port.`,
  );
});

test('a taken port for operators is told before anything starts, and done without where nobody chose it', async () => {
  const adminPort = await takenPort();
  const told = `Port ${adminPort} is taken by another program: stop that one, or set ADMIN_PORT to a free port.`;
  const ports = { host, port: 0, adminPort };
  await expect(requireFreePorts({ ...ports, isAdminPortSet: true })).rejects.toThrow(told);
  expect(await requireFreePorts({ ...ports, isAdminPortSet: false })).toBe(told);
  expect(await requireFreePorts({ ...ports, adminPort: 0, isAdminPortSet: true })).toBeNull();
});

test('an address of another machine is told in one sentence', async () => {
  await expect(requireFreePorts({ host: '192.0.2.1', port: 3000, ...noAdmin })).rejects.toThrow(
    'This machine has no address 192.0.2.1',
  );
});

test('a data folder that is a file is told in one sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'file'), '');
  for (const path of [join(folder, 'file'), join(folder, 'file', 'data')]) {
    await expect(requireFolder(path)).rejects.toThrow(
      `The data folder ${path} is a file, or lies below one, and not a folder; set DATA_DIR to a folder.`,
    );
  }
});

test.runIf(process.platform === 'linux')('a data folder that cannot exist is told instead of waited for', async () => {
  await expect(requireFolder('/proc/x/y')).rejects.toThrow(
    'The data folder /proc/x/y cannot be written (ENOENT); give this user access to it or set DATA_DIR to another folder.',
  );
});

test('a data folder is made with its parents and left empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await requireFolder(join(folder, 'a', 'b'));
  await requireFolder(join(folder, 'a', 'b'));
  expect(await readdir(join(folder, 'a', 'b'))).toEqual([]);
});

test('a host name that does not exist is told in one sentence', async () => {
  await expect(requireFreePorts({ host: 'nohost.invalid', port: 3000, ...noAdmin })).rejects.toThrow(
    'The host name nohost.invalid cannot be found: set HOST to one of this machine, such as 127.0.0.1 or 0.0.0.0.',
  );
});

test('a database that does not answer is told without the password', async () => {
  const failure = prepareSchema('postgres://someone:hidden-word@127.0.0.1:1/index');
  await expect(failure).rejects.toThrow(
    'No PostgreSQL server answers at 127.0.0.1:1; start it or correct DATABASE_URL.',
  );
  await expect(failure).rejects.not.toThrow(/hidden-word/);
});
