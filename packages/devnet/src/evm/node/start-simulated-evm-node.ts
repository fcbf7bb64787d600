import { ChainNode } from '../../node/chain-node.js';
import type { MaybeLater } from '../../node/operations.js';
import { EvmSimulator, evmRulesOf } from '../evm-simulator.js';
import { exampleAddresses, exampleTxids } from './evm-examples.js';
import { EvmServer } from './evm-server.js';
import { LyingEvmSource } from './lying-evm-source.js';
import type { SimulatedEvmNode, SimulatedEvmNodeOptions } from './simulated-evm-node.js';

/** The same for everybody who names none, so that a seed alone names a chain. */
const DEFAULT_START_TIME = 1_700_000_000;
const DEFAULT_FINALIZED_DEPTH = 64;

/** Everything of the options that shapes the chain. */
interface EvmJournalHeader {
  readonly format: 1;
  readonly chain: string;
  readonly network: 'local';
  readonly seed: number;
  readonly chainId: number;
  readonly startTime: number;
  readonly txPerBlock: number;
}

/** A simulated node of one chain of the EVM family, listening on 127.0.0.1. */
class SimulatedEvmChainNode extends ChainNode<EvmJournalHeader, true> implements SimulatedEvmNode {
  protected readonly operated: EvmSimulator;
  protected readonly server: EvmServer;
  private last: Promise<unknown> = Promise.resolve();

  constructor(options: SimulatedEvmNodeOptions) {
    const { chain, tracer = 'callTracer', finalizedDepth = DEFAULT_FINALIZED_DEPTH } = options;
    const rules = evmRulesOf(chain);
    super(options, journalHeader(options, rules.chainId));
    const { seed, chainId, startTime, txPerBlock } = this.header;
    const simulator = new EvmSimulator({ chain, seed, chainId, startTime, txPerBlock });
    this.operated = simulator;
    this.server = new EvmServer({
      profile: { chain, chainId, clientVersion: rules.clientVersion, tracer, finalizedDepth },
      simulator,
      source: new LyingEvmSource(simulator, this.faults),
      faults: this.faults,
      exclusively: (task) => this.exclusively(task),
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  get endpoint(): SimulatedEvmNode['endpoint'] {
    return { url: this.url, wsUrl: this.wsUrl };
  }

  mempool(): string[] {
    return this.operated.mempool.transactions().map(({ hash }) => hash.slice(2));
  }

  model(): ReturnType<SimulatedEvmNode['model']> {
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

function journalHeader(options: SimulatedEvmNodeOptions, chainId: number): EvmJournalHeader {
  return {
    format: 1,
    chain: options.chain.code,
    network: 'local',
    seed: options.seed ?? 1,
    chainId: options.chainId ?? chainId,
    startTime: options.startTime ?? DEFAULT_START_TIME,
    txPerBlock: options.txPerBlock ?? 20,
  };
}

/** Starts a node; it is ready to answer, and has at least `options.blocks` blocks, when the promise resolves. */
export async function startSimulatedEvmNode(options: SimulatedEvmNodeOptions): Promise<SimulatedEvmNode> {
  const node = new SimulatedEvmChainNode(options);
  await node.start();
  return node;
}
