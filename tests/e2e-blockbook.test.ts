/** Blockbook's routes over real nodes, held to what those say, and used by real clients. */
import { anvilOrSkip, knotsOrSkip, litecoindOrSkip } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe } from 'vitest';
import { blockbookClientsOrSkip, describeRestClients } from './scenario/blockbook/clients-scenario.js';
import { describeEvmLink } from './scenario/blockbook/link-evm-scenario.js';
import { describeLink, linkOrSkip } from './scenario/blockbook/link-scenario.js';
import { describeRest } from './scenario/blockbook/rest-scenario.js';
import { describeSocket } from './scenario/blockbook/socket-scenario.js';
import { EsploraWorld } from './scenario/esplora/esplora-world.js';

const knots = knotsOrSkip();
const litecoind = knots === undefined ? litecoindOrSkip() : undefined;
const load = (knots ?? litecoind) === undefined ? null : await blockbookClientsOrSkip();
const anvil = anvilOrSkip();
const link = (knots ?? anvil) === undefined ? null : await linkOrSkip();

/** Blocks, payments and wallets are alike, so the other node is for a machine without the first. */
const node =
  knots === undefined
    ? ({ name: 'Litecoin Core', code: 'ltc', binary: litecoind } as const)
    : ({ name: 'Bitcoin Knots', code: 'btc', binary: knots } as const);

describe.each(node.binary === undefined ? [] : [node])('Blockbook on $name', ({ code, binary }) => {
  let world: EsploraWorld;

  beforeAll(async () => {
    world = await EsploraWorld.start(binary!, code);
    await world.mine(101);
  });
  afterAll(() => world?.stop());

  describeRest(() => world);
  if (load !== null) describeRestClients(load, () => world);
  describeSocket(load, () => world);
  if (link !== null && code === 'btc') describeLink(link, () => world);
});

if (link !== null && anvil !== undefined) describeEvmLink(link, anvil);
