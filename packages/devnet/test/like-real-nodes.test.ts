/**
 * What simulated nodes answer is what real ones do: the same questions to both, errors with their words, and of everything
 * else each member that the simulated node has, of the same type.
 */
import { type ChainCode, requireUtxoChain } from '@chaintrail/chains';
import { nodeOrSkip, type RealNode, startBchn, startDogecoind } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedNode, startSimulatedNode } from '../src/index.js';
import { post } from './helpers.js';

const START_MS = 120_000;
const UNKNOWN = 'ab'.repeat(32);
const NODES = [
  { code: 'bch', binary: nodeOrSkip('bchn'), start: startBchn, mining: [] },
  // Its last parameter asks for merged mining.
  { code: 'doge', binary: nodeOrSkip('dogecoind'), start: startDogecoind, mining: [1_000_000, 1] },
] as const;

interface Endpoint {
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** What a question may name: blocks and transactions that both nodes have, each its own. */
interface Names {
  readonly block: string;
  readonly txid: string;
  readonly waiting: string;
}

type Question = readonly [method: string, ...params: readonly unknown[]];

const questions = ({ block, txid, waiting }: Names): readonly Question[] => [
  ...[[], [-1], [10_000], [5], ['5'], [5, 5]].map((params): Question => ['getblockhash', ...params]),
  ['getblock', 5],
  ...[UNKNOWN, 'zz', 'zz'.repeat(32), block].flatMap((hash): Question[] => [
    ['getblock', hash],
    ['getblockheader', hash],
    ['getrawtransaction', hash],
  ]),
  ...[0, 1, false, true, '1'].map((verbosity): Question => ['getblock', block, verbosity]),
  ['getblockheader', block, false],
  ['getblockheader', block, 1],
  ...[0, 1, false, true].map((verbosity): Question => ['getrawtransaction', waiting, verbosity]),
  ['getrawtransaction', txid, 1, block],
  ['getrawtransaction', UNKNOWN, 1, block],
  ['getrawtransaction', UNKNOWN, 1, UNKNOWN],
  ['getmempoolinfo'],
  ['getrawmempool'],
  ['getrawmempool', false, true],
  ['getrawmempool', 1],
  ['gettxout', txid, 0],
  ['gettxout', txid, 0, false],
  ['gettxout', UNKNOWN, 0, false],
  ['gettxout', waiting, 0, false],
  ['gettxout', 'zz', 0],
  ['gettxoutsetinfo'],
  ['gettxoutsetinfo', 'none'],
  ['getchaintxstats'],
  ['getblockchaininfo'],
  ['getblockchaininfo', 1],
  ['getnetworkinfo'],
  ['getbestblockhash'],
  ['getblockcount'],
  ['getzmqnotifications'],
  ['waitfornewblock', 1],
  ['waitfornewblock', 1, block],
  ['decoderawtransaction', 'zz'],
  ['getdeprecationinfo'],
  ['eth_blockNumber'],
];

const paths = ({ block, txid }: Names): readonly string[] => [
  ...[UNKNOWN, 'zz', block].flatMap((hash) => [`/rest/block/${hash}.bin`, `/rest/spenttxouts/${hash}.bin`]),
  '/rest/chaininfo.json',
  '/rest/chaininfo.bin',
  '/rest/nosuch',
  `/rest/nosuch/${txid}.bin`,
];

describe.each(NODES)('$code', ({ code, binary, start, mining }) => {
  describe.runIf(binary !== undefined)('a simulated node', () => {
    let real: RealNode;
    let simulated: SimulatedNode;
    let ends: readonly { readonly endpoint: Endpoint; readonly names: Names }[];

    beforeAll(async () => {
      const chain = requireUtxoChain(code as ChainCode);
      simulated = await startSimulatedNode({ chain, blocks: 120 });
      // A simulated node finds every transaction.
      real = await start(binary!, { args: ['-txindex=1'] });
      const address = await real.rpc<string>('getnewaddress');
      await real.rpc('generatetoaddress', 120, address);
      await real.rpc('sendtoaddress', address, '1');
      await real.rpc('generatetoaddress', 1, address, ...mining);
      await real.rpc('sendtoaddress', address, '1');
      const waiting = await real.rpc<string>('sendtoaddress', address, '1');
      const { origin, username, password } = new URL(real.rpcUrl);
      const block = await real.rpc<string>('getbestblockhash');
      const [txid] = (await real.rpc<{ tx: string[] }>('getblock', block, true)).tx;
      const tip = simulated.tip().hash;
      const theirs = await post(simulated.endpoint, { id: 1, method: 'getblock', params: [tip, true] });
      ends = [
        { endpoint: { url: origin, user: username, password }, names: { block, txid: txid!, waiting } },
        {
          endpoint: simulated.endpoint,
          names: { block: tip, txid: theirs.json.result.tx[0], waiting: simulated.mempool()[0]! },
        },
      ];
    }, START_MS);
    afterAll(async () => {
      await simulated?.close();
      await real?.stop();
    });

    test('answers calls as the real one', async () => {
      const answers = await Promise.all(ends.map(({ endpoint, names }) => askAll(endpoint, names)));
      expectAlike(answers);
    });

    test('answers paths of REST as the real one', async () => {
      const answers = await Promise.all(ends.map(({ endpoint, names }) => getAll(endpoint, names)));
      expectAlike(answers);
    });
  });
});

type Answers = ReadonlyMap<string, unknown>;

function expectAlike([real, simulated]: readonly Answers[]): void {
  const differences: string[] = [];
  for (const [question, answer] of simulated!) {
    for (const difference of claims(answer, real!.get(question), '')) differences.push(`${question}${difference}`);
  }
  expect(differences).toEqual([]);
}

/** @returns what the simulated node says and the real one does not */
function claims(simulated: unknown, real: unknown, at: string): string[] {
  if (Array.isArray(simulated) && Array.isArray(real)) {
    // Both lists have to have something for a comparison.
    return simulated.length === 0 || real.length === 0 ? [] : claims(simulated.at(-1), real.at(-1), `${at}[]`);
  }
  if (isRecord(simulated) && isRecord(real)) {
    return Object.entries(simulated).flatMap(([name, value]) => claims(value, real[name], `${at}.${name}`));
  }
  return simulated === real ? [] : [`${at}: ${JSON.stringify(simulated)}, really ${JSON.stringify(real)}`];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function askAll(endpoint: Endpoint, names: Names): Promise<Answers> {
  const answers = new Map<string, unknown>();
  for (const [n, [method, ...params]] of questions(names).entries()) {
    const { status, json, text } = await post(endpoint, { id: 1, method, params });
    answers.set(`${n} ${method}${named(JSON.stringify(params), names)}`, { status, ...answerOf(json ?? text) });
  }
  return answers;
}

/** The same words for both nodes. */
function named(text: string, names: Names): string {
  return Object.entries(names).reduce((out, [name, hash]) => out.replaceAll(hash, `<${name}>`), text);
}

/** The answer with types in the place of values; errors as they are, but for help texts and the names of parameters. */
function answerOf(answer: unknown): object {
  if (!isRecord(answer)) return { text: answer };
  const { result, error } = answer;
  if (!isRecord(error)) return { error, result: typesOf(result) };
  const { code, message } = error;
  return { code, message: code === -1 ? 'help' : `${message}`.replace(/^.* must be (of length|hex).*/, 'no hash') };
}

function typesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typesOf);
  if (!isRecord(value)) return value === null ? null : typeof value;
  // Members by txid: one stands for all.
  const entries = Object.entries(value);
  const isByTxid = entries.every(([name]) => name.length === 64);
  return isByTxid
    ? entries.slice(-1).map(([, one]) => typesOf(one))
    : Object.fromEntries(entries.map(([name, one]) => [name, typesOf(one)]));
}

async function getAll(endpoint: Endpoint, names: Names): Promise<Answers> {
  const answers = new Map<string, unknown>();
  for (const [n, path] of paths(names).entries()) {
    const response = await fetch(`${endpoint.url}${path}`, { headers: { Connection: 'close' } });
    const { status, headers } = response;
    const body = Buffer.from(await response.arrayBuffer());
    const type = body.length === 0 ? null : headers.get('content-type');
    const json = type === 'application/json' ? typesOf(JSON.parse(body.toString())) : undefined;
    const text = status === 200 ? undefined : named(body.toString().trim(), names);
    answers.set(`${n} ${named(path, names)}`, { status, type, json, text });
  }
  return answers;
}
