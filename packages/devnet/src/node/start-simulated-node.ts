import { UtxoSimulator } from '../utxo/utxo-simulator.js';
import { ChainNode } from './chain-node.js';
import { dialectOf } from './dialects.js';
import { LyingSource } from './lying-source.js';
import { networkOf, SIMULATED_NETWORK } from './networks.js';
import { NodeServer, TipWaiters } from './server.js';
import type { SimulatedNode, SimulatedNodeOptions } from './simulated-node.js';
import { exampleAddresses, exampleTxids } from './utxo-examples.js';
import { ZMQ_TOPICS, ZmqPublisher } from './zmq-publisher.js';

/** The same for everybody who names none, so that a seed alone names a chain. */
const DEFAULT_START_TIME = 1_700_000_000;
const DEFAULT_MWEB_HEIGHT = 120;

/** Everything of the options that shapes the chain. */
export function journalHeader({ chain, seed = 1, startTime = DEFAULT_START_TIME, ...rest }: SimulatedNodeOptions) {
  const { txPerBlock = 20, mwebFromHeight: mweb = DEFAULT_MWEB_HEIGHT, coinbaseMaturity } = rest;
  const identity = { format: 1 as const, chain: chain.code, network: SIMULATED_NETWORK.utxo };
  const shape = { seed, startTime, txPerBlock, mwebFromHeight: chain.mweb ? mweb : null };
  return { ...identity, ...shape, ...(coinbaseMaturity !== undefined && { coinbaseMaturity }) };
}

/** The simulator of the chain that a journal's header describes. */
export function simulatorOf(header: ReturnType<typeof journalHeader>, { chain }: SimulatedNodeOptions): UtxoSimulator {
  return new UtxoSimulator({ ...header, chain, network: networkOf(chain) });
}

/** A simulated node of one UTXO chain, listening on 127.0.0.1. */
class SimulatedUtxoNode extends ChainNode<ReturnType<typeof journalHeader>> implements SimulatedNode {
  protected readonly operated: UtxoSimulator;
  protected readonly server: NodeServer;
  private readonly waiters = new TipWaiters();
  private readonly publishes: boolean;
  private zmq: ZmqPublisher | null = null;
  /** The same again after a restart. */
  private zmqAddress = 'tcp://127.0.0.1:*';
  /** Transactions that nobody may hear of yet: what brought them is not in the journal. */
  private readonly arrived: string[] = [];

  constructor(options: SimulatedNodeOptions) {
    const { chain, spentTxOuts = false, rest = true } = options;
    super(options, journalHeader(options));
    const simulator = simulatorOf(this.header, options);
    this.operated = simulator;
    const dialect = dialectOf(chain, spentTxOuts);
    this.publishes = (options.zmq ?? false) && !dialect.lacks.includes('getzmqnotifications');
    const lying = new LyingSource(simulator, this.faults);
    this.server = new NodeServer({
      ...{ network: simulator.options.network, dialect, rest, spentTxOuts, faults: this.faults },
      view: (method) => lying.during(method),
      simulator,
      tipChange: (timeoutMs) => this.waiters.wait(timeoutMs),
      publications: () => (this.zmq ? ZMQ_TOPICS.map((topic) => ({ topic, address: this.zmqAddress })) : []),
    });
  }

  get url(): string {
    return `http://demo:demo@127.0.0.1:${this.port}`;
  }

  get endpoint(): SimulatedNode['endpoint'] {
    return { url: `http://127.0.0.1:${this.port}`, user: 'demo', password: 'demo' };
  }

  mempool(): string[] {
    return this.operated.mempool.ids();
  }

  model(): ReturnType<SimulatedNode['model']> {
    return this.operated.model();
  }

  exampleAddresses(): ReturnType<SimulatedNode['exampleAddresses']> {
    return exampleAddresses(this.operated);
  }

  exampleTxids(): string[] {
    return exampleTxids(this.operated);
  }

  /** Tells callers of a new tip, and publishes it: not one that an invalidation led back to. */
  protected watch(): () => void {
    const { tip, blocksByHash } = this.operated;
    const { size } = blocksByHash;
    return () => {
      if (this.operated.tip !== tip) this.waiters.release();
      this.trickled();
      if (blocksByHash.size > size) this.zmq?.publish('hashblock', this.operated.tip.hash);
    };
  }

  protected override trickled(): void {
    for (const id of this.arrived.splice(0)) this.zmq?.publish('hashtx', id);
  }

  protected override async open(): Promise<void> {
    if (!this.publishes) return;
    this.zmq = await ZmqPublisher.bind(this.zmqAddress);
    this.zmqAddress = this.zmq.address;
    this.operated.mempool.listener = (id) => this.arrived.push(id);
  }

  protected override async shut(): Promise<void> {
    this.waiters.release();
    await this.zmq?.close();
  }
}

/** Starts a node; it is ready to answer, and has at least `options.blocks` blocks, when the promise resolves. */
export async function startSimulatedNode(options: SimulatedNodeOptions): Promise<SimulatedNode> {
  const node = new SimulatedUtxoNode(options);
  await node.start();
  return node;
}
