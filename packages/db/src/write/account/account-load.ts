/** The load stage of an account chain: rows go into tables without indexes, address events into the staging table. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { copyInto, openCopy } from '../copy.js';
import { CopyRows } from '../copy-rows.js';
import { ACCOUNT_BUCKETS, ChunkWriter, stageGroups } from '../first-sync/event-chunk.js';
import type { FirstSyncState } from '../first-sync/first-sync-state.js';
import { type LoadContext, PipelinedLoad } from '../first-sync/pipelined-load.js';
import { stageEvents } from '../first-sync/staged-events.js';
import { groupEvents } from '../history/history-rows.js';
import { BLOCK_COLUMNS, blockRows, type LaidOutBatch, layOutAccountBatch } from './account-batch.js';
import type { AccountTables, PreparedAccountBlock } from './prepared-block.js';

/**
 * Bytes of prepared rows that count as one of a block: they are held once more while they are sent. An ordinary block
 * has about as many as its size says, and one that is full of logs ten times as many.
 */
const ROWS_PER_BYTE = 3;
/** Rows are sent when so much is ready. */
const SEND_BYTES = 1 << 20;

export class AccountLoad<Block extends PreparedAccountBlock> extends PipelinedLoad<Block, LaidOutBatch<Block>> {
  private readonly session: Session;
  private readonly chain: ChainCode;
  private readonly chunks = new ChunkWriter(ACCOUNT_BUCKETS);

  private readonly tables: AccountTables;
  private readonly writeBeside: (blocks: readonly Block[]) => Promise<void>;

  /** @param writeBeside writes what else a family has of consecutive blocks, in the transaction of their rows */
  constructor(
    place: LoadContext,
    tables: AccountTables,
    writeBeside: (blocks: readonly Block[]) => Promise<void> = async () => undefined,
  ) {
    super(place);
    this.tables = tables;
    this.writeBeside = writeBeside;
    this.session = place.session;
    this.chain = place.chain;
  }

  protected override bytesOf({ size, rows: prepared, effects }: PreparedAccountBlock): number {
    const rows = Object.values(prepared).reduce((sum, { bytes }) => sum + bytes.length, effects.amounts.bytes.length);
    return Math.max(size, Math.ceil(rows / ROWS_PER_BYTE));
  }

  protected layOut(blocks: readonly Block[]): LaidOutBatch<Block> {
    return layOutAccountBatch(blocks);
  }

  protected writer(batches: readonly LaidOutBatch<Block>[]): () => Promise<Partial<FirstSyncState>> {
    return async () => {
      const { session, chain, chunks } = this;
      const firstTxKey = txKey(batches[0]!.blocks[0]!.height, 0);
      const blocks = new CopyRows();
      for (const batch of batches) blockRows(batch, blocks);
      await copyInto(session, `${chain}.blocks ${BLOCK_COLUMNS}`, blocks);
      for (const table of Object.keys(this.tables)) await this.copy(table, batches);
      chunks.begin(firstTxKey);
      for (const batch of batches) stage(batch, chunks);
      await stageEvents(session, chain, chunks, firstTxKey);
      await this.writeBeside(batches.flatMap((batch) => batch.blocks));
      const { state } = this;
      const transactions = batches.reduce((sum, batch) => sum + entriesOf(batch), state.transactions);
      return { transactions, events: state.events + chunks.count };
    };
  }

  private async copy(table: string, batches: readonly LaidOutBatch[]): Promise<void> {
    const copy = openCopy(this.session, `${this.chain}.${table} ${this.tables[table]}`);
    const rows = new CopyRows(2 * SEND_BYTES);
    try {
      for (const { blocks } of batches) {
        for (const block of blocks) {
          const { bytes, count } = block.rows[table]!;
          rows.append(bytes, count);
          if (rows.bytes >= SEND_BYTES) await copy.send(rows.drain());
        }
      }
      await copy.send(rows.finish());
    } catch (error) {
      copy.abandon(error as Error);
      throw error;
    }
    await copy.end();
  }
}

function entriesOf({ blocks }: LaidOutBatch): number {
  return blocks.reduce((sum, { rows }) => sum + rows['transactions']!.count, 0);
}

/** The events of a batch, packed by address. */
function stage({ blocks, addresses, events }: LaidOutBatch, chunks: ChunkWriter): void {
  const groups = groupEvents(events.address, events.count, addresses.count);
  stageGroups(addresses, groups, chunks, (e) =>
    chunks.packedEvent(events.txKey[e]!, blocks[events.block[e]!]!.effects.amounts, events.effect[e]!),
  );
}
