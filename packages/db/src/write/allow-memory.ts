import type { Session } from '../connection.js';

/**
 * Lets what comes next use so much memory. What the server gives by default may be meant for a busy day; a session of ours
 * does one thing at a time. Never takes away what the operator gave.
 */
export async function allowMemory(
  session: Session,
  setting: 'work_mem' | 'maintenance_work_mem',
  megabytes: number,
  scope: 'session' | 'transaction',
): Promise<void> {
  await session.query(
    `SELECT set_config('${setting}', '${megabytes}MB', ${scope === 'transaction'})
     WHERE pg_size_bytes(current_setting('${setting}')) < pg_size_bytes('${megabytes}MB')`,
  );
}
