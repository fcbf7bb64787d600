/** This machine: room on its disk, and ports. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type DoctorSettings, findListenProblem } from '@chaintrail/config';
import { bytesText, type Finding, Findings, inTime, messageOf } from './finding.js';

const GIB = 2 ** 30;
/** Logs, a demo, and what PostgreSQL writes before it notices. */
const LEAST_FREE = 2 * GIB;

/** @returns null where there is enough for the day */
export function roomProblem(free: number, what: string): string | null {
  return free < LEAST_FREE ? `${bytesText(free)} are free on ${what}: make room before it is full` : null;
}

/** The image says so by the variable that systemd and Podman use. */
export function isContainer(env: NodeJS.ProcessEnv): boolean {
  return env['container'] !== undefined;
}

export async function checkFolder(dataDir: string): Promise<readonly Finding[]> {
  const findings = new Findings('DATA_DIR');
  try {
    const { bavail, bsize } = await inTime(statfsOfNearest(dataDir));
    const free = bavail * bsize;
    findings.judge('disk', roomProblem(free, `the disk of ${dataDir}`), `${bytesText(free)} are free for ${dataDir}`);
  } catch (error) {
    findings.add(
      'disk',
      'warning',
      `${dataDir} cannot be looked at (${messageOf(error)}): let this user reach it, or set DATA_DIR`,
    );
  }
  return findings.all;
}

/** The folder is made by the first start. */
async function statfsOfNearest(path: string): Promise<{ bavail: number; bsize: number }> {
  try {
    return await statfs(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    return statfsOfNearest(dirname(path));
  }
}

type Listener = Pick<DoctorSettings, 'host' | 'port' | 'adminPort' | 'isAdminPortSet'>;

export async function checkPorts({ host, port, adminPort, isAdminPortSet }: Listener): Promise<readonly Finding[]> {
  const ports: [string, number][] = [['PORT', port]];
  if (adminPort !== null) ports.push(['ADMIN_PORT', adminPort]);
  const checked = ports.map(async ([variable, number]) => {
    const findings = new Findings(variable);
    const problem = await inTime(findListenProblem({ host, port: number, variable })).catch((error: unknown) => ({
      code: '',
      sentence: `Whether port ${number} is free cannot be found out: ${messageOf(error)}`,
    }));
    if (problem === null) findings.add('port', 'ok', `${number} is free`);
    else if (problem.code === 'EADDRINUSE' && (await isOurs(host, number)))
      findings.add('port', 'ok', `Chaintrail answers on ${number}`);
    // Nobody chose it, and the API starts without it.
    else if (variable === 'ADMIN_PORT' && !isAdminPortSet) findings.add('port', 'warning', problem.sentence);
    else findings.add('port', 'fails', problem.sentence);
    return findings.all;
  });
  return (await Promise.all(checked)).flat();
}

/** Probes are on either port, the documentation on `PORT`. */
async function isOurs(host: string, port: number): Promise<boolean> {
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  const found = await Promise.all(
    ['/health', '/v0/currencies'].map(async (path) => {
      try {
        const response = await inTime(fetch(`http://${here}:${port}${path}`), 2_000);
        const { version, currencies } = (await inTime(response.json(), 2_000)) as Record<string, unknown>;
        return version !== undefined || currencies !== undefined;
      } catch {
        return false; // somebody else's, or nobody who speaks HTTP
      }
    }),
  );
  return found.includes(true);
}
