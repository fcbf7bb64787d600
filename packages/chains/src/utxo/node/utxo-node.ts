/** The client of one Bitcoin Core, Knots, litecoind, dogecoind, Bitcoin Cash Node or zebrad. */
import type { BlockRef, UtxoChain, UtxoNetwork } from '../../chain.js';
import { PreflightError } from '../../errors.js';
import { requireHash, requireHeight, requireHexPairs } from '../../rpc/argument-checks.js';
import { inBatches } from '../../rpc/batches.js';
import type { MempoolNews, NodeTip, NotificationStatus, Wake } from '../../rpc/node-info.js';
import { unreachableNode } from '../../rpc/unreachable-node.js';
import { blockRefAnswer } from './answer-schemas.js';
import {
  HASHES_PER_BATCH,
  readBlockHash,
  readBlockHashes,
  readBlockTxids,
  readRawBlock,
  readSpentOutputs,
  readUncheckedBlock,
} from './blocks.js';
import { type DescribedTransaction, readDescribedTransactions } from './described-transaction.js';
import { type FeeEstimate, readFeeEstimates } from './fee-estimates.js';
import { ForkBlocks } from './fork-blocks.js';
import { NewTip } from './long-poll-tip.js';
import {
  type MempoolInfo,
  type MempoolSnapshot,
  readMempool,
  readMempoolInfo,
  readMempoolTimes,
  readRawTransactions,
  TRANSACTIONS_PER_BATCH,
} from './mempool.js';
import { type BlockTransactions, readBlockTransactions, sendPackage, sendTransaction } from './raw-transactions.js';
import { readIsBehind } from './read-is-behind.js';
import { type NodeOutpoint, type NodeOutput, OUTPUTS_PER_BATCH, readUnspentOutputs } from './unspent-outputs.js';
import { type NodeCapabilities, type NodeClientOptions, UtxoConnection } from './utxo-connection.js';
import { readChain, readNodeInfo, readTransactionCount, type UtxoNodeInfo } from './utxo-node-info.js';
import { explainUtxoNode, requireUsable, wrongNetwork } from './utxo-preflight.js';
import { readPoolSums, readUtxoSetInfo, type UtxoSetInfo } from './utxo-set.js';
import { receiveNotifications } from './zmq-notifications.js';
import { configuredSources, publishedSources, type ZmqSource } from './zmq-sources.js';

/**
 * Every method retries passing failures for some seconds, then throws NodeError (`retryable` says whether to go on
 * asking) or NodeLieError (the answer cannot be true). It goes on with a node that restarts with another cookie or
 * version, or without REST.
 */
export class UtxoNode {
  readonly #chain: UtxoChain;
  readonly #network: UtxoNetwork;
  readonly #node: UtxoConnection;
  readonly #forks: ForkBlocks;
  readonly #newTip: NewTip;

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: NodeClientOptions) {
    this.#chain = options.chain;
    this.#network = options.network;
    this.#node = new UtxoConnection(options);
    this.#forks = new ForkBlocks(this.#node);
    this.#newTip = new NewTip({
      tip: async () => {
        const { height, hash } = await this.tip();
        return { height, hash };
      },
      longPoll: (current, forMs) => this.#longPoll(current, forMs),
    });
    this.#node.onRestart = () => {
      this.#node.forgetProfile();
      this.#forks.forget();
      this.#newTip.reset();
    };
  }

  /** Features of the node when it was last detected; all false before the first detection. */
  get capabilities(): NodeCapabilities {
    return this.#node.capabilities;
  }

  /**
   * Whether this is the node that the settings mean, and whether it has every block from `startHeight` on. A node in
   * initial block download passes: see {@link UtxoNodeInfo.initialBlockDownload}.
   * @param isStored whether blocks below `startHeight` are stored, so that it is not for the operator to choose
   * @throws PreflightError: one sentence with the remedy; `retryable` where waiting is one.
   */
  async preflight(startHeight: number, isStored = false): Promise<UtxoNodeInfo> {
    requireHeight(startHeight);
    this.#node.onRestart();
    try {
      const info = await this.info();
      const target = { chain: this.#chain, network: this.#network, startHeight, isStored };
      await this.#node.retrying('preflight', () => requireUsable(target, info, this.#node, this.#forks));
      await this.#node.retrying('preflight', () => this.#node.profile());
      return info;
    } catch (error) {
      throw unreachableNode(this.#chain, this.#node.authority, error, explainUtxoNode);
    }
  }

  async info(): Promise<UtxoNodeInfo> {
    return this.#node.retrying('info', () => readNodeInfo(this.#node));
  }

  /**
   * The tip of the active chain; height and hash belong together.
   * @throws PreflightError also when the endpoint leads to a node of another network since the preflight, or the node
   * has come to a fork at which its chain leaves ours.
   */
  async tip(): Promise<NodeTip> {
    return this.#node.retrying('getblockchaininfo', async () => {
      const { chain, tip } = await readChain(this.#node);
      const problem = wrongNetwork(this.#chain, this.#network, chain) ?? (await this.#forks.foreignBranch(tip.height));
      if (problem !== null) throw new PreflightError(this.#chain.code, problem);
      return tip;
    });
  }

  /**
   * Whether the node, whose tip is an ancestor of `block`, is behind by its own word. False where it gave that block up,
   * and where nothing tells. Costs the node a look at all of its headers.
   */
  async isBehind(block: BlockRef, tip: NodeTip): Promise<boolean> {
    return this.#node.retrying('getchaintips', () => readIsBehind(this.#node, block, tip));
  }

  /**
   * Transactions of the active chain up to its tip. Nothing proves the number, so it serves for progress only. A cheap
   * call.
   * @returns null when the node does not offer `getchaintxstats`, or has not counted them (UTXO snapshot).
   */
  async transactionCount(): Promise<number | null> {
    return this.#node.retrying('getchaintxstats', () => readTransactionCount(this.#node));
  }

  /** @returns the hash at this height of the active chain, or null above the tip. */
  async blockHashAt(height: number): Promise<string | null> {
    requireHeight(height);
    return this.#node.retrying('getblockhash', () => readBlockHash(this.#node, height));
  }

  /**
   * Hashes of the active chain in order, at most `count`, fewer when it ends before. A reorg while they are read can
   * leave hashes of both branches in the list; the blocks' parent hashes show it.
   */
  async blockHashes(fromHeight: number, count: number): Promise<string[]> {
    requireHeight(fromHeight);
    requireHeight(count);
    const hashes: string[] = [];
    while (hashes.length < count) {
      const size = Math.min(HASHES_PER_BATCH, count - hashes.length);
      const first = fromHeight + hashes.length;
      const batch = await this.#node.retrying('getblockhash', () => readBlockHashes(this.#node, first, size));
      hashes.push(...batch);
      if (batch.length < size) break;
    }
    return hashes;
  }

  /**
   * The block as it goes over the wire, by REST where the node offers it, else by RPC.
   * @throws NodeLieError unless its header has this hash. Transactions and Merkle root are not checked.
   */
  async rawBlock(hash: string): Promise<Buffer> {
    requireHash('block hash', hash);
    return this.#node.retrying('getblock', () => readRawBlock(this.#node, hash));
  }

  /**
   * The same for a decoder, which compares the header with this hash.
   * @param byRpc also where the node offers REST
   */
  async blockToDecode(hash: string, byRpc = false): Promise<Buffer> {
    requireHash('block hash', hash);
    const { bytes } = await this.#node.retrying('getblock', () => readUncheckedBlock(this.#node, hash, byRpc));
    return bytes;
  }

  /**
   * The outputs that the block spends, in the node's binary form (bitcoin src/rest.cpp rest_spent_txouts).
   * @returns null when the node does not offer them, in general or for this block.
   */
  async spentOutputs(hash: string): Promise<Buffer | null> {
    requireHash('block hash', hash);
    return this.#node.retrying('spenttxouts', () => readSpentOutputs(this.#node, hash));
  }

  /** @returns the txids of a block in its order, as the node reports them: not all of Zcash's can be computed. */
  async blockTxids(hash: string): Promise<string[]> {
    requireHash('block hash', hash);
    return this.#node.retrying('getblock', () => readBlockTxids(this.#node, hash));
  }

  /** The unconfirmed transactions that the node has now: one call, 20 MB of answer for 300,000 of them. */
  async mempool(): Promise<MempoolSnapshot> {
    return this.#node.retrying('getrawmempool', () => readMempool(this.#node));
  }

  /** How the mempool is, without its list: a question that costs the node nothing. */
  async mempoolInfo(): Promise<MempoolInfo> {
    return this.#node.retrying('getmempoolinfo', () => readMempoolInfo(this.#node));
  }

  /** The node's own fee estimates; empty where it has none. A cheap question. */
  async feeEstimates(): Promise<readonly FeeEstimate[]> {
    return this.#node.retrying('estimatesmartfee', () => readFeeEstimates(this.#node));
  }

  /**
   * When unconfirmed transactions came to the node, unix seconds. In batches, three at a time.
   * @returns in the order of `txids`; null for each that the node does not have, or does not say
   */
  async mempoolTimes(txids: readonly string[]): Promise<(number | null)[]> {
    return inBatches(txids, TRANSACTIONS_PER_BATCH, (batch) =>
      this.#node.retrying('getmempoolentry', () => readMempoolTimes(this.#node, batch)),
    );
  }

  /**
   * The wire bytes of transactions, unconfirmed ones above all: the node finds others only with `txindex`. The decoder
   * checks that they hash to their txids. In batches, three at a time, whose answers are bounded to 16 MiB.
   * @returns in the order of `txids`; null for each that the node does not have
   */
  async rawPending(txids: readonly string[]): Promise<(Buffer | null)[]> {
    for (const txid of txids) requireHash('txid', txid);
    return inBatches(txids, TRANSACTIONS_PER_BATCH, (batch) =>
      this.#node.retrying('getrawtransaction', () => readRawTransactions(this.#node, batch)),
    );
  }

  /**
   * The wire bytes of transactions that blocks have; no `txindex` is needed. In batches, three at a time, whose answers
   * are bounded to 16 MiB; many of one block are cut out of its bytes.
   * @returns by txid, each of which its bytes hash to; without those that their block does not have
   * @throws BlockNotFoundError where the node does not have a block
   */
  async rawTransactions(wanted: readonly BlockTransactions[]): Promise<Map<string, Buffer>> {
    for (const { block, txids } of wanted) {
      requireHash('block hash', block.hash);
      for (const txid of txids) requireHash('txid', txid);
    }
    return this.#node.retrying('getrawtransaction', () => readBlockTransactions(this.#node, wanted));
  }

  /**
   * Gives a transaction to the node, for its mempool and for others.
   * @returns its txid
   * @throws BroadcastRefusedError in the node's own words, RangeError for what is no hex
   */
  async broadcast(hex: string): Promise<string> {
    requireHexPairs(hex);
    return this.#node.retrying('sendrawtransaction', () => sendTransaction(this.#node, hex));
  }

  /**
   * Gives transactions to the node that it judges together, parents first.
   * @returns what the node says of each; null where it does not offer that
   * @throws BroadcastRefusedError in the node's own words, RangeError for what is no hex
   */
  async broadcastPackage(hexes: readonly string[]): Promise<object | null> {
    for (const hex of hexes) requireHexPairs(hex);
    return this.#node.retrying('submitpackage', () => sendPackage(this.#node, hexes));
  }

  /**
   * Outputs that blocks have made and no block has spent. Unconfirmed transactions, which may spend them, do not count.
   * In batches, three at a time.
   * @returns in the order of `outpoints`; null for each that is spent, unconfirmed or unknown
   */
  async unspentOutputs(outpoints: readonly NodeOutpoint[]): Promise<(NodeOutput | null)[]> {
    for (const { txid } of outpoints) requireHash('txid', txid);
    return inBatches(outpoints, OUTPUTS_PER_BATCH, (batch) =>
      this.#node.retrying('gettxout', () => readUnspentOutputs(this.#node, batch)),
    );
  }

  /**
   * The sum of all unspent outputs and, where the node counts them, their number. Takes the node up to an hour, unless
   * it has an index of it (`coinstatsindex`), during which it serves other calls; zebrad answers at once.
   */
  async utxoSetInfo(): Promise<UtxoSetInfo> {
    return this.#node.retrying('gettxoutsetinfo', () =>
      this.#chain.shielded ? readPoolSums(this.#node) : readUtxoSetInfo(this.#node),
    );
  }

  /**
   * Transactions of one block as the node decodes them, amounts exact.
   * @returns in the order of `txids`
   * @throws NodeError with code -5 when the block does not have one, and for the genesis coinbase, which most nodes
   *   refuse to show
   */
  async describedTransactions(txids: readonly string[], blockHash: string): Promise<DescribedTransaction[]> {
    for (const txid of txids) requireHash('txid', txid);
    requireHash('block hash', blockHash);
    return this.#node.retrying('getrawtransaction', () => readDescribedTransactions(this.#node, txids, blockHash));
  }

  /**
   * Subscribes to the node's notifications by ZMQ until `signal` fires or the client is closed, at `zmqUrl` or where
   * the node says that it publishes (zebrad has none). Survives restarts of the node, and subscribes when a node begins
   * to publish later. Returns at once and never fails.
   * @param onWake called for every message: lossy, doubled, in bursts of thousands when a block arrives
   * @param onStatus where it is subscribed, and why it is not; for the log
   */
  notifications(
    signal: AbortSignal,
    onWake: (what: Wake, news?: MempoolNews) => void,
    onStatus: (status: NotificationStatus) => void = () => undefined,
  ): void {
    const { zmqUrls, rpc, hostname, closing } = this.#node;
    const sources = async (): Promise<readonly ZmqSource[]> => {
      if (zmqUrls.length > 0) return configuredSources(zmqUrls);
      return this.#chain.shielded ? [] : publishedSources(this.#chain.code, rpc, hostname);
    };
    void receiveNotifications({ sources, signal: AbortSignal.any([signal, closing]), onWake, onStatus });
  }

  /**
   * Waits for the tip to become another block than `current`. One wait at a time: it has a connection of its own, and
   * takes one of the node's RPC threads (`rpcthreads`, 4 by default before Bitcoin Core 29).
   * @param signal ends the wait, because of a notification or for good; what was asked of the node goes on for the next
   *   wait
   * @returns the new tip, or null after `timeoutMs` or when `signal` fires.
   */
  async waitForNewBlock(current: BlockRef, timeoutMs: number, signal?: AbortSignal): Promise<BlockRef | null> {
    return this.#newTip.wait(current, timeoutMs, signal);
  }

  /**
   * Any other method. JSON numbers arrive as JavaScript numbers, so coin amounts in an answer are already rounded. Read
   * amounts from binary blocks or by the methods above, and only counts, heights and hashes from here.
   * @param check turns the unchecked answer into T, or throws
   * @param options.large the answer may exceed 16 KB; avoids a delay of 44 ms on older nodes
   */
  async call<T>(
    method: string,
    params: readonly unknown[],
    check: (value: unknown) => T,
    options: { readonly large?: boolean } = {},
  ): Promise<T> {
    return this.#node.retrying(method, async () => {
      const pool = options.large ? (await this.#node.profile()).largePool : 'shared';
      return this.#node.read(method, params, check, { pool });
    });
  }

  /** Drops all connections. Calls under way fail with a NodeError that is not retryable. */
  async close(): Promise<void> {
    await this.#node.close();
  }

  async #longPoll(current: BlockRef, forMs: number): Promise<BlockRef> {
    const method = 'waitfornewblock';
    return this.#node.retrying(method, async () => {
      const { waitTakesTip } = await this.#node.profile();
      const params = waitTakesTip ? [forMs, current.hash] : [forMs];
      return this.#node.read(method, params, blockRefAnswer, { pool: 'waiting', extraTimeoutMs: forMs });
    });
  }
}
