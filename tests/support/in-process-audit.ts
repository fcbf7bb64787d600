/** An audit without a process of its own, which takes longer to start than a small chain to be looked at. */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { loadAuditSettings } from '@chaintrail/config';
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
  const { chains } = loadAuditSettings({ ...env, DATABASE_URL: databaseUrl });
  const { target, close } = openTarget(chains.find(({ chain }) => chain === requireChain(code))!);
  try {
    const { checks, result, reason, block } = await runAudit({
      ...{ databaseUrl, target, scope: 'full', sampledBlocks, idle: 0 },
      signal: new AbortController().signal,
    });
    expect(checks.filter(({ findings }) => findings > 0)).toEqual([]);
    expect([result, reason, block?.height]).toEqual(['clean', null, height]);
    if (sampledBlocks > height) for (const check of checks) expect(check).toMatchObject({ outcome: 'clean', share: 1 });
  } finally {
    await close();
  }
}
