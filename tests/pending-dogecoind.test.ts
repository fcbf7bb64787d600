/** Unconfirmed transactions of a real dogecoind, which does not say where it publishes notifications: a setting does. */
import { freePort, nodeOrSkip, RealNode } from '@chaintrail/testkit';
import { describe, test } from 'vitest';
import { describePending } from './scenario/utxo/pending-scenario.js';
import { expectWholeIndex, liveRandomly } from './scenario/utxo/random-life.js';
import { dogecoin } from './scenario/utxo/utxo-chains.js';

const binary = nodeOrSkip('dogecoind');
const zmqUrl = `tcp://127.0.0.1:${await freePort()}`;

describe.runIf(binary !== undefined)('dogecoind', () => {
  describePending({
    title: 'unconfirmed transactions, with ZMQ',
    chain: dogecoin,
    walks: 'double spends',
    startNode: () =>
      RealNode.start('dogecoind', binary!, {
        args: ['hashblock', 'hashtx'].map((topic) => `-zmqpub${topic}=${zmqUrl}`),
      }),
    settings: { DOGE_ZMQ_URL: zmqUrl },
    more: (world) => {
      test('hundreds of payments and reorgs, then an audit', { timeout: 600_000 }, async () => {
        await liveRandomly(world(), { rounds: 5 });
        await expectWholeIndex(world());
      });
    },
  });
});
