/** The client of one node of the EVM family: Geth, Reth, Erigon, Nethermind, Besu, Nitro, op-geth, op-reth, Anvil. */
import type { BlockRef, EvmChain, EvmNetwork } from '../../chain.js';
import { NodeError } from '../../errors.js';
import { requireHash, requireHeight, requireHexPairs } from '../../rpc/argument-checks.js';
import type { NodeInfo, NodeTip, NotificationStatus, Wake } from '../../rpc/node-info.js';
import { waitForNewTip } from '../../rpc/poll-tip.js';
import { quoteForeign } from '../../rpc/rpc-errors.js';
import { unreachableNode } from '../../rpc/unreachable-node.js';
import { subscribe } from '../../rpc/websocket-notifications.js';
import type { EvmBlockAnswers, EvmBlockRequest, EvmTraceAnswer, Tracer, TraceWay } from '../evm-block.js';
import type { PendingEvmTransaction } from '../pending-transaction.js';
import { EvmConnection, type EvmNodeOptions, NEW_HEADS } from './evm-connection.js';
import { findHeaderAt, readBlockHashes, readHeaderAt } from './evm-headers.js';
import { explainEvmNode, requireUsable } from './evm-preflight.js';
import { TipReader } from './evm-tip.js';
import { type FeeHistory, readFeeHistory } from './fee-history.js';
import { RawBlocks } from './raw-block.js';
import { type DraftTransaction, estimateGas, sendTransaction } from './send-transaction.js';
import { type EvmCall, StateReader } from './state-reader.js';
import { readDestructionFork, TraceReader } from './trace-reader.js';
import { readPendingTransactions } from './txpool.js';

/** Hashes in one reading; their answers carry the hashes of all transactions, too: some 1.5 MB. */
const HASHES_AT_ONCE = 100;
const MAX_SOFTWARE_CHARACTERS = 100;

/**
 * Every method retries passing failures for some seconds. Then it throws NodeError, whose `retryable` says whether to
 * go on asking, or NodeLieError: the answer cannot be true. After a BlockNotFoundError or StateUnavailableError another
 * node or block may still answer. Hashes have no `0x`.
 */
export class EvmNode {
  readonly #chain: EvmChain;
  readonly #network: EvmNetwork;
  readonly #node: EvmConnection;
  readonly #tip: TipReader;
  readonly #blocks: RawBlocks;
  readonly #state: StateReader;
  readonly #traces: TraceReader;
  #software: string | null = null;

  /** @throws PreflightError for an endpoint that cannot be used, RangeError for numbers out of range. */
  constructor(options: EvmNodeOptions) {
    this.#chain = options.chain;
    this.#network = options.network;
    this.#node = new EvmConnection(options);
    this.#tip = new TipReader(options.chain, options.network, this.#node);
    this.#blocks = new RawBlocks(this.#node);
    this.#state = new StateReader(this.#node);
    this.#traces = new TraceReader(this.#node, () => this.#readSoftware(), options.chain.feeRules === 'arbitrum');
    this.#node.onRestart = () => {
      for (const part of [this.#tip, this.#blocks, this.#state]) part.reset();
    };
  }

  /**
   * Whether this is the node that the settings mean, and whether it has every block with its receipts from
   * `startHeight` on. A node that is still syncing passes: see {@link NodeInfo.initialBlockDownload}.
   * @param isStored whether blocks below `startHeight` are stored, so that it is not for the operator to choose
   * @throws PreflightError: one sentence with the remedy; `retryable` where waiting is one.
   */
  async preflight(startHeight: number, isStored = false): Promise<NodeInfo> {
    requireHeight(startHeight);
    this.#software = null;
    for (const part of [this.#tip, this.#blocks, this.#state, this.#traces]) part.reset();
    try {
      const target = { chain: this.#chain, network: this.#network, startHeight, isStored };
      const tip = await this.tip();
      return await requireUsable(target, this.#node, tip, await this.#readSoftware());
    } catch (error) {
      throw unreachableNode(this.#chain, this.#node.authority, error, explainEvmNode);
    }
  }

  /**
   * The tip of the canonical chain; height and hash belong together.
   * @throws PreflightError also when the endpoint leads to a node of another chain since the preflight.
   */
  async tip(): Promise<NodeTip> {
    return this.#tip.read();
  }

  /** Whether the node, whose tip is an ancestor of `block`, is behind by its own word: see {@link TipReader}. */
  async isBehind(block: BlockRef, tip: NodeTip): Promise<boolean> {
    return this.#tip.isBehind(block, tip);
  }

  /** Nodes of this family do not count transactions. */
  async transactionCount(): Promise<null> {
    return null;
  }

  /** @returns the hash at this height of the canonical chain, or null above the tip. */
  async blockHashAt(height: number): Promise<string | null> {
    requireHeight(height);
    return (await findHeaderAt(this.#node, height))?.hash ?? null;
  }

  /** Header time of a block of the canonical chain, unix seconds; null where another one is at its height by now. */
  async blockTime({ height, hash }: BlockRef): Promise<number | null> {
    requireHeight(height);
    const header = await readHeaderAt(this.#node, height);
    return header?.hash === hash ? header.timestamp : null;
  }

  /** Hashes of the canonical chain in order, each the next one's parent; fewer than `count` where it ends before. */
  async blockHashes(fromHeight: number, count: number): Promise<string[]> {
    requireHeight(fromHeight);
    requireHeight(count);
    const hashes: string[] = [];
    while (hashes.length < count) {
      const size = Math.min(HASHES_AT_ONCE, count - hashes.length);
      const read = await readBlockHashes(this.#node, fromHeight + hashes.length, size);
      hashes.push(...read);
      if (read.length < size) break;
    }
    return hashes;
  }

  /**
   * A block with its receipts and uncles, unparsed. The decoder checks that they belong to this block.
   * @throws BlockNotFoundError where the node does not have it, TooLargeError
   */
  async rawBlock(hash: string, request: EvmBlockRequest = { way: 'usual' }): Promise<EvmBlockAnswers> {
    requireHash('block hash', hash);
    return this.#blocks.read(hash, request);
  }

  /** How the node traces blocks, detected with its newest block and kept; null where it does not offer traces. */
  async tracer(): Promise<Tracer | null> {
    return this.#traces.tracer();
  }

  /**
   * Traces of a block, unparsed, up to 512 MiB.
   * @param txids of its transactions, for the way that names each
   * @throws StateUnavailableError where the node has pruned the state before it, BlockNotFoundError
   */
  async rawTraces(ref: BlockRef, way?: TraceWay, txids?: readonly string[]): Promise<EvmTraceAnswer> {
    requireHash('block hash', ref.hash);
    const traces = () => this.#traces.read(ref, way, txids);
    if (this.#network.chainId !== null || this.#chain.feeRules === 'arbitrum') return traces();
    const [answer, fork] = await Promise.all([traces(), readDestructionFork(this.#node, ref)]);
    return { ...answer, fork };
  }

  /** Balances after a block, in the order of `keys`. @throws StateUnavailableError, BlockNotFoundError */
  async balances(keys: readonly Buffer[], block: BlockRef): Promise<bigint[]> {
    requireHash('block hash', block.hash);
    return this.#state.balances(keys, block);
  }

  /** The next transaction's nonce of an address after a block. @throws StateUnavailableError, BlockNotFoundError */
  async nonce(key: Buffer, block: BlockRef): Promise<bigint> {
    requireHash('block hash', block.hash);
    return this.#state.nonce(key, block);
  }

  /**
   * Gives a signed transaction to the node.
   * @param hex digits in pairs, without `0x`
   * @returns its txid, hex
   * @throws BroadcastRefusedError in the node's own words, RangeError for what is no hex
   */
  async broadcast(hex: string): Promise<string> {
    requireHexPairs(hex);
    return sendTransaction(this.#node, hex);
  }

  /** Gas that a transaction would take after the last block. @throws BroadcastRefusedError where it would fail */
  async estimateGas(draft: DraftTransaction): Promise<bigint> {
    return estimateGas(this.#node, draft);
  }

  /**
   * Answers of contracts after a block, in the order of `calls`. Every call is given a bounded amount of gas.
   * @param mostGas of each call, where less than that is enough
   * @returns null for each that reverted, took too long, or answered more than 64 KiB
   * @throws StateUnavailableError, BlockNotFoundError
   */
  async calls(calls: readonly EvmCall[], block: BlockRef, mostGas?: number): Promise<(Buffer | null)[]> {
    requireHash('block hash', block.hash);
    return this.#state.calls(calls, block, mostGas);
  }

  /** Prices of gas in blocks up to and with this one, by its height: the node may have another one there. */
  async feeHistory(block: BlockRef, count: number): Promise<FeeHistory> {
    requireHeight(block.height);
    return readFeeHistory(this.#node, block, count);
  }

  /**
   * Transactions that could be in the next block, without those that cannot be read.
   * @returns null where the node does not offer its pool
   */
  async pendingTransactions(): Promise<PendingEvmTransaction[] | null> {
    return readPendingTransactions(this.#node);
  }

  /**
   * Subscribes to new blocks by WebSocket (`wsUrl`) until `signal` fires or the client is closed. Survives restarts of
   * the node, and a feed that falls silent. Returns at once and never fails.
   * @param onWake a reason to look at the tip; lossy, doubled
   * @param onStatus where it is subscribed, and why it is not; for the log
   */
  notifications(
    signal: AbortSignal,
    onWake: (what: Wake) => void,
    onStatus: (status: NotificationStatus) => void = () => undefined,
  ): void {
    const { wsUrl } = this.#node;
    if (wsUrl === null) onStatus({ endpoints: [] });
    else subscribe(this.#node, wsUrl, NEW_HEADS, this.#chain.blockSeconds, { signal, onWake, onStatus });
  }

  /**
   * Waits for the tip to become another block than `current`.
   * @param signal ends the wait, because of a notification or for good
   * @returns the new tip, or null after `timeoutMs` or when `signal` fires.
   */
  async waitForNewBlock(current: BlockRef, timeoutMs: number, signal?: AbortSignal): Promise<BlockRef | null> {
    const { blockSeconds } = this.#chain;
    const { closing } = this.#node;
    const polled = { tip: () => this.tip(), height: () => this.#tip.height(), blockSeconds, closing };
    return waitForNewTip(polled, current, timeoutMs, signal);
  }

  /** Drops all connections. Calls under way fail with a NodeError that is not retryable. */
  async close(): Promise<void> {
    await this.#node.close();
  }

  /** web3_clientVersion, made safe to print; "unknown" where the node keeps it to itself. */
  async #readSoftware(): Promise<string> {
    this.#software ??= await this.#askSoftware();
    return this.#software;
  }

  async #askSoftware(): Promise<string> {
    const version = await this.#node.call('web3_clientVersion', []).catch((error: unknown) => {
      if (isFinal(error)) return null;
      throw error;
    });
    const text = typeof version === 'string' ? quoteForeign(version, MAX_SOFTWARE_CHARACTERS) : '';
    return text === '' ? 'unknown' : text;
  }
}

/** Whether asking again would not help. */
function isFinal(error: unknown): boolean {
  return error instanceof NodeError && !error.retryable && error.facts.code !== 401;
}
