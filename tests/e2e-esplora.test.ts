/**
 * Esplora's routes over a real Bitcoin node, held to what that node says by other calls, and used by real clients;
 * accounts, held to the node's own wallet.
 */
import { knotsOrSkip } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe } from 'vitest';
import { describeAccounts } from './scenario/esplora/account-scenario.js';
import { bdkOrSkip } from './scenario/esplora/bdk.js';
import { describeBdk } from './scenario/esplora/bdk-scenario.js';
import { describeRoutes } from './scenario/esplora/esplora-scenario.js';
import { EsploraWorld } from './scenario/esplora/esplora-world.js';
import { clientsOrSkip } from './scenario/esplora/npm-clients.js';
import { describeClients } from './scenario/esplora/npm-scenario.js';

const binary = knotsOrSkip();
const load = binary === undefined ? null : await clientsOrSkip();
const python = binary === undefined ? null : await bdkOrSkip();

describe.runIf(binary !== undefined)('Esplora on Bitcoin Knots', () => {
  let world: EsploraWorld;

  beforeAll(async () => {
    world = await EsploraWorld.start(binary!);
    await world.mine(101);
  });
  afterAll(() => world?.stop());

  describeRoutes(() => world);
  describeAccounts(() => world);
  if (load !== null) describeClients(load, () => world);
  if (python !== null) describeBdk(python, () => world);
});
