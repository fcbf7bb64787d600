/** Unconfirmed transactions of a real Bitcoin node (Knots) that publishes notifications over ZMQ. */
import { freePort, knotsOrSkip, RealNode } from '@chaintrail/testkit';
import { describe, test } from 'vitest';
import { describePending } from './scenario/utxo/pending-scenario.js';
import { expectWholeIndex, liveRandomly } from './scenario/utxo/random-life.js';
import { bitcoin } from './scenario/utxo/utxo-chains.js';

const binary = knotsOrSkip();

describe.runIf(binary !== undefined)('Bitcoin Knots', () => {
  describePending({
    title: 'unconfirmed transactions, with ZMQ',
    chain: bitcoin,
    async startNode() {
      const args: string[] = [];
      for (const topic of ['hashblock', 'hashtx', 'sequence']) {
        args.push(`-zmqpub${topic}=tcp://127.0.0.1:${await freePort()}`);
      }
      return RealNode.start('knots', binary!, { args });
    },
    more: (world) => {
      test('thousands of payments and reorgs, then an audit', { timeout: 600_000 }, async () => {
        await liveRandomly(world());
        await expectWholeIndex(world());
      });
    },
  });
});
