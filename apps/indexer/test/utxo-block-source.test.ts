import {
  BlockPrunedError,
  DecodeError,
  NodeError,
  requireUtxoChain,
  TxidsNeededError,
  type UtxoNode,
  wireHash,
} from '@chaintrail/chains';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Decoder } from '../src/decode/decoder.js';
import type { DecodeTask } from '../src/decode/tasks.js';
import { ChainMovedError } from '../src/follow/fetch-ahead.js';
import { utxoBlockSource } from '../src/follow/utxo-block-source.js';

const HASH = 'ab'.repeat(32);
const TXIDS = ['01'.repeat(32), '02'.repeat(32)];

const zec = requireUtxoChain('zec');

function sourceOf(
  node: Partial<UtxoNode>,
  run: (task: DecodeTask) => Promise<unknown>,
  place = { chain: zec, network: zec.networks[0]! },
) {
  const tip = async () => null as never;
  const whole = { tip, spentOutputs: async () => null, blockToDecode: async () => Buffer.of(1), ...node } as UtxoNode;
  const decoder = { run, close: async () => undefined } as Decoder;
  return utxoBlockSource(place, whole, decoder, pino({ level: 'silent' }));
}

const notFound = () =>
  Promise.reject(new NodeError('Block not found', false, { chain: 'zec', method: 'getblock', code: -8 }));
const neverDecodes = () => Promise.reject(new Error('not part of this test'));

describe('the source of blocks of a UTXO chain', () => {
  it("decodes with the node's transaction ids what it cannot name itself", async () => {
    const given: unknown[] = [];
    const source = sourceOf({ blockTxids: async () => TXIDS }, async (task) => {
      const { txids } = task as Extract<DecodeTask, { kind: 'utxo' }>;
      given.push(txids);
      if (txids === null) throw new TxidsNeededError('the Merkle root is another', 4);
      const block = {
        txCount: 2,
        size: 1,
        parentHash: 'p',
        bytes: Buffer.of(1),
        txids: Buffer.concat(TXIDS.map(wireHash)),
      };
      return { block, spent: null };
    });
    expect(await source.block({ height: 7, hash: HASH }, false)).toMatchObject({ height: 7, hash: HASH, txCount: 2 });
    expect(given).toEqual([null, Buffer.concat(TXIDS.map((txid) => wireHash(txid)))]);
  });

  it('names the block that is simply wrong, and the remedy', async () => {
    const source = sourceOf({}, () => Promise.reject(new DecodeError('no block', 4)));
    await expect(source.block({ height: 7, hash: HASH }, false)).rejects.toThrow(
      `block 7 (${HASH}) cannot be read in any way (as usual and by RPC, without what it spends: no block at byte 4): ` +
        'repair the node (-reindex), or let ZEC_RPC_URL name another one. The blocks before it stay indexed',
    );
  });

  it('takes a block that is gone for a chain that moved, where another one is in its place', async () => {
    const moved = sourceOf({ blockToDecode: notFound, blockHashAt: async () => 'cd'.repeat(32) }, neverDecodes);
    await expect(moved.block({ height: 7, hash: HASH }, false)).rejects.toThrow(ChainMovedError);
    const shorter = sourceOf({ blockToDecode: notFound, blockHashAt: async () => null }, neverDecodes);
    await expect(shorter.block({ height: 7, hash: HASH }, false)).rejects.toThrow(ChainMovedError);
  });

  it('asks in no other way for a block that the node has dropped', async () => {
    let asked = 0;
    const blockToDecode = () => {
      asked++;
      return Promise.reject(new BlockPrunedError('(pruned data)', { chain: 'zec', method: 'getblock' }));
    };
    const source = sourceOf({ blockToDecode }, neverDecodes);
    await expect(source.block({ height: 7, hash: HASH }, false)).rejects.toThrow(BlockPrunedError);
    expect(asked).toBe(1);
  });

  it('says what the node says where the block should be there', async () => {
    const source = sourceOf({ blockToDecode: notFound, blockHashAt: async () => HASH }, neverDecodes);
    await expect(source.block({ height: 7, hash: HASH }, false)).rejects.toThrow('Block not found');
  });

  it('reads tokens of Bitcoin Cash from the block on that brought them', async () => {
    const bch = requireUtxoChain('bch');
    const read: boolean[] = [];
    const run = async (task: DecodeTask) => {
      read.push((task as Extract<DecodeTask, { kind: 'utxo' }>).tokens);
      return {
        block: { txCount: 1, size: 1, parentHash: 'p', bytes: Buffer.of(1), txids: Buffer.alloc(32) },
        spent: null,
      };
    };
    for (const [name, height] of [
      ['mainnet', 792_772],
      ['mainnet', 792_773],
      ['chipnet', 121_956],
      ['regtest', 1],
    ] as const) {
      const network = bch.networks.find((each) => each.name === name)!;
      await sourceOf({}, run, { chain: bch, network }).block({ height, hash: HASH }, false);
    }
    expect(read).toEqual([false, true, false, true]);
  });

  it('names the block that the node refuses for ever, and what helps', async () => {
    const refused = () =>
      Promise.reject(
        new NodeError("error -1: Can't read block", false, { chain: 'zec', method: 'getblock', code: -1 }),
      );
    await expect(
      sourceOf({ blockToDecode: refused }, neverDecodes).block({ height: 7, hash: HASH }, false),
    ).rejects.toThrow(
      "getblock: error -1: Can't read block): repair the node (-reindex), or let ZEC_RPC_URL name another one",
    );
  });

  it('refuses a block with more transactions than keys in a sentence', async () => {
    const blockOf = (txCount: number) => async () => ({
      ...{ block: { txCount, size: 1, parentHash: 'p', bytes: Buffer.of(1), txids: Buffer.alloc(32) }, spent: null },
    });
    const most = sourceOf({}, blockOf(2 ** 20));
    expect(await most.block({ height: 7, hash: HASH }, false)).toMatchObject({ txCount: 2 ** 20 });
    await expect(sourceOf({}, blockOf(2 ** 20 + 1)).block({ height: 7, hash: HASH }, false)).rejects.toThrow(
      `block 7 (${HASH}) has 1048577 entries, and 1048576 of a block can be stored: neither a setting nor another node helps`,
    );
  });
});
