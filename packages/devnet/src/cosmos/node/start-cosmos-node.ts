import { setTimeout as delay } from 'node:timers/promises';
import type { BlockRef, CosmosChainNetwork } from '@chaintrail/chains';
import { FaultInjector, type FaultKind, type Faults } from '../../node/faults.js';
import type { RestartOptions } from '../../node/simulated-node.js';
import type { Balances } from '../bank.js';
import { CosmosChain, type CosmosScript } from '../chain.js';
import type { CosmosDialect } from './answers.js';
import { CosmosServer } from './cosmos-server.js';
import type { NodeState } from './node-state.js';

export interface CosmosNodeOptions {
  readonly place: CosmosChainNetwork;
  /** Where its blocks come from: {@link readGolden}, {@link generatedScript}. */
  readonly script: CosmosScript;
  /** Blocks that there are when it is ready; 0 by default. */
  readonly blocks?: number;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  /** Of faults; 1 by default. */
  readonly seed?: number;
  /** By default what nodes of the chain speak. */
  readonly dialect?: CosmosDialect;
  /** Unix seconds of the first block; others follow in the chain's rhythm. */
  readonly startTime?: number;
  /** So long `block_results` of a new block is not there yet, and REST tells of the one below; 0 by default. */
  readonly executionMs?: number;
}

const DEFAULT_START_TIME = 1_700_000_000;
const SECOND = 1_000_000_000n;

/** A simulated CometBFT node with its REST server on the same port of 127.0.0.1. */
export class CosmosNodeSimulation {
  readonly chain: CosmosChain;
  private readonly options: CosmosNodeOptions;
  private readonly faults: FaultInjector;
  private readonly state: NodeState;
  private readonly server: CosmosServer;
  private port = 0;

  constructor(options: CosmosNodeOptions) {
    const { place, script, seed = 1 } = options;
    this.options = options;
    this.chain = new CosmosChain(script);
    this.faults = new FaultInjector(seed);
    this.state = {
      earliest: script.firstHeight,
      catchingUp: false,
      keepsResults: true,
      executingUntilMs: 0,
      warmUntilMs: 0,
    };
    const dialect = options.dialect ?? (place.chain.code === 'cacao' ? 'base64' : 'plain');
    this.server = new CosmosServer(place, { chain: this.chain, dialect, faults: this.faults, state: this.state });
  }

  async listen(): Promise<void> {
    this.port = await this.server.listen(this.options.host ?? '127.0.0.1', this.options.port ?? 0);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get restUrl(): string {
    return this.url;
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${this.port}/websocket`;
  }

  tip(): BlockRef {
    return this.chain.tip();
  }

  /**
   * Makes `blocks` (1) more. @returns the new tip
   * @param seconds unix time of the last of them; by default in the chain's rhythm
   */
  mine(blocks = 1, seconds?: number): BlockRef {
    const { place, startTime = DEFAULT_START_TIME, executionMs = 0 } = this.options;
    const { chain } = this;
    for (let left = blocks; left > 0; left--) {
      const height = chain.height + 1;
      const planned = Math.floor(startTime + (height - chain.script.firstHeight) * place.chain.blockSeconds);
      const time =
        BigInt(seconds === undefined ? planned : seconds - left + 1) * SECOND + BigInt((height * 7_919_123) % 1e9);
      const least = height > chain.script.firstHeight ? chain.nanosecondsAt(height - 1) + 1n : 0n;
      const block = chain.append(time > least ? time : least);
      this.state.executingUntilMs = executionMs === 0 ? 0 : Date.now() + executionMs;
      this.server.announce(block);
    }
    return chain.tip();
  }

  /** What no real node does: replaces the last `depth` blocks by `newBlocks` (depth + 1) other ones. */
  reorg(depth: number, newBlocks = depth + 1): BlockRef {
    this.chain.fork(depth);
    return this.mine(newBlocks);
  }

  /** @param height below which blocks are not there any more */
  prune(height: number): void {
    this.state.earliest = height;
  }

  setCatchingUp(catchingUp: boolean): void {
    this.state.catchingUp = catchingUp;
  }

  setKeepsResults(keepsResults: boolean): void {
    this.state.keepsResults = keepsResults;
  }

  setFaults(faults: Faults): void {
    this.faults.set(faults);
  }

  faultCounts(): Partial<Record<FaultKind, number>> {
    return this.faults.counts();
  }

  requestCounts(): Readonly<Record<string, number>> {
    return this.server.requestCounts();
  }

  /** Every balance of the bank module, by default at the tip. */
  balances(height = this.chain.height): Balances {
    return this.chain.bank.balances(height);
  }

  /** Drops connections, refuses new ones for a moment, then has no blocks to show for another. */
  async restart({ downMs = 200, warmUpMs = 300 }: RestartOptions = {}): Promise<void> {
    await this.server.close();
    await delay(downMs);
    this.state.warmUntilMs = Date.now() + warmUpMs;
    await this.server.listen(this.options.host ?? '127.0.0.1', this.port);
  }

  async close(): Promise<void> {
    await this.server.close();
  }
}

/** Starts a node; it is ready to answer, and has `options.blocks` blocks, when the promise resolves. */
export async function startCosmosNode(options: CosmosNodeOptions): Promise<CosmosNodeSimulation> {
  const node = new CosmosNodeSimulation(options);
  if (options.blocks) node.mine(options.blocks);
  await node.listen();
  return node;
}
