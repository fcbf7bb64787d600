/** Files that settings name, or that hold secrets: are they there, and who else may read or change them. */
import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DoctorSettings } from '@chaintrail/config';
import { type Finding, Findings } from './finding.js';

interface CheckedFile {
  /** The setting that names it, else what it is. */
  readonly subject: string;
  readonly path: string;
  /** Whoever reads it could act as us. */
  readonly isSecret: boolean;
  /** That it is missing is fine. */
  readonly isOptional: boolean;
  /** Remedy where it is missing. */
  readonly remedy: string;
}

const OTHERS_READ = 0o044;
const OTHERS_WRITE = 0o022;

export async function checkFiles(settings: DoctorSettings, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  // Secrets of an engine: users of containers read them, and the folder on the machine is open to its owner alone.
  const mounted = resolve(env['SECRETS_DIR'] ?? '/run/secrets');
  const files = filesOf(settings).map((file) => (dirname(file.path) === mounted ? { ...file, isSecret: false } : file));
  return (await Promise.all(files.map(checkFile))).flat();
}

function filesOf({ chains, access: { tokens }, dataDir }: DoctorSettings): CheckedFile[] {
  const cookies = chains.flatMap(({ chain, endpoint: { cookieFile } }) => {
    const subject = `${chain.code.toUpperCase()}_RPC_COOKIE_FILE`;
    const remedy = 'start the node, which writes it, or correct the path';
    return cookieFile === undefined ? [] : [{ subject, path: cookieFile, isSecret: true, isOptional: false, remedy }];
  });
  const { denylistFile } = tokens;
  const denylist = {
    ...{ subject: 'JWT_DENYLIST_FILE', path: denylistFile ?? '', isSecret: false, isOptional: false },
    remedy: 'make the file, which may be empty, or leave the setting out',
  };
  const { publicKeyFile } = tokens;
  // One that is not there is no key, which the settings say.
  const key = { subject: 'JWT_PUBLIC_KEY', path: publicKeyFile ?? '', isSecret: false, isOptional: true, remedy: '' };
  const passwords = ['postgres', 'demo/postgres'].flatMap((of) => [`${of}/password`, `${of}/superuser-password`]);
  const ours = ['running.json', 'token-secret', ...passwords].map((name) => join(dataDir, name));
  const secrets = [resolve('.env'), ...ours].map((path) => {
    return { subject: 'secret', path, isSecret: true, isOptional: true, remedy: '' };
  });
  return [
    ...cookies,
    ...(denylistFile === undefined ? [] : [denylist]),
    ...(publicKeyFile === undefined ? [] : [key]),
    ...secrets,
  ];
}

async function checkFile({ subject, path, isSecret, isOptional, remedy }: CheckedFile): Promise<readonly Finding[]> {
  const findings = new Findings(subject);
  try {
    const { mode } = await stat(path);
    await access(path, constants.R_OK);
    const shown = (mode & 0o777).toString(8).padStart(4, '0');
    const problem =
      (mode & OTHERS_WRITE) !== 0
        ? `${path} may be changed by others (mode ${shown}): chmod go-w it`
        : isSecret && (mode & OTHERS_READ) !== 0
          ? `${path} may be read by others (mode ${shown}): chmod 0600 it`
          : null;
    findings.judge('file', problem, `${path} (mode ${shown})`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isOptional) findings.add('file', 'fails', `${path} does not exist: ${remedy}`);
    else if (code !== 'ENOENT' && !isOptional)
      findings.add('file', 'fails', `${path} cannot be read (${code}): let this user read it`);
  }
  return findings.all;
}
