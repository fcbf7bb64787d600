import type { EvmChain } from '@chaintrail/chains';
import { ChainNode } from '../../node/chain-node.js';
import type { MaybeLater } from '../../node/operations.js';
import type { QueuedNodeControls, SimulatedNodeOptions } from '../../node/simulated-node.js';
import type { EvmLedgerModel } from '../evm-ledger.js';
import { EvmSimulator, evmRulesOf } from '../evm-simulator.js';
import { exampleAddresses, exampleTxids } from './evm-examples.js';
import { EvmServer } from './evm-server.js';
import type { SimulatedTracer } from './rpc/chain-view.js';

type SharedOption = 'seed' | 'port' | 'blocks' | 'txPerBlock' | 'startTime' | 'stateFile';
type ClockOption = 'mineEveryMs' | 'halvePaceEveryBlocks' | 'reorgEveryBlocks';

/** The common options are described at {@link SimulatedNodeOptions}. */
export interface SimulatedEvmNodeOptions extends Pick<SimulatedNodeOptions, SharedOption | ClockOption> {
  readonly chain: EvmChain;
  /** `eth_chainId`; by default one of development networks of the chain. */
  readonly chainId?: number;
  /** Which traces it makes; `callTracer` by default. */
  readonly tracer?: SimulatedTracer;
  /** Blocks that the finalized one is below the tip; 64 by default. */
  readonly finalizedDepth?: number;
}

export interface SimulatedEvmNode extends QueuedNodeControls {
  /** "ws://127.0.0.1:8545": subscriptions, and all that HTTP answers. */
  readonly wsUrl: string;
  /** Rows of a correct index of the active chain. */
  model(): EvmLedgerModel;
}

/** The same for everybody who names none, so that a seed alone names a chain. */
const DEFAULT_START_TIME = 1_700_000_000;

/** Everything of the options that shapes the chain. */
function journalHeader({ chain, seed = 1, startTime = DEFAULT_START_TIME, ...options }: SimulatedEvmNodeOptions) {
  const { chainId = evmRulesOf(chain).chainId, txPerBlock = 20 } = options;
  return { format: 1, chain: chain.code, network: 'local', seed, chainId, startTime, txPerBlock } as const;
}

/** A simulated node of one chain of the EVM family, listening on 127.0.0.1. */
class SimulatedEvmChainNode extends ChainNode<ReturnType<typeof journalHeader>, true> implements SimulatedEvmNode {
  protected readonly operated: EvmSimulator;
  protected readonly server: EvmServer;
  private last: Promise<unknown> = Promise.resolve();

  constructor(options: SimulatedEvmNodeOptions) {
    super(options, journalHeader(options));
    const { chain, tracer = 'callTracer', finalizedDepth = 64 } = options;
    const simulator = new EvmSimulator({ ...this.header, chain });
    this.operated = simulator;
    const seen = { simulator, faults: this.faults, tracer, finalizedDepth };
    this.server = new EvmServer(seen, (task) => this.exclusively(task));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  mempool(): string[] {
    return this.operated.mempool.transactions().map(({ hash }) => hash.slice(2));
  }

  model(): EvmLedgerModel {
    return this.operated.model();
  }

  exampleAddresses(): ReturnType<SimulatedEvmNode['exampleAddresses']> {
    return exampleAddresses(this.operated);
  }

  exampleTxids(): string[] {
    return exampleTxids(this.operated);
  }

  protected override begin(): Promise<void> {
    return this.operated.begin();
  }

  /** One after the other: what is asked waits for the operation under way. */
  protected override exclusively<T>(task: () => MaybeLater<T>): Promise<T> {
    const done = this.last.then(task);
    this.last = done.catch(() => undefined);
    return done;
  }

  protected watch(): () => void {
    const before = [...this.operated.blocks];
    return () => this.server.announce(this.operated.blocks.filter((block, height) => before[height] !== block));
  }
}

/** Starts a node; it is ready to answer, and has at least `options.blocks` blocks, when the promise resolves. */
export async function startSimulatedEvmNode(options: SimulatedEvmNodeOptions): Promise<SimulatedEvmNode> {
  const node = new SimulatedEvmChainNode(options);
  await node.start();
  return node;
}
