/** The client on what real nodes answered: their own words for what there is not, and for what they refuse. */
import { baseUnits, type RecordedState, type ReplayedNode, RpcClient, recordingOrSkip } from '@chaintrail/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NodeClientOptions, PreflightError, requireUtxoChain, type UtxoNetwork } from '../src/index.js';
import { UtxoNode } from '../src/node.js';
import { eventually, FakeNode, failureOf, Refusal, statusesOf } from './node-fake.js';
import { mismatch, NODE_DIALECTS, speak } from './support/node-dialects.js';

/** The node was asked for it, and has nothing of this name. */
const UNKNOWN = 'ab'.repeat(32);
/** Code of bitcoind and its relatives for parameters that they do not take: help, or the type that they expect. */
const RPC_MISC_ERROR = -1;

const NODES = [
  {
    code: 'bch',
    recording: recordingOrSkip('bch'),
    info: { version: 28_000_200, subversion: '/Bitcoin Cash Node:28.0.2(EB32.0)/' },
    keepsLoaded: true,
    counts: 219,
    setMethod: 'gettxoutsetinfo none',
  },
  {
    code: 'doge',
    recording: recordingOrSkip('doge'),
    info: { version: 1_149_900, subversion: '/Shibetoshi:1.14.99/' },
    keepsLoaded: null,
    counts: null,
    setMethod: 'gettxoutsetinfo',
  },
] as const;

interface DecodedOutput {
  readonly value: string;
  readonly scriptPubKey: { readonly hex: string; readonly addresses?: readonly string[] };
}

function regtestOf(code: 'bch' | 'btc' | 'doge'): Pick<NodeClientOptions, 'chain' | 'network'> {
  const chain = requireUtxoChain(code);
  return { chain, network: chain.networks.find(({ name }) => name === 'regtest') as UtxoNetwork };
}

for (const { code, recording, info, keepsLoaded, counts, setMethod } of NODES) {
  describe.runIf(recording !== undefined)(`${info.subversion}, recorded`, () => {
    let replayed: ReplayedNode;
    let rpc: RpcClient;
    let node: UtxoNode;
    let state: RecordedState;

    function client(changes: Partial<NodeClientOptions> = {}, login?: string): UtxoNode {
      const { origin, username, password } = new URL(replayed.rpcUrl);
      const endpoint = { url: origin, user: username, password: login ?? password };
      return new UtxoNode({ ...regtestOf(code), endpoint, ...changes });
    }

    beforeAll(async () => {
      replayed = await recording!.start();
      rpc = new RpcClient(replayed.rpcUrl);
      node = client();
    });
    afterAll(async () => {
      await node?.close();
      await replayed?.stop();
    });
    beforeEach(() => {
      state = replayed.change('S0');
    });

    it('passes the preflight, also after a restart', async () => {
      expect(await node.preflight(0)).toMatchObject({
        ...info,
        ...{ chain: 'regtest', blocks: state.height, headers: state.height, warnings: [] },
        ...{ initialBlockDownload: false, pruned: false, pruneHeight: null },
      });
      expect(node.capabilities).toEqual({ rest: true, spentTxOuts: false });
      replayed.change('S6');
      expect(await node.preflight(0)).toMatchObject({ initialBlockDownload: true });
    });

    it('is not taken for a node of another network or chain, nor with another password', async () => {
      const { chain } = regtestOf(code);
      const refused = async (other: UtxoNode): Promise<string> => {
        const error = await failureOf(other.preflight(0));
        await other.close();
        expect(error).toBeInstanceOf(PreflightError);
        return (error as PreflightError).message;
      };
      expect(await refused(client({ network: chain.networks[0] as UtxoNetwork }))).toContain(
        'the node follows regtest',
      );
      expect(await refused(client(regtestOf('btc')))).toMatch(/which follows Bitcoin Cash|follows another chain/);
      expect(await refused(client({}, 'wrong'))).toContain('bad credentials (HTTP 401)');
    });

    it('lists its hashes to the tip, and has none above it', async () => {
      const hashes = await node.blockHashes(0, 1000);
      expect(hashes).toHaveLength(state.height + 1);
      expect(hashes.at(-1)).toBe(state.hash);
      expect(await node.tip()).toMatchObject({ height: state.height, hash: state.hash, catchingUp: false });
      expect(await node.blockHashAt(state.height + 1)).toBeNull();
      expect(await node.blockHashAt(2_000_000)).toBeNull();
    });

    it('delivers blocks by REST as by RPC, also one that was taken back', async () => {
      const { hash } = replayed.change('S1');
      replayed.change('S2');
      for (const one of [hash, state.hash]) {
        const hex = await rpc.call<string>('getblock', one, false);
        expect((await node.rawBlock(one)).toString('hex') === hex, `bytes of ${one}`).toBe(true);
        expect(await node.blockTxids(one)).toEqual((await rpc.call<{ tx: string[] }>('getblock', one, 1)).tx);
      }
      expect(await node.spentOutputs(hash)).toBeNull();
    });

    it('says why there is no such block', async () => {
      const facts = { code: -5 };
      expect(await failureOf(node.rawBlock(UNKNOWN))).toMatchObject({ retryable: false, facts });
      expect(await failureOf(node.blockTxids(UNKNOWN))).toMatchObject({ retryable: false, facts });
    });

    it('shows its mempool, and not what is mined and spent', async () => {
      replayed.change('S1');
      const expected = await rpc.call<string[]>('getrawmempool');
      expect(await node.mempool()).toEqual({ txids: expected, sequence: null });
      expect((await node.mempoolInfo()).isLoaded).toBe(keepsLoaded);
      const [first = ''] = expected;
      const [bytes, ...none] = await node.rawPending([first, UNKNOWN]);
      expect(bytes?.toString('hex')).toBe(await rpc.call('getrawtransaction', first));
      expect(none).toEqual([null]);
    });

    it('describes transactions of a block, and no others', async () => {
      const { hash } = state;
      const [first = ''] = await node.blockTxids(hash);
      const [described] = await node.describedTransactions([first], hash);
      const { tx } = await rpc.call<{ tx: { vout: DecodedOutput[] }[] }>('getblock', hash, 2);
      const outputs = tx[0]!.vout.map(({ value, scriptPubKey: { hex, addresses = [] } }) => {
        return { value: baseUnits(value), scriptHex: hex, addresses };
      });
      expect(described?.outputs).toEqual(outputs);
      expect(described).toMatchObject({ txid: first, inputs: ['coinbase'] });
      for (const [txid, block] of [
        [UNKNOWN, hash],
        [UNKNOWN, UNKNOWN],
      ] as const) {
        const error = await failureOf(node.describedTransactions([txid], block));
        expect(error).toMatchObject({ name: 'NodeError', retryable: false, facts: { code: -5 } });
      }
    });

    it('answers for an audit', async () => {
      replayed.change('S1');
      const { hash, height } = await node.tip();
      const [coinbase = ''] = await node.blockTxids(hash);
      const unspent = { txid: coinbase, vout: 0 };
      const [coin, none] = await node.unspentOutputs([unspent, { txid: UNKNOWN, vout: 0 }]);
      expect(coin?.value).toBeGreaterThan(0n);
      expect(none).toBeNull();
      const { txouts } = await rpc.call<{ txouts: number }>('gettxoutsetinfo');
      const set = await node.utxoSetInfo();
      expect(set).toMatchObject({ height, hash, count: txouts, pools: null, method: setMethod });
      replayed.change('S0');
      expect(await node.transactionCount()).toBe(counts);
    });

    it('publishes nothing, and answers a long poll when its tip changes', async () => {
      const stop = new AbortController();
      const statuses = statusesOf(node, stop.signal);
      await eventually(() => statuses).toEqual([{ endpoints: [] }]);
      stop.abort();
      const waiting = node.waitForNewBlock(state, 60_000);
      const { height, hash } = replayed.change('S1');
      expect(await waiting).toEqual({ height, hash });
    });

    describe('the node of tests without a recording', () => {
      const dialect = NODE_DIALECTS.findLast(({ chain }) => chain.code === code)!;

      it('is of the same version, and refuses the same parameters', () => {
        const { version, subversion, signatures } = dialect;
        expect({ version, subversion }).toEqual(info);
        const methods = Object.keys(signatures);
        const asked = new Set<string>();
        for (const { name } of replayed.states) {
          replayed.change(name);
          for (const { method, params, error } of replayed.recordedCalls(methods)) {
            asked.add(method);
            // The client asks for hashes of 64 digits only, and nodes differ on others.
            if (params[0] === 'xyz') continue;
            const text = `${method} ${JSON.stringify(params).slice(0, 200)}: ${error?.message}`;
            expect(mismatch(signatures[method]!, params) !== null, text).toBe(error?.code === RPC_MISC_ERROR);
          }
        }
        expect([...asked].sort()).toEqual(methods.toSorted());
      });

      it.each([
        { id: 1, method: 'getblockhash', params: [0] },
        { id: 2, method: 'getblockhash', params: [1_000_000] },
        { id: 3, method: 'nosuchmethod', params: [] },
        [
          { id: 1, method: 'getblockhash', params: [0] },
          { id: 2, method: 'getblockhash', params: [1_000_000] },
          { id: 3, method: 'nosuchmethod', params: [] },
        ],
      ])('answers %j in the same words', async (request) => {
        const fake = await new FakeNode().start();
        speak(fake, dialect, {
          getblockhash: ([height]) => {
            if (height === 0) return dialect.network.genesisHash;
            throw new Refusal(-8, 'Block height out of range');
          },
        });
        const { origin, username, password } = new URL(replayed.rpcUrl);
        const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
        const [said, recorded] = await Promise.all(
          [fake.url, origin].map(async (url) => {
            const headers = { authorization, connection: 'close' };
            const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) });
            return { status: response.status, text: (await response.text()).trim() };
          }),
        );
        expect(said).toEqual(recorded);
      });
    });
  });
}
