import { COSMOS_CHAINS, chainOnNetwork, requireChain } from '@chaintrail/chains';
import { cosmosPlace, startCosmosNode, startEvmGeneratorNode } from '@chaintrail/devnet';
import { expect, test } from 'vitest';
import { cosmosAnswers, evmAnswers, readAlone } from '../src/harness/read-alone.js';
import { workShares, workTable } from '../src/sync/work-shares.js';

test('shares are of the work of the indexer and PostgreSQL together', () => {
  expect(workShares({ indexer: 60, postgres: 40, jsonParse: 30, decode: 45 })).toEqual({
    json: 0.3,
    postgres: 0.4,
    ownCode: 0.3,
  });
});

test('the table has the seconds of each share', () => {
  const seconds = { indexer: 60, postgres: 40, jsonParse: 30, decode: 45 };
  expect(workTable(seconds, workShares(seconds)).split('\n')).toEqual([
    'work                     processor seconds   share',
    "reading the node's JSON               30.0  30.0 %",
    'PostgreSQL                            40.0  40.0 %',
    "the indexer's own code                30.0  30.0 %",
  ]);
});

test('a decoder that is faster than JSON.parse is not credited with what it saves', () => {
  expect(workShares({ indexer: 60, postgres: 40, jsonParse: 30, decode: 20 })).toEqual({
    json: 0.2,
    postgres: 0.4,
    ownCode: 0.4,
  });
});

test('the answers about every block but the genesis are read', async () => {
  const place = chainOnNetwork(requireChain('eth'), 'local');
  if (place?.family !== 'evm') throw new RangeError('eth has no private network');
  const node = await startEvmGeneratorNode({ chain: place.chain, blocks: 5 });
  const bytes = [1, 2, 3, 4, 5].reduce((sum, height) => {
    const { block, receipts } = node.answers(height);
    return sum + block.length + receipts.length;
  }, 0);
  const alone = readAlone(evmAnswers(place, node));
  await node.close();
  expect(alone.bytes).toBe(bytes);
  expect(alone.jsonParseSeconds).toBeGreaterThan(0);
  expect(alone.decodeSeconds).toBeGreaterThan(0);
});

test('the answers about every block of a Cosmos chain are read', async () => {
  const [chain] = COSMOS_CHAINS;
  const place = cosmosPlace(chain as NonNullable<typeof chain>);
  const node = await startCosmosNode({ place, blocks: 5 });
  const bytes = [1, 2, 3, 4, 5].reduce((sum, height) => {
    const { block, results } = node.answers(height);
    return sum + block.length + results.length;
  }, 0);
  const alone = readAlone(cosmosAnswers(place, node));
  await node.close();
  expect(alone.bytes).toBe(bytes);
  expect(alone.decodeSeconds).toBeGreaterThan(0);
});
