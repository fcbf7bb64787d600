/** Rules that hold of an index at the end of every story, whatever the chain. */
import type { ChainCode } from '@chaintrail/chains';
import {
  auditInFull,
  createChainDatabase,
  dumpRows,
  inSession,
  type Product,
  queryFollowed,
  startAuditProcess,
  waitFor,
} from '@chaintrail/testkit';
import { expect } from 'vitest';
import { InProcessIndexer } from '../support/in-process-indexer.js';

const TIMEOUT_MS = 180_000;

/** The audit command finds nothing. */
export async function expectCleanAudit({ env }: Pick<Product, 'env'>, code: ChainCode): Promise<void> {
  const { status, stdout, stderr } = await auditInFull(code, env, TIMEOUT_MS);
  expect(stdout, stderr).toMatch(/Clean: everything that was looked at agrees/);
  expect(status).toBe(0);
}

/** It compares everything there is, every block included, and says so of each check. @param height of the node's tip */
export async function expectCompleteAudit(
  { env }: Pick<Product, 'env'>,
  code: ChainCode,
  height: number,
): Promise<void> {
  const args = [code, '--full', '--json', '--sample', `${height + 1}`];
  const { status, stdout, stderr } = await startAuditProcess(args, env).ended;
  expect(stdout, stderr).toMatch(/^\{/);
  const { checks, ...outcome } = JSON.parse(stdout);
  expect(checks.filter(({ findings }: { findings: number }) => findings > 0)).toEqual([]);
  expect([status, outcome.result, outcome.block.height]).toEqual([0, 'clean', height]);
  for (const check of checks) expect(check).toMatchObject({ outcome: 'clean', share: 1 });
}

/**
 * Syncs the finished chain from nothing into a second database; both must hold the same rows.
 * @param isWhole whether an index has what follows its blocks
 */
export async function expectRowsOfStraightSync(
  { env, databaseUrl }: Pick<Product, 'env' | 'databaseUrl'>,
  code: ChainCode,
  isWhole: (databaseUrl: string) => Promise<boolean> = async () => true,
): Promise<void> {
  const fresh = await createChainDatabase({ chain: code });
  const indexer = new InProcessIndexer(fresh.url, env);
  try {
    const followed = await dumpRows(databaseUrl, code);
    await inSession(fresh.url, (session) => {
      const hasReached = async () => {
        const sql = `SELECT encode(hash, 'hex') AS hash FROM ${code}.sync_state WHERE hash IS NOT NULL`;
        const [tip] = await queryFollowed<{ hash: string }>(session, code, sql);
        return tip !== undefined && followed.cursor[0]!.includes(tip.hash) && (await isWhole(fresh.url));
      };
      return waitFor(hasReached, {
        ...{ processes: [indexer], what: 'a straight sync to reach the same block', timeoutMs: TIMEOUT_MS },
      });
    });
    expect(await dumpRows(fresh.url, code)).toEqual(followed);
  } finally {
    await indexer.stop();
    await fresh.drop();
  }
}
