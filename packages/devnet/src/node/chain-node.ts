/** Common part of simulated nodes of all families: operations, their journal, faults, blocks by the clock. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BlockRef } from '@chaintrail/chains';
import { FaultInjector, type FaultKind, type Faults } from './faults.js';
import { type Journal, type JournalIdentity, type Operation, openJournal } from './journal.js';
import { MiningClock } from './mining-clock.js';
import { applyOperation, type MaybeLater, type OperatedChain, replay } from './operations.js';
import type { RestartOptions, SimulatedNodeOptions } from './simulated-node.js';
import type { SimulatedServer } from './simulated-server.js';

export interface SeededIdentity extends JournalIdentity {
  readonly seed: number;
}

type ChainNodeOptions = Pick<
  SimulatedNodeOptions,
  'port' | 'blocks' | 'historyEnds' | 'mineEveryMs' | 'halvePaceEveryBlocks' | 'reorgEveryBlocks' | 'stateFile'
>;

/** Result of an operation: at once, or `Queued`, where each waits for the one before. */
type Done<Queued extends boolean, T> = Queued extends true ? Promise<T> : T;

export abstract class ChainNode<Header extends SeededIdentity, Queued extends boolean = false> {
  /** Header of the journal, where there is one: it shapes the chain. */
  protected readonly header: Header;
  protected readonly faults: FaultInjector;
  protected port = 0;
  protected abstract readonly operated: OperatedChain;
  protected abstract readonly server: SimulatedServer;
  private readonly nodeOptions: ChainNodeOptions;
  private readonly journal: Journal<Header> | null;
  private clock: MiningClock | null = null;

  /** @param wanted shapes the chain where no journal does */
  constructor(options: ChainNodeOptions, wanted: Header) {
    this.nodeOptions = options;
    this.journal = options.stateFile === undefined ? null : openJournal(options.stateFile, wanted);
    this.header = this.journal?.header ?? wanted;
    this.faults = new FaultInjector(this.header.seed);
  }

  /** Ready to answer, with at least `options.blocks` blocks, when the promise resolves. */
  async start(): Promise<void> {
    const { blocks = 0, historyEnds: until, port = 0 } = this.nodeOptions;
    const { mineEveryMs, halvePaceEveryBlocks = null, reorgEveryBlocks = null } = this.nodeOptions;
    const { operated: chain } = this;
    if (mineEveryMs) {
      this.clock = new MiningClock({
        ...{ mineEveryMs, halvePaceEveryBlocks, reorgEveryBlocks, chain },
        perform: (operation) => this.exclusively(() => this.perform(operation)),
        trickled: () => this.trickled(),
      });
    }
    await this.begin();
    if (this.journal) await replay(chain, this.journal);
    if (!this.clock) chain.advance();
    const missing = blocks - this.blocksMade();
    if (missing > 0) await this.perform({ op: 'mine', blocks: missing, ...(until === undefined ? {} : { until }) });
    await this.open();
    this.port = await this.server.listen(port);
    this.clock?.start();
  }

  /** Ids of what waits, parents first. */
  abstract mempool(): string[];

  tip(): BlockRef {
    return this.operated.tipRef();
  }

  mine(blocks = 1): Done<Queued, BlockRef> {
    return this.exclusively(() => this.perform({ op: 'mine', blocks }));
  }

  reorg(depth: number, newBlocks = depth + 1): Done<Queued, BlockRef> {
    return this.exclusively(() => this.perform({ op: 'reorg', depth, newBlocks }));
  }

  invalidate(depth: number): Done<Queued, BlockRef> {
    return this.exclusively(() => this.perform({ op: 'invalidate', depth }));
  }

  addTransactions(count: number): Done<Queued, string[]> {
    return this.exclusively(() => {
      const before = new Set(this.mempool());
      this.perform({ op: 'pay', payments: count, pending: this.operated.pending });
      return this.mempool().filter((txid) => !before.has(txid));
    });
  }

  replaceTransaction(txid?: string): Done<Queued, string> {
    return this.exclusively(() => {
      const waiting = this.mempool();
      const before = new Set(waiting);
      for (const candidate of txid === undefined ? waiting : [txid]) {
        this.perform({ op: 'replace', txid: candidate, pending: this.operated.pending });
        const made = this.mempool().find((id) => !before.has(id));
        if (made !== undefined) return made;
      }
      throw new RangeError(`${txid ?? 'no waiting payment'} cannot be replaced: add transactions first`);
    });
  }

  evict(count: number): Done<Queued, string[]> {
    return this.exclusively(() => {
      const before = this.mempool();
      this.perform({ op: 'evict', payments: count, pending: this.operated.pending });
      const left = new Set(this.mempool());
      return before.filter((txid) => !left.has(txid));
    });
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

  async restart({ downMs = 200, warmUpMs = 300, keepMempool = true }: RestartOptions = {}): Promise<void> {
    await this.server.close();
    await this.shut();
    if (!keepMempool) await this.evict(this.mempool().length);
    await delay(downMs);
    await this.open();
    this.server.warmUp(warmUpMs);
    await this.server.listen(this.port);
  }

  async close(): Promise<void> {
    this.clock?.stop();
    await this.exclusively(() => undefined);
    await this.shut();
    await this.server.close();
    this.journal?.close();
  }

  /** Looks at the chain before an operation. @returns tells callers what it changed */
  protected abstract watch(operation: Operation): () => void;

  /** Called before the first operation. */
  protected async begin(): Promise<void> {}

  /** Runs an operation, or something that must see none half done. Here every one is done in one turn of the event loop. */
  protected exclusively<T>(task: () => MaybeLater<T>): Done<Queued, T> {
    return task() as Done<Queued, T>;
  }

  /** Called before the port is listened on. */
  protected async open(): Promise<void> {}

  /** Called when the port listens no longer. */
  protected async shut(): Promise<void> {}

  /** Called when transactions reached the mempool between two blocks. */
  protected trickled(): void {}

  /** The genesis block not counted. */
  protected blocksMade(): number {
    return this.tip().height;
  }

  /** Inside {@link exclusively}: no caller can see the new chain before it is in the journal. */
  protected perform(operation: Operation): MaybeLater<BlockRef> {
    const announce = this.watch(operation);
    const end = (tip: BlockRef): BlockRef => {
      this.journal?.append({ ...operation, tip: tip.hash });
      if (!this.clock) this.operated.advance();
      announce();
      return tip;
    };
    const led = applyOperation(this.operated, operation);
    return led instanceof Promise ? led.then(end) : end(led);
  }
}
