/** An audit without a process of its own, which takes longer to start than a small chain to be looked at. */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { loadAuditSettings } from '@chaintrail/config';
import type { CheckReport } from '@chaintrail/db';
import { expect } from 'vitest';
import { openTarget } from '../../apps/audit/src/open-target.js';
import { runAudit } from '../../apps/audit/src/run-audit.js';

/**
 * It reads every history, and finds nothing.
 * @param env settings of the indexer
 * @param height of the node's tip
 * @param sampledBlocks that are compared with the node's; more than there are for a complete audit, which says that it is
 */
export async function expectCleanAuditInProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>>,
  code: ChainCode,
  height: number,
  sampledBlocks: number,
): Promise<void> {
  const { checks, result, reason, block } = await auditOf(databaseUrl, env, code, sampledBlocks);
  expect(checks.filter(({ findings }) => findings > 0)).toEqual([]);
  expect([result, reason, block?.height]).toEqual(['clean', null, height]);
  if (sampledBlocks > height) for (const check of checks) expect(check).toMatchObject({ outcome: 'clean', share: 1 });
}

/** @returns what each check says, whatever it finds */
export async function auditInProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>>,
  code: ChainCode,
  sampledBlocks: number,
): Promise<readonly CheckReport[]> {
  return (await auditOf(databaseUrl, env, code, sampledBlocks)).checks;
}

async function auditOf(
  databaseUrl: string,
  env: Readonly<Record<string, string>>,
  code: ChainCode,
  sampledBlocks: number,
): Promise<Awaited<ReturnType<typeof runAudit>>> {
  const { chains } = loadAuditSettings({ ...env, DATABASE_URL: databaseUrl });
  const { target, close } = openTarget(chains.find(({ chain }) => chain === requireChain(code))!);
  try {
    return await runAudit({
      ...{ databaseUrl, target, scope: 'full', sampledBlocks, idle: 0 },
      signal: new AbortController().signal,
    });
  } finally {
    await close();
  }
}
