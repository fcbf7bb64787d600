/** Which account of the system the server runs as. PostgreSQL refuses root (src/backend/main/main.c). */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { type Account, EmbeddedPostgresError } from './program.js';

const PASSWD = '/etc/passwd';
/** Accounts that exist on common systems, best first. None has to be created. */
const UNPRIVILEGED = ['postgres', 'nobody'];
/** `nobody` where /etc/passwd does not say (scratch containers). */
const OVERFLOW_ID = 65_534;

/**
 * The owner of existing data stays its owner, whatever accounts have appeared since.
 * @throws EmbeddedPostgresError when the data belongs to somebody else and this process is not root.
 */
export function chooseAccount(clusterDir: string): Account {
  const self = process.getuid?.();
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (self === undefined) return {};
  if (self !== 0) {
    if (owner === undefined || owner.uid === self) return {};
    throw new EmbeddedPostgresError(
      `${clusterDir} belongs to user id ${owner.uid}, not to ${self}; run as that user or as root, or choose another DATA_DIR.`,
    );
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = existsSync(PASSWD) ? readFileSync(PASSWD, 'utf8').split('\n') : [];
  for (const name of UNPRIVILEGED) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  return { uid: OVERFLOW_ID, gid: OVERFLOW_ID };
}
