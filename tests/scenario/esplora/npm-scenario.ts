/** Libraries from npm, with all their calls that this server answers. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EsploraWorld } from './esplora-world.js';
import type { clientsOrSkip } from './npm-clients.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of libraries whose types are not known here
type Json = any;

export function describeClients(
  load: NonNullable<Awaited<ReturnType<typeof clientsOrSkip>>>,
  world: () => EsploraWorld,
): void {
  describe('libraries from npm', () => {
    let address: string;
    let scriptHash: string;
    let txids: string[];
    let tip: { hash: string; height: number };
    const rpc = <T = Json>(method: string, ...values: unknown[]): Promise<T> => world().node.rpc<T>(method, ...values);

    /** A payment that no node has yet, in hex. */
    async function signed(): Promise<string> {
      const { miner } = world();
      const to = await miner.call<string>('getnewaddress');
      const raw = await miner.call<string>('createrawtransaction', [], [{ [to]: '0.01' }]);
      const { hex } = await miner.call<{ hex: string }>('fundrawtransaction', raw);
      return (await miner.call<{ hex: string }>('signrawtransactionwithwallet', hex)).hex;
    }

    /** A payment that no node has yet, and one that spends it. */
    async function family(): Promise<[parent: string, child: string]> {
      const { miner } = world();
      const parent = await signed();
      const { txid, vout } = await rpc('decoderawtransaction', parent);
      const { n, value, scriptPubKey } = vout[0];
      const to = await miner.call<string>('getnewaddress');
      const spending = await rpc(
        'createrawtransaction',
        [{ txid, vout: n }],
        [{ [to]: (Number(value) - 0.001).toFixed(8) }],
      );
      const made = [{ txid, vout: n, scriptPubKey: scriptPubKey.hex, amount: value }];
      return [parent, (await miner.call<{ hex: string }>('signrawtransactionwithwallet', spending, made)).hex];
    }

    beforeAll(async () => {
      const { miner } = world();
      // Addresses of a wallet that spends nothing.
      await rpc('createwallet', 'watched');
      const owner = world().node.wallet('watched');
      address = await owner.call<string>('getnewaddress', '', 'bech32');
      const { scriptPubKey } = await owner.call<{ scriptPubKey: string }>('getaddressinfo', address);
      // Reversed, as Electrum has it: the library turns it round for Esplora.
      scriptHash = createHash('sha256').update(Buffer.from(scriptPubKey, 'hex')).digest().reverse().toString('hex');
      txids = [];
      for (let n = 0; n < 3; n++) txids.push(await miner.call<string>('sendtoaddress', address, '0.03'));
      await world().mine(1);
      txids.push(await miner.call<string>('sendtoaddress', address, '0.03'));
      await world().reachMempool();
      tip = { hash: await rpc('getbestblockhash'), height: Number(await rpc('getblockcount')) };
    });

    it('@bitcoinerlab/explorer', async () => {
      const { EsploraExplorer } = load('@bitcoinerlab/explorer');
      const explorer = new EsploraExplorer({ url: world().url });
      await explorer.connect();
      expect(await explorer.isConnected()).toBe(true);
      expect(await explorer.fetchBlockHeight()).toBe(tip.height);
      expect(await explorer.fetchBlockStatus(tip.height)).toMatchObject({
        blockHash: tip.hash,
        blockHeight: tip.height,
      });
      expect(await explorer.fetchBlockStatus(tip.height + 1)).toBeUndefined();
      const sums = { balance: 9_000_000, txCount: 3, unconfirmedBalance: 3_000_000, unconfirmedTxCount: 1 };
      expect(await explorer.fetchAddress(address)).toEqual(sums);
      expect(await explorer.fetchScriptHash(scriptHash)).toEqual(sums);
      for (const owner of [{ address }, { scriptHash }]) {
        const history = await explorer.fetchTxHistory(owner);
        expect(history.map(({ txId }: Json) => txId).sort()).toEqual([...txids].sort());
      }
      expect(await explorer.fetchTx(txids[0])).toBe(await rpc('getrawtransaction', txids[0], 0, tip.hash));
      expect(Object.keys(await explorer.fetchFeeEstimates()).length).toBeGreaterThan(20);
      const hex = await signed();
      expect(await explorer.push(hex)).toBe((await rpc('decoderawtransaction', hex)).txid);
      explorer.close();
    });

    it('@mempool/mempool.js', () =>
      callMempool(load, { url: world().url, rpc, address, txids: txids as unknown as Payments, tip, signed }));

    it('@arkade-os/sdk', async () => {
      const { EsploraProvider } = load('@arkade-os/sdk');
      const provider = new EsploraProvider(world().url, { forcePolling: true, pollingInterval: 100 });
      expect((await provider.getCoins(address)).map(({ txid }: Json) => txid).sort()).toEqual([...txids].sort());
      expect(await provider.getFeeRate()).toBe(1);
      expect((await provider.getTxOutspends(txids[0])).length).toBeGreaterThan(0);
      expect(await provider.getTransactions(address)).toHaveLength(4);
      expect(await provider.getTxStatus(txids[0])).toMatchObject({ confirmed: true, blockHeight: tip.height });
      expect(await provider.getTxStatus(txids[3])).toEqual({ confirmed: false });
      expect(await provider.getChainTip()).toMatchObject({ height: tip.height, hash: tip.hash });
      let stop = (): void => undefined;
      const news = new Promise<Json[]>((resolve) => {
        void provider.watchAddresses([address], resolve).then((end: () => void) => {
          stop = end;
        });
      });
      const hex = await signed();
      expect(await provider.broadcastTransaction(hex)).toBe((await rpc('decoderawtransaction', hex)).txid);
      // A parent and its child, as a package.
      const [parent, child] = await family();
      const packaged = await provider.broadcastTransaction(parent, child);
      expect(packaged).toMatchObject({ package_msg: 'success' });
      const paid = await world().miner.call<string>('sendtoaddress', address, '0.04');
      expect((await news).map(({ txid }) => txid)).toEqual([paid]);
      stop();
    });
  });
}

/** Three confirmed payments to an address, then a pending one. */
type Payments = readonly [string, string, string, string];

interface MempoolCalls {
  /** Where Esplora's routes are. */
  readonly url: string;
  readonly rpc: <T = Json>(method: string, ...values: unknown[]) => Promise<T>;
  readonly address: string;
  readonly txids: Payments;
  /** The block with the confirmed ones. */
  readonly tip: { readonly hash: string; readonly height: number };
  /** A payment that no node has yet, in hex. */
  readonly signed: () => Promise<string>;
}

/** All calls of mempool.js, on whichever chain. */
export async function callMempool(
  load: (name: string) => Json,
  { url, rpc, address, txids, tip, signed }: MempoolCalls,
): Promise<void> {
  const hostname = url.replace(/^http:\/\//, '');
  const { bitcoin } = load('@mempool/mempool.js')({ hostname, protocol: 'http' });
  const { addresses, blocks, difficulty, fees, mempool, transactions } = bitcoin;
  const [txid] = txids;
  const { hash, height } = tip;
  expect((await addresses.getAddress({ address })).chain_stats.tx_count).toBe(3);
  expect(await addresses.getAddressTxs({ address })).toHaveLength(4);
  expect(await addresses.getAddressTxs({ address, after_txid: txids[3] })).toHaveLength(3);
  expect(await addresses.getAddressTxsChain({ address })).toHaveLength(3);
  expect(await addresses.getAddressTxsMempool({ address })).toHaveLength(1);
  expect(await addresses.getAddressTxsUtxo({ address })).toHaveLength(4);
  expect(await blocks.getBlock({ hash })).toMatchObject({ id: hash, height });
  expect(await blocks.getBlockStatus({ hash })).toMatchObject({ in_best_chain: true });
  expect((await blocks.getBlockTxs({ hash, start_index: 0 }))[0].vin[0].is_coinbase).toBe(true);
  expect(await blocks.getBlockTxids({ hash })).toContain(txid);
  expect(await blocks.getBlockTxid({ hash, index: 0 })).toMatch(/^[0-9a-f]{64}$/);
  expect(typeof (await blocks.getBlockRaw({ hash }))).toBe('string');
  expect(await blocks.getBlockHeader({ hash })).toBe(await rpc('getblockheader', hash, false));
  expect(await blocks.getBlockHeight({ height })).toBe(hash);
  expect(await blocks.getBlocks({ start_height: height })).toHaveLength(10);
  expect(await blocks.getBlocksTipHeight()).toBe(height);
  expect(await blocks.getBlocksTipHash()).toBe(hash);
  expect((await difficulty.getDifficultyAdjustment()).nextRetargetHeight).toBe(2016);
  expect((await fees.getFeesRecommended()).fastestFee).toBe(1);
  expect((await fees.getFeesMempoolBlocks())[0].nTx).toBeGreaterThan(0);
  expect((await mempool.getMempool()).count).toBeGreaterThan(0);
  expect(await mempool.getMempoolTxids()).toContain(txids[3]);
  expect((await mempool.getMempoolRecent()).length).toBeGreaterThan(0);
  expect((await transactions.getTx({ txid })).txid).toBe(txid);
  expect(await transactions.getTxStatus({ txid })).toMatchObject({ block_hash: hash });
  expect(await transactions.getTxHex({ txid })).toBe(await rpc('getrawtransaction', txid, 0, hash));
  expect(typeof (await transactions.getTxRaw({ txid }))).toBe('string');
  expect(await transactions.getTxMerkleBlockProof({ txid })).toBe(await rpc('gettxoutproof', [txid], hash));
  expect(await transactions.getTxMerkleProof({ txid })).toMatchObject({ block_height: height });
  expect(await transactions.getTxOutspend({ txid, vout: 0 })).toHaveProperty('spent');
  expect((await transactions.getTxOutspends({ txid })).length).toBeGreaterThan(0);
  const txhex = await signed();
  expect(await transactions.postTx({ txhex })).toBe((await rpc('decoderawtransaction', txhex)).txid);
}
