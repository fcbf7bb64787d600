import { createHash } from 'node:crypto';
import { NodeError, NodeLieError, requireUtxoChain, type UtxoNode } from '@chaintrail/chains';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { utxoMempoolSource } from '../src/mempool/utxo-mempool-source.js';

const facts = { chain: 'btc', method: 'getrawtransaction' } as const;
const ids = Array.from({ length: 40 }, (_, index) => index.toString(16).padStart(64, '0'));

/** A node that has no transaction, and fails when it is asked for one of `poison`. */
function sourceOf(
  poison: ReadonlySet<string>,
  failure: Error,
  isLoaded: () => Promise<boolean | null> = async () => true,
) {
  let calls = 0;
  const node: Pick<UtxoNode, 'mempool' | 'mempoolInfo' | 'mempoolTimes' | 'rawPending'> = {
    mempool: async () => ({ txids: ids, sequence: null }),
    mempoolInfo: async () => ({ isLoaded: await isLoaded(), size: ids.length, leastFeeRate: null }),
    mempoolTimes: async (txids) => txids.map(() => null),
    async rawPending(txids) {
      calls++;
      if (txids.some((txid) => poison.has(txid))) throw failure;
      return txids.map(() => null);
    },
  };
  return {
    node,
    source: utxoMempoolSource(requireUtxoChain('btc'), node, pino({ level: 'silent' })),
    calls: () => calls,
  };
}

it('a transaction that the node cannot deliver keeps no other away', async () => {
  for (const failure of [new NodeError('is too large', false, facts), new NodeLieError('is no hex', facts)]) {
    const { source } = sourceOf(new Set([ids[3]!, ids[17]!]), failure);
    const found = await source.transactions(ids, false);
    expect(found.flatMap((one, index) => (one === 'unfit' ? [index] : []))).toEqual([3, 17]);
    expect(found.filter((one) => one === 'gone')).toHaveLength(38);
  }
});

it('a node that is down, or delivers hardly anything, is trouble, and is not asked for each', async () => {
  const down = sourceOf(new Set(ids), new NodeError('is down', true, facts));
  await expect(down.source.transactions(ids, false)).rejects.toThrow('is down');
  expect(down.calls()).toBe(1);
  const broken = sourceOf(new Set(ids), new NodeError('is broken', false, facts));
  await expect(broken.source.transactions(ids, false)).rejects.toThrow('is broken');
  expect(broken.calls()).toBeLessThan(40);
});

it('a node that refuses to say whether its mempool is whole leaves that open', async () => {
  const refusing = sourceOf(new Set(), new Error('is not used'), () =>
    Promise.reject(new NodeError('is not allowed', false, facts)),
  );
  expect(await refusing.source.mempool()).toEqual({
    ...{ txids: ids, isWhole: null, sequence: null, leastFeeRate: null },
  });
});

it('what exists in a block only is not unconfirmed, though the node has it', async () => {
  const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
  const transaction = (vout: string, script: string): Buffer =>
    Buffer.from(
      `0200000001${'00'.repeat(32)}${vout}00ffffffff01${'00'.repeat(8)}${(script.length / 2).toString(16)}${script}00000000`,
      'hex',
    );
  const script = `0014${'00'.repeat(20)}`;
  const [coinbase, hogEx] = [transaction('ffffffff', script), transaction('00000000', `5820${'00'.repeat(32)}`)];
  const made = [coinbase, hogEx, transaction('00000000', script)];
  const { node } = sourceOf(new Set(), new Error('is not used'));
  const source = utxoMempoolSource(
    requireUtxoChain('ltc'),
    { ...node, rawPending: async () => made },
    pino({ level: 'silent' }),
  );
  const txids = made.map((bytes) => sha256(sha256(bytes)).reverse().toString('hex'));
  expect(await source.transactions(txids, false)).toMatchObject(['unfit', 'unfit', { txid: txids[2] }]);
});
