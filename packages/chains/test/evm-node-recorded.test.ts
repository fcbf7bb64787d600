/** The client beside a recorded Nitro: what its real words about missing blocks, tags and methods are taken for. */
import { type ReplayedNode, recordingOrSkip } from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlockNotFoundError } from '../src/index.js';
import { EvmNode } from '../src/node.js';
import { chainOf, networkOf } from './evm-node-fake.js';
import { failureOf } from './node-fake.js';

const recording = recordingOrSkip('arb');
const ARB = chainOf('arb');
const NOBODY = Buffer.alloc(20);
const UNKNOWN = 'ab'.repeat(32);

describe.runIf(recording !== undefined)('a recorded Nitro', () => {
  let replayed: ReplayedNode;
  let node: EvmNode;

  beforeAll(async () => {
    replayed = await recording!.start();
  });
  // Requests without a recorded answer fail here.
  afterAll(() => replayed?.stop());
  beforeEach(() => {
    replayed.change('S1');
    node = new EvmNode({ chain: ARB, network: networkOf(ARB, 'local'), endpoint: { url: replayed.rpcUrl } });
  });
  afterEach(() => node.close());

  it('is what it says, and is traced by calls', async () => {
    expect((await node.preflight(0)).subversion).toMatch(/^nitro\//);
    expect(await node.tracer()).toBe('callTracer');
  });

  it('has no final block at first: "finalized block not found"', async () => {
    replayed.change('S0');
    expect(await node.tip()).toMatchObject({ height: 166, finalized: null });
    replayed.change('S1');
    expect(await node.tip()).toMatchObject({ height: 298, finalized: { height: 248 }, catchingUp: false });
  });

  it('is catching up while it says so in words of its own and its tip is old', async () => {
    replayed.change('S5');
    expect(await node.tip()).toMatchObject({ height: 314, networkHeight: 314, catchingUp: true });
    expect(await node.preflight(0)).toMatchObject({ initialBlockDownload: true });
  });

  it('has no block above its tip, and none of an unknown hash', async () => {
    expect(await node.blockHashAt(1_000_000)).toBeNull();
    const unknown = { height: 298, hash: UNKNOWN };
    const asked = [node.rawBlock(UNKNOWN), node.rawTraces(unknown), node.balances([NOBODY], unknown)];
    for (const failure of await Promise.all(asked.map((each) => failureOf(each)))) {
      expect(failure).toBeInstanceOf(BlockNotFoundError);
    }
  });

  it('refuses the state of an orphaned block above its tip: "the hash is not currently canonical"', async () => {
    const { height, hash } = replayed.change('S2');
    const orphaned = { height, hash: hash.slice(2) };
    expect(await node.balances([NOBODY], orphaned)).toHaveLength(1);
    replayed.change('S3');
    expect(await failureOf(node.balances([NOBODY], orphaned))).toBeInstanceOf(BlockNotFoundError);
  });

  it('shows an empty transaction pool', async () => {
    expect(await node.pendingTransactions()).toEqual([]);
  });
});
