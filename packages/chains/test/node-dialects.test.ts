import { beforeEach, describe, expect, it } from 'vitest';
import { decodeUtxoBlock, displayHash, type MempoolSnapshot, type UtxoNode } from '../src/index.js';
import { FakeNode, failureOf, Refusal, Verbatim } from './node-fake.js';
import { NODE_DIALECTS, speak } from './support/node-dialects.js';
import { blockBytes, coinbase, payment, sha256d } from './support/wire.js';

const txid = 'ab'.repeat(32);
const script = `76a914${'11'.repeat(20)}88ac`;

describe.each(NODE_DIALECTS)('$name', (dialect) => {
  const { chain, network } = dialect;
  const blockHash = network.genesisHash;
  const described = `{"txid":"${txid}","vin":[{"coinbase":"00"}],"vout":[{"value":91234567.12345678,"n":0,
    "scriptPubKey":{"hex":"${script}","addresses":["somebody"]}}]}`;
  const poolSum = (id: string, value: number) => `{"id":"${id}","chainValue":0.1,"chainValueZat":${value}}`;
  const pools = ['transparent', 'sprout', 'sapling', 'orchard', 'lockbox', 'ironwood'].map(poolSum);
  let fake: FakeNode;
  let node: UtxoNode;

  beforeEach(async () => {
    fake = await new FakeNode().start();
    const has = new Set([txid]);
    speak(fake, dialect, {
      getblock: ([, flag]) => {
        if (flag === 0 || flag === false) throw new Refusal(-5, 'asked for raw hex');
        const tx = flag === 2 ? `[${described}]` : `["${txid}"]`;
        return new Verbatim(`{"hash":"${blockHash}","height":0,"tx":${tx},"valuePools":[${pools}]}`);
      },
      getrawmempool: ([, withSequence]) => (withSequence ? { txids: [txid], mempool_sequence: 9 } : [txid]),
      getrawtransaction: ([id, verbosity]) => {
        if (!has.has(id as string)) throw new Refusal(-5, 'No such mempool or blockchain transaction');
        return verbosity ? new Verbatim(described) : '0102';
      },
      gettxout: ([id]) =>
        has.has(id as string)
          ? new Verbatim(`{"bestblock":"${blockHash}","value":1E-8,"scriptPubKey":{"hex":"${script}"}}`)
          : null,
      gettxoutsetinfo: () =>
        new Verbatim(
          `{"height":0,"bestblock":"${blockHash}","txouts":3,"total_amount":157000000000.00000001,"bogosize":1}`,
        ),
      getblockheader: () => ({ hash: blockHash, height: 0, time: 1 }),
      getchaintxstats: () => ({ txcount: 5 }),
      waitfornewblock: () => ({ hash: txid, height: 1 }),
    });
    node = fake.client({ chain, network });
  });

  it('passes the preflight', async () => {
    expect(await node.preflight(0)).toMatchObject({ version: dialect.version, warnings: [] });
    expect(await node.tip()).toMatchObject({ height: 0, catchingUp: false });
  });

  it('is asked for raw blocks in its own words', async () => {
    // The refusal shows that the question for raw bytes was understood.
    await expect(node.rawBlock(blockHash)).rejects.toThrow('asked for raw hex');
    expect(await node.blockTxids(blockHash)).toEqual([txid]);
  });

  it('delivers its mempool', async () => {
    const sequence = ['btc', 'ltc'].includes(chain.code) ? 9 : null;
    expect(await node.mempool()).toEqual<MempoolSnapshot>({ txids: [txid], sequence });
    const gone = '00'.repeat(32);
    expect(await node.rawPending([gone, txid])).toEqual([null, Buffer.from([1, 2])]);
  });

  it.runIf(chain.shielded)('answers for an audit, where its tip leaves the chain meanwhile', async () => {
    const getblock = fake.methods['getblock'];
    let asked = 0;
    fake.methods['getblock'] = (params) => {
      if (++asked === 1) throw new Refusal(-5, 'block height not in best chain');
      return getblock!(params);
    };
    expect(await node.utxoSetInfo()).toMatchObject({ height: 0, hash: blockHash });
    fake.methods['getblock'] = () => {
      throw new Refusal(-5, 'block height not in best chain');
    };
    await expect(node.utxoSetInfo()).rejects.toThrow('not in best chain');
  });

  it('answers for an audit', async () => {
    const output = { value: 1n, script: Buffer.from(script, 'hex') };
    const outpoints = [
      { txid, vout: 0 },
      { txid: blockHash, vout: 1 },
    ];
    expect(await node.unspentOutputs(outpoints)).toEqual([output, null]);
    const outputs = [{ value: 9_123_456_712_345_678n, addresses: ['somebody'], scriptHex: script }];
    if (chain.code === 'doge') {
      // Cut out of the block's bytes; see the refusal above.
      await expect(node.describedTransactions([txid], blockHash)).rejects.toThrow('asked for raw hex');
    } else {
      expect(await node.describedTransactions([txid], blockHash)).toEqual([{ txid, inputs: ['coinbase'], outputs }]);
    }
    const { total, count, pools, method } = await node.utxoSetInfo();
    if (chain.code === 'zec') {
      expect({ total, count, pools }).toEqual({
        total: 0n,
        count: null,
        pools: { sprout: 1n, sapling: 2n, orchard: 3n, ironwood: 5n },
      });
    } else {
      expect({ total, count, pools }).toEqual({ total: 15_700_000_000_000_000_001n, count: 3, pools: null });
      expect(method).toBe(['btc', 'ltc', 'bch'].includes(chain.code) ? 'gettxoutsetinfo none' : 'gettxoutsetinfo');
    }
  });

  it('is waited for', async () => {
    fake.hashes.push(txid);
    const next = { hash: txid, height: 1 };
    expect(await node.waitForNewBlock({ height: 0, hash: blockHash }, 60_000)).toEqual(next);
    fake.hashes.pop();
    const waiting = node.waitForNewBlock({ height: 0, hash: blockHash }, 60_000);
    fake.hashes.push(txid);
    expect(await waiting).toEqual(next);
  });
});

it('shows dogecoind the bytes of transactions, and asks for their block once', async () => {
  const plain = { ...payment, inputs: [{ txid: Buffer.alloc(32, 1) }] };
  const bytes = blockBytes([coinbase, plain, { ...plain, inputs: [{ txid: Buffer.alloc(32, 2) }] }]);
  const doge = NODE_DIALECTS.find(({ name }) => name === 'dogecoind 1.14.99')!;
  const block = decodeUtxoBlock(doge.chain, bytes);
  const idOf = (transaction: Buffer) => displayHash(sha256d(transaction));
  const [first, second, third] = [0, 32, 64].map((at) => displayHash(block.txids, at));
  const asked: string[] = [];
  const fake = await new FakeNode().start();
  speak(fake, doge, {
    getblock: () => {
      asked.push('getblock');
      return bytes.toString('hex');
    },
    decoderawtransaction: ([hex]) => {
      asked.push('decoderawtransaction');
      return { txid: idOf(Buffer.from(hex as string, 'hex')), vin: [{ coinbase: '00' }], vout: [] };
    },
  });
  const node = fake.client(doge);
  const described = await node.describedTransactions([third!, first!], block.hash);
  expect(described.map(({ txid }) => txid)).toEqual([third, first]);
  expect(asked).toEqual(['getblock', 'decoderawtransaction', 'decoderawtransaction']);
  expect(await failureOf(node.describedTransactions([second!, 'ab'.repeat(32)], block.hash))).toMatchObject({
    name: 'NodeError',
    facts: { code: -5 },
  });
});

it('takes zebrad without a block for one that is starting', async () => {
  const fake = await new FakeNode().start();
  fake.methods['getblockhash'] = () => {
    throw new Refusal(-1, 'No blocks in state');
  };
  const node = fake.client();
  expect(await failureOf(node.blockHashAt(0))).toMatchObject({ name: 'NodeError', retryable: true });
});

it("finds the end of zebrad's chain by its own words", async () => {
  const fake = await new FakeNode().start();
  fake.methods['getblockhash'] = ([height]) => {
    if (height === 0) return fake.hashes[0];
    throw new Refusal(-1, height === 9 ? 'Invalid params' : 'Provided index is greater than the current tip');
  };
  const node = fake.client();
  expect(await node.blockHashes(0, 8)).toEqual([fake.hashes[0]]);
  expect(await node.blockHashAt(1)).toBeNull();
  // The same code, and nothing about the tip.
  expect(await failureOf(node.blockHashAt(9))).toMatchObject({ name: 'NodeError', facts: { code: -1 } });
  expect(await failureOf(node.blockHashes(9, 1))).toMatchObject({ name: 'NodeError', facts: { code: -1 } });
});
