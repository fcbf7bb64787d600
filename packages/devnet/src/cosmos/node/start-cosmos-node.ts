import { type BlockRef, type CosmosChainNetwork, formatAddress, moduleKey } from '@chaintrail/chains';
import { ChainNode } from '../../node/chain-node.js';
import type { Operation } from '../../node/journal.js';
import type { OperatedChain } from '../../node/operations.js';
import type { ExampleAddresses, NodeControls, SimulatedNodeOptions } from '../../node/simulated-node.js';
import type { Balances } from '../bank.js';
import { sha256 } from '../block-hashing.js';
import { CosmosChain, type CosmosScript } from '../chain.js';
import type { TrafficShape } from '../traffic/block-draft.js';
import { DEMO_SHAPE, generatedScript } from '../traffic/generated-script.js';
import { blockJson, type JsonRecord, resultsJson, writeAnswer } from './answers.js';
import { CosmosServer } from './cosmos-server.js';
import type { NodeParts } from './node-parts.js';

type CommonOptions = 'seed' | 'port' | 'startTime' | 'mineEveryMs' | 'halvePaceEveryBlocks' | 'stateFile';

export interface CosmosNodeOptions extends Pick<SimulatedNodeOptions, CommonOptions> {
  readonly place: CosmosChainNetwork;
  /** Where its blocks come from; by default they are generated. */
  readonly script?: CosmosScript;
  /** Shape of generated blocks; the demo's by default. */
  readonly shape?: TrafficShape;
  /** Blocks that there are at least when it is ready; 0 by default. */
  readonly blocks?: number;
  /**
   * So long a new block is being executed: `block_results` is not there yet, REST tells of the block below, and no
   * subscriber is told. 0 by default.
   */
  readonly executionMs?: number;
}

type CosmosJournalHeader = ReturnType<typeof journalHeader>;

const DEFAULT_START_TIME = 1_700_000_000;
const SECOND = 1_000_000_000n;
const RECENT_BLOCKS = 10;
const SHOWN = 6;

/** A simulated CometBFT node with its REST server on the same port of 127.0.0.1. */
export class CosmosNodeSimulation extends ChainNode<CosmosJournalHeader> implements NodeControls {
  readonly chain: CosmosChain;
  protected readonly operated: OperatedChain;
  protected readonly server: CosmosServer;
  private readonly options: CosmosNodeOptions;
  private readonly parts: NodeParts;
  private execution: NodeJS.Timeout | undefined;

  constructor(options: CosmosNodeOptions) {
    const { place, shape = DEMO_SHAPE } = options;
    super(options, journalHeader(options));
    const script = options.script ?? generatedScript({ place, seed: this.header.seed, shape });
    this.options = options;
    this.chain = new CosmosChain(script);
    this.parts = {
      chain: this.chain,
      dialect: place.chain.code === 'cacao' ? 'base64' : 'plain',
      faults: this.faults,
      state: { earliest: script.firstHeight, keepsResults: true, isExecuting: false },
    };
    this.server = new CosmosServer(this.parts);
    this.operated = this.operations();
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get restUrl(): string {
    return this.url;
  }

  /** @param height below which blocks are not there any more */
  prune(height: number): void {
    this.parts.state.earliest = height;
  }

  setKeepsResults(keepsResults: boolean): void {
    this.parts.state.keepsResults = keepsResults;
  }

  /** Every balance of the bank module, by default at the tip. */
  balances(height = this.chain.height): Balances {
    return this.chain.bank.balances(height);
  }

  /** The bodies that {@link url} sends for a block and for its results. */
  answers(height: number): { readonly block: Buffer; readonly results: Buffer } {
    const { chain, dialect } = this.parts;
    const body = (result: JsonRecord): Buffer => Buffer.from(writeAnswer(dialect, { jsonrpc: '2.0', id: 1, result }));
    const block = chain.block(height);
    return { block: body(blockJson(block)), results: body(resultsJson(block, dialect)) };
  }

  /** Transactions that wait are of no interest: blocks come every few seconds. */
  mempool(): string[] {
    return [];
  }

  exampleAddresses(): ExampleAddresses {
    const { network } = this.options.place;
    const hot = formatAddress(network, moduleKey('asgard'));
    return { hot, typical: this.chain.bank.addresses().slice(0, SHOWN) };
  }

  exampleTxids(): string[] {
    const { height, script } = this.chain;
    const ids: string[] = [];
    for (let at = height; at >= Math.max(script.firstHeight, height - RECENT_BLOCKS + 1); at--) {
      ids.push(...this.transactionsAt(at).map(({ txid }) => txid));
    }
    return ids.slice(0, SHOWN);
  }

  /** Ids in lower-case hex, and result codes. */
  transactionsAt(height: number): { readonly txid: string; readonly code: number }[] {
    const { transactions } = this.chain.block(height).content;
    return transactions.map(({ bytes, code }) => ({ txid: sha256(bytes).toString('hex'), code }));
  }

  protected watch({ op }: Operation): () => void {
    const { chain, parts } = this;
    const untold = parts.state.isExecuting ? chain.height : chain.height + 1;
    return () => this.execute(op === 'mine' ? untold : 1);
  }

  /**
   * A node shows a block, executes it, keeps its results, commits, and only then tells of it (cometbft 0.38.21
   * consensus/state.go finalizeCommit, state/execution.go ApplyBlock). The blocks below are over by then.
   * @param untold height of the first block that nobody was told of
   */
  private execute(untold: number): void {
    const { chain, parts } = this;
    const { executionMs = 0 } = this.options;
    clearTimeout(this.execution);
    parts.state.isExecuting = executionMs > 0;
    const newest = chain.height;
    this.announce(untold, executionMs > 0 ? newest - 1 : newest);
    if (executionMs === 0) return;
    this.execution = setTimeout(() => {
      parts.state.isExecuting = false;
      this.announce(newest, newest);
    }, executionMs).unref();
  }

  private announce(from: number, to: number): void {
    for (let height = Math.max(from, to - RECENT_BLOCKS + 1); height <= to; height++) {
      this.server.announce(this.chain.block(height));
    }
  }

  protected override blocksMade(): number {
    return this.chain.height - this.chain.script.firstHeight + 1;
  }

  private operations(): OperatedChain {
    const { chain } = this;
    const none = (): void => undefined;
    return {
      mine: (seconds) => this.makeBlock(seconds),
      reorg: (depth, newBlocks, seconds) => {
        chain.fork(depth);
        for (let left = newBlocks; left > 0; left--) this.makeBlock(seconds);
        return chain.tip();
      },
      invalidate: (depth) => {
        chain.fork(depth);
        return chain.tip();
      },
      tipRef: () => chain.tip(),
      pending: 0,
      advance: none,
      life: { addPayments: none, replacePayment: none, evict: none },
    };
  }

  private makeBlock(seconds?: number): BlockRef {
    const { chain } = this;
    const { firstHeight } = chain.script;
    const height = chain.height + 1;
    const planned = this.header.startTime + (height - firstHeight) * this.options.place.chain.blockSeconds;
    // Headers have nanoseconds, and no two of them the same time.
    const time = BigInt(Math.floor(seconds ?? planned)) * SECOND + BigInt((height * 7_919_123) % 999_999_937);
    const least = height > firstHeight ? chain.nanosecondsAt(height - 1) + 1n : 0n;
    chain.append(time > least ? time : least);
    return chain.tip();
  }
}

/** Everything of the options that shapes a generated chain. */
function journalHeader({ place, seed = 1, startTime = DEFAULT_START_TIME }: CosmosNodeOptions) {
  return { format: 1 as const, chain: place.chain.code, network: place.network.name, seed, startTime };
}

/** Starts a node; it is ready to answer, and has at least `options.blocks` blocks, when the promise resolves. */
export async function startCosmosNode(options: CosmosNodeOptions): Promise<CosmosNodeSimulation> {
  const node = new CosmosNodeSimulation(options);
  await node.start();
  return node;
}
