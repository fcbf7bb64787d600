import { setTimeout as delay } from 'node:timers/promises';
import type { BlockRef } from '@chaintrail/chains';
import { FaultInjector, type Faults } from '../../node/faults.js';
import { Journal, type Operation } from '../../node/journal.js';
import { MiningClock } from '../../node/mining-clock.js';
import { applyOperation, replay } from '../../node/operations.js';
import type { RestartOptions } from '../../node/simulated-node.js';
import { evmRulesOf } from '../rules/rules-of.js';
import { EvmSimulator } from '../simulator.js';
import { EvmServer } from './evm-server.js';
import { evmSource } from './evm-source.js';
import { exampleAddresses, exampleTxids } from './examples.js';
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
class SimulatedEvmChainNode implements SimulatedEvmNode {
  private readonly options: SimulatedEvmNodeOptions;
  private readonly simulator: EvmSimulator;
  private readonly journal: Journal<EvmJournalHeader> | null;
  private readonly faults: FaultInjector;
  private readonly server: EvmServer;
  private readonly clock: MiningClock | null;
  private port = 0;

  constructor(options: SimulatedEvmNodeOptions) {
    const { chain, tracer = 'callTracer', stateBlocks = null, mineEveryMs } = options;
    const rules = evmRulesOf(chain);
    const wanted = journalHeader(options, rules.chainId);
    this.options = options;
    this.journal = options.stateFile === undefined ? null : Journal.open(options.stateFile, wanted);
    const { seed, chainId, startTime, txPerBlock } = this.journal?.header ?? wanted;
    this.simulator = new EvmSimulator({ chain, seed, chainId, startTime, txPerBlock });
    this.faults = new FaultInjector(seed);
    this.server = new EvmServer({
      profile: {
        chain,
        chainId,
        clientVersion: options.clientVersion ?? rules.clientVersion,
        tracer,
        stateBlocks,
        finalizedDepth: options.finalizedDepth ?? DEFAULT_FINALIZED_DEPTH,
      },
      simulator: this.simulator,
      source: new LyingEvmSource(evmSource(this.simulator), this.faults),
      faults: this.faults,
    });
    const { halvePaceEveryBlocks = null, reorgEveryBlocks = null } = options;
    this.clock = mineEveryMs
      ? new MiningClock(
          { mineEveryMs, halvePaceEveryBlocks, reorgEveryBlocks },
          this.simulator,
          (operation) => this.perform(operation),
          () => undefined,
        )
      : null;
  }

  async start(): Promise<void> {
    if (this.journal) replay(this.simulator, this.journal);
    if (!this.clock) this.simulator.advance();
    const missing = (this.options.blocks ?? 0) - this.simulator.tip.number;
    if (missing > 0) this.perform({ op: 'mine', blocks: missing });
    this.port = await this.server.listen(this.options.host ?? '127.0.0.1', this.options.port ?? 0);
    this.clock?.start();
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

  mempool(): string[] {
    return this.simulator.mempool.transactions().map(({ hash }) => hash.slice(2));
  }

  addTransactions(count: number): string[] {
    const before = new Set(this.mempool());
    this.perform({ op: 'pay', payments: count, pending: this.simulator.pending });
    return this.mempool().filter((txid) => !before.has(txid));
  }

  replaceTransaction(txid = this.mempool()[0]): string {
    const before = new Set(this.mempool());
    if (txid === undefined || !before.has(txid)) {
      throw new RangeError(`${txid ?? 'no transaction'} does not wait: add transactions first`);
    }
    this.perform({ op: 'replace', txid, pending: this.simulator.pending });
    return this.mempool().find((id) => !before.has(id)) ?? txid;
  }

  evict(count: number): string[] {
    const before = this.mempool();
    this.perform({ op: 'evict', payments: count, pending: this.simulator.pending });
    const left = new Set(this.mempool());
    return before.filter((txid) => !left.has(txid));
  }

  setFaults(faults: Faults): void {
    this.faults.set(faults);
  }

  faultCounts(): ReturnType<SimulatedEvmNode['faultCounts']> {
    return this.faults.counts();
  }

  requestCounts(): Readonly<Record<string, number>> {
    return this.server.requestCounts();
  }

  async restart({ downMs = 200, warmUpMs = 300, keepMempool = true }: RestartOptions = {}): Promise<void> {
    await this.server.close();
    if (!keepMempool) this.evict(this.simulator.mempool.size);
    await delay(downMs);
    this.server.warmUp(warmUpMs);
    await this.server.listen(this.options.host ?? '127.0.0.1', this.port);
  }

  model(): ReturnType<SimulatedEvmNode['model']> {
    return this.simulator.model();
  }

  exampleAddresses(): ReturnType<SimulatedEvmNode['exampleAddresses']> {
    return exampleAddresses(this.simulator);
  }

  exampleTxids(): string[] {
    return exampleTxids(this.simulator);
  }

  async close(): Promise<void> {
    this.clock?.stop();
    await this.server.close();
    this.journal?.close();
  }

  /** All in one turn of the event loop: no caller can see the new chain before it is in the journal. */
  private perform(operation: Operation): BlockRef {
    const before = [...this.simulator.blocks];
    const tip = applyOperation(this.simulator, operation);
    this.journal?.append({ ...operation, tip: tip.hash });
    if (!this.clock) this.simulator.advance();
    const joined = this.simulator.blocks.filter((block, height) => before[height] !== block);
    this.server.announce(joined);
    return tip;
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
