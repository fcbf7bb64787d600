import { ALL_ACCOUNT_KEYS, accountKeyRanges, estimateHistoryRows, type KeyRange } from '@chaintrail/db';
import type { Audit } from './audit.js';

/** Whether the chain is so small that its keys are looked at as one range. */
export async function isSmall({ session, code, limits }: Audit): Promise<boolean> {
  return (await estimateHistoryRows(session, code)) < limits.smallHistories;
}

/** @param bytes so many at the beginning of keys tell one range from the next; 256 ranges for each */
export function keyRanges(whole: boolean, bytes: number): readonly KeyRange[] {
  return whole ? [ALL_ACCOUNT_KEYS] : accountKeyRanges(bytes);
}
