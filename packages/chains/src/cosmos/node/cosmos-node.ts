/** The client of one node of the Cosmos family: CometBFT's RPC and, where configured, the application's REST server. */
import type { BlockRef, CosmosChainNetwork } from '../../chain.js';
import { BlockNotFoundError } from '../../errors.js';
import { requireHeight } from '../../rpc/argument-checks.js';
import type { NodeInfo, NodeTip, NotificationStatus, Wake } from '../../rpc/node-info.js';
import { waitForNewTip } from '../../rpc/poll-tip.js';
import { unreachableNode } from '../../rpc/unreachable-node.js';
import { subscribe } from '../../rpc/websocket-notifications.js';
import type { CosmosBlockAnswers, CosmosOpening } from '../cosmos-block.js';
import { decodeCosmosBlock } from '../decode-cosmos-block.js';
import { type BankCoins, readBalances, readName, readSupply } from './bank.js';
import { openingOfBank } from './bank-opening.js';
import { CosmosConnection, type CosmosNodeOptions, NEW_BLOCKS } from './cosmos-connection.js';
import { type HeaderMeta, readHeaderAt, readHeaders, readResultsHash } from './cosmos-headers.js';
import { explainCosmosNode, requireUsable } from './cosmos-preflight.js';
import { CosmosRest } from './cosmos-rest.js';
import { TipReader } from './cosmos-tip.js';
import { fetchGenesis, readGenesis } from './genesis.js';
import { type CosmosMarket, readMarket } from './market.js';

/**
 * Every method retries passing failures for some seconds, then throws NodeError (`retryable` says whether to go on
 * asking) or NodeLieError (the answer cannot be true). Hashes are lower-case hex.
 */
export class CosmosNode {
  readonly #chainNetwork: CosmosChainNetwork;
  readonly #node: CosmosConnection;
  readonly #rest: CosmosRest | null;
  readonly #tip: TipReader;
  /** The last headers that hashes were read from: the blocks are asked for next. */
  #listed: readonly HeaderMeta[] = [];

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: CosmosNodeOptions) {
    const { chain, network, restEndpoint } = options;
    this.#chainNetwork = { family: 'cosmos', chain, network };
    this.#node = new CosmosConnection(options);
    this.#rest = restEndpoint === undefined ? null : new CosmosRest(chain, restEndpoint, options);
    this.#tip = new TipReader(chain, network, this.#node);
    this.#node.onRestart = () => this.#tip.reset();
  }

  /**
   * Whether this is the node that the settings mean, and whether it has every block with its results from `startHeight`
   * on. A node that is still catching up passes: see {@link NodeInfo.initialBlockDownload}.
   * @param isStored whether blocks below `startHeight` are stored, so that it is not for the operator to choose
   * @throws PreflightError: one sentence with the remedy; `retryable` where waiting is one.
   */
  async preflight(startHeight: number, isStored = false): Promise<NodeInfo> {
    requireHeight(startHeight);
    this.#tip.reset();
    const { chain, network } = this.#chainNetwork;
    try {
      const tip = await this.#tip.read();
      const target = { chain, network, startHeight, isStored };
      return await requireUsable(target, this.#node, await this.#tip.status(), tip);
    } catch (error) {
      throw unreachableNode(chain, this.#node.authority, error, explainCosmosNode);
    }
  }

  /**
   * The newest block whose results are there; height and hash belong together. It is final, as are all before it.
   * @throws PreflightError also when the endpoint leads to a node of another chain since the preflight.
   */
  async tip(): Promise<NodeTip> {
    return this.#tip.read();
  }

  /** Blocks are final: a node without one of them is behind. */
  async isBehind(): Promise<true> {
    return true;
  }

  /** Nodes of this family do not count transactions. */
  async transactionCount(): Promise<null> {
    return null;
  }

  /** @returns the hash at this height, or null where the node does not have the block. */
  async blockHashAt(height: number): Promise<string | null> {
    requireHeight(height);
    return (await readHeaderAt(this.#node, height))?.hash ?? null;
  }

  /** Hashes in order, each the parent of the next; at most `count`, fewer when the chain ends before. */
  async blockHashes(fromHeight: number, count: number): Promise<string[]> {
    requireHeight(fromHeight);
    requireHeight(count);
    this.#listed = await readHeaders(this.#node, fromHeight, count);
    return this.#listed.map(({ hash }) => hash);
  }

  /**
   * A block with its results, unparsed. The decoder checks that they belong to this block.
   * @param byHash the block is asked for by its hash; its results have no such call
   * @throws BlockNotFoundError where the node does not have it
   */
  async rawBlock(ref: BlockRef, byHash = false): Promise<Omit<CosmosBlockAnswers, 'opening'>> {
    const { height, hash } = ref;
    requireHeight(height);
    const [block, results, resultsHash] = await Promise.all([
      byHash
        ? this.#node.callBlock('block_by_hash', height, Buffer.from(hash, 'hex').toString('base64'))
        : this.#node.callBlock('block', height),
      this.#node.callBlock('block_results', height),
      readResultsHash(this.#node, ref, this.#listed),
    ]);
    return { block, results, resultsHash };
  }

  /**
   * Balances before the first indexed block: from the bank module where the node has that state, else from the genesis
   * of this block.
   * @returns null where neither has them
   */
  async opening(firstHeight: number): Promise<CosmosOpening | null> {
    requireHeight(firstHeight);
    if (this.#rest !== null) {
      const hash = await this.blockHashAt(firstHeight);
      if (hash === null) throw new BlockNotFoundError(`there is no block ${firstHeight}`, this.#node.asked('block'));
      const ref = { height: firstHeight, hash };
      const block = decodeCosmosBlock(this.#chainNetwork, ref, { ...(await this.rawBlock(ref)), opening: null });
      const opening = await openingOfBank(this.#chainNetwork, this.#rest, firstHeight, block);
      if (opening !== null) return opening;
    }
    // A genesis of another height is not fetched.
    if ((await readHeaderAt(this.#node, firstHeight))?.parentHash !== '') return null;
    return readGenesis(this.#chainNetwork, await fetchGenesis(this.#node), firstHeight);
  }

  /**
   * All coins of an address after a block, null for the newest.
   * @returns null where the node does not have that state, or REST is not configured
   */
  async bankBalances(address: string, height: number | null): Promise<BankCoins | null> {
    return this.#rest && readBalances(this.#rest, address, height);
  }

  /** The supply of every denomination; otherwise as {@link bankBalances}. */
  async bankSupply(height: number | null): Promise<BankCoins | null> {
    return this.#rest && readSupply(this.#rest, height);
  }

  /** The address of a name (THORName, MAYAName); null for an unknown name, and where REST is not configured. */
  async resolveName(name: string): Promise<string | null> {
    return this.#rest && readName(this.#chainNetwork, this.#rest, name);
  }

  /** The liquidity pools of the chain, and what is halted; null where REST is not configured. */
  async market(): Promise<CosmosMarket | null> {
    return this.#rest && readMarket(this.#chainNetwork, this.#rest);
  }

  /**
   * Subscribes to new blocks by WebSocket until `signal` fires or the client is closed. Survives restarts of the node,
   * and a feed that falls silent. Returns at once and never fails.
   * @param onWake a reason to look at the tip; lossy, doubled
   * @param onStatus where it is subscribed, and why it is not; for the log
   */
  notifications(
    signal: AbortSignal,
    onWake: (what: Wake) => void,
    onStatus: (status: NotificationStatus) => void = () => undefined,
  ): void {
    const { blockSeconds } = this.#chainNetwork.chain;
    subscribe(this.#node, this.#node.wsUrl, NEW_BLOCKS, blockSeconds, { signal, onWake, onStatus });
  }

  /**
   * Waits for the tip to become another block than `current`.
   * @param signal ends the wait, because of a notification or for good
   * @returns the new tip, or null after `timeoutMs` or when `signal` fires.
   */
  async waitForNewBlock(current: BlockRef, timeoutMs: number, signal?: AbortSignal): Promise<BlockRef | null> {
    const { blockSeconds } = this.#chainNetwork.chain;
    const { closing } = this.#node;
    const polled = { tip: () => this.tip(), height: () => this.#tip.height(), blockSeconds, closing };
    return waitForNewTip(polled, current, timeoutMs, signal);
  }

  /** Drops all connections. Calls under way fail with a NodeError that is not retryable. */
  async close(): Promise<void> {
    await Promise.all([this.#node.close(), this.#rest?.close()]);
  }
}
