/** A short soak of every UTXO chain and one of each other family. */
import { COSMOS_CHAINS, EVM_CHAINS, UTXO_CHAINS } from '@chaintrail/chains';
import { describeReport, runSoak } from '@chaintrail/soak';
import { createTestDatabase } from '@chaintrail/testkit';
import { expect, test } from 'vitest';
import { testSeed } from './support/seed.js';

const PLAY_MS = 25_000;
const API_ADDRESSES = 50;

test('a short soak of every family finds nothing wrong', { timeout: 600_000 }, async () => {
  const seed = testSeed();
  const database = await createTestDatabase();
  try {
    const report = await runSoak({
      databaseUrl: database.url,
      // One more chain of the EVM costs as much again as those of the others do together.
      chains: [...UTXO_CHAINS, EVM_CHAINS[seed % EVM_CHAINS.length]!, COSMOS_CHAINS[seed % COSMOS_CHAINS.length]!],
      seed,
      playMs: PLAY_MS,
      apiAddresses: API_ADDRESSES,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    const table = describeReport(report);
    console.log(`seed ${seed}\n${table}`);
    expect(report.count, table).toBe(0);
    for (const chain of report.chains) {
      expect(chain.addresses, `${chain.chain}: addresses compared`).toBeGreaterThan(100);
      expect(chain.judged.size, `${chain.chain}: kinds of checks that said something`).toBeGreaterThan(0);
      expect(chain.audit, chain.chain).toBe('clean');
    }
  } finally {
    await database.drop();
  }
});
