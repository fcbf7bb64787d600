/** Unconfirmed transactions of a real litecoind, which has no ZMQ: they are found by asking. */
import { isNodeAtHand, isTestedBy, litecoindOrSkip, RealNode } from '@chaintrail/testkit';
import { describe, test } from 'vitest';
import { describePendingMweb } from './scenario/utxo/pending-mweb.js';
import { describePending } from './scenario/utxo/pending-scenario.js';
import { expectWholeIndex, liveRandomly } from './scenario/utxo/random-life.js';
import { litecoin } from './scenario/utxo/utxo-chains.js';

const binary = litecoindOrSkip();
const isPlayedElsewhere = binary !== undefined && isTestedBy('pending-bitcoind', isNodeAtHand('knots'));

describe.runIf(binary !== undefined)('litecoind', () => {
  describePending({
    title: 'unconfirmed transactions, by polling',
    chain: litecoin,
    walks: 'double spends',
    isPlayedElsewhere,
    // Off by default, unlike Bitcoin Core.
    startNode: () => RealNode.start('litecoind', binary!, { args: ['-mempoolreplacement=1'] }),
    more: (world) => {
      if (!isPlayedElsewhere)
        test('hundreds of payments and reorgs, then an audit', { timeout: 600_000 }, async () => {
          await liveRandomly(world(), { rounds: 3 });
          await expectWholeIndex(world());
        });
      describePendingMweb(world);
    },
  });
});
