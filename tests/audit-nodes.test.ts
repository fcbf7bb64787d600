/** Audits against real nodes: chains with every kind of script, on Litecoin with MWEB, of which every block is looked at. */
import { knotsOrSkip, litecoindOrSkip, nodeOrSkip, RealNode } from '@chaintrail/testkit';
import { afterEach, describe, test } from 'vitest';
import { expectCompleteAudit } from './scenario/final-checks.js';
import { activateMweb, useMweb } from './scenario/utxo/mweb.js';
import { consolidate, payEveryScript, payEveryType, payMany } from './scenario/utxo/payments.js';
import { bitcoin, bitcoinCash, dogecoin, litecoin } from './scenario/utxo/utxo-chains.js';
import { fundWallet, mine, startWorld, type World } from './scenario/utxo/utxo-world.js';
import { reach } from './support/followed-chain.js';

const TIMEOUT_MS = 300_000;
const NODES = [
  { title: 'litecoind', binary: litecoindOrSkip(), program: 'litecoind', chain: litecoin },
  { title: 'Bitcoin Knots', binary: knotsOrSkip(), program: 'knots', chain: bitcoin },
  { title: 'Bitcoin Cash Node', binary: nodeOrSkip('bchn'), program: 'bchn', chain: bitcoinCash },
  { title: 'dogecoind', binary: nodeOrSkip('dogecoind'), program: 'dogecoind', chain: dogecoin },
] as const;

let world: World | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

describe.each(NODES)('$title', ({ binary, program, chain }) => {
  test.runIf(binary !== undefined)('agrees with what is indexed of it', { timeout: TIMEOUT_MS }, async () => {
    const node = await RealNode.start(program, binary!);
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
