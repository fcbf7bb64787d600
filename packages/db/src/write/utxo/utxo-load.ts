/**
 * The load stage of a UTXO chain: rows of blocks and transactions go into tables without indexes, address events into the
 * staging table, and a cache of unspent outputs resolves inputs. Blocks are laid out as they come and written in one
 * transaction per {@link LOADED_AT_ONCE}: while PostgreSQL writes those of one, the next ones are being laid out.
 */
import type { BlockRef, PlacedUtxoBlock, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { amountOfWords } from '../amount.js';
import { buildMissingIndexes } from '../chain-indexes.js';
import { copyInto, openCopy } from '../copy.js';
import { CopyRows } from '../copy-rows.js';
import { moveCursor } from '../cursor.js';
import { summariseLoadIndex } from '../first-sync/begin-and-end.js';
import { ChunkWriter } from '../first-sync/event-chunk.js';
import type { BlockLoad } from '../first-sync/first-sync.js';
import { type FirstSyncState, moveFirstSync } from '../first-sync/first-sync-state.js';
import { stageEvents } from '../first-sync/staged-events.js';
import { FIRST_SYNC_LIMIT_MS, inTransaction } from '../transaction.js';
import { type AddressEvents, addressEvents } from './address-events.js';
import { layOutBatch, type UtxoBatch } from './batch.js';
import { eventsByAddress } from './batch-histories.js';
import { UTXO_BUCKETS } from './buckets.js';
import { applyDeliveredOutputs } from './delivered-outputs.js';
import { takeOldestRows } from './oldest-unspent-rows.js';
import { addToCache, spendFromCache } from './resolve-from-cache.js';
import { blockRows, COPY_TARGETS, transactionRows } from './rows.js';
import { missingOutput, spendEarlierOutputs, unresolvedInputs } from './spend-earlier-outputs.js';
import type { UnspentCache } from './unspent-cache.js';

/** A database transaction of the load ends with the batch that reaches one of these, or the bytes that memory allows. */
const LOADED_AT_ONCE = { transactions: 50_000, blocks: 5_000 } as const;
/** Database transactions after which what they added is summarised, so that a restart need not. */
const SUMMARISED_EVERY = 20;
/** Rows are sent when so much is ready. */
const SEND_BYTES = 1 << 20;

export interface UtxoLoadOptions {
  readonly session: Session;
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly historyFrom: number;
  readonly cursor: BlockRef | null;
  readonly state: FirstSyncState;
  readonly cache: UnspentCache;
  /** Blocks in one database transaction. */
  readonly batchBytes: number;
}

/** Batches that are laid out and wait to be written together. */
interface Pending {
  readonly batches: UtxoBatch[];
  transactions: number;
  bytes: number;
  blocks: number;
}

export class UtxoLoad implements BlockLoad<PlacedUtxoBlock> {
  written: BlockRef | null;
  private readonly options: UtxoLoadOptions;
  private state: FirstSyncState;
  private pending: Pending = { batches: [], transactions: 0, bytes: 0, blocks: 0 };
  private writing: Promise<void> = Promise.resolve();
  private readonly chunks = new ChunkWriter(UTXO_BUCKETS);
  private indexed: boolean;
  private writes = 0;
  /** What is in memory does not fit what is written any more: only a new load can go on. */
  hasFailed = false;

  constructor(options: UtxoLoadOptions) {
    this.options = options;
    this.written = options.cursor;
    this.state = options.state;
    this.indexed = options.state.unspentTo > 0;
  }

  get transactions(): number {
    return this.state.transactions;
  }

  async add(blocks: readonly PlacedUtxoBlock[]): Promise<void> {
    const { pending } = this;
    pending.batches.push(this.layOut(blocks));
    pending.blocks += blocks.length;
    for (const { txCount, size } of blocks) {
      pending.transactions += txCount;
      pending.bytes += size;
    }
    const { transactions, blocks: most } = LOADED_AT_ONCE;
    if (pending.transactions >= transactions || pending.bytes >= this.options.batchBytes || pending.blocks >= most)
      await this.start();
  }

  private layOut(blocks: readonly PlacedUtxoBlock[]): UtxoBatch {
    const { chain, network, cache } = this.options;
    try {
      const batch = layOutBatch(chain, network, blocks);
      spendFromCache(batch, cache);
      addToCache(batch, cache);
      return batch;
    } catch (error) {
      this.hasFailed = true; // with part of the batch in the cache
      throw error;
    }
  }

  async flush(): Promise<void> {
    await this.start();
    await this.writing;
  }

  async end(): Promise<void> {
    const { session, chain } = this.options;
    await inTransaction(session, () => moveFirstSync(session, chain.code, { stage: 'unspent' }));
  }

  /** Starts writing what is pending, as soon as what was pending before is written. */
  private async start(): Promise<void> {
    await this.writing;
    const { batches } = this.pending;
    if (batches.length === 0) return;
    this.pending = { batches: [], transactions: 0, bytes: 0, blocks: 0 };
    // The cache stands at the end of these batches now, and goes on while they are written.
    const { cache } = this.options;
    const last = batches.at(-1)!.blocks.at(-1)!;
    const stored = cache.surplus > 0 ? takeOldestRows(cache, cache.surplus) : null;
    const unspentTo = stored === null ? this.state.unspentTo : (cache.oldestTxKey() ?? txKey(last.height + 1, 0));
    this.writing = this.write(batches, last, stored, unspentTo);
    // Reported by the next call, which awaits it.
    this.writing.catch(() => {
      this.hasFailed = true;
    });
  }

  private async write(
    batches: readonly UtxoBatch[],
    last: BlockRef,
    stored: CopyRows | null,
    unspentTo: number,
  ): Promise<void> {
    const { session, chain } = this.options;
    const { state, chunks } = this;
    const firstTxKey = txKey(batches[0]!.blocks[0]!.height, 0);
    const write = async () => {
      if (stored !== null) await this.storeUnspent(stored);
      for (const batch of batches) await this.resolve(batch);
      const blocks = new CopyRows();
      for (const batch of batches) blockRows(batch, blocks);
      await copyInto(session, `blocks_${chain.code} ${COPY_TARGETS.blocks}`, blocks);
      chunks.begin(firstTxKey);
      const transactions = openCopy(session, `transactions_${chain.code} ${COPY_TARGETS.transactions}`);
      const rows = new CopyRows(2 * SEND_BYTES);
      try {
        for (const batch of batches) {
          const events = addressEvents(batch);
          transactionRows(batch, events, rows);
          stage(batch, events, chunks);
          if (rows.bytes >= SEND_BYTES) await transactions.send(rows.drain());
        }
        await transactions.send(rows.finish());
      } catch (error) {
        transactions.abandon(error as Error);
        throw error;
      }
      await transactions.end();
      await stageEvents(session, chain.code, chunks, firstTxKey);
      this.state = {
        ...state,
        unspentTo,
        transactions: state.transactions + rows.count,
        events: state.events + chunks.count,
      };
      await moveFirstSync(session, chain.code, this.state);
      await moveCursor(session, chain.code, this.written, last);
    };
    await inTransaction(session, write, FIRST_SYNC_LIMIT_MS);
    // Whatever keeps it from being done now, it is done later, and a restart without it is only slower.
    if (++this.writes % SUMMARISED_EVERY === 0) await summariseLoadIndex(session, chain.code).catch(() => undefined);
    this.written = { height: last.height, hash: last.hash };
  }

  private async storeUnspent(rows: CopyRows): Promise<void> {
    const { session, chain } = this.options;
    if (!this.indexed) {
      await buildMissingIndexes(session, chain.code, `unspent_outputs_${chain.code}_outpoint`);
      this.indexed = true;
    }
    await copyInto(session, `unspent_outputs_${chain.code} ${COPY_TARGETS.unspent_outputs}`, rows);
  }

  /** Finds the outputs that a batch spends and that were not in the cache. */
  private async resolve(batch: UtxoBatch): Promise<void> {
    const { session, chain, historyFrom } = this.options;
    if (batch.earlierInputs.length > 0) {
      if (this.indexed) await spendEarlierOutputs(session, chain.code, batch);
      const [missing] = unresolvedInputs(batch);
      // Above height 0 it may lie before the history. Whether it should be here, no index can tell yet.
      if (missing !== undefined && historyFrom === 0) throw missingOutput(batch, missing);
    }
    applyDeliveredOutputs(chain, batch);
  }
}

/** The events of a batch, packed by address. */
function stage(batch: UtxoBatch, events: AddressEvents, chunks: ChunkWriter): void {
  const { txKey: keys, deltaHigh, deltaLow, receivedHigh, receivedLow } = events;
  const { order, start } = eventsByAddress(batch, events);
  for (let address = 0; address < batch.addresses.count; address++) {
    const from = start[address]!;
    const to = start[address + 1]!;
    if (from === to) continue;
    chunks.group(batch.addresses, address, to - from);
    for (let i = from; i < to; i++) {
      const e = order[i]!;
      const delta = amountOfWords(deltaHigh[e]!, deltaLow[e]!);
      chunks.event(keys[e]!, delta, amountOfWords(receivedHigh[e]!, receivedLow[e]!));
    }
  }
}
