import { beforeEach, describe, expect, it } from 'vitest';
import { NodeError, NodeLieError, type UtxoNode } from '../src/index.js';
import { FakeNode, failureOf, Refusal, type RpcCall } from './node-fake.js';

let fake: FakeNode;
let node: UtxoNode;

beforeEach(async () => {
  fake = await new FakeNode().start();
  node = fake.client();
});

/** Answers every request with this, given the id of the call. */
function answerWith(status: number, text: (id: number) => string): void {
  fake.misbehave = ({ response, body }) => {
    const { id } = JSON.parse(body) as RpcCall;
    response.writeHead(status).end(text(id));
    return true;
  };
}

const asIs = (value: unknown) => value;

describe('answers that are not believed', () => {
  const lies: readonly [string, (id: number) => string, RegExp][] = [
    ['another id', (id) => `{"id":${id + 1},"result":1}`, /another call/],
    ['no id', () => '{"result":1}', /another call/],
    ['the id as text', (id) => `{"id":"${id}","result":1}`, /another call/],
    ['garbage', () => '<html>Hello\u0007 node</html>', /not JSON: "<html>Hello node<\/html>"/],
    ['cut JSON', (id) => `{"id":${id},"resu`, /not JSON/],
    ['an empty body', () => '', /not JSON/],
    ['a list', () => '[]', /no JSON-RPC answer/],
    ['null', () => 'null', /no JSON-RPC answer/],
    ['neither result nor error', (id) => `{"id":${id}}`, /neither result nor error/],
    ['an error without code', (id) => `{"id":${id},"error":"no"}`, /error has no code/],
    ['an error with a fractional code', (id) => `{"id":${id},"error":{"code":1.5}}`, /error has no code/],
  ];
  it.each(lies)('%s', async (_name, text, message) => {
    answerWith(200, text);
    const error = await failureOf(node.call('uptime', [], asIs));
    expect(error).toBeInstanceOf(NodeLieError);
    expect(error).toMatchObject({ message: expect.stringMatching(message), facts: { chain: 'btc', method: 'uptime' } });
    expect(fake.log).toHaveLength(1);
  });

  it('a result that the check refuses, with its reason', async () => {
    answerWith(200, (id) => `{"id":${id},"result":"many"}`);
    const check = (value: unknown): number => {
      if (typeof value !== 'number') throw new TypeError('expected a number');
      return value;
    };
    await expect(node.call('uptime', [], check)).rejects.toThrow(/btc node, uptime: .*wrong shape: expected a number/);
  });

  const shapes: readonly [string, Record<string, unknown>][] = [
    ['a negative height', { blocks: -1 }],
    ['a fractional height', { blocks: 1.5 }],
    ['a height beyond 2^53', { blocks: 2 ** 60 }],
    ['a height as text', { blocks: '1' }],
    ['an upper-case hash', { bestblockhash: 'AB'.repeat(32) }],
    ['a short hash', { bestblockhash: 'ab'.repeat(31) }],
    ['no hash', { bestblockhash: undefined }],
    ['a chain without name', { chain: '' }],
  ];
  it.each(shapes)('a tip with %s', async (_name, fields) => {
    Object.assign(fake.chainInfo, fields);
    const error = await failureOf(node.tip());
    expect(error).toBeInstanceOf(NodeLieError);
    expect(error).toMatchObject({ facts: { method: 'getblockchaininfo' } });
  });
});

describe('errors that the node answers', () => {
  it('accepts JSON-RPC 1.1, where they come with HTTP 500 and result null', async () => {
    answerWith(500, (id) => `{"result":null,"error":{"code":-5,"message":"Block\\nnot found"},"id":${id}}`);
    const error = await failureOf(node.call('getblock', [], asIs));
    expect(error).toBeInstanceOf(NodeError);
    expect(error).toMatchObject({
      retryable: false,
      message: 'btc node, getblock: error -5: Block not found',
      facts: { code: -5 },
    });
    expect(fake.log).toHaveLength(1);
  });

  it('accepts one without id, as for a request that could not be read', async () => {
    answerWith(500, () => '{"result":null,"error":{"code":-32700,"message":"Parse error"},"id":null}');
    await expect(node.call('x', [], asIs)).rejects.toMatchObject({ retryable: false, facts: { code: -32700 } });
  });

  it('accepts a result of JSON-RPC 1.1, which has an error of null', async () => {
    answerWith(200, (id) => `{"result":7,"error":null,"id":${id}}`);
    await expect(node.call('uptime', [], asIs)).resolves.toBe(7);
  });

  it('waits for a node that is warming up', async () => {
    let left = 2;
    fake.methods['uptime'] = () => {
      left -= 1;
      if (left >= 0) throw new Refusal(-28, 'Loading block index…');
      return 5;
    };
    await expect(node.call('uptime', [], asIs)).resolves.toBe(5);
    expect(fake.log).toHaveLength(3);
  });

  it('does not repeat an unknown method', async () => {
    await expect(node.call('nosuch', [], asIs)).rejects.toMatchObject({ retryable: false, facts: { code: -32601 } });
    expect(fake.log).toHaveLength(1);
  });

  it('never prints more than a line of foreign text', async () => {
    fake.methods['x'] = () => {
      throw new Refusal(-1, `${'a\u001b[31m\n'.repeat(50_000)}`);
    };
    const { message } = (await failureOf(node.call('x', [], asIs))) as Error;
    expect(message.length).toBeLessThan(300);
    expect(message).not.toMatch(/\p{C}/u);
  });
});

describe('batches', () => {
  const hashes = Array.from({ length: 251 }, (_, height) => height.toString(16).padStart(64, '0'));

  it('reads hashes in order over several batches, and ends where the chain ends', async () => {
    fake.hashes.splice(0, 1, ...hashes);
    expect(await node.blockHashes(10, 230)).toEqual(hashes.slice(10, 240));
    expect(fake.log).toHaveLength(3);
    expect(await node.blockHashes(200, 1000)).toEqual(hashes.slice(200));
    expect(await node.blockHashes(251, 5)).toEqual([]);
    expect(await node.blockHashes(0, 0)).toEqual([]);
  });

  it('matches answers by id, whatever their order', async () => {
    fake.hashes.splice(0, 1, ...hashes);
    fake.misbehave = ({ response, body }) => {
      const calls = JSON.parse(body) as RpcCall[];
      response.end(
        JSON.stringify(calls.map(({ id, params }) => ({ id, result: hashes[params[0] as number] })).reverse()),
      );
      return true;
    };
    expect(await node.blockHashes(3, 4)).toEqual(hashes.slice(3, 7));
  });

  const lies: readonly [string, (calls: RpcCall[]) => unknown][] = [
    ['one answer too few', (calls) => calls.slice(1).map(({ id }) => ({ id, result: hashes[0] }))],
    ['one answer too many', (calls) => [...calls, calls[0]].map((call) => ({ id: call?.id, result: hashes[0] }))],
    ['an id twice', (calls) => calls.map(() => ({ id: calls[0]?.id, result: hashes[0] }))],
    ['a hash of the wrong shape', (calls) => calls.map(({ id }) => ({ id, result: 'zz' }))],
    ['a single result', (calls) => ({ id: calls[0]?.id, result: hashes[0] })],
    ['elements that are no objects', (calls) => calls.map(() => 1)],
  ];
  it.each(lies)('refuses %s', async (_name, answer) => {
    fake.misbehave = ({ response, body }) => {
      response.end(JSON.stringify(answer(JSON.parse(body) as RpcCall[])));
      return true;
    };
    expect(await failureOf(node.blockHashes(0, 3))).toBeInstanceOf(NodeLieError);
  });

  it('repeats a batch that the node refuses as a whole while it warms up', async () => {
    fake.misbehave = ({ response, number }) => {
      if (number > 1) return false;
      response.writeHead(500).end('{"result":null,"error":{"code":-28,"message":"Verifying blocks…"},"id":null}');
      return true;
    };
    expect(await node.blockHashes(0, 3)).toEqual(fake.hashes);
  });

  it('ends before a call that fails otherwise than by its height, and fails where that is the first', async () => {
    fake.methods['getblockhash'] = ([height]) => {
      if (height === 1) throw new Refusal(-1, 'no');
      return hashes[0];
    };
    expect(await node.blockHashes(0, 3)).toEqual([hashes[0]]);
    await expect(node.blockHashes(1, 3)).rejects.toMatchObject({ retryable: false, facts: { code: -1 } });
  });
});

it('answers null for a height above the tip', async () => {
  expect(await node.blockHashAt(1)).toBeNull();
  expect(await node.blockHashAt(0)).toBe(fake.hashes[0]);
});

it.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses the height %s before asking', async (height) => {
  await expect(node.blockHashAt(height)).rejects.toThrow(RangeError);
  await expect(node.blockHashes(height, 1)).rejects.toThrow(RangeError);
  expect(fake.log).toEqual([]);
});
