/**
 * Simulated nodes of Bitcoin Cash and Dogecoin beside recorded ones: asked the same kinds of questions, they say no field
 * that the real node does not have, none of another type, and refuse with the same codes.
 */
import { type ReplayedNode, RpcClient, RpcFailure, recordingOrSkip } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedNode, startSimulatedNode } from '../src/index.js';
import { bch, doge } from './helpers.js';

const UNKNOWN = 'ab'.repeat(32);
const ABOVE = 1_000_000;

/** Facts of a node, to ask about. */
interface Facts {
  readonly tip: string;
  /** A block with payments. */
  readonly block: string;
  /** One of them, whose outputs are spent. */
  readonly spent: string;
  readonly coinbase: string;
  readonly waiting: string;
}

type Question = readonly [method: string, ...params: unknown[]];

const QUESTIONS: Readonly<Record<string, (facts: Facts) => Question>> = {
  'the network': () => ['getnetworkinfo'],
  'the chain': () => ['getblockchaininfo'],
  'a hash': () => ['getblockhash', 1],
  'a hash above the tip': () => ['getblockhash', ABOVE],
  'bytes of a block': ({ block }) => ['getblock', block, 0],
  'bytes of a block, by a boolean': ({ block }) => ['getblock', block, false],
  'txids of a block': ({ block }) => ['getblock', block, 1],
  'txids of a block, by a boolean': ({ block }) => ['getblock', block, true],
  'a whole block': ({ block }) => ['getblock', block, 2],
  'an unknown block': () => ['getblock', UNKNOWN, 0],
  'the number of transactions': () => ['getchaintxstats'],
  'the mempool': () => ['getrawmempool', false],
  'the mempool with its sequence': () => ['getrawmempool', false, true],
  'whether the mempool is read': () => ['getmempoolinfo'],
  'an unconfirmed transaction': ({ waiting }) => ['getrawtransaction', waiting],
  'an unconfirmed transaction, decoded': ({ waiting }) => ['getrawtransaction', waiting, 1],
  'a transaction that is mined and spent': ({ spent }) => ['getrawtransaction', spent],
  'one that is mined and not spent': ({ coinbase }) => ['getrawtransaction', coinbase],
  'an unknown transaction': () => ['getrawtransaction', UNKNOWN],
  'a transaction of a block': ({ tip, coinbase }) => ['getrawtransaction', coinbase, 1, tip],
  'a transaction of a block that does not have it': ({ tip }) => ['getrawtransaction', UNKNOWN, 1, tip],
  'a transaction of an unknown block': () => ['getrawtransaction', UNKNOWN, 1, UNKNOWN],
  'an unspent output': ({ coinbase }) => ['gettxout', coinbase, 0, false],
  'an output of an unknown transaction': () => ['gettxout', UNKNOWN, 0, false],
  'an output that is spent': ({ spent }) => ['gettxout', spent, 0, false],
  'the set of outputs': () => ['gettxoutsetinfo'],
  'the set of outputs without its hash': () => ['gettxoutsetinfo', 'none'],
  'a transaction that is none': () => ['decoderawtransaction', '00'],
  'where it publishes': () => ['getzmqnotifications'],
  'chain states': () => ['getchainstates'],
  'what no node has': () => ['nosuchmethod'],
};

const PATHS: Readonly<Record<string, (facts: Facts) => string>> = {
  'the chain': () => '/rest/chaininfo.json',
  'a block': ({ block }) => `/rest/block/${block}.bin`,
  'an unknown block': () => `/rest/block/${UNKNOWN}.bin`,
  'what a block spends': ({ tip }) => `/rest/spenttxouts/${tip}.bin`,
  nothing: () => '/rest/nothing',
  'no REST': () => '/',
};

interface DecodedBlock {
  readonly height: number;
  readonly tx: readonly { readonly txid: string; readonly vout: readonly { readonly n: number }[] }[];
}

/** @param areTokens whether the block that is compared has tokens */
async function factsOf(rpc: RpcClient, areTokens: boolean): Promise<Facts> {
  const { bestblockhash: tip } = await rpc.call<{ bestblockhash: string }>('getblockchaininfo');
  const [waiting = ''] = await rpc.call<string[]>('getrawmempool', false);
  const { height, tx } = await rpc.call<DecodedBlock>('getblock', tip, 2);
  const facts = { tip, waiting, coinbase: tx[0]!.txid };
  const isSpent = async ({ txid, vout }: DecodedBlock['tx'][number]): Promise<boolean> => {
    for (const { n } of vout) if ((await rpc.call('gettxout', txid, n, false)) !== null) return false;
    return true;
  };
  for (let below = height; below > 0; below--) {
    const block = await rpc.call<string>('getblockhash', below);
    const { tx: payments } = await rpc.call<DecodedBlock>('getblock', block, 2);
    if (areTokens && !JSON.stringify(payments).includes('"tokenData"')) continue;
    for (const payment of payments.slice(1)) {
      if (await isSpent(payment)) return { ...facts, block, spent: payment.txid };
    }
  }
  throw new Error('no payment was spent');
}

/** Answer of a node: the shape of a result, or the code and the words of an error; help is in other words. */
async function answerOf(
  rpc: RpcClient,
  [method, ...params]: Question,
): Promise<{ result: unknown } | { error: object }> {
  try {
    return { result: await rpc.call(method, ...params) };
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error;
    return { error: { code: error.code, ...(error.code !== -1 && { message: error.message }) } };
  }
}

/** @returns where the simulated node says something that the real one does not; numbers with decimals arrive as strings */
function unlike(simulated: unknown, real: unknown, where = 'result'): string[] {
  if (typeof simulated !== typeof real || (simulated === null) !== (real === null)) {
    return [`${where} is ${JSON.stringify(simulated)}, not as ${JSON.stringify(real)}`];
  }
  if (Array.isArray(simulated)) {
    if (!Array.isArray(real)) return [`${where} is a list`];
    // Answers of some kind that the real one has.
    const best = (each: unknown): string[] =>
      real.map((one) => unlike(each, one, `${where}[]`)).toSorted((a, b) => a.length - b.length)[0] ?? [];
    return simulated.flatMap(best);
  }
  if (typeof simulated !== 'object' || simulated === null) return [];
  const fields = new Map(Object.entries(real as object));
  return Object.entries(simulated).flatMap(([name, value]) =>
    fields.has(name) ? unlike(value, fields.get(name), `${where}.${name}`) : [`${where}.${name} is in no answer`],
  );
}

for (const { chain, recording } of [
  { chain: bch, recording: recordingOrSkip('bch') },
  { chain: doge, recording: recordingOrSkip('doge') },
]) {
  describe.runIf(recording !== undefined)(`a simulated node of ${chain.name}`, () => {
    let replayed: ReplayedNode;
    let simulated: SimulatedNode;
    let real: { rpc: RpcClient; url: URL; facts: Facts };
    let ours: typeof real;

    beforeAll(async () => {
      replayed = await recording!.start('S1');
      simulated = await startSimulatedNode({ chain, blocks: 110, txPerBlock: 3 });
      simulated.addTransactions(3);
      const { url, user, password } = simulated.endpoint;
      const open = async (text: string): Promise<typeof real> => {
        const rpc = new RpcClient(text);
        return { rpc, url: new URL(text), facts: await factsOf(rpc, chain === bch) };
      };
      real = await open(replayed.rpcUrl);
      ours = await open(url.replace('//', `//${user}:${password}@`));
    });
    afterAll(async () => {
      await simulated?.close();
      await replayed?.stop();
    });

    test.each(Object.entries(QUESTIONS))('answers for %s as the real one does', async (_, question) => {
      const expected = await answerOf(real.rpc, question(real.facts));
      const found = await answerOf(ours.rpc, question(ours.facts));
      if ('error' in expected) expect(found).toEqual(expected);
      else expect('result' in found ? unlike(found.result, expected.result) : found).toEqual([]);
    });

    test.each(Object.entries(PATHS))('answers GET for %s as the real one does', async (_, path) => {
      const [expected, found] = await Promise.all(
        [real, ours].map(async ({ url, facts }) => {
          const response = await fetch(url.origin + path(facts), { headers: { connection: 'close' } });
          const text = await response.text();
          const type = response.headers.get('content-type');
          return { status: response.status, type, text: response.ok ? '' : text };
        }),
      );
      expect(found).toEqual(expected);
    });

    test('answers a stranger as the real one does', async () => {
      const [expected, found] = await Promise.all(
        [real, ours].map(async ({ url }) => {
          const headers = { connection: 'close', authorization: 'Basic bm86bm8=' };
          const response = await fetch(url.origin, { method: 'POST', headers, body: '{"method":"uptime"}' });
          return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
        }),
      );
      expect(found).toEqual(expected);
    });

    test('is of the version of the real one', async () => {
      const of = async ({ rpc }: typeof real) => {
        const { version, subversion } = await rpc.call<{ version: number; subversion: string }>('getnetworkinfo');
        return { version, subversion };
      };
      expect(await of(ours)).toEqual(await of(real));
    });
  });
}
