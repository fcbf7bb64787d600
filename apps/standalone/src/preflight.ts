/** Faults that would make the service fail later with a worse message, or mix two networks, checked before it starts. */
import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ChainSettings, EXIT_CONFIGURATION, findListenProblem, type StandaloneSettings } from '@chaintrail/config';
import type { Databases } from '@chaintrail/db';
import { ServiceError } from './service-error.js';

type Listener = Pick<StandaloneSettings, 'host' | 'port' | 'adminPort' | 'isAdminPortSet'>;

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

/**
 * @returns why nobody finds `/ready` and `/metrics`, where the port for them is taken and nobody chose it; else null
 * @throws ServiceError when the API could not listen on a port that it needs
 */
export async function requireFreePorts(listener: Listener): Promise<string | null> {
  const { host, port, adminPort, isAdminPortSet } = listener;
  const problem = await findListenProblem({ host, port, variable: 'PORT' });
  if (problem) throw new ServiceError(`${problem.sentence}.`, EXIT_CONFIGURATION);
  const lack = adminPort === null ? null : await findListenProblem({ host, port: adminPort, variable: 'ADMIN_PORT' });
  if (lack && isAdminPortSet) throw new ServiceError(`${lack.sentence}.`, EXIT_CONFIGURATION);
  return lack && `${lack.sentence}.`;
}

/** @throws ServiceError when the database holds blocks of another network than a chain's settings name */
export async function requireSameNetworks(
  databases: Databases,
  chains: readonly Pick<ChainSettings, 'chain' | 'network'>[],
): Promise<void> {
  if (chains.length === 0) return;
  const stored = await databases.readChains(chains.map(({ chain }) => chain.code));
  const sentences = chains.flatMap(({ chain, network }) => {
    const held = stored.find((state) => state.chain === chain.code);
    if (!held || held.height === null || held.network === network.name) return [];
    const variable = `${chain.code.toUpperCase()}_NETWORK`;
    return `The database holds ${chain.code} ${held.network}, but ${variable} is ${network.name}; set ${variable}=${held.network}, or index ${network.name} in another database (DATA_DIR or DATABASE_URL).`;
  });
  if (sentences.length > 0) throw new ServiceError(sentences.join('\n'), EXIT_CONFIGURATION);
}
