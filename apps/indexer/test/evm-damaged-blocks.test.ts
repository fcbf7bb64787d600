/** A node that is wrong about one block for as long as a test says so: nothing of the block comes to who writes rows. */
import { type Chain, type EvmChainNetwork, requireChain } from '@chaintrail/chains';
import { EvmNode } from '@chaintrail/chains/node';
import { startSimulatedEvmNode } from '@chaintrail/devnet';
import { DamagedNode, type LastingFault, type NodeAnswer } from '@chaintrail/testkit';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDecoder } from '../src/decode/decoder.js';
import { evmBlockSource } from '../src/follow/evm-block-source.js';
import { failureOf } from '../src/follow/failure.js';

const HEIGHT = 9;
const BY_HASH = 'eth_getBlockByHash';
const RECEIPTS = 'eth_getBlockReceipts';

// biome-ignore lint/suspicious/noExplicitAny: whatever shape the node's answer has
type Result = any;

/** A fault of blocks, or of receipts, in whatever way the indexer asks for them. */
function fault(method: typeof BY_HASH | typeof RECEIPTS, change: (result: Result) => void): LastingFault[] {
  const changed = (name: string, result: (answer: NodeAnswer) => Result): LastingFault => ({
    method: name,
    change: (answer: NodeAnswer) => {
      change(result(answer));
      return answer;
    },
  });
  const usual = changed(method, ({ result }) => result);
  if (method === BY_HASH) return [usual, changed('eth_getBlockByNumber', ({ result }) => result)];
  return [usual, changed('eth_getTransactionReceipt', ({ result }) => [result])];
}

const FAULTS: readonly (readonly [what: string, faults: readonly LastingFault[]])[] = [
  ['a receipt that failed', fault(RECEIPTS, (list) => Object.assign(list.at(-1), { status: '0x0', logs: [] }))],
  ['a receipt without logs', fault(RECEIPTS, (list) => list.map((one: Result) => Object.assign(one, { logs: [] })))],
  ['other gas', fault(RECEIPTS, (list) => Object.assign(list[0], { gasUsed: '0x1' }))],
  [
    'hidden transactions',
    [
      ...fault(BY_HASH, (block) => Object.assign(block, { transactions: [] })),
      ...fault(RECEIPTS, (list) => list.splice(0)),
    ],
  ],
  ['another value', fault(BY_HASH, (block) => Object.assign(block.transactions.at(-1), { value: '0x539' }))],
  ['another time', fault(BY_HASH, (block) => Object.assign(block, { timestamp: '0x1' }))],
  ['no withdrawals', fault(BY_HASH, (block) => Reflect.deleteProperty(block, 'withdrawals'))],
];

test('a block that is not what its header commits to is refused for as long as it is wrong', async () => {
  const chain = requireChain('eth') as Extract<Chain, { family: 'evm' }>;
  const network = chain.networks.find(({ name }) => name === 'local')!;
  const place: EvmChainNetwork = { family: 'evm', chain, network };
  const simulated = await startSimulatedEvmNode({ chain, seed: 7, blocks: 12, txPerBlock: 6 });
  const damaged = await DamagedNode.start(simulated.url);
  const node = new EvmNode({ chain, network, endpoint: { url: damaged.url } });
  const decoder = createDecoder({ threads: 0 });
  try {
    const source = evmBlockSource(place, node, decoder, pino({ level: 'silent' }));
    const ref = { height: HEIGHT, hash: (await node.blockHashAt(HEIGHT))! };
    /** Ids of requests, which grow, are part of the bytes. */
    const read = async (from = source) => ({ ...(await from.block(ref, false)), received: 0 });
    const right = await read();
    for (const [what, faults] of FAULTS) {
      damaged.faults = [...faults];
      const error = await source.block(ref, false).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const { reason } = failureOf(error);
      expect([what, reason.code]).toEqual([what, 'node-wrong']);
      expect(reason.text).toContain(`block ${HEIGHT} (${ref.hash}) cannot be read in any way`);
      expect(reason.text.match(/repair/g), reason.text).toHaveLength(1);
      damaged.faults = [];
      expect(await read(), what).toEqual(right);
    }
    // Without the comparison it is what the node says.
    const trusting = evmBlockSource({ ...place, headerChecks: 'off' }, node, decoder, pino({ level: 'silent' }));
    expect(await read(trusting)).toEqual(right);
    damaged.faults = [...FAULTS[0]![1]];
    expect(await read(trusting)).not.toEqual(right);
  } finally {
    await node.close();
    await decoder.close();
    await damaged.stop();
    await simulated.close();
  }
});
