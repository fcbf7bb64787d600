/** An index that traces blocks as they come, and none from before it was at the tip. */
import { inParallel, waitFor } from '@chaintrail/testkit';
import { expect } from 'vitest';
import { compareTransaction } from './compare-evm.js';
import type { FollowedWorld } from './evm-world.js';
import type { Ledger } from './proved-ledger.js';

const CONCURRENCY = 6;
const REACH_TIMEOUT_MS = 90_000;

/**
 * Balances are right at the tip, transactions are whole where blocks were traced, and say so where they were not.
 * @param since height of the tip when this index was at it for the first time
 * @param first of the first transaction: `complete` for a chain that was too short for a first sync
 */
export async function expectNewBlocksTraced(
  world: FollowedWorld,
  ledger: Ledger,
  since: number,
  first: 'off' | 'complete' = 'off',
): Promise<void> {
  const { api, product } = world;
  const isTraced = async (txid: string) => (await api.transaction(txid)).internalTransfers === 'complete';
  await waitFor(() => isTraced(ledger.entries.at(-1)!.txid), {
    ...{ timeoutMs: REACH_TIMEOUT_MS, processes: product.processes, what: 'the newest block to be traced' },
  });
  expect((await api.transaction(ledger.entries[0]!.txid)).internalTransfers).toBe(first);
  const traced = ledger.entries.filter(({ block }) => block.height > since);
  await inParallel(traced, CONCURRENCY, (entry) => compareTransaction(world, entry));
  const found = await api.balances([...ledger.histories.keys()]);
  expect(found.map(({ address, balance, tip }) => [address, tip.hash, balance])).toEqual(
    [...ledger.histories].map(([address, { entries }]) => [address, ledger.tip.hash, `${entries.at(-1)!.balance}`]),
  );
}
