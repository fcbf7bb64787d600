/** Unconfirmed transactions of a real Bitcoin node (Knots) that publishes notifications over ZMQ. */
import { freePort, knotsOrSkip, RealNode } from '@chaintrail/testkit';
import { describe, test } from 'vitest';
import { stormFigures, weatherStorm } from './scenario/utxo/mempool-storm.js';
import { describePending } from './scenario/utxo/pending-scenario.js';
import { expectWholeIndex, liveRandomly } from './scenario/utxo/random-life.js';
import { bitcoin } from './scenario/utxo/utxo-chains.js';

const binary = knotsOrSkip();
/** `STORM=300000` fills the mempool before, for figures by hand. */
const waiting = Number(process.env['STORM'] ?? 0);
const STORM = { waiting, payments: waiting > 0 ? 1_000 : 60 };

describe.runIf(binary !== undefined)('Bitcoin Knots', () => {
  describePending({
    title: 'unconfirmed transactions, with ZMQ',
    chain: bitcoin,
    async startNode() {
      const args: string[] = [];
      for (const topic of ['hashblock', 'hashtx', 'sequence']) {
        args.push(`-zmqpub${topic}=tcp://127.0.0.1:${await freePort()}`);
      }
      // Pushes that nobody needs are data to Knots, and the storm spends such scripts.
      args.push('-datacarrierfullcount=0', '-acceptnonstddatacarrier=1');
      // On regtest nodes check all of their mempool after each transaction: seconds of 300,000, under its lock. Blocks
      // that took those that wait would leave none of them after half a storm.
      if (STORM.waiting > 0) args.push('-maxmempool=3000', '-checkmempool=0', '-blockmintxfee=0.0001');
      return RealNode.start('knots', binary!, { args });
    },
    more: (world) => {
      test('a storm of payments, replacements, chains and blocks is told once, in order', async () => {
        const took = await weatherStorm(world(), STORM);
        console.log(`with ${STORM.waiting} waiting: ${stormFigures(took)}`);
      }, 1_800_000);
      // Thousands are the soak's; here each kind of reorg comes to a mempool that the node notifies of.
      test('hundreds of payments and reorgs, then an audit', { timeout: 600_000 }, async () => {
        await liveRandomly(world(), { rounds: 3 });
        await expectWholeIndex(world());
      });
    },
  });
});
