import { beforeEach, describe, expect, it } from 'vitest';
import { BlockNotFoundError, type EvmNode, NodeLieError, StateUnavailableError, TooLargeError } from '../src/index.js';
import { FakeEvmNode, hashAt, LOCAL } from './evm-node-fake.js';
import { failureOf, Refusal } from './node-fake.js';

let fake: FakeEvmNode;
let node: EvmNode;
const block = { height: 1, hash: hashAt(1) };

beforeEach(async () => {
  fake = await new FakeEvmNode().start();
  node = fake.client();
});

const offerCallTracer = () => {
  fake.methods['debug_traceBlockByHash'] = () => [{ txHash: '0x', result: {} }];
};
const offerParity = () => {
  fake.methods['trace_block'] = ([place]) => {
    const found = fake.find(place);
    return found === null ? [] : [{ blockHash: found.hash }];
  };
};
const refuse = (code: number, message: string) => () => {
  throw new Refusal(code, message);
};

describe('the way to trace', () => {
  it.each([
    ['Geth/v1.16.4', 'callTracer'],
    ['reth/v1.9.0-x86_64-unknown-linux-gnu', 'callTracer'],
    ['Nethermind/v1.34.0', 'callTracer'],
    ['nitro/v3.9.0/linux-amd64', 'callTracer'],
    ['erigon/3.2.0/linux-amd64/go1.25.0', 'parity'],
    ['besu/v25.10.0/linux-x86_64/openjdk-java-21', 'parity'],
    ['anvil/v1.7.1', 'parity'],
  ])('on %s, which has both, is %s', async (software, tracer) => {
    fake.methods['web3_clientVersion'] = () => software;
    offerCallTracer();
    offerParity();
    expect(await node.tracer()).toBe(tracer);
    expect(await node.tracer()).toBe(tracer);
    expect(fake.log.filter((method) => method === 'web3_clientVersion')).toHaveLength(1);
  });

  it('is the other one where the first is missing', async () => {
    offerParity();
    expect(await node.tracer()).toBe('parity');
    await node.preflight(0);
    offerCallTracer();
    delete fake.methods['trace_block'];
    expect(await node.tracer()).toBe('callTracer');
  });

  it('is the other one where the first does not understand', async () => {
    offerParity();
    fake.methods['debug_traceBlockByHash'] = refuse(-32000, 'tracer not found');
    expect(await node.tracer()).toBe('parity');
  });

  it('is none where the node offers none', async () => {
    expect(await node.tracer()).toBeNull();
    expect(await failureOf(node.rawTraces(block))).toMatchObject({ retryable: false });
  });

  it('is known of a node that has nothing but its genesis block, or no state of its tip', async () => {
    fake.methods['debug_traceBlockByHash'] = refuse(-32000, 'missing trie node 0xab');
    expect(await node.tracer()).toBe('callTracer');
    await node.preflight(0);
    fake.blocks.length = 1;
    fake.methods['debug_traceBlockByHash'] = refuse(-32000, 'genesis is not traceable');
    expect(await node.tracer()).toBe('callTracer');
  });

  it('is not decided while the node cannot answer', async () => {
    fake.methods['debug_traceBlockByHash'] = refuse(-32005, 'rate limit');
    offerParity();
    expect(await failureOf(node.tracer())).toMatchObject({ retryable: true });
    offerCallTracer();
    expect(await node.tracer()).toBe('callTracer');
  });
});

describe('traces of a block that the usual way does not bring', () => {
  beforeEach(() => {
    offerParity();
    offerCallTracer();
  });

  it('come by the other tracer', async () => {
    expect(await node.tracer()).toBe('callTracer');
    expect(await node.rawTraces(block, 'as a block with its other tracer')).toMatchObject({ tracer: 'parity' });
    fake.methods['web3_clientVersion'] = () => 'anvil/v1.7.1';
    await node.preflight(0);
    expect(await node.rawTraces(block, 'as a block with its other tracer')).toMatchObject({ tracer: 'callTracer' });
    expect(await node.tracer()).toBe('parity');
  });

  it('come transaction by transaction, in the form of a block', async () => {
    const txids = [hashAt(0, 'tx'), hashAt(1, 'tx')];
    fake.methods['debug_traceTransaction'] = ([txid]) => ({ type: 'CALL', of: txid });
    const { tracer, body } = await node.rawTraces(block, 'transaction by transaction', txids);
    expect(tracer).toBe('callTracer');
    expect(JSON.parse(body.toString('utf8'))).toMatchObject({
      result: txids.map((txid) => ({ txHash: `0x${txid}`, result: { type: 'CALL', of: `0x${txid}` } })),
    });
    delete fake.methods['debug_traceTransaction'];
    expect(await failureOf(node.rawTraces(block, 'transaction by transaction', txids))).toMatchObject({
      retryable: false,
    });
    expect(await node.tracer()).toBe('callTracer');
  });
});

describe('traces by the callTracer', () => {
  beforeEach(offerCallTracer);

  it('are asked for by hash and left unparsed', async () => {
    const { tracer, body } = await node.rawTraces(block);
    expect(tracer).toBe('callTracer');
    expect(JSON.parse(body.toString('utf8'))).toMatchObject({ result: [{ txHash: '0x', result: {} }] });
    const { params } = fake.calls.at(-1) ?? {};
    expect(params?.[0]).toBe(`0x${block.hash}`);
    expect(params?.[1]).toMatchObject({ tracer: 'callTracer', tracerConfig: { withLog: false } });
  });

  it.each([
    ['frontier', {}],
    ['cancun', { parentBeaconBlockRoot: `0x${'0'.repeat(64)}` }],
    ['amsterdam', { parentBeaconBlockRoot: `0x${'0'.repeat(64)}`, blockAccessListHash: `0x${'1'.repeat(64)}` }],
  ])('come with the fork of their block on a private network: %s', async (fork, fields) => {
    fake.blocks[block.height] = { ...(fake.blocks[block.height] as (typeof fake.blocks)[number]), ...fields };
    expect(await node.rawTraces(block)).toMatchObject({ tracer: 'callTracer', fork });
  });

  it.each<[string, () => unknown, new (...facts: never[]) => Error]>([
    ['state that is gone', refuse(-32000, 'required historical state unavailable (reexec=128)'), StateUnavailableError],
    ['history that is gone', refuse(4444, 'pruned history unavailable'), StateUnavailableError],
    ['a block that is not there', refuse(-32000, 'block 0xab not found'), BlockNotFoundError],
    ['null', () => null, BlockNotFoundError],
    ['an object', () => ({}), NodeLieError],
    ['a word', () => 'no', NodeLieError],
  ])('tell apart %s', async (_what, answer, kind) => {
    await node.tracer();
    fake.methods['debug_traceBlockByHash'] = answer;
    expect(await failureOf(node.rawTraces(block))).toBeInstanceOf(kind);
  });

  it('read the error that erigon appends to an answer that it has begun', async () => {
    await node.tracer();
    for (const [begun, kind] of [
      ['nullnull', StateUnavailableError],
      ['[{"result":{}}]', StateUnavailableError],
      ['null', StateUnavailableError],
    ] as const) {
      fake.misbehave = ({ response, calls }) => {
        if (calls[0]?.method !== 'debug_traceBlockByHash') return false;
        const error = '{"code":-32000,"message":"old data not available due to pruning, \\"quoted\\" {"}';
        response.end(`{"jsonrpc":"2.0","id":${calls[0]?.id},"result":${begun},"error":${error}}\n`);
        return true;
      };
      expect(await failureOf(node.rawTraces(block)), begun).toBeInstanceOf(kind);
    }
  });

  it('that are large come one at a time, small ones side by side', async () => {
    const bounded = fake.client({ maxBlockBytes: 16 * 1_000 });
    await bounded.tracer();
    let underWay = 0;
    let most = 0;
    let asks = 0;
    const answering = (bytes: number) => async () => {
      asks++;
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay--;
      return [{ txHash: 'x'.repeat(bytes), result: {} }];
    };
    const askAll = () => Promise.all([1, 2, 3].map(() => bounded.rawTraces(block)));
    fake.methods['debug_traceBlockByHash'] = answering(5_000);
    await askAll();
    most = 0;
    asks = 0;
    for (const { body } of await askAll()) expect(body.length).toBeGreaterThan(5_000);
    // In a run of them, none is asked for twice.
    expect([most, asks]).toEqual([1, 3]);
    fake.methods['debug_traceBlockByHash'] = answering(500);
    await bounded.rawTraces(block);
    await askAll();
    expect(most).toBeGreaterThan(1);
    fake.methods['debug_traceBlockByHash'] = answering(20_000);
    expect(await failureOf(bounded.rawTraces(block))).toBeInstanceOf(TooLargeError);
  });

  it('that are large come without inputs where the node runs tracers of others, else whole', async () => {
    const bounded = fake.client({ maxBlockBytes: 16 * 1_000 });
    await bounded.tracer();
    const asked: string[] = [];
    let runsOthers = true;
    fake.methods['debug_traceBlockByHash'] = ([, options]) => {
      const isUsual = (options as { tracer: string }).tracer === 'callTracer';
      asked.push(isUsual ? 'usual' : 'without inputs');
      if (!isUsual && !runsOthers) throw new Refusal(-32000, 'tracer not found');
      return [{ txHash: isUsual ? 'x'.repeat(5_000) : '0x', result: {} }];
    };
    expect((await bounded.rawTraces(block)).body.length).toBeLessThan(200);
    expect(asked).toEqual(['usual', 'without inputs']);
    runsOthers = false;
    expect((await bounded.rawTraces(block)).body.length).toBeGreaterThan(5_000);
    expect(asked.slice(2)).toEqual(['usual', 'without inputs', 'usual']);
  });

  it('take no text inside of them for an error', async () => {
    const inside = JSON.stringify([
      { result: { error: 'x', revertReason: ',"error":{"code":-32000,"message":"no"}}' } },
    ]);
    fake.methods['debug_traceBlockByHash'] = () => JSON.parse(inside) as unknown;
    expect(JSON.parse((await node.rawTraces(block)).body.toString('utf8'))).toMatchObject({
      result: JSON.parse(inside),
    });
  });

  it('find another way when the node was restarted without this one', async () => {
    await node.tracer();
    delete fake.methods['debug_traceBlockByHash'];
    offerParity();
    expect(await failureOf(node.rawTraces(block))).toMatchObject({ facts: { code: -32601 } });
    expect((await node.rawTraces(block)).tracer).toBe('parity');
  });
});

describe('traces by trace_block', () => {
  beforeEach(() => {
    offerParity();
    // On a private network the header is read, too, by its hash.
    node = fake.client({ network: { ...LOCAL, chainId: fake.chainId } });
  });

  it('are asked for by height', async () => {
    expect((await node.rawTraces(block)).tracer).toBe('parity');
    expect(fake.calls.at(-1)?.params).toEqual(['0x1']);
  });

  it('of another block are refused', async () => {
    expect(await failureOf(node.rawTraces({ height: 1, hash: hashAt(1, 'b') }))).toBeInstanceOf(BlockNotFoundError);
  });

  it('of an empty block are taken only where that block is at its height', async () => {
    await node.tracer();
    fake.methods['trace_block'] = () => [];
    expect((await node.rawTraces(block)).tracer).toBe('parity');
    expect(await failureOf(node.rawTraces({ height: 1, hash: hashAt(1, 'b') }))).toBeInstanceOf(BlockNotFoundError);
    expect(await failureOf(node.rawTraces({ height: 9, hash: hashAt(9) }))).toBeInstanceOf(BlockNotFoundError);
  });
});
