import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Below the data folder: how the demo network of a running `npm start` is reached, as settings. */
export const DEMO_NODES_FILE = join('demo', 'nodes.json');

/**
 * The environment with the nodes of the demo network that runs beside, where it names no node itself.
 * @param env that of the process
 */
export async function withDemoNodes(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (Object.keys(env).some((name) => name.endsWith('_RPC_URL'))) return env;
  const dataDir = resolve(env['DATA_DIR'] ?? 'data');
  try {
    const demo: unknown = JSON.parse(await readFile(join(dataDir, DEMO_NODES_FILE), 'utf8'));
    return typeof demo === 'object' ? { ...demo, ...env } : env;
  } catch {
    return env; // no demo runs there, and what is missing is said as ever
  }
}
