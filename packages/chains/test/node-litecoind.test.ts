import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireUtxoChain, type UtxoNetwork } from '../src/index.js';
import { UtxoNode } from '../src/node.js';
import { eventually, statusesOf } from './node-fake.js';
import { LITECOIND, missing, RealNode } from './node-real.js';

const chain = requireUtxoChain('ltc');
const network = chain.networks.find(({ name }) => name === 'regtest') as UtxoNetwork;
/** An arbitrary address. */
const MINER = 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';
const asIs = (value: unknown) => value;
const litecoindMissing = missing(LITECOIND);

describe.skipIf(litecoindMissing)(`litecoind on regtest${litecoindMissing ? ` (${litecoindMissing})` : ''}`, () => {
  let litecoind: RealNode;
  let node: UtxoNode;

  const generate = (blocks: number) => node.call('generatetoaddress', [blocks, MINER], asIs);

  const waitIsRegistered = () =>
    eventually(() => node.call('getrpcinfo', [], JSON.stringify)).toContain('"waitfornewblock"');

  beforeAll(async () => {
    litecoind = await RealNode.create(LITECOIND);
    litecoind.start('-rest=1', '-disablewallet');
    node = new UtxoNode({
      chain,
      network,
      endpoint: { url: litecoind.url, cookieFile: litecoind.cookieFile },
      retry: { attempts: 1000, firstDelayMs: 20, maxDelayMs: 50, maxTotalMs: 60_000 },
    });
    // The client waits for the node itself: no cookie yet, then no listener, then warm-up.
    await node.preflight(0);
    await generate(205);
  }, 60_000);
  afterAll(async () => {
    await node?.close();
    await litecoind?.remove();
  });

  it('passes the preflight', async () => {
    const info = await node.preflight(0);
    expect(info).toMatchObject({ chain: 'regtest', blocks: 205, headers: 205, pruned: false, pruneHeight: null });
    expect(info.version).toBeGreaterThanOrEqual(chain.minimumNode.version);
    expect(info.subversion).toMatch(/^\/LitecoinCore:/);
    expect(node.capabilities).toEqual({ rest: true, spentTxOuts: false });
  });

  it('is refused as mainnet', async () => {
    const mainnet = chain.networks.find(({ name }) => name === 'mainnet') as UtxoNetwork;
    const endpoint = { url: litecoind.url, cookieFile: litecoind.cookieFile };
    const mistaken = new UtxoNode({ chain, network: mainnet, endpoint });
    await expect(mistaken.preflight(0)).rejects.toThrow(
      'ltc: the node follows regtest, but mainnet is configured: set LTC_NETWORK=regtest or point LTC_RPC_URL at a mainnet node',
    );
    await mistaken.close();
  });

  it('lists its hashes to the tip', async () => {
    const tip = await node.tip();
    expect(tip.height).toBe(205);
    const hashes = await node.blockHashes(0, 1000);
    expect(hashes).toHaveLength(206);
    expect(hashes[0]).toBe(network.genesisHash);
    expect(hashes.at(-1)).toBe(tip.hash);
    expect(await node.blockHashAt(205)).toBe(tip.hash);
    expect(await node.blockHashAt(206)).toBeNull();
  });

  it('counts its transactions: a coinbase in each block', async () => {
    expect(await node.transactionCount()).toBe(206);
  });

  it('answers for an audit', async () => {
    const tip = await node.tip();
    const [coinbase = ''] = await node.blockTxids(tip.hash);
    const [described] = await node.describedTransactions([coinbase], tip.hash);
    const { inputs, outputs } = described!;
    expect(inputs).toEqual(['coinbase']);
    expect(outputs[0]).toMatchObject({ addresses: [MINER] });
    const [first, none] = await node.unspentOutputs([
      { txid: coinbase, vout: 0 },
      { txid: coinbase, vout: 7 },
    ]);
    expect(first).toEqual({ value: outputs[0]?.value, script: Buffer.from(outputs[0]?.scriptHex ?? '', 'hex') });
    expect(none).toBeNull();
    const set = await node.utxoSetInfo();
    // 150 blocks of 50 coins, 55 of half as many, none from the genesis block.
    const total = 149n * 50_00000000n + 56n * 25_00000000n;
    expect(set).toEqual({
      height: 205,
      hash: tip.hash,
      count: 205,
      total,
      pools: null,
      method: 'gettxoutsetinfo none',
    });
    expect(await node.mempool()).toEqual({ txids: [], sequence: expect.any(Number) });
    expect(await node.rawPending(['00'.repeat(32)])).toEqual([null]);
  });

  it('publishes no notifications, which Debian left out', async () => {
    const stop = new AbortController();
    const statuses = statusesOf(node, stop.signal);
    await eventually(() => statuses).toEqual([{ endpoints: [] }]);
    stop.abort();
  });

  it('says why there is no such block', async () => {
    await expect(node.rawBlock('00'.repeat(32))).rejects.toMatchObject({ retryable: false, facts: { code: -5 } });
  });

  it('answers a long poll when a block arrives', async () => {
    const tip = await node.tip();
    const waiting = node.waitForNewBlock(tip, 60_000);
    await waitIsRegistered();
    await generate(1);
    const { height, hash } = await node.tip();
    expect(await waiting).toEqual({ height, hash });
    expect(await node.waitForNewBlock(await node.tip(), 50)).toBeNull();
  });

  it('notices a tip that is taken back', async () => {
    const tip = await node.tip();
    const waiting = node.waitForNewBlock(tip, 60_000);
    await waitIsRegistered();
    await node.call('invalidateblock', [tip.hash], asIs);
    expect((await waiting)?.height).toBe(tip.height - 1);
  });

  it('is followed through a restart with another cookie and without REST', async () => {
    const hashes = await node.blockHashes(0, 1000);
    const binary = await Promise.all(hashes.map((hash) => node.rawBlock(hash)));
    expect(node.capabilities.rest).toBe(true);
    await litecoind.stop();
    litecoind.start('-rest=0', '-disablewallet');
    const viaRpc = await Promise.all(hashes.map((hash) => node.rawBlock(hash)));
    expect(node.capabilities.rest).toBe(false);
    expect(viaRpc).toEqual(binary);
  }, 60_000);

  it('is refused where it leaves witnesses out of its blocks', async () => {
    for (const [version, outcome] of [
      ['1', { blocks: 205 }],
      ['0', { message: expect.stringContaining('rpcserialversion') }],
    ] as const) {
      await litecoind.stop();
      litecoind.start('-rest=1', '-disablewallet', `-rpcserialversion=${version}`);
      expect(await node.preflight(0).catch((error: unknown) => error)).toMatchObject(outcome);
    }
  }, 60_000);
});
