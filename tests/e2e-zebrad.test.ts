/** A real zebrad from NU5 to NU7, the real indexer, database and API: what the product says is what the node says. */
import { dumpRows, nodeOrSkip, startZebrad } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectIndexEqualsNode } from './scenario/compare.js';
import { addressOf, miner, UPGRADES, ZcashChain } from './scenario/zcash/chain.js';
import { payEveryScript, payEveryVersion } from './scenario/zcash/payments.js';
import { startZcashWorld, type ZcashWorld } from './scenario/zcash/world.js';

const binary = nodeOrSkip('zebrad');
const TIMEOUT_MS = 180_000;

describe.runIf(binary !== undefined)('zebrad', { timeout: TIMEOUT_MS }, () => {
  let chain: ZcashChain;
  let world: ZcashWorld;
  beforeAll(async () => {
    chain = new ZcashChain(await startZebrad(binary!, { minerAddress: addressOf(miner), upgrades: UPGRADES }));
    await chain.mine(101);
    await chain.fillPurse(2);
    await payEveryVersion(chain);
    await chain.mine();
    await payEveryScript(chain);
    await payEveryVersion(chain);
    await chain.mine();
    world = await startZcashWorld(chain);
  }, TIMEOUT_MS);
  afterAll(() => world?.stop(), TIMEOUT_MS);

  test('first sync', async () => {
    await expectIndexEqualsNode(world);
    void dumpRows;
  });
});
