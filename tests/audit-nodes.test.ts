/**
 * Audits against real nodes, or recorded ones where a variable names no program: chains with every kind of script, on
 * Litecoin with MWEB, of which every block is looked at.
 */
import {
  knotsOrSkip,
  litecoindOrSkip,
  nodeOrSkip,
  Product,
  RealNode,
  type Recording,
  recordingOrSkip,
} from '@chaintrail/testkit';
import { afterEach, describe, test } from 'vitest';
import { expectCompleteAudit } from './scenario/final-checks.js';
import { activateMweb, useMweb } from './scenario/utxo/mweb.js';
import { consolidate, payEveryScript, payEveryType, payMany } from './scenario/utxo/payments.js';
import { bitcoin, bitcoinCash, dogecoin, litecoin, type ScenarioChain } from './scenario/utxo/utxo-chains.js';
import { fundWallet, indexerSettings, mine, startWorld, type World } from './scenario/utxo/utxo-world.js';
import { reach } from './support/followed-chain.js';

const TIMEOUT_MS = 300_000;
const NODES = [
  { title: 'litecoind', found: litecoindOrSkip(), program: 'litecoind', chain: litecoin },
  { title: 'Bitcoin Knots', found: knotsOrSkip(), program: 'knots', chain: bitcoin },
  {
    title: 'Bitcoin Cash Node',
    found: 'BCHN' in process.env ? nodeOrSkip('bchn') : recordingOrSkip('bch'),
    program: 'bchn',
    chain: bitcoinCash,
  },
  {
    title: 'dogecoind',
    found: 'DOGECOIND' in process.env ? nodeOrSkip('dogecoind') : recordingOrSkip('doge'),
    program: 'dogecoind',
    chain: dogecoin,
  },
] as const;

let world: World | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

describe.each(NODES)('$title', ({ found, program, chain }) => {
  test.runIf(found !== undefined)('agrees with what is indexed of it', { timeout: TIMEOUT_MS }, async () => {
    if (typeof found === 'object') return auditRecorded(found, chain);
    const node = await RealNode.start(program, found!);
    world = await startWorld(chain, node, await fundWallet(node, chain));
    await payEveryScript(world);
    await payMany(world, 60);
    await mine(world);
    await consolidate(world);
    if (chain.mwebActivation !== null) await useMweb(world, await activateMweb(world));
    await payEveryType(world);
    await mine(world, 3);
    const height = await node.rpc<number>('getblockcount');
    const tip = { height, hash: await node.rpc<string>('getbestblockhash') };
    await reach(world.product.databaseUrl, chain.code, tip, [world.product.indexer]);
    await expectCompleteAudit(world.product, chain.code, height);
  });
});

/** Audits the chain in its last state. */
async function auditRecorded(recording: Recording, chain: ScenarioChain): Promise<void> {
  const node = await recording.start();
  const tip = node.change(node.states.at(-1)!.name);
  const product = await Product.start({ env: indexerSettings(chain, node) });
  try {
    await reach(product.databaseUrl, chain.code, tip, [product.indexer]);
    await expectCompleteAudit(product, chain.code, tip.height);
  } finally {
    await product.stop();
    await node.stop();
  }
}
