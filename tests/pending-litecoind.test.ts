/** Unconfirmed transactions of a real litecoind, which has no ZMQ: they are found by asking. */
import { litecoindOrSkip, startLitecoind } from '@chaintrail/testkit';
import { describe, test } from 'vitest';
import { litecoin } from './scenario/chains.js';
import { describePending } from './scenario/pending.js';
import { describePendingMweb } from './scenario/pending-mweb.js';
import { expectCleanAudit, liveRandomly } from './scenario/random-life.js';

const binary = litecoindOrSkip();

describe.runIf(binary !== undefined)('litecoind', () => {
  describePending({
    title: 'unconfirmed transactions, by polling',
    chain: litecoin,
    // Off by default, unlike Bitcoin Core.
    startNode: () => startLitecoind(binary!, { args: ['-mempoolreplacement=1'] }),
    more: (world) => {
      // Thousands: see pending-bitcoind.test.ts. What differs here is that no notification comes.
      test('hundreds of payments and reorgs, then an audit', { timeout: 600_000 }, async () => {
        await liveRandomly(world(), { rounds: 5, payments: 80 });
        await expectCleanAudit(world());
      });
      describePendingMweb(world);
    },
  });
});
