/**
 * The load stage, for every family: blocks are laid out as they come and written in one transaction per {@link
 * LOADED_AT_ONCE}. While PostgreSQL writes those of one, the next ones are being laid out.
 */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { inTransaction, LONG_LIMIT_MS } from '../../database-transaction.js';
import { moveCursor } from '../cursor.js';
import type { BlockLoad } from './first-sync.js';
import { type FirstSyncState, leaveStage, moveFirstSync, summariseLoadIndex } from './first-sync-state.js';

/** A transaction of the load ends with the batch that reaches one of these, or the bytes that memory allows. */
const LOADED_AT_ONCE = { transactions: 50_000, blocks: 5_000 } as const;
/** Database transactions after which what they added is summarised, so that a restart need not. */
const SUMMARISED_EVERY = 20;

export interface LoadContext {
  readonly session: Session;
  readonly chain: ChainCode;
  /** The last block written. */
  readonly cursor: BlockRef | null;
  readonly state: FirstSyncState;
  /** Blocks in one database transaction. */
  readonly batchBytes: number;
}

/** Part of a block that the load looks at. */
interface LoadedBlock extends BlockRef {
  readonly txCount: number;
  readonly size: number;
}

/** Batches that are laid out and wait to be written together. */
interface Pending<Batch> {
  readonly batches: Batch[];
  last: BlockRef | null;
  transactions: number;
  bytes: number;
  blocks: number;
}

function nothingPending<Batch>(): Pending<Batch> {
  return { batches: [], last: null, transactions: 0, bytes: 0, blocks: 0 };
}

export abstract class PipelinedLoad<Block extends LoadedBlock, Batch> implements BlockLoad<Block> {
  written: BlockRef | null;
  /** The state in memory does not fit the rows any more: only a new load can go on. */
  hasFailed = false;
  protected state: FirstSyncState;
  private readonly place: LoadContext;
  private pending: Pending<Batch> = nothingPending();
  private writing: Promise<void> = Promise.resolve();
  private writes = 0;

  constructor(place: LoadContext) {
    this.place = place;
    this.written = place.cursor;
    this.state = place.state;
  }

  /** Takes over consecutive blocks. What it throws ends the load. */
  protected abstract layOut(blocks: readonly Block[]): Batch;

  /** Called before later batches are laid out. @returns what writes rows, and says what has changed of the state */
  protected abstract writer(batches: readonly Batch[], last: BlockRef): () => Promise<Partial<FirstSyncState>>;

  /** Weight of a block in {@link LoadContext.batchBytes}: its size, or what memory needs more goes by. */
  protected bytesOf(block: Block): number {
    return block.size;
  }

  get transactions(): number {
    return this.state.transactions;
  }

  async add(blocks: readonly Block[]): Promise<void> {
    const { pending } = this;
    try {
      pending.batches.push(this.layOut(blocks));
    } catch (error) {
      this.hasFailed = true; // with part of the batch in memory
      throw error;
    }
    pending.blocks += blocks.length;
    pending.last = blocks.at(-1) ?? pending.last;
    for (const block of blocks) {
      pending.transactions += block.txCount;
      pending.bytes += this.bytesOf(block);
    }
    const { transactions, blocks: most } = LOADED_AT_ONCE;
    if (pending.transactions >= transactions || pending.bytes >= this.place.batchBytes || pending.blocks >= most)
      await this.start();
  }

  async flush(): Promise<void> {
    await this.start();
    await this.writing;
  }

  async end(): Promise<void> {
    const { session, chain } = this.place;
    await inTransaction(session, () => leaveStage(session, chain, 'load'));
  }

  /** Starts writing what is pending, as soon as what was pending before is written. */
  private async start(): Promise<void> {
    await this.writing;
    const { batches, last } = this.pending;
    if (last === null) return;
    this.pending = nothingPending();
    this.writing = this.write(this.writer(batches, last), last);
    // Reported by the next call, which awaits it.
    this.writing.catch(() => {
      this.hasFailed = true;
    });
  }

  private async write(writeRows: () => Promise<Partial<FirstSyncState>>, last: BlockRef): Promise<void> {
    const { session, chain } = this.place;
    const write = async () => {
      this.state = { ...this.state, ...(await writeRows()) };
      await moveFirstSync(session, chain, this.state);
      await moveCursor(session, chain, this.written, last);
    };
    await inTransaction(session, write, LONG_LIMIT_MS);
    // Whatever keeps it from being done now, it is done later, and a restart without it is only slower.
    if (++this.writes % SUMMARISED_EVERY === 0) await summariseLoadIndex(session, chain).catch(() => undefined);
    this.written = { height: last.height, hash: last.hash };
  }
}
