/** A node that is wrong about one block for as long as a test says so: nothing of the block comes to who writes rows. */
import { type Chain, type EvmChainNetwork, requireChain } from '@chaintrail/chains';
import { EvmNode } from '@chaintrail/chains/node';
import { startSimulatedEvmNode } from '@chaintrail/devnet';
import { DamagedNode, type LastingFault, type NodeAnswer, refusal } from '@chaintrail/testkit';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDecoder } from '../src/decode/decoder.js';
import { evmBlockSource } from '../src/follow/evm-block-source.js';
import { failureOf } from '../src/follow/failure.js';

const HEIGHT = 9;
/** In whatever way the block is asked for. */
const BLOCK = /^eth_getBlockBy/;
const RECEIPTS = 'eth_getBlockReceipts';

// biome-ignore lint/suspicious/noExplicitAny: whatever shape the node's answer has
type Result = any;

function fault(method: string | RegExp, change: (result: Result) => void): LastingFault {
  return {
    method,
    change: (answer: NodeAnswer) => {
      change(answer.result);
      return answer;
    },
  };
}

/** Otherwise receipts that are wrong in a list are asked for one by one. */
const NO_SINGLE_RECEIPTS: readonly LastingFault[] = [
  { method: 'eth_getTransactionReceipt', change: refusal(-32601, 'the method does not exist') },
];

const FAULTS: readonly (readonly [what: string, faults: readonly LastingFault[]])[] = [
  ['a receipt that failed', [fault(RECEIPTS, (list) => Object.assign(list.at(-1), { status: '0x0', logs: [] }))]],
  ['a receipt without logs', [fault(RECEIPTS, (list) => list.map((one: Result) => Object.assign(one, { logs: [] })))]],
  ['other gas', [fault(RECEIPTS, (list) => Object.assign(list[0], { gasUsed: '0x1' }))]],
  [
    'hidden transactions',
    [fault(BLOCK, (block) => Object.assign(block, { transactions: [] })), fault(RECEIPTS, (list) => list.splice(0))],
  ],
  ['another value', [fault(BLOCK, (block) => Object.assign(block.transactions.at(-1), { value: '0x539' }))]],
  ['another time', [fault(BLOCK, (block) => Object.assign(block, { timestamp: '0x1' }))]],
  ['no withdrawals', [fault(BLOCK, (block) => Reflect.deleteProperty(block, 'withdrawals'))]],
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
    // The numbers of requests are part of the answers' length.
    const right = { ...(await source.block(ref, false)), received: expect.any(Number) };
    for (const [what, faults] of FAULTS) {
      damaged.faults = [...faults, ...NO_SINGLE_RECEIPTS];
      const error = await source.block(ref, false).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const { reason } = failureOf(error);
      expect([what, reason.code]).toEqual([what, 'node-wrong']);
      expect(reason.text).toContain(`repair or replace the node, which is wrong about block ${HEIGHT} (${ref.hash})`);
      damaged.faults = [];
      expect(await source.block(ref, false), what).toEqual(right);
    }
  } finally {
    await node.close();
    await decoder.close();
    await damaged.stop();
    await simulated.close();
  }
});
