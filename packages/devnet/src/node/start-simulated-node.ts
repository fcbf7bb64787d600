import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlockRef } from '@chaintrail/chains';
import type { UtxoSimulator } from '../utxo/simulator.js';
import { profileOf } from './chain-source.js';
import { dialectOf } from './dialect.js';
import { exampleAddresses, exampleTxids } from './examples.js';
import { FaultInjector, type Faults } from './faults.js';
import { Journal, type JournalEntry, type JournalHeader, type Operation } from './journal.js';
import { LyingDetails } from './lying-details.js';
import { LyingSource } from './lying-source.js';
import { MiningClock } from './mining-clock.js';
import { networkOf } from './networks.js';
import { NodeEvents } from './node-events.js';
import { applyOperation, replay } from './operations.js';
import { NodeServer } from './server.js';
import { journalHeader, simulatorOf } from './simulated-chain.js';
import type { RestartOptions, SimulatedNode, SimulatedNodeOptions } from './simulated-node.js';
import { simulatorDetails, simulatorSource } from './simulator-source.js';
import { TipWaiters } from './tip-waiters.js';
import { ZmqPublisher } from './zmq-publisher.js';

/** A simulated node of one UTXO chain, listening on 127.0.0.1. */
class SimulatedUtxoNode implements SimulatedNode {
  private readonly options: SimulatedNodeOptions;
  private readonly simulator: UtxoSimulator;
  private readonly journal: Journal<JournalHeader> | null;
  private readonly faults: FaultInjector;
  private readonly server: NodeServer;
  private readonly waiters = new TipWaiters();
  private readonly clock: MiningClock | null;
  private readonly events: NodeEvents;
  private zmq: ZmqPublisher | null = null;
  private user: string;
  private password: string;
  private port = 0;

  constructor(options: SimulatedNodeOptions) {
    const { chain, spentTxOuts = false } = options;
    const network = options.network ?? networkOf(chain);
    const wanted = journalHeader(options, network);
    this.options = options;
    this.user = options.user ?? 'demo';
    this.password = options.password ?? 'demo';
    this.journal = options.stateFile === undefined ? null : Journal.open(options.stateFile, wanted);
    this.simulator = simulatorOf(this.journal?.header ?? wanted, options, network);
    this.faults = new FaultInjector(this.simulator.options.seed);
    const serialVersion = options.serialVersion ?? 2;
    const { version, rest = true } = options;
    const profile = profileOf(chain, network, { version, rest, serialVersion, spentTxOuts });
    this.events = new NodeEvents(() => this.simulator.tip, serialVersion);
    const source = simulatorSource(this.simulator, serialVersion);
    const lying = new LyingSource(source, this.faults, profile.wire, this.simulator.options.proofOfWork);
    const details = new LyingDetails(
      simulatorDetails(this.simulator, (transaction) => this.events.arrivalOf(transaction)),
      this.faults,
    );
    this.server = new NodeServer({
      profile,
      view: (method) => lying.during(method),
      details: (method) => details.during(method),
      faults: this.faults,
      credentials: () => `${this.user}:${this.password}`,
      tipChange: (timeoutMs) => this.waiters.wait(timeoutMs),
      publications: () => this.zmq?.topics.map((topic) => ({ topic, address: this.zmq?.address ?? '' })) ?? [],
    });
    this.clock = options.mineEveryMs
      ? new MiningClock(
          {
            mineEveryMs: options.mineEveryMs,
            halvePaceEveryBlocks: options.halvePaceEveryBlocks ?? null,
            reorgEveryBlocks: options.reorgEveryBlocks ?? null,
          },
          this.simulator,
          (operation) => this.perform(operation),
          () => this.events.flush(),
        )
      : null;
  }

  async start(): Promise<void> {
    if (this.journal) replay(this.simulator, this.journal);
    if (!this.clock) this.simulator.advance();
    const missing = (this.options.blocks ?? 0) - this.simulator.tip.height;
    const { historyEnds: until } = this.options;
    if (missing > 0) this.perform({ op: 'mine', blocks: missing, ...(until === undefined ? {} : { until }) });
    this.simulator.listen(this.events);
    this.writeCookie();
    await this.publish(this.options.zmqPort ?? 0);
    this.port = await this.server.listen(this.options.host ?? '127.0.0.1', this.options.port ?? 0);
    this.clock?.start();
  }

  get url(): string {
    return `http://${encodeURIComponent(this.user)}:${encodeURIComponent(this.password)}@127.0.0.1:${this.port}`;
  }

  get endpoint(): SimulatedNode['endpoint'] {
    return { url: `http://127.0.0.1:${this.port}`, user: this.user, password: this.password };
  }

  tip(): BlockRef {
    return this.simulator.tipRef();
  }

  mine(blocks = 1): BlockRef {
    return this.perform({ op: 'mine', blocks });
  }

  reorg(depth: number, newBlocks = depth + 1): BlockRef {
    return this.perform({ op: 'reorg', depth, newBlocks });
  }

  invalidate(depth: number): BlockRef {
    return this.perform({ op: 'invalidate', depth });
  }

  addTransactions(count: number): string[] {
    const before = new Set(this.simulator.mempool.ids());
    this.perform({ op: 'pay', payments: count, pending: this.simulator.pending });
    return this.simulator.mempool.ids().filter((id) => !before.has(id));
  }

  replaceTransaction(txid?: string): string {
    const candidates = txid === undefined ? this.simulator.mempool.ids() : [txid];
    const before = new Set(this.simulator.mempool.ids());
    for (const candidate of candidates) {
      this.perform({ op: 'replace', txid: candidate, pending: this.simulator.pending });
      const [made] = this.simulator.mempool.ids().filter((id) => !before.has(id));
      if (made !== undefined) return made;
    }
    throw new RangeError(`${txid ?? 'no waiting payment'} cannot be replaced: add transactions first`);
  }

  evict(count: number): string[] {
    const before = this.simulator.mempool.ids();
    this.perform({ op: 'evict', payments: count, pending: this.simulator.pending });
    return before.filter((id) => !this.simulator.mempool.get(id));
  }

  fillMempool(count: number): void {
    this.perform({ op: 'fill', payments: count, pending: this.simulator.pending });
  }

  get zmqAddress(): string | null {
    return this.zmq?.address ?? null;
  }

  setFaults(faults: Faults): void {
    this.faults.set(faults);
  }

  faultCounts(): ReturnType<SimulatedNode['faultCounts']> {
    return this.faults.counts();
  }

  requestCounts(): Readonly<Record<string, number>> {
    return this.server.requestCounts();
  }

  async restart({ downMs = 200, warmUpMs = 300, keepMempool = true }: RestartOptions = {}): Promise<void> {
    await this.server.close();
    this.waiters.release();
    const zmqPort = Number(this.zmq?.address.split(':').at(-1) ?? 0);
    await this.zmq?.close();
    if (!keepMempool) this.evict(this.simulator.mempool.size);
    await delay(downMs);
    await this.publish(zmqPort);
    this.writeCookie();
    this.server.warmUp(warmUpMs);
    await this.server.listen(this.options.host ?? '127.0.0.1', this.port);
  }

  mempool(): string[] {
    return [...this.simulator.mempool.ids(), ...(this.simulator.life.fillers?.ids ?? [])];
  }

  model(): ReturnType<SimulatedNode['model']> {
    return this.simulator.model();
  }

  exampleAddresses(): ReturnType<SimulatedNode['exampleAddresses']> {
    return exampleAddresses(this.simulator);
  }

  exampleTxids(): string[] {
    return exampleTxids(this.simulator);
  }

  async close(): Promise<void> {
    this.clock?.stop();
    this.waiters.release();
    await this.server.close();
    await this.zmq?.close();
    this.journal?.close();
  }

  /** All in one turn of the event loop: no caller can see the new chain before it is in the journal. */
  private perform(operation: Operation): BlockRef {
    const before = this.simulator.tip;
    const tip = applyOperation(this.simulator, operation);
    const entry: JournalEntry = { ...operation, tip: tip.hash };
    this.journal?.append(entry);
    if (!this.clock) this.simulator.advance();
    this.events.flush();
    if (this.simulator.tip !== before) this.waiters.release();
    return tip;
  }

  private async publish(port: number): Promise<void> {
    const { zmqTopics } = dialectOf(this.options.chain);
    if (!this.options.zmq || zmqTopics.length === 0) return;
    const zmq = await ZmqPublisher.bind(zmqTopics, `tcp://127.0.0.1:${port || '*'}`);
    this.zmq = zmq;
    this.events.publish = (topic, body) => zmq.publish(topic, body);
  }

  private writeCookie(): void {
    const { cookieFile } = this.options;
    if (cookieFile === undefined) return;
    this.user = '__cookie__';
    this.password = randomBytes(32).toString(dialectOf(this.options.chain).cookieEncoding);
    writeFileSync(cookieFile, `${this.user}:${this.password}`, { mode: 0o600 });
  }
}

/** Starts a node; it is ready to answer, and has at least `options.blocks` blocks, when the promise resolves. */
export async function startSimulatedNode(options: SimulatedNodeOptions): Promise<SimulatedNode> {
  const node = new SimulatedUtxoNode(options);
  await node.start();
  return node;
}
