import {
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
import { ChainMovedError } from '../src/follow/fetch-ahead.js';
import { utxoBlockSource } from '../src/follow/utxo-block-source.js';

const HASH = 'ab'.repeat(32);
const TXIDS = ['01'.repeat(32), '02'.repeat(32)];

function sourceOf(node: Partial<UtxoNode>, decode: Decoder['decode']) {
  const whole = { spentOutputs: async () => null, rawBlock: async () => Buffer.of(1), ...node } as UtxoNode;
  const decoder: Decoder = { decode, run: neverDecodes, close: async () => undefined };
  return utxoBlockSource(requireUtxoChain('zec'), whole, decoder, pino({ level: 'silent' }));
}

const notFound = () =>
  Promise.reject(new NodeError('Block not found', false, { chain: 'zec', method: 'getblock', code: -8 }));
const neverDecodes = () => Promise.reject(new Error('not part of this test'));

describe('the source of blocks of a UTXO chain', () => {
  it("decodes with the node's transaction ids what it cannot name itself", async () => {
    const given: (Buffer | undefined)[] = [];
    const source = sourceOf({ blockTxids: async () => TXIDS }, async (_chain, _bytes, _spent, txids) => {
      given.push(txids);
      if (txids === undefined) throw new TxidsNeededError('the Merkle root is another', 4);
      return { block: { txCount: 2, size: 1, parentHash: 'p' }, spent: null } as Awaited<ReturnType<Decoder['decode']>>;
    });
    expect(await source.block({ height: 7, hash: HASH }, false)).toMatchObject({ height: 7, hash: HASH, txCount: 2 });
    expect(given).toEqual([undefined, Buffer.concat(TXIDS.map((txid) => wireHash(txid)))]);
  });

  it('does not ask again for a block that is simply wrong', async () => {
    const source = sourceOf({}, () => Promise.reject(new DecodeError('no block', 4)));
    await expect(source.block({ height: 7, hash: HASH }, false)).rejects.toThrow('no block');
  });

  it('takes a block that is gone for a chain that moved, where another one is in its place', async () => {
    const moved = sourceOf({ rawBlock: notFound, blockHashAt: async () => 'cd'.repeat(32) }, neverDecodes);
    await expect(moved.block({ height: 7, hash: HASH }, false)).rejects.toThrow(ChainMovedError);
    const shorter = sourceOf({ rawBlock: notFound, blockHashAt: async () => null }, neverDecodes);
    await expect(shorter.block({ height: 7, hash: HASH }, false)).rejects.toThrow(ChainMovedError);
  });

  it('says what the node says where the block should be there', async () => {
    const source = sourceOf({ rawBlock: notFound, blockHashAt: async () => HASH }, neverDecodes);
    await expect(source.block({ height: 7, hash: HASH }, false)).rejects.toThrow('Block not found');
  });
});
