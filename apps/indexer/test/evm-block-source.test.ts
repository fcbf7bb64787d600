import { type EvmChainNetwork, type EvmNode, requireChain, TooLargeError } from '@chaintrail/chains';
import { EvmNode as Client } from '@chaintrail/chains/node';
import type { InternalMode, PreparedEvmBlock } from '@chaintrail/db';
import { type SimulatedEvmNode, startSimulatedEvmNode } from '@chaintrail/devnet';
import { DamagedNode, type LastingFault, refusal } from '@chaintrail/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
// As built: only that has a file for its threads.
import { createDecoder, type Decoder } from '../dist/decode/decoder.js';
import type { LinkedBlock } from '../src/follow/block-source.js';
import { BlockTraces } from '../src/follow/block-traces.js';
import { evmBlockSource, SIDE_BY_SIDE_BYTES } from '../src/follow/evm-block-source.js';
import { type FetchOptions, fetchAhead } from '../src/follow/fetch-ahead.js';
import { areSame } from './damage-kinds.js';

const place = placeOf('eth');
const TIP = 12;
const BAD = 7;

function placeOf(code: 'eth'): EvmChainNetwork {
  const chain = requireChain(code);
  const network = chain.family === 'evm' && chain.networks.find(({ name }) => name === 'local');
  if (chain.family !== 'evm' || !network) throw new Error('no such chain');
  return { family: 'evm', chain, network };
}

let simulated: SimulatedEvmNode;
let damaged: DamagedNode;
let right: PreparedEvmBlock[];
let warned: string[];
const decoder = createDecoder({ threads: 0 });

beforeAll(async () => {
  simulated = await startSimulatedEvmNode({ chain: place.chain, seed: 3, blocks: TIP, txPerBlock: 3 });
  damaged = await DamagedNode.start(simulated.url);
  right = (await read()).blocks;
});
beforeEach(() => {
  damaged.faults = [];
  damaged.calls.clear();
  warned = [];
});
afterAll(async () => {
  await damaged.stop();
  await simulated.close();
});

/** All blocks that the node delivers, and why it ends. */
async function read(
  reading = decoder,
  mode: InternalMode | null = null,
  how: FetchOptions = { bytesAhead: 2 ** 20, skipPrevouts: false },
): Promise<{ blocks: PreparedEvmBlock[]; error: unknown }> {
  const log = { warn: (_: unknown, text: string) => warned.push(text) };
  const node = new Client({
    ...{ chain: place.chain, network: place.network, endpoint: { url: damaged.url } },
    retry: { attempts: 2, firstDelayMs: 1, maxDelayMs: 2, maxTotalMs: 2_000 },
    onDetour: (text) => warned.push(text),
  });
  const blocks: PreparedEvmBlock[] = [];
  const traces = mode ? new BlockTraces({ place, node, mode, waitMs: 60_000, log: log as never }) : null;
  try {
    const source = evmBlockSource(place, node, reading, log as never, traces);
    for await (const batch of fetchAhead(source, null, 0, TIP, how)) {
      blocks.push(...batch.map((block) => ({ ...block, received: 0 })));
    }
    return { blocks, error: null };
  } catch (error) {
    return { blocks, error };
  } finally {
    await node.close();
  }
}

const badHash = () => right[BAD]!.hash;
const named = () => [BAD, `0x${badHash()}`];
describe('a block that one method is wrong about', () => {
  it('has its receipts one by one where all of them are refused, and no other block has', async () => {
    const change = refusal(-32603, 'could not get L1 block info from L2 block');
    damaged.faults = [{ method: 'eth_getBlockReceipts', blocks: named(), change }];
    const { blocks, error } = await read();
    expect(error).toBeNull();
    expect(areSame(blocks, right)).toBe(true);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain(`block ${BAD} (${badHash()}) was read by hash, receipts one by one`);
    // No other block is asked for the slower way.
    expect(damaged.called('eth_getTransactionReceipt')).toBe(right[BAD]!.txCount);
  });

  it.each([
    ['an error', refusal(-32000, "couldn't find block with transactions")],
    ['none', () => ({ result: null })],
    ['another one', ({ result }) => ({ result: { ...(result as object), number: '0x1' } })],
  ] as [string, LastingFault['change']][])('is found by its child where it is %s by height', async (_what, change) => {
    damaged.faults = [{ method: 'eth_getBlockByNumber', blocks: [BAD, BAD + 1, BAD + 2], change }];
    const { blocks, error } = await read();
    expect(error).toBeNull();
    expect(areSame(blocks, right)).toBe(true);
    expect(warned.filter((text) => text.includes(`block ${BAD} (${badHash()}) is asked for by the hash`))).toHaveLength(
      1,
    );
  });

  it('is read by height where it is wrong by hash', async () => {
    damaged.faults = [{ method: 'eth_getBlockByHash', blocks: named(), change: refusal(-32000, 'leveldb: not found') }];
    const { blocks, error } = await read();
    expect(error).toBeNull();
    expect(areSame(blocks, right)).toBe(true);
    expect(warned[0]).toContain('was read by height');
  });

  it('keeps its traces where another thread finds it wrong by hash', async () => {
    const thread = createDecoder({ threads: 1 });
    try {
      const traced = await read(thread, 'live');
      expect(areSame(traced.blocks[BAD], right[BAD])).toBe(false);
      const change: LastingFault['change'] = ({ result }) => {
        const { transactions, ...block } = result as { transactions: object[] };
        return { result: { ...block, transactions: transactions.map((t) => ({ ...t, value: '0x1' })) } };
      };
      damaged.faults = [{ method: 'eth_getBlockByHash', blocks: named(), change }];
      const { blocks, error } = await read(thread, 'live');
      expect(error).toBeNull();
      expect(areSame(blocks, traced.blocks)).toBe(true);
      expect(warned.at(-1)).toContain('was read by height');
    } finally {
      await thread.close();
    }
  });

  it('ends the reading after those before it where no way is left, with the remedy', async () => {
    damaged.faults = [
      { method: 'eth_getBlockReceipts', blocks: named(), change: refusal(-32000, 'method handler crashed') },
      {
        method: 'eth_getTransactionReceipt',
        change: ({ result }) => ({ result: { ...(result as object), logs: null } }),
      },
    ];
    const { blocks, error } = await read();
    expect(areSame(blocks, right.slice(0, BAD))).toBe(true);
    const text = String(error);
    for (const part of [`block ${BAD} (${badHash()})`, 'by hash', 'by height', 'one by one', 'crashed', 'ETH_RPC_URL'])
      expect(text).toContain(part);
    expect(text).not.toContain('START_HEIGHT');
  });

  it('is not blamed where the node answers nothing else either', async () => {
    damaged.faults = [{ method: /^eth_(getBlockReceipts|chainId)$/, change: () => 'drop' }];
    const { error } = await read();
    expect(error).toMatchObject({ retryable: true });
    expect(String(error)).not.toContain('cannot be read');
  });
});

describe('traces of blocks', () => {
  const load: FetchOptions = { bytesAhead: 2 ** 20, skipPrevouts: false, isLoad: true };

  it('come with no block, an empty one included, where none are asked for', async () => {
    expect(right[0]!.txCount).toBe(0);
    const { blocks } = await read(decoder, 'off');
    expect(new Set(blocks.map(({ gap }) => gap))).toEqual(new Set(['off']));
    const loaded = await read(decoder, 'live', load);
    expect(new Set(loaded.blocks.map(({ gap }) => gap))).toEqual(new Set(['off']));
    expect(damaged.called('debug_traceBlockByHash')).toBe(0);
  });

  it('begin with no empty block of a node that has none', async () => {
    damaged.faults = [{ method: /^(debug_trace|trace_)/, change: refusal(-32601, 'the method does not exist') }];
    const { blocks, error } = await read(decoder, 'live');
    expect(error).toBeNull();
    expect(new Set(blocks.slice(1).map(({ gap }) => gap))).toEqual(new Set(['off']));
  });

  it('come with each block of a load from the first one on', async () => {
    const { blocks } = await read(decoder, 'full', load);
    expect(new Set(blocks.map(({ gap }) => gap))).toEqual(new Set([null]));
  });
});

it.each(['first sync', 'live'])(
  'more entries than keys end a reading before that block, with a sentence: %s',
  async (phase) => {
    const withEntries = (count: number): Decoder => ({
      ...decoder,
      async run(task) {
        const decoded = await decoder.run(task);
        if ('block' in decoded && 'rows' in decoded.block && decoded.block.height === BAD) {
          const { transactions } = decoded.block.rows;
          return {
            ...decoded,
            block: { ...decoded.block, rows: { transactions: { ...transactions, count } } },
          } as never;
        }
        return decoded;
      },
    });
    const how: FetchOptions = { bytesAhead: 2 ** 20, skipPrevouts: false, isLoad: phase === 'first sync' };
    expect(await read(withEntries(2 ** 20), null, how)).toMatchObject({ error: null });
    const { blocks, error } = await read(withEntries(2 ** 20 + 1), null, how);
    expect(areSame(blocks, right.slice(0, BAD))).toBe(true);
    expect(String(error)).toMatch(
      /block 7 \([0-9a-f]{64}\) has 1048577 entries, and 1048576 of a block can be stored: .*use a newer version/,
    );
    expect(warned).toEqual([]);
  },
);

describe('large answers', () => {
  /** A node whose blocks have receipts of so many bytes, and a decoder that keeps them for a moment. */
  function hostile(bytesAt: (height: number) => number): {
    held: () => number;
    asks: () => number;
    most: () => number;
    source: ReturnType<typeof evmBlockSource>;
  } {
    let held = 0;
    let most = 0;
    let asks = 0;
    const hold = (length: number) => {
      held += length;
      most = Math.max(most, held);
    };
    const tick = () => new Promise((resolve) => setImmediate(resolve));
    const node = {
      tip: async () => right.at(-1),
      blockHashAt: async (height: number) => right[height]?.hash ?? null,
      blockHashes: async (from: number, count: number) => right.slice(from, from + count).map(({ hash }) => hash),
      async rawBlock(hash: string, request: { maxBytes?: number }) {
        asks++;
        const bytes = bytesAt(right.findIndex((block) => block.hash === hash));
        const maxBytes = request.maxBytes ?? Number.POSITIVE_INFINITY;
        // Blocks that come before the limit is reached are in memory, too.
        hold(Math.min(bytes, maxBytes));
        await tick();
        if (bytes > maxBytes) {
          held -= maxBytes;
          throw new TooLargeError('the answer is larger', false, { chain: 'eth', method: 'eth_getBlockReceipts' });
        }
        return { block: { length: 0 }, receipts: { length: bytes, includes: () => true }, uncles: null };
      },
    };
    const decode: Pick<Decoder, 'run'> = {
      run: async (task) => {
        await tick();
        const { ref } = task as unknown as { ref: { height: number } };
        held -= bytesAt(ref.height);
        return { block: right[ref.height], doubt: null } as never;
      },
    };
    const source = evmBlockSource(place, node as unknown as EvmNode, decode as Decoder, { warn: () => undefined });
    return { asks: () => asks, held: () => held, most: () => most, source };
  }

  it('are held one at a time, whatever the header says of their size and whatever came before', async () => {
    const large = 100 * 2 ** 20;
    const { asks, held, most, source } = hostile((height) => (height < 2 ? 1_000 : large));
    const blocks: LinkedBlock[] = [];
    for await (const batch of fetchAhead(source, null, 0, TIP)) blocks.push(...batch);
    expect(blocks).toHaveLength(right.length);
    expect(held()).toBe(0);
    expect(most()).toBeLessThanOrEqual(large + 16 * SIDE_BY_SIDE_BYTES);
    // In a run of them, none is tried beside others first, but for those that were on their way.
    expect(asks()).toBeLessThanOrEqual(right.length + 16);
  });

  it('are no reason to fetch small blocks one at a time', async () => {
    const { most, source } = hostile(() => 2 ** 20);
    const batches = fetchAhead(source, null, 0, TIP);
    while (!(await batches.next()).done);
    expect(most()).toBeGreaterThan(2 * 2 ** 20);
  });
});
