import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COSMOS_CHAINS } from '@chaintrail/chains';
import { cosmosPlace, startCosmosNode } from '@chaintrail/devnet';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulation } from '../src/demo-network.js';

/** More than between two reorganisations of chains that have some. */
const BLOCKS = 30;

test.each(COSMOS_CHAINS)('the demo never takes back a block of $name: its blocks are final', async (chain) => {
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const stateFile = join(folder, 'journal');
  const options = { ...simulation(chain, { port: 0, stateFile }), mineEveryMs: 8 };
  const node = await startCosmosNode({ ...options, place: cosmosPlace(chain) });
  onTestFinished(() => node.close());
  const { height } = node.tip();
  await vi.waitUntil(() => node.tip().height >= height + BLOCKS, { timeout: 60_000 });
  const operations = await readFile(stateFile, 'utf8');
  expect(operations).toContain('"mine"');
  expect(operations).not.toContain('"reorg"');
});
