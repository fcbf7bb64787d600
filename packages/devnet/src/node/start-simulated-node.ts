import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlockRef, UtxoNetwork } from '@chaintrail/chains';
import { UtxoSimulator } from '../utxo/simulator.js';
import { defaultVersion, type NodeProfile, subversionOf } from './chain-source.js';
import { exampleAddresses, exampleTxids } from './examples.js';
import { FaultInjector, type Faults } from './faults.js';
import { Journal, type JournalEntry, type JournalHeader, type Operation } from './journal.js';
import { LyingSource } from './lying-source.js';
import { MiningClock } from './mining-clock.js';
import { networkOf, proofOfWorkOf } from './networks.js';
import { NodeServer } from './server.js';
import type { RestartOptions, SimulatedNode, SimulatedNodeOptions } from './simulated-node.js';
import { simulatorDetails, simulatorSource } from './simulator-source.js';
import { TipWaiters } from './tip-waiters.js';

/** The same for everybody who names none, so that a seed alone names a chain. */
const DEFAULT_START_TIME = 1_700_000_000;
const DEFAULT_MWEB_HEIGHT = 120;

function journalHeader(options: SimulatedNodeOptions, network: UtxoNetwork): JournalHeader {
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
  };
}

/** Applies an operation to the chain. @returns the new tip */
function apply(simulator: UtxoSimulator, operation: Operation): BlockRef {
  switch (operation.op) {
    case 'mine':
      for (let i = 0; i < operation.blocks; i++) simulator.mine(operation.time);
      return simulator.tipRef();
    case 'reorg':
      return simulator.reorg(operation.depth, operation.newBlocks, operation.time);
    case 'invalidate':
      return simulator.invalidate(operation.depth);
  }
}

/** @throws Error when the file was written by a simulator that makes other blocks of the same operations */
function replay(simulator: UtxoSimulator, journal: Journal): void {
  for (const entry of journal.past) {
    const tip = apply(simulator, entry);
    if (tip.hash !== entry.tip) {
      throw new Error(
        `${journal.path} leads to block ${tip.hash} where it used to lead to ${entry.tip}: it is from another version of the demo network; remove it, and the database that was filled from this node`,
      );
    }
  }
}

/** A simulated node of one UTXO chain, listening on 127.0.0.1. */
class SimulatedUtxoNode implements SimulatedNode {
  private readonly options: SimulatedNodeOptions;
  private readonly simulator: UtxoSimulator;
  private readonly journal: Journal | null;
  private readonly faults: FaultInjector;
  private readonly server: NodeServer;
  private readonly waiters = new TipWaiters();
  private readonly clock: MiningClock | null;
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
    const shape = this.journal?.header ?? wanted;
    const proofOfWork = shape.proofOfWork ? proofOfWorkOf(chain) : 'none';
    this.simulator = new UtxoSimulator({ ...shape, chain, network, proofOfWork });
    this.faults = new FaultInjector(shape.seed);
    const version = options.version ?? defaultVersion(chain, spentTxOuts);
    const serialVersion = options.serialVersion ?? 2;
    const profile: NodeProfile = {
      chain,
      network,
      version,
      subversion: subversionOf(chain, version),
      rest: options.rest ?? true,
      serialVersion,
      spentTxOuts,
    };
    const lying = new LyingSource(simulatorSource(this.simulator, serialVersion), this.faults, proofOfWork);
    this.server = new NodeServer({
      profile,
      view: (method) => lying.during(method),
      details: simulatorDetails(this.simulator),
      faults: this.faults,
      credentials: () => `${this.user}:${this.password}`,
      tipChange: (timeoutMs) => this.waiters.wait(timeoutMs),
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
        )
      : null;
  }

  async start(): Promise<void> {
    if (this.journal) replay(this.simulator, this.journal);
    const missing = (this.options.blocks ?? 0) - this.simulator.tip.height;
    if (missing > 0) this.perform({ op: 'mine', blocks: missing });
    this.writeCookie();
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

  setFaults(faults: Faults): void {
    this.faults.set(faults);
  }

  faultCounts(): ReturnType<SimulatedNode['faultCounts']> {
    return this.faults.counts();
  }

  requestCounts(): Readonly<Record<string, number>> {
    return this.server.requestCounts();
  }

  async restart({ downMs = 200, warmUpMs = 300 }: RestartOptions = {}): Promise<void> {
    await this.server.close();
    this.waiters.release();
    await delay(downMs);
    this.writeCookie();
    this.server.warmUp(warmUpMs);
    await this.server.listen(this.options.host ?? '127.0.0.1', this.port);
  }

  mempool(): string[] {
    return this.simulator.mempool.ids();
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
    this.journal?.close();
  }

  /** All in one turn of the event loop: no caller can see the new chain before it is in the journal. */
  private perform(operation: Operation): BlockRef {
    const tip = apply(this.simulator, operation);
    const entry: JournalEntry = { ...operation, tip: tip.hash };
    this.journal?.append(entry);
    if (!this.clock) this.simulator.advance();
    this.waiters.release();
    return tip;
  }

  private writeCookie(): void {
    const { cookieFile } = this.options;
    if (cookieFile === undefined) return;
    this.user = '__cookie__';
    this.password = randomBytes(32).toString('hex');
    writeFileSync(cookieFile, `${this.user}:${this.password}`, { mode: 0o600 });
  }
}

/** Starts a node; it is ready to answer, and has at least `options.blocks` blocks, when the promise resolves. */
export async function startSimulatedNode(options: SimulatedNodeOptions): Promise<SimulatedNode> {
  const node = new SimulatedUtxoNode(options);
  await node.start();
  return node;
}
