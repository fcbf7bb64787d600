/** The simulated Arbitrum beside a recorded Nitro: the same members, words and movements, and nothing of its own. */
import { type ReplayedNode, recordingOrSkip } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SimulatedEvmNode } from '../src/index.js';
import { hex, type NodeJson, postEvm, rpcBatch, startEvm } from './evm-helpers.js';

const recording = recordingOrSkip('arb');
const STATE = 'S6';
const BLOCKS = 100;
/** Signed ones, deposits and the protocol's own. */
const TYPES = [0, 1, 2, 4, 0x64, 0x6a];

interface Chain {
  readonly blocks: readonly NodeJson[];
  readonly receipts: readonly NodeJson[];
  readonly traces: readonly NodeJson[];
}

describe.runIf(recording !== undefined)('simulated Arbitrum', () => {
  let recorded: ReplayedNode;
  let simulated: SimulatedEvmNode;
  let real: Chain;
  let made: Chain;

  beforeAll(async () => {
    recorded = await recording!.start(STATE);
    simulated = await startEvm('arb', { blocks: BLOCKS });
    const { height } = recorded.states.find(({ name }) => name === STATE)!;
    [real, made] = await Promise.all([read({ url: recorded.rpcUrl }, height), read(simulated, BLOCKS)]);
  });
  afterAll(async () => {
    await simulated?.close();
    await recorded?.stop();
  });

  test('blocks have the same members', () => {
    expect(shapes(made.blocks)).toEqual(shapes(real.blocks));
  });

  test.each(TYPES)('transactions of type %i have the same members', (type) => {
    const transactions = ({ blocks }: Chain) => blocks.flatMap((block) => block.transactions);
    expect(shapes(ofType(transactions(made), type))).toEqual(shapes(ofType(transactions(real), type)));
  });

  test.each(TYPES)('receipts of type %i have the same members', (type) => {
    expect(shapes(ofType(made.receipts, type))).toEqual(shapes(ofType(real.receipts, type)));
  });

  test('logs have the same members', () => {
    const logs = ({ receipts }: Chain) => receipts.flatMap((receipt) => receipt.logs);
    expect(shapes(logs(made))).toEqual(shapes(logs(real)));
  });

  test.each([
    ['the outermost', ({ traces }: Chain) => traces.map(({ result }) => result)],
    ['inner ones', ({ traces }: Chain) => traces.flatMap(({ result }) => inner(result))],
  ])('frames of calls have no other members, and those that all have: %s', (_, framesOf) => {
    const { always, ever } = membersOf(framesOf(real));
    for (const frame of framesOf(made)) {
      const members = Object.keys(frame);
      expect(ever).toEqual(expect.arrayContaining(members));
      expect(members).toEqual(expect.arrayContaining(always));
    }
  });

  test('nothing moves outside of calls but what Nitro moves there', () => {
    expect(movements(made)).not.toEqual([]);
    expect(movements(real)).toEqual(expect.arrayContaining(movements(made)));
  });

  test('values are written alike', () => {
    const written = ({ blocks, receipts, traces }: Chain) => kinds([...blocks, ...receipts, ...traces]);
    const known = written(real);
    for (const [path, found] of written(made))
      expect([...(known.get(path) ?? [])], path).toEqual(expect.arrayContaining([...found]));
  });

  const UNKNOWN = `0x${'ab'.repeat(32)}`;
  const NOBODY = `0x${'0'.repeat(40)}`;
  test.each([
    ['a block by an unknown hash', 'eth_getBlockByHash', [UNKNOWN, true]],
    ['a block above the tip', 'eth_getBlockByNumber', ['0xf4240', true]],
    ['receipts of an unknown block', 'eth_getBlockReceipts', [UNKNOWN]],
    ['traces of an unknown block', 'debug_traceBlockByHash', [UNKNOWN, { tracer: 'callTracer' }]],
    ['a method that there is not', 'nosuchmethod', []],
    ['a transaction pool', 'txpool_content', []],
    ['a balance above the tip', 'eth_getBalance', [NOBODY, '0xf4240']],
    ['a balance after an unknown block', 'eth_getBalance', [NOBODY, { blockHash: UNKNOWN }]],
    ['subscriptions by HTTP', 'eth_subscribe', ['newHeads']],
  ])('the same words about %s', async (_, method, params) => {
    const ask = { jsonrpc: '2.0', id: 1, method, params };
    const [its, ours] = [await postEvm({ url: recorded.rpcUrl }, ask), await postEvm(simulated, ask)];
    expect(ours.json).toEqual(its.json);
  });
});

async function read(node: { readonly url: string }, height: number): Promise<Chain> {
  const numbers = Array.from({ length: height }, (_, below) => hex(below + 1));
  const blocks = await all(
    node,
    numbers.map((number) => ['eth_getBlockByNumber', number, true] as const),
  );
  const hashes = blocks.map(({ hash }) => hash as string);
  const receipts = await all(
    node,
    hashes.map((hash) => ['eth_getBlockReceipts', hash] as const),
  );
  const traces = await all(
    node,
    hashes.map((hash) => ['debug_traceBlockByHash', hash, { tracer: 'callTracer' }] as const),
  );
  return { blocks, receipts: receipts.flat(), traces: traces.flat() };
}

async function all(
  node: { readonly url: string },
  calls: readonly (readonly [string, ...unknown[]])[],
): Promise<NodeJson[]> {
  const answers: NodeJson[] = [];
  for (let from = 0; from < calls.length; from += 50)
    answers.push(...(await rpcBatch(node, calls.slice(from, from + 50))));
  return answers;
}

/** Each different set of members once. */
function shapes(values: readonly NodeJson[]): string[] {
  return [...new Set(values.map((value) => Object.keys(value).toSorted().join(' ')))].toSorted();
}

function membersOf(values: readonly NodeJson[]): { readonly always: string[]; readonly ever: string[] } {
  const ever = [...new Set(values.flatMap((value) => Object.keys(value)))];
  return { ever, always: ever.filter((name) => values.every((value) => name in value)) };
}

/** By path of members, how its values are written. */
function kinds(values: readonly NodeJson[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const look = (value: NodeJson, path: string): void => {
    if (Array.isArray(value)) for (const each of value) look(each, path);
    else if (typeof value === 'object' && value !== null) {
      // Calls in calls are written as those.
      for (const [name, member] of Object.entries(value)) look(member, path.endsWith(name) ? path : `${path}.${name}`);
    } else found.set(path, (found.get(path) ?? new Set()).add(kindOf(value)));
  };
  for (const value of values) look(value, '');
  return found;
}

function kindOf(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'null' : typeof value;
  if (!/^0x[0-9a-f]*$/i.test(value)) return 'text';
  if (/[A-F]/.test(value)) return 'hex in mixed case';
  return value.length >= 42 && value.length % 2 === 0
    ? 'bytes'
    : /^0x(0|[1-9a-f]|$)/.test(value)
      ? 'number or nothing'
      : 'digits';
}

function ofType(values: readonly NodeJson[], type: number): NodeJson[] {
  return values.filter((value) => Number(value.type) === type);
}

function inner(frame: NodeJson): NodeJson[] {
  return (frame.calls ?? []).flatMap((call: NodeJson) => [call, ...inner(call)]);
}

/** When, why, and whether from or to somewhere. */
function movements({ traces }: Chain): string[] {
  const found = new Set<string>();
  for (const { result } of traces) {
    for (const when of ['beforeEVMTransfers', 'afterEVMTransfers']) {
      for (const { purpose, from, to } of result[when] ?? []) {
        found.add(`${when} ${purpose} ${from === null ? 'nobody' : 'somebody'} ${to === null ? 'nobody' : 'somebody'}`);
      }
    }
  }
  return [...found].toSorted();
}
