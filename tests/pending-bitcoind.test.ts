/** Unconfirmed transactions of a real Bitcoin node (Knots) that publishes notifications over ZMQ. */
import { freePort, knotsOrSkip, startKnots } from '@chaintrail/testkit';
import { describe, test } from 'vitest';
import { describePending } from './scenario/pending.js';
import { expectCleanAudit, liveRandomly } from './scenario/random-life.js';
import type { ScenarioChain } from './scenario/world.js';

const binary = await knotsOrSkip();
const chain: ScenarioChain = {
  code: 'btc',
  addressTypes: ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'],
  descriptorWallet: true,
  mwebActivation: null,
};

describe.runIf(binary !== undefined)('Bitcoin Knots', () => {
  describePending({
    title: 'unconfirmed transactions, with ZMQ',
    chain,
    async startNode() {
      const args: string[] = [];
      for (const topic of ['hashblock', 'hashtx', 'sequence']) {
        args.push(`-zmqpub${topic}=tcp://127.0.0.1:${await freePort()}`);
      }
      return startKnots(binary!, { args });
    },
    more: (world) => {
      test('thousands of payments and reorgs, then an audit', { timeout: 600_000 }, async () => {
        await liveRandomly(world());
        await expectCleanAudit(world());
      });
    },
  });
});
