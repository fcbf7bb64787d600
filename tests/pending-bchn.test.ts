/** Unconfirmed transactions of a real Bitcoin Cash Node, which publishes notifications over ZMQ and replaces none. */
import { freePort, nodeOrSkip, RealNode } from '@chaintrail/testkit';
import { describe, test } from 'vitest';
import { expectPendingTokens } from './scenario/utxo/cash-tokens.js';
import { describePending } from './scenario/utxo/pending-scenario.js';
import { expectWholeIndex, liveRandomly } from './scenario/utxo/random-life.js';
import { bitcoinCash } from './scenario/utxo/utxo-chains.js';

const binary = nodeOrSkip('bchn');

describe.runIf(binary !== undefined)('Bitcoin Cash Node', () => {
  describePending({
    title: 'unconfirmed transactions, with ZMQ',
    chain: bitcoinCash,
    walks: 'double spends',
    async startNode() {
      const topics = ['hashblock', 'hashtx'].map(
        async (topic) => `-zmqpub${topic}=tcp://127.0.0.1:${await freePort()}`,
      );
      return RealNode.start('bchn', binary!, { args: await Promise.all(topics) });
    },
    more: (world) => {
      test('tokens that are made, sent, changed and burned', () => expectPendingTokens(world()));
      test('hundreds of payments and reorgs, then an audit', { timeout: 600_000 }, async () => {
        await liveRandomly(world(), { rounds: 5 });
        await expectWholeIndex(world());
      });
    },
  });
});
