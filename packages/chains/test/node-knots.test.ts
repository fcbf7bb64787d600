import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeUtxoTransaction, displayHash, requireUtxoChain, type UtxoNetwork, type Wake } from '../src/index.js';
import { UtxoNode } from '../src/node.js';
import { eventually } from './node-fake.js';
import { freePort, KNOTS, missing, RealNode } from './node-real.js';

const chain = requireUtxoChain('btc');
const network = chain.networks.find(({ name }) => name === 'regtest') as UtxoNetwork;
const knotsMissing = missing(KNOTS);
const text = (value: unknown) => z.string().parse(value);
const asIs = (value: unknown) => value;

describe.skipIf(knotsMissing)(`Bitcoin Knots on regtest${knotsMissing ? ` (${knotsMissing})` : ''}`, () => {
  let knots: RealNode;
  let node: UtxoNode;
  let args: string[];
  let zmq: string;
  let address: string;
  const stop = new AbortController();
  const wakes: Wake[] = [];

  const generate = (blocks: number) => node.call('generatetoaddress', [blocks, address], asIs);

  beforeAll(async () => {
    knots = await RealNode.create(KNOTS);
    zmq = `tcp://127.0.0.1:${await freePort()}`;
    args = ['-rest=1', '-fallbackfee=0.0002', `-zmqpubhashblock=${zmq}`, `-zmqpubsequence=${zmq}`];
    knots.start(...args);
    node = new UtxoNode({
      chain,
      network,
      endpoint: { url: knots.url, cookieFile: knots.cookieFile },
      retry: { attempts: 1000, firstDelayMs: 20, maxDelayMs: 50, maxTotalMs: 60_000 },
    });
    await node.preflight(0);
    await node.call('createwallet', ['w'], asIs);
    address = await node.call('getnewaddress', [], text);
    await generate(103);
  }, 60_000);
  afterAll(async () => {
    stop.abort();
    await node?.close();
    await knots?.remove();
  });

  it('delivers unconfirmed transactions, and what they spend', async () => {
    const txid = await node.call('sendtoaddress', [address, 1.5], text);
    const { txids, sequence } = await node.mempool();
    expect(txids).toEqual([txid]);
    expect(sequence).toBeGreaterThan(0);
    const [bytes] = await node.rawPending([txid]);
    expect(bytes?.toString('hex')).toBe(await node.call('getrawtransaction', [txid, false], text));

    await generate(1);
    const { hash } = await node.tip();
    expect(await node.blockTxids(hash)).toContain(txid);
    expect(await node.rawPending([txid])).toEqual([null]);
    const [described] = await node.describedTransactions([txid], hash);
    const { inputs, outputs } = described!;
    expect(outputs.map(({ value }) => value)).toContain(1_50000000n);
    const outpoints = inputs.map((input) => (input === 'coinbase' ? { txid, vout: 99 } : input));
    expect(await node.unspentOutputs(outpoints)).toEqual([null]);
  });

  it('knows outputs that only an unconfirmed transaction spends', async () => {
    const txid = await node.call('sendtoaddress', [address, 60], text);
    const [bytes] = await node.rawPending([txid]);
    expect(bytes, await node.call('gettransaction', [txid], JSON.stringify)).not.toBeNull();
    // Which coins the wallet takes is left to chance.
    const { inputPrevTxidOffset, inputPrevVout } = decodeUtxoTransaction(chain, bytes!)!;
    const spent = Array.from(inputPrevVout, (vout, i) => ({ txid: displayHash(bytes!, inputPrevTxidOffset[i]), vout }));
    const outputs = await node.unspentOutputs(spent);
    expect(outputs).not.toContain(null);
    expect(outputs.reduce((sum, output) => sum + (output?.value ?? 0n), 0n)).toBeGreaterThan(60_00000000n);
    await generate(1);
    expect((await node.mempool()).txids).toEqual([]);
  });

  it('sums its unspent outputs', async () => {
    const { height, hash } = await node.tip();
    const total = BigInt(height) * 50_00000000n;
    expect(await node.utxoSetInfo()).toMatchObject({ height, hash, total, method: 'gettxoutsetinfo none' });
  });

  it('wakes up for blocks and transactions', async () => {
    const statuses: unknown[] = [];
    node.notifications(
      stop.signal,
      (what) => wakes.push(what),
      (status) => statuses.push(status),
    );
    await eventually(() => statuses).toEqual([{ endpoints: [zmq] }]);
    await eventually(async () => {
      await generate(1);
      return wakes.includes('block');
    }).toBe(true);
    wakes.length = 0;
    await node.call('sendtoaddress', [address, 0.1], asIs);
    await eventually(() => wakes).toContain('transaction');
  });

  it('wakes up again after a restart', async () => {
    await knots.stop();
    knots.start(...args);
    await node.call('loadwallet', ['w'], asIs);
    wakes.length = 0;
    await eventually(async () => {
      await generate(1);
      return wakes.includes('block');
    }).toBe(true);
  }, 60_000);
});
