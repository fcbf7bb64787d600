/** What would make the service fail later with a worse message, checked before anything is started. */
import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { EXIT_CONFIGURATION, ServiceError } from './service-error.js';

/** Creates the data folder. @throws ServiceError when it cannot be written */
export async function requireWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ServiceError(
      `The data folder ${dataDir} cannot be written (${code}); give this user access to it or set DATA_DIR to another folder.`,
      EXIT_CONFIGURATION,
      error,
    );
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
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}; set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `The API cannot listen on ${host}:${port} (${code}); set HOST and PORT to an address that is free.`;
  }
}
