/** The operator's own check of an index, run as the operator runs it: as a command. */
import { auditInFull } from '@chaintrail/testkit';

/** Of the indexes of a soak; an audit of a mainnet may take hours. */
const TIMEOUT_MS = 300_000;
const SHOWN_CHARS = 2_000;

/** @returns null when the audit finds nothing, else what it says */
export async function auditChain(code: string, environment: Readonly<Record<string, string>>): Promise<string | null> {
  try {
    const { status, stdout, stderr } = await auditInFull(code, environment, TIMEOUT_MS);
    if (status === 0) return null;
    const end = status === null ? 'a signal' : `exit code ${status}`;
    return `the audit ended with ${end}: ${`${stdout}${stderr}`.slice(-SHOWN_CHARS).trim()}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
