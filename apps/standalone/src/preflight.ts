/** What would make the service fail later with a worse message, checked before anything is started. */
import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { EXIT_CONFIGURATION } from '@chaintrail/config';
import { ServiceError } from './service-error.js';

/** Creates the data folder. @throws ServiceError when it cannot be written */
export async function requireFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    // Permissions alone do not tell: the file system may be read only or full.
    await rmdir(await mkdtemp(join(dataDir, '.probe-')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const sentence =
      code === 'ENOTDIR'
        ? `The data folder ${dataDir} is a file, or lies below one, and not a folder; set DATA_DIR to a folder.`
        : `The data folder ${dataDir} cannot be written (${code}); give this user access to it or set DATA_DIR to another folder.`;
    throw new ServiceError(sentence, EXIT_CONFIGURATION, error);
  }
}

/** One folder at a time: a recursive `mkdir` never returns where folders cannot exist, such as below /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await stat(path);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (dirname(path) !== path) await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another start made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** @throws ServiceError when the API could not listen there */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    throw new ServiceError(explain((error as NodeJS.ErrnoException).code, host, port), EXIT_CONFIGURATION, error);
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

function explain(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program; stop that program or set PORT to a free port.`;
    case 'EACCES':
      return `This user may not listen on port ${port}; set PORT to one above 1023.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name ${host} cannot be found; set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${host}; set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `The API cannot listen on ${host}:${port} (${code}); set HOST and PORT to an address that is free.`;
  }
}
