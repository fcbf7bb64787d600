/** A short soak of three UTXO chains, whose nodes differ in how they are read, and one of each other family. */
import { COSMOS_CHAINS, EVM_CHAINS, requireUtxoChain, UTXO_CHAINS } from '@chaintrail/chains';
import { describeReport, runSoak } from '@chaintrail/soak';
import { createTestDatabase } from '@chaintrail/testkit';
import { expect, test } from 'vitest';
import { testSeed } from './support/seed.js';

/** Nodes with spent outputs, and without notifications. */
const FIRST = [requireUtxoChain('btc'), requireUtxoChain('ltc')];
const OTHERS = UTXO_CHAINS.filter((chain) => !FIRST.includes(chain));
const PLAY_MS = 25_000;
const API_ADDRESSES = 50;

test('a short soak of every family finds nothing wrong', { timeout: 600_000 }, async () => {
  const seed = testSeed();
  const database = await createTestDatabase();
  try {
    const report = await runSoak({
      databaseUrl: database.url,
      // A soak does not search the forms of blocks, which differ by chain.
      chains: [...FIRST, ...[OTHERS, EVM_CHAINS, COSMOS_CHAINS].map((family) => family[seed % family.length]!)],
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
