import { type AnvilNode, anvilOrSkip, startAnvil } from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlockNotFoundError, type NodeTip } from '../src/index.js';
import { EvmNode } from '../src/node.js';
import { ETH, LOCAL } from './evm-node-fake.js';
import { eventually, failureOf } from './node-fake.js';

const binary = anvilOrSkip();

/**
 * Code that answers the first word of its input with 42 after reverting on none: `PUSH1 2a PUSH1 0 MSTORE PUSH1 20
 * PUSH1 0 RETURN`.
 */
const ANSWERS_42 = '0x602a60005260206000f3';
const REVERTS = '0x60006000fd';
const LOOPS_FOREVER = '0x5b600056';
const RETURNS_A_MEGABYTE = '0x620fffff6000f3';

describe.runIf(binary)('a real Anvil', () => {
  let anvil: AnvilNode;
  let node: EvmNode;
  let accounts: string[];

  beforeAll(async () => {
    anvil = await startAnvil(binary as string);
    accounts = await anvil.rpc<string[]>('eth_accounts');
  });
  afterAll(() => anvil.stop());
  beforeEach(() => {
    node = new EvmNode({ chain: ETH, network: LOCAL, endpoint: { url: anvil.rpcUrl, wsUrl: anvil.wsUrl } });
  });
  afterEach(() => node.close());

  it('says what its last blocks took for gas', async () => {
    const { height, hash } = await pay(1);
    const { nextBaseFee, blocks } = await node.feeHistory({ height, hash }, 20);
    expect(nextBaseFee).toBeGreaterThan(0n);
    expect(blocks.at(-1)).toMatchObject({ height, tips: [expect.any(BigInt), expect.any(BigInt), expect.any(BigInt)] });
  });

  const keyOf = (address: string | undefined): Buffer => Buffer.from(String(address).slice(2), 'hex');
  const resultOf = (body: Buffer) => (JSON.parse(body.toString('utf8')) as { result: unknown }).result;

  async function pay(count: number): Promise<NodeTip> {
    for (let payment = 0; payment < count; payment++) {
      await anvil.rpc('eth_sendTransaction', { from: accounts[0], to: accounts[1], value: '0x64', gas: '0x5208' });
    }
    await anvil.mine();
    return node.tip();
  }

  it('is followed', async () => {
    const { hash, height } = await pay(3);
    expect(await node.preflight(0)).toMatchObject({ chain: '31337', blocks: height, bestHash: hash, warnings: [] });
    expect((await node.preflight(0)).subversion).toMatch(/^anvil/);
    const hashes = await node.blockHashes(0, 1000);
    expect(hashes).toHaveLength(height + 1);
    expect(hashes.at(-1)).toBe(hash);
    const { block, receipts, uncles } = await node.rawBlock(hash);
    expect(resultOf(block)).toMatchObject({ hash: `0x${hash}` });
    expect(resultOf(receipts)).toHaveLength(3);
    expect(uncles).toBeNull();
  });

  it('tells balances of past blocks', async () => {
    const before = await node.tip();
    const after = await pay(2);
    const keys = accounts.map(keyOf);
    const [then, now] = [await node.balances(keys, before), await node.balances(keys, after)];
    expect((now[1] ?? 0n) - (then[1] ?? 0n)).toBe(200n);
    for (const [index, address] of accounts.entries()) {
      expect(now[index]).toBe(BigInt(await anvil.rpc<string>('eth_getBalance', address, 'latest')));
    }
  });

  it('is traced by trace_block', async () => {
    expect(await node.tracer()).toBe('parity');
    const tip = await pay(2);
    expect(resultOf((await node.rawTraces(tip)).body)).toHaveLength(2);
    await anvil.mine();
    expect(resultOf((await node.rawTraces(await node.tip())).body)).toEqual([]);
  });

  it('is called, whatever its contracts do', async () => {
    const contracts = [ANSWERS_42, REVERTS, LOOPS_FOREVER, RETURNS_A_MEGABYTE].map((code, index) => ({
      to: keyOf(`0x${(0xc0de00 + index).toString(16).padStart(40, '0')}`),
      code,
    }));
    for (const { to, code } of contracts) await anvil.rpc('anvil_setCode', `0x${to.toString('hex')}`, code);
    await anvil.mine();
    const calls = contracts.map(({ to }) => ({ to, data: Buffer.alloc(4) }));
    const answer = Buffer.from('2a'.padStart(64, '0'), 'hex');
    expect(await node.calls([...calls, ...calls], await node.tip())).toEqual([
      answer,
      null,
      null,
      null,
      answer,
      null,
      null,
      null,
    ]);
  });

  it('has blocks that a reorg takes away', async () => {
    await pay(1);
    const gone = await pay(1);
    await anvil.rpc('anvil_reorg', 1, []);
    const tip = await node.tip();
    expect(tip.height).toBe(gone.height);
    expect(tip.hash).not.toBe(gone.hash);
    expect(await failureOf(node.rawBlock(gone.hash))).toBeInstanceOf(BlockNotFoundError);
    expect(await failureOf(node.rawTraces(gone))).toBeInstanceOf(BlockNotFoundError);
    expect(await failureOf(node.balances(accounts.map(keyOf), gone))).toBeInstanceOf(BlockNotFoundError);
    expect(await node.blockHashAt(gone.height)).toBe(tip.hash);
  });

  it('wakes those who wait', async () => {
    const stop = new AbortController();
    let wakes = 0;
    const isSubscribed = new Promise<unknown>((resolve) => {
      node.notifications(stop.signal, () => (wakes += 1), resolve);
    });
    expect(await isSubscribed).toEqual({ endpoints: [anvil.wsUrl] });
    const waiting = node.waitForNewBlock(await node.tip(), 50_000);
    await anvil.mine();
    expect(await waiting).toMatchObject({ hash: (await node.tip()).hash });
    await eventually(() => wakes).toBeGreaterThan(0);
    stop.abort();
  });

  it('shows transactions that wait for a block', async () => {
    await anvil.rpc('eth_sendTransaction', { from: accounts[2], to: accounts[1], value: '0x7' });
    expect(await node.pendingTransactions()).toMatchObject([
      { from: keyOf(accounts[2]), to: keyOf(accounts[1]), value: 7 },
    ]);
    await anvil.mine();
    expect(await node.pendingTransactions()).toEqual([]);
  });
});
