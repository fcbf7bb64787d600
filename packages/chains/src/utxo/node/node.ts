/** The client of one node that speaks bitcoind's dialect: Bitcoin Core, Knots, litecoind and their relatives. */
import { setMaxListeners } from 'node:events';
import type { BlockRef, UtxoChain, UtxoNetwork } from '../../chain.js';
import { blockRefAnswer, checked, hexAnswer, requireBlockHash, requireHeaderOf } from './answers.js';
import { AuthorizedHttp } from './authorized-http.js';
import { HASHES_PER_BATCH, readBlockHash, readBlockHashes } from './block-hashes.js';
import { Credentials } from './credentials.js';
import { closedFailure } from './failures.js';
import { JsonRpc } from './json-rpc.js';
import { NewTip } from './new-tip.js';
import {
  type NodeInfo,
  type NodeTip,
  readChain,
  readNodeInfo,
  readSnapshotGap,
  readTransactionCount,
} from './node-info.js';
import { type NodeClientOptions, nodeSettings } from './options.js';
import { requireUsable, unreachable, wrongNetwork } from './preflight.js';
import { blockPath, detectProfile, type NodeProfile, spentTxOutsPath } from './profile.js';
import { Rest } from './rest.js';
import { type RetryInfo, type RetryPolicy, retrying } from './retrying.js';
import { HttpTransport } from './transport.js';

/** What the node offers beyond RPC, as last detected. */
export interface NodeCapabilities {
  readonly rest: boolean;
  readonly spentTxOuts: boolean;
}

/**
 * Every method retries passing failures for some seconds, then throws NodeError (`retryable` says whether to go on
 * asking) or NodeLieError (the answer cannot be true). A node that restarts, with another cookie, version or without
 * REST, is found out about and served on.
 */
export class UtxoNode {
  readonly #chain: UtxoChain;
  readonly #network: UtxoNetwork;
  readonly #place: string;
  readonly #transport: HttpTransport;
  readonly #rpc: JsonRpc;
  readonly #rest: Rest;
  readonly #newTip: NewTip;
  readonly #retry: RetryPolicy;
  readonly #onRetry: ((info: RetryInfo) => void) | undefined;
  readonly #closing = new AbortController();
  /** Null until asked for, and again after a sign of a restart. */
  #profile: Promise<NodeProfile> | null = null;
  #capabilities: NodeCapabilities = { rest: false, spentTxOuts: false };

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: NodeClientOptions) {
    const { chain, network, endpoint, onRetry } = options;
    const { url, timeoutMs, connections, maxBinaryBytes, maxJsonBytes, retry } = nodeSettings(options);
    const onRestart = () => this.#forgetProfile();
    this.#chain = chain;
    this.#network = network;
    this.#place = url.host;
    this.#transport = new HttpTransport({ url, timeoutMs, connections, onDisconnect: onRestart });
    const http = new AuthorizedHttp(this.#transport, new Credentials(chain.code, endpoint), onRestart);
    this.#rpc = new JsonRpc(chain.code, http, maxJsonBytes);
    this.#rest = new Rest(chain.code, http, maxBinaryBytes);
    this.#newTip = new NewTip({
      tip: async () => {
        const { height, hash } = await this.tip();
        return { height, hash };
      },
      longPoll: (current, forMs, signal) => this.#longPoll(current, forMs, signal),
    });
    this.#retry = retry;
    this.#onRetry = onRetry;
    setMaxListeners(0, this.#closing.signal);
  }

  /** What the node was last seen to offer; all false before the first call that needs to know. */
  get capabilities(): NodeCapabilities {
    return this.#capabilities;
  }

  /**
   * Whether this is the node that the settings mean, and whether it has every block from `startHeight` on. A node in
   * initial block download passes: see {@link NodeInfo.initialBlockDownload}.
   * @throws PreflightError: one sentence with the remedy; `retryable` where waiting is one.
   */
  async preflight(startHeight: number): Promise<NodeInfo> {
    requireHeight(startHeight);
    this.#forgetProfile();
    try {
      const info = await this.info();
      const facts = await this.#retrying('preflight', async () => ({
        info,
        genesisHash: await readBlockHash(this.#chain.code, this.#rpc, 0),
        snapshotGap: await readSnapshotGap(this.#chain.code, this.#rpc),
      }));
      requireUsable({ chain: this.#chain, network: this.#network, startHeight }, facts);
      await this.#retrying('preflight', () => this.#currentProfile());
      return info;
    } catch (error) {
      throw unreachable(this.#chain, this.#place, error);
    }
  }

  async info(): Promise<NodeInfo> {
    return this.#retrying('info', () => readNodeInfo(this.#chain.code, this.#rpc));
  }

  /**
   * The tip of the active chain; height and hash belong together.
   * @throws PreflightError also when the endpoint leads to a node of another network since the preflight.
   */
  async tip(): Promise<NodeTip> {
    const { chain, tip } = await this.#retrying('getblockchaininfo', () => readChain(this.#chain.code, this.#rpc));
    const problem = wrongNetwork(this.#chain, this.#network, chain);
    if (problem) throw problem;
    return tip;
  }

  /**
   * Transactions of the active chain up to its tip: what a progress can be measured by, and no more than that, since
   * nothing proves it. A cheap call.
   * @returns null when the node does not offer `getchaintxstats`, or has not counted them (UTXO snapshot).
   */
  async transactionCount(): Promise<number | null> {
    return this.#retrying('getchaintxstats', () => readTransactionCount(this.#chain.code, this.#rpc));
  }

  /** @returns the hash at this height of the active chain, or null above the tip. */
  async blockHashAt(height: number): Promise<string | null> {
    requireHeight(height);
    return this.#retrying('getblockhash', () => readBlockHash(this.#chain.code, this.#rpc, height));
  }

  /**
   * Hashes of the active chain in order, at most `count`, fewer when it ends before. A reorg while they are read can
   * leave hashes of both branches in the list: the blocks' parent hashes tell.
   */
  async blockHashes(fromHeight: number, count: number): Promise<string[]> {
    requireHeight(fromHeight);
    requireHeight(count);
    const hashes: string[] = [];
    while (hashes.length < count) {
      const size = Math.min(HASHES_PER_BATCH, count - hashes.length);
      const first = fromHeight + hashes.length;
      const batch = await this.#retrying('getblockhash', () =>
        readBlockHashes(this.#chain.code, this.#rpc, first, size),
      );
      hashes.push(...batch);
      if (batch.length < size) break;
    }
    return hashes;
  }

  /**
   * The block as it goes over the wire, by REST where the node offers it, else by RPC.
   * @throws NodeLieError unless its header has this hash. Transactions and Merkle root are for the decoder to check.
   */
  async rawBlock(hash: string): Promise<Buffer> {
    requireBlockHash(hash);
    return this.#retrying('getblock', async () => {
      const profile = await this.#currentProfile();
      const viaRest = profile.rest ? await this.#largeRest(blockPath(hash), profile) : null;
      const asked = { chain: this.#chain.code, method: viaRest ? blockPath(hash) : 'getblock' };
      const block = viaRest ?? (await this.#blockByRpc(hash, profile));
      requireHeaderOf(asked, hash, block);
      return block;
    });
  }

  /**
   * The outputs that the block spends, in the node's binary form (bitcoin src/rest.cpp rest_spent_txouts).
   * @returns null when the node does not offer them, in general or for this block.
   */
  async spentOutputs(hash: string): Promise<Buffer | null> {
    requireBlockHash(hash);
    return this.#retrying('spenttxouts', async () => {
      const profile = await this.#currentProfile();
      return profile.spentTxOuts ? this.#largeRest(spentTxOutsPath(hash), profile) : null;
    });
  }

  /**
   * Waits for the tip to become another block than `current`. One wait at a time: it has a connection of its own, and
   * takes one of the node's RPC threads (`rpcthreads`, 4 by default before Bitcoin Core 29).
   * @returns the new tip, or null after `timeoutMs` or when `signal` fires.
   */
  async waitForNewBlock(current: BlockRef, timeoutMs: number, signal?: AbortSignal): Promise<BlockRef | null> {
    return this.#newTip.wait(current, timeoutMs, signal);
  }

  /**
   * Any other method. JSON numbers arrive as JavaScript numbers, so coin amounts in an answer are already rounded: read
   * amounts from binary blocks, and only counts, heights and hashes from here.
   * @param check turns the unchecked answer into T, or throws
   * @param options.large the answer may exceed 16 KB; avoids a delay of 44 ms on older nodes
   */
  async call<T>(
    method: string,
    params: readonly unknown[],
    check: (value: unknown) => T,
    options: { readonly large?: boolean } = {},
  ): Promise<T> {
    return this.#retrying(method, async () => {
      const lane = options.large ? (await this.#currentProfile()).largeLane : 'shared';
      const answer = await this.#rpc.call(method, params, { lane });
      return checked({ chain: this.#chain.code, method }, answer, check);
    });
  }

  /** Drops all connections. Calls under way fail with a NodeError that is not retryable. */
  async close(): Promise<void> {
    this.#closing.abort(closedFailure({ chain: this.#chain.code, method: 'close' }));
    await this.#transport.close();
  }

  async #blockByRpc(hash: string, profile: NodeProfile): Promise<Buffer> {
    const method = 'getblock';
    const answer = await this.#rpc.call(method, [hash, profile.rawBlockFlag], { lane: profile.largeLane });
    return checked({ chain: this.#chain.code, method }, answer, hexAnswer);
  }

  async #largeRest(path: string, profile: NodeProfile): Promise<Buffer | null> {
    const body = await this.#rest.get(path, profile.largeLane);
    // The node may run without REST by now.
    if (body === null) this.#forgetProfile();
    return body;
  }

  async #longPoll(current: BlockRef, forMs: number, signal: AbortSignal | undefined): Promise<BlockRef> {
    const method = 'waitfornewblock';
    return this.#retrying(method, async () => {
      const { waitTakesTip } = await this.#currentProfile();
      const params = waitTakesTip ? [forMs, current.hash] : [forMs];
      const answer = await this.#rpc.call(method, params, { lane: 'waiting', patienceMs: forMs, signal });
      return checked({ chain: this.#chain.code, method }, answer, (value) => blockRefAnswer.parse(value));
    });
  }

  async #currentProfile(): Promise<NodeProfile> {
    this.#profile ??= this.#detect();
    const pending = this.#profile;
    try {
      return await pending;
    } catch (error) {
      if (this.#profile === pending) this.#profile = null;
      throw error;
    }
  }

  async #detect(): Promise<NodeProfile> {
    const profile = await detectProfile(this.#chain.code, this.#rpc, this.#rest);
    this.#capabilities = { rest: profile.rest, spentTxOuts: profile.spentTxOuts };
    return profile;
  }

  #forgetProfile(): void {
    this.#profile = null;
    this.#newTip.reset();
  }

  #retrying<T>(method: string, attempt: () => Promise<T>): Promise<T> {
    return retrying(attempt, method, this.#retry, this.#closing.signal, this.#onRetry);
  }
}

function requireHeight(height: number): void {
  if (!Number.isSafeInteger(height) || height < 0) throw new RangeError(`not a height: ${height}`);
}
