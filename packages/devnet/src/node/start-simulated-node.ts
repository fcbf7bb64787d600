import type { UtxoNetwork } from '@chaintrail/chains';
import { UtxoSimulator } from '../utxo/utxo-simulator.js';
import { ChainNode } from './chain-node.js';
import type { JournalHeader } from './journal.js';
import { LyingDetails } from './lying-details.js';
import { LyingSource } from './lying-source.js';
import { networkOf } from './networks.js';
import { NodeEvents } from './node-events.js';
import { dialectOf, profileOf } from './node-profile.js';
import { NodeServer } from './server.js';
import type { SimulatedNode, SimulatedNodeOptions } from './simulated-node.js';
import { simulatorDetails, simulatorSource } from './simulator-source.js';
import { TipWaiters } from './tip-waiters.js';
import { exampleAddresses, exampleTxids } from './utxo-examples.js';
import { ZmqPublisher } from './zmq-publisher.js';

/** The same for everybody who names none, so that a seed alone names a chain. */
const DEFAULT_START_TIME = 1_700_000_000;
const DEFAULT_MWEB_HEIGHT = 120;

/** Everything of the options that shapes the chain. */
export function journalHeader(options: SimulatedNodeOptions, network: UtxoNetwork): JournalHeader {
  const { chain, mwebFromHeight = DEFAULT_MWEB_HEIGHT } = options;
  return {
    format: 1,
    chain: chain.code,
    network: network.name,
    seed: options.seed ?? 1,
    startTime: options.startTime ?? DEFAULT_START_TIME,
    txPerBlock: options.txPerBlock ?? 20,
    mwebFromHeight: chain.mweb ? mwebFromHeight : null,
    proofOfWork: options.proofOfWork ?? true,
    ...(options.coinbaseMaturity === undefined ? {} : { coinbaseMaturity: options.coinbaseMaturity }),
  };
}

/** The simulator of the chain that a journal's header describes. */
export function simulatorOf(
  header: JournalHeader,
  { chain }: SimulatedNodeOptions,
  network: UtxoNetwork,
): UtxoSimulator {
  const proofOfWork = header.proofOfWork ? dialectOf(chain).proofOfWork : 'none';
  return new UtxoSimulator({ ...header, chain, network, proofOfWork });
}

/** A simulated node of one UTXO chain, listening on 127.0.0.1. */
class SimulatedUtxoNode extends ChainNode<JournalHeader> implements SimulatedNode {
  protected readonly operated: UtxoSimulator;
  protected readonly server: NodeServer;
  private readonly options: SimulatedNodeOptions;
  private readonly waiters = new TipWaiters();
  private readonly events: NodeEvents;
  private zmq: ZmqPublisher | null = null;
  private zmqPort: number;
  private readonly user: string;
  private readonly password: string;

  constructor(options: SimulatedNodeOptions) {
    const { chain, spentTxOuts = false, rest = true } = options;
    const network = options.network ?? networkOf(chain);
    super(options, journalHeader(options, network));
    this.options = options;
    this.zmqPort = options.zmqPort ?? 0;
    this.user = options.user ?? 'demo';
    this.password = options.password ?? 'demo';
    const simulator = simulatorOf(this.header, options, network);
    this.operated = simulator;
    const profile = profileOf(chain, network, { rest, spentTxOuts });
    this.events = new NodeEvents(() => simulator.tip);
    const source = simulatorSource(simulator);
    const lying = new LyingSource(source, this.faults, profile.wire, simulator.options.proofOfWork);
    const details = new LyingDetails(simulatorDetails(simulator), this.faults);
    this.server = new NodeServer({
      profile,
      view: (method) => lying.during(method),
      details: (method) => details.during(method),
      faults: this.faults,
      credentials: () => `${this.user}:${this.password}`,
      tipChange: (timeoutMs) => this.waiters.wait(timeoutMs),
      publications: () => this.zmq?.topics.map((topic) => ({ topic, address: this.zmq?.address ?? '' })) ?? [],
    });
  }

  get url(): string {
    return `http://${encodeURIComponent(this.user)}:${encodeURIComponent(this.password)}@127.0.0.1:${this.port}`;
  }

  get endpoint(): SimulatedNode['endpoint'] {
    return { url: `http://127.0.0.1:${this.port}`, user: this.user, password: this.password };
  }

  get zmqAddress(): string | null {
    return this.zmq?.address ?? null;
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

  protected watch(): () => void {
    const before = this.operated.tip;
    return () => {
      this.events.flush();
      if (this.operated.tip !== before) this.waiters.release();
    };
  }

  protected override trickled(): void {
    this.events.flush();
  }

  protected override async open(): Promise<void> {
    this.operated.listen(this.events);
    const { zmqTopics } = dialectOf(this.options.chain);
    if (!this.options.zmq || zmqTopics.length === 0) return;
    const zmq = await ZmqPublisher.bind(zmqTopics, `tcp://127.0.0.1:${this.zmqPort || '*'}`);
    this.zmq = zmq;
    // The same again after a restart.
    this.zmqPort = Number(zmq.address.split(':').at(-1));
    this.events.publish = (topic, body) => zmq.publish(topic, body);
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
