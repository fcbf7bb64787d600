/**
 * The load stage of a UTXO chain. Rows of blocks and transactions go into tables without indexes, address events into
 * the staging table. A cache of unspent outputs resolves inputs; the oldest of them leave it for the UTXO set.
 */
import {
  amountOfWords,
  type BlockRef,
  HIGH_WORD,
  LOW_WORD,
  type PlacedUtxoBlock,
  type UtxoChain,
  type UtxoNetwork,
} from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { buildMissingIndexes } from '../chain-indexes.js';
import { copyInto, openCopy } from '../copy.js';
import { CopyRows } from '../copy-rows.js';
import { ChunkWriter, stageGroups, UTXO_BUCKETS } from '../first-sync/event-chunk.js';
import type { FirstSyncState } from '../first-sync/first-sync-state.js';
import { PipelinedLoad } from '../first-sync/pipelined-load.js';
import { stageEvents } from '../first-sync/staged-events.js';
import { groupEvents } from '../history/history-rows.js';
import { type AddressEvents, addressEvents } from './address-events.js';
import { applyDeliveredOutputs, missingOutput, spendEarlierOutputs, unresolvedInputs } from './spent-outputs.js';
import type { UnspentCache } from './unspent-cache.js';
import { layOutBatch, NONE, type UtxoBatch } from './utxo-batch.js';
import { blockRows, COPY_TARGETS, transactionRows, unaddressedSpendRows } from './utxo-rows.js';

/** Rows are sent when so much is ready. */
const SEND_BYTES = 1 << 20;

export interface UtxoLoadOptions {
  readonly session: Session;
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly historyFrom: number;
  readonly cursor: BlockRef | null;
  /** Header time that no block up to the cursor exceeds. */
  readonly latestTime: number;
  readonly state: FirstSyncState;
  readonly cache: UnspentCache;
  /** Blocks in one database transaction. */
  readonly batchBytes: number;
}

export class UtxoLoad extends PipelinedLoad<PlacedUtxoBlock, UtxoBatch> {
  private readonly options: UtxoLoadOptions;
  private readonly chunks = new ChunkWriter(UTXO_BUCKETS);
  private indexed: boolean;
  private latestTime: number;

  constructor(options: UtxoLoadOptions) {
    super({ ...options, chain: options.chain.code });
    this.options = options;
    this.indexed = options.state.unspentTo > 0;
    this.latestTime = options.latestTime;
  }

  protected layOut(blocks: readonly PlacedUtxoBlock[]): UtxoBatch {
    const { chain, network, cache } = this.options;
    const batch = layOutBatch(chain, network, blocks);
    spendFromCache(batch, cache);
    addToCache(batch, cache);
    return batch;
  }

  protected writer(batches: readonly UtxoBatch[], last: BlockRef): () => Promise<Partial<FirstSyncState>> {
    // The cache stands at the end of these batches now, and goes on while they are written.
    const { cache } = this.options;
    const stored = cache.surplus > 0 ? takeOldestRows(cache, cache.surplus) : null;
    const unspentTo = stored === null ? this.state.unspentTo : (cache.oldestTxKey() ?? txKey(last.height + 1, 0));
    return () => this.writeRows(batches, stored, unspentTo);
  }

  private async writeRows(
    batches: readonly UtxoBatch[],
    stored: CopyRows | null,
    unspentTo: number,
  ): Promise<Partial<FirstSyncState>> {
    const { session, chain } = this.options;
    const { chunks } = this;
    const firstTxKey = txKey(batches[0]!.blocks[0]!.height, 0);
    if (stored !== null) await this.storeUnspent(stored);
    for (const batch of batches) await this.resolve(batch);
    const blocks = new CopyRows();
    chunks.begin(firstTxKey);
    const transactions = openCopy(session, `${chain.code}.transactions ${COPY_TARGETS.transactions}`);
    const rows = new CopyRows(2 * SEND_BYTES);
    try {
      for (const batch of batches) {
        const events = addressEvents(batch);
        this.latestTime = blockRows(batch, events, this.latestTime, blocks).latestTime;
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
    await copyInto(session, `${chain.code}.blocks ${COPY_TARGETS.blocks}`, blocks);
    const spends = new CopyRows();
    for (const batch of batches) unaddressedSpendRows(batch, spends);
    await copyInto(session, `${chain.code}.unaddressed_spends ${COPY_TARGETS.unaddressed_spends}`, spends);
    await stageEvents(session, chain.code, chunks, firstTxKey);
    const { state } = this;
    return { unspentTo, transactions: state.transactions + rows.count, events: state.events + chunks.count };
  }

  private async storeUnspent(rows: CopyRows): Promise<void> {
    const { session, chain } = this.options;
    if (!this.indexed) {
      await buildMissingIndexes(session, chain.code, 'unspent_outputs_outpoint');
      this.indexed = true;
    }
    await copyInto(session, `${chain.code}.unspent_outputs ${COPY_TARGETS.unspent_outputs}`, rows);
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
  const groups = groupEvents(events.address, events.count, batch.addresses.count);
  stageGroups(batch.addresses, groups, chunks, (e) => {
    const delta = amountOfWords(deltaHigh[e]!, deltaLow[e]!);
    chunks.event(keys[e]!, delta, amountOfWords(receivedHigh[e]!, receivedLow[e]!));
  });
}

/** Spends what the batch spends of the cache; `earlierInputs` keeps the inputs whose outputs are not in it. */
function spendFromCache(batch: UtxoBatch, cache: UnspentCache): void {
  const missing: number[] = [];
  const { inputTxKey, inputKnown, inputWords, inputAddress, addresses } = batch;
  let b = 0;
  for (const input of batch.earlierInputs) {
    while (input >= batch.inputBase[b + 1]!) b++;
    const { block } = batch.blocks[b]!;
    const i = input - batch.inputBase[b]!;
    const record = cache.take(block.bytes, block.inputPrevTxidOffset[i]!, block.inputPrevVout[i]!);
    if (record < 0) {
      missing.push(input);
      continue;
    }
    inputTxKey[input] = cache.txKeyOf(record);
    inputKnown[input] = 1;
    inputWords[2 * input + HIGH_WORD] = cache.highOf(record);
    inputWords[2 * input + LOW_WORD] = cache.lowOf(record);
    inputAddress[input] = cache.addressOf(record, addresses);
  }
  batch.earlierInputs = missing;
}

/** Adds what the batch leaves unspent to the cache. */
function addToCache(batch: UtxoBatch, cache: UnspentCache): void {
  const { outputUnspendable, outputSpent, outputWords, outputAddress, addresses, txids } = batch;
  for (let tx = 0; tx < batch.txBlock.length; tx++) {
    const b = batch.txBlock[tx]!;
    const { block, height } = batch.blocks[b]!;
    const t = tx - batch.txBase[b]!;
    const first = block.outputStart[t]!;
    const end = block.outputStart[t + 1]!;
    for (let o = first; o < end; o++) {
      const output = batch.outputBase[b]! + o;
      if (outputUnspendable[output] === 1 || outputSpent[output] === 1) continue;
      const address = outputAddress[output]!;
      const keyAt = address === NONE ? 0 : addresses.starts[address]!;
      const keyLength = address === NONE ? 0 : addresses.starts[address + 1]! - keyAt;
      const high = outputWords[2 * output + HIGH_WORD]!;
      const low = outputWords[2 * output + LOW_WORD]!;
      cache.add(txids, 32 * tx, o - first, txKey(height, t), high, low, addresses.bytes, keyAt, keyLength);
    }
  }
}

/** So many at once where there is a choice: some 20 MB of rows. */
export const STORED_AT_ONCE = 200_000;
/** And at the most: blocks full of payouts can make so many between two transactions of the load. */
const MOST_AT_ONCE = 1_500_000;
/** A record's place takes the lower bits of a number, the start of its txid the higher ones. */
const PLACES = 2 ** 21;

/** Takes the oldest outputs out as rows, at most {@link MOST_AT_ONCE}. @param count at least, whole transactions */
export function takeOldestRows(cache: UnspentCache, count: number): CopyRows {
  const records = cache.takeOldest(Math.min(count, MOST_AT_ONCE));
  const rows = new CopyRows();
  for (const record of inOrderOfTxid(cache, records)) {
    const { bytes, at } = cache.bytesOf(record);
    const key = cache.keyOf(record);
    rows.row(5);
    rows.reversedHash(bytes, at);
    rows.int4(cache.voutOf(record));
    rows.int8(cache.txKeyOf(record));
    rows.int8Words(cache.highOf(record), cache.lowOf(record));
    if (key.length === 0) rows.null();
    else rows.bytea(key.bytes, key.at, key.at + key.length);
  }
  return rows;
}

/** So that their index is written in order. Rows of the same first four bytes may be in any. */
function* inOrderOfTxid(cache: UnspentCache, records: readonly number[]): Generator<number> {
  const places = new Float64Array(records.length);
  for (const [n, record] of records.entries()) {
    const { bytes, at } = cache.bytesOf(record);
    places[n] = bytes.readUInt32LE(at + 28) * PLACES + n; // in display order the last bytes come first
  }
  for (const place of places.sort()) yield records[place % PLACES]!;
}
