/** The product's own client reads nodes of every chain, and gets what the simulator's books say. */
import { BlockNotFoundError, BroadcastRefusedError, decodeUtxoBlock, UTXO_CHAINS } from '@chaintrail/chains';
import { UtxoNode } from '@chaintrail/chains/node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { networkOf, type SimulatedNode, startSimulatedNode } from '../src/index.js';
import { btc, call, getBytes, ltc, post } from './helpers.js';

const PROFILES = [
  ...UTXO_CHAINS.map((chain) => ({ chain, rest: true, spentTxOuts: false })),
  { chain: btc, rest: true, spentTxOuts: true },
  { chain: btc, rest: false, spentTxOuts: false },
];

function clientOf({ endpoint }: SimulatedNode, chain: typeof btc): UtxoNode {
  return new UtxoNode({ chain, network: networkOf(chain), endpoint });
}

describe.each(PROFILES)('$chain.code, REST $rest, spent outputs $spentTxOuts', ({ chain, rest, spentTxOuts }) => {
  let node: SimulatedNode;
  let client: UtxoNode;
  beforeAll(async () => {
    node = await startSimulatedNode({ chain, rest, spentTxOuts, blocks: 60, coinbaseMaturity: 20 });
    node.addTransactions(40);
    client = clientOf(node, chain);
    await client.preflight(0);
  });
  afterAll(async () => {
    await client.close();
    await node.close();
  });
  const isZcash = chain.code === 'zec';

  test('blocks, their hashes and what they spend', async () => {
    expect(await client.tip()).toMatchObject({ ...node.tip(), catchingUp: false });
    const hashes = await client.blockHashes(0, 100);
    expect(hashes.at(-1)).toBe(node.tip().hash);
    expect(hashes).toHaveLength(61);
    expect(await client.blockHashAt(61)).toBeNull();
    for (const hash of hashes) {
      const raw = await client.rawBlock(hash);
      const block = decodeUtxoBlock(chain, raw);
      expect(block.hash).toBe(hash);
      expect(await client.blockTxids(hash)).toHaveLength(block.txCount);
      expect((await client.spentOutputs(hash)) !== null).toBe(spentTxOuts);
    }
    expect(client.capabilities).toEqual({ rest: rest && !isZcash, spentTxOuts });
    const counted = ['doge', 'zec'].includes(chain.code) ? null : node.model().transactionCount;
    expect(await client.transactionCount()).toBe(counted);
  });

  test('what waits, and single outputs', async () => {
    const { txids } = await client.mempool();
    expect(txids).toEqual(node.mempool());
    expect((await client.mempoolInfo()).isLoaded).toBe(['doge', 'zec'].includes(chain.code) ? null : true);
    const unknown = '00'.repeat(32);
    const raw = await client.rawPending([...txids, unknown]);
    expect(raw.slice(0, -1).every((bytes) => bytes !== null)).toBe(true);
    expect(raw.at(-1)).toBeNull();
    const outpoints = [...txids, unknown].map((txid) => ({ txid, vout: 0 }));
    expect(await client.unspentOutputs(outpoints)).toEqual(outpoints.map(() => null));
  });

  test('the bytes of transactions that blocks have, one by one and many of one block', async () => {
    const hashes = await client.blockHashes(0, 100);
    const wanted = await Promise.all(
      hashes.map(async (hash, height) => ({ block: { height, hash }, txids: await client.blockTxids(hash) })),
    );
    const isAsked = ({ txids }: { readonly txids: readonly string[] }): boolean => txids.length < 8;
    expect(wanted.some(isAsked)).toBe(true);
    expect(wanted.every(isAsked)).toBe(false);
    const raw = await client.rawTransactions(wanted);
    expect([...raw.keys()].toSorted()).toEqual(wanted.flatMap(({ txids }) => txids).toSorted());
    for (const [n, { block, txids }] of wanted.entries()) {
      const bytes = await client.rawBlock(block.hash);
      const end = Buffer.concat(txids.map((txid) => raw.get(txid)!));
      // An MWEB extension block follows the transactions.
      const at = bytes.indexOf(end);
      expect([n, at > 0 && (chain.mweb || at + end.length === bytes.length)]).toEqual([n, true]);
    }
    const [first, second] = wanted.slice(-2);
    const elsewhere = { block: first!.block, txids: second!.txids.slice(0, 1) };
    expect(await client.rawTransactions([elsewhere])).toEqual(new Map());
    const nowhere = { block: { height: 5, hash: '00'.repeat(32) }, txids: elsewhere.txids };
    await expect(client.rawTransactions([nowhere])).rejects.toThrow(BlockNotFoundError);
    const refused = await client.broadcast('00').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BroadcastRefusedError);
    expect(refused).toMatchObject({ reason: 'TX decode failed', facts: { code: -22 } });
    await expect(client.broadcast('0')).rejects.toThrow(RangeError);
  });

  test('transactions of a block as the node describes them, and those of its outputs that are unspent', async () => {
    const { hash } = node.tip();
    const txids = await client.blockTxids(hash);
    const described = await client.describedTransactions(txids, hash);
    const block = decodeUtxoBlock(chain, await client.rawBlock(hash));
    const outputs = described.flatMap((each) => each.outputs);
    expect(described[0]?.inputs).toEqual(['coinbase']);
    expect(outputs.map(({ value }) => value)).toEqual([...block.outputValue.subarray(0, outputs.length)]);
    expect(outputs.some(({ addresses }) => node.model().addresses.has(addresses[0] ?? ''))).toBe(true);
    const [unspent] = await client.unspentOutputs([{ txid: txids[0] ?? '', vout: 0 }]);
    expect(unspent?.value).toBe(described[0]?.outputs[0]?.value);
  });

  test('the whole set of unspent outputs', async () => {
    const { utxoCount, utxoTotal } = node.model();
    expect(await client.utxoSetInfo()).toMatchObject({
      ...node.tip(),
      total: utxoTotal,
      count: isZcash ? null : utxoCount,
    });
  });

  test('a new tip, and the block that it took the place of', async () => {
    const old = node.tip();
    const next = client.waitForNewBlock(old, 30_000);
    node.reorg(1);
    expect(await next).toMatchObject(node.tip());
    if (isZcash) await expect(client.rawBlock(old.hash)).rejects.toThrow('Block not found');
    else expect(decodeUtxoBlock(chain, await client.rawBlock(old.hash)).hash).toBe(old.hash);
  });
});

describe('how nodes answer', () => {
  const nodes: SimulatedNode[] = [];
  const start = async (options: Parameters<typeof startSimulatedNode>[0]): Promise<SimulatedNode> => {
    const node = await startSimulatedNode(options);
    nodes.push(node);
    return node;
  };
  afterEach(() => Promise.all(nodes.splice(0).map((node) => node.close())));

  test('older ones with the status of an error, strict ones with 200', async () => {
    const body = { jsonrpc: '2.0', id: 5, method: 'getblockhash', params: [9] };
    const error = { code: -8, message: 'Block height out of range' };
    const { endpoint } = await start({ chain: ltc });
    const old = await post(endpoint, body);
    expect([old.status, old.json]).toEqual([500, { result: null, error, id: 5 }]);
    expect((await post(endpoint, { ...body, method: 'help' })).status).toBe(404);
    const strict = await post((await start({ chain: btc, spentTxOuts: true })).endpoint, body);
    expect([strict.status, strict.json]).toEqual([200, { jsonrpc: '2.0', error, id: 5 }]);
  });

  test('asks for credentials, except on REST', async () => {
    const { endpoint } = await start({ chain: btc });
    expect((await post({ ...endpoint, password: 'wrong' }, { method: 'getblockhash' })).status).toBe(401);
    expect((await getBytes(endpoint, '/rest/chaininfo.json')).status).toBe(200);
    expect((await getBytes(endpoint, '/rest/nothing.json')).status).toBe(404);
  });

  test('names where it publishes, the same after a restart, and publishes blocks and payments', async () => {
    const node = await start({ chain: btc, blocks: 110, zmq: true });
    const client = clientOf(node, btc);
    const stop = new AbortController();
    const wakes: string[] = [];
    client.notifications(
      stop.signal,
      (what) => wakes.push(what),
      () => undefined,
    );
    const woken = async (what: string, act: () => void): Promise<void> => {
      // A subscription takes a moment to arrive: what is published before is lost.
      for (wakes.length = 0; !wakes.includes(what); ) {
        act();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await woken('block', () => node.mine());
    await woken('transaction', () => node.addTransactions(1));
    const published = await call(node.endpoint, 'getzmqnotifications');
    await node.restart({ downMs: 1, warmUpMs: 0 });
    expect(await call(node.endpoint, 'getzmqnotifications')).toEqual(published);
    await woken('block', () => node.mine());
    stop.abort();
    await client.close();
    expect(await call((await start({ chain: btc })).endpoint, 'getzmqnotifications')).toEqual([]);
  });
});
