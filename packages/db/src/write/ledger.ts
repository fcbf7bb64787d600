/**
 * The indexer's view of a chain's tables: where they stand, and one operation that extends them or replaces their
 * end. Rows, rollback and cursor are one transaction, so a reorg is not a special mode and a crash loses nothing.
 */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import { inTransaction, LONG_LIMIT_MS } from '../database-transaction.js';
import { createChainSchema } from '../migrate/chain-schema.js';
import { txKey } from '../tx-key.js';
import { buildMissingIndexes } from './chain-indexes.js';
import { moveCursor, readBlockHashes, readCursor, recordReorg } from './cursor.js';

export interface Ledger<Block> {
  /** Height of the first indexed block; what the tables were started with wins over what is asked for. */
  readonly historyFrom: number;
  /** Height up to which nothing is ever taken back, as the node said; null where nodes do not say. */
  readonly finalizedHeight: number | null;
  cursor(): Promise<BlockRef | null>;
  /** Stored blocks `from … to`, inclusive, in order of height. */
  blocks(from: number, to: number): Promise<BlockRef[]>;
  /** Builds the indexes that live writes need and that are missing: for hours where one is wanted of a long history. */
  prepare(): Promise<void>;
  /** Appends `blocks` to `fork` (null: nothing), and removes what is above. @param cursor as {@link cursor} said */
  replaceAfter(cursor: BlockRef | null, fork: BlockRef | null, blocks: readonly Block[]): Promise<void>;
}

/** A family's part of {@link Ledger.replaceAfter}: its steps, in their order, inside its transaction. */
export interface LedgerSteps<Block> {
  readonly finalizedHeight: number | null;
  /** @throws Error where blocks between the fork and the cursor are never taken back, or not for others in their place */
  allow?(cursor: BlockRef, fork: BlockRef | null, blocks: readonly Block[]): void;
  /** Makes the transactions of blocks above `height` unconfirmed again, where the family keeps such. */
  unconfirm?(height: number): Promise<void>;
  /** Removes all blocks above `height`, and leaves exactly the rows that were there when `height` was the tip. */
  rollback(height: number): Promise<void>;
  /** Appends consecutive blocks, at least one. */
  write(blocks: readonly Block[]): Promise<void>;
  /** Marks transactions of written blocks as confirmed, and drops those that cannot be any more. */
  confirm?(blocks: readonly Block[]): Promise<void>;
}

/**
 * @param session the owner's session of the chain
 * @param startHeight where a new history starts; one that exists keeps its own
 * @param open makes the family's steps once the chain is registered; gets the height of the first indexed block
 */
export async function openLedger<Block extends BlockRef>(
  session: Session,
  code: ChainCode,
  network: string,
  startHeight: number,
  open: (historyFrom: number) => Promise<LedgerSteps<Block>>,
): Promise<Ledger<Block>> {
  const historyFrom = await registerChain(session, code, network, startHeight);
  const steps = await open(historyFrom);
  let isIndexed = false;
  const prepare = async (): Promise<void> => {
    if (!isIndexed) await buildMissingIndexes(session, code);
    isIndexed = true;
  };
  return {
    historyFrom,
    finalizedHeight: steps.finalizedHeight,
    cursor: () => readCursor(session, code),
    blocks: (from, to) => readBlockHashes(session, code, from, to),
    prepare,
    async replaceAfter(cursor, fork, blocks) {
      if (cursor !== null) steps.allow?.(cursor, fork, blocks);
      // A new chain's tables have none until it is known how its first blocks are written.
      await prepare();
      const isRollback = cursor !== null && cursor.height !== fork?.height;
      const replace = async (): Promise<void> => {
        if (isRollback) {
          const height = fork?.height ?? historyFrom - 1;
          await recordReorg(session, code, cursor, height);
          await steps.unconfirm?.(height);
          await steps.rollback(height);
        }
        if (blocks.length > 0) {
          await steps.write(blocks);
          await steps.confirm?.(blocks);
        }
        await moveCursor(session, code, cursor, blocks.at(-1) ?? fork);
      };
      await inTransaction(session, replace, isRollback ? LONG_LIMIT_MS : undefined);
    },
  };
}

/**
 * Removes the rows of all blocks above `height`, inside the caller's transaction.
 * @param tables those with a `tx_key`, beside `blocks`
 */
export async function removeAbove(
  session: Session,
  chain: ChainCode,
  height: number,
  tables: readonly string[],
): Promise<void> {
  const cut = [txKey(height + 1, 0)];
  for (const table of tables) await session.query(`DELETE FROM ${chain}.${table} WHERE tx_key >= $1`, cut);
  await session.query(`DELETE FROM ${chain}.blocks WHERE height > $1`, [height]);
}

/** The database holds another network of the chain; mixing them would make every row meaningless. */
export class NetworkMismatchError extends Error {
  override readonly name = 'NetworkMismatchError';
}

/** Makes the chain's schema and its row, once. @returns `startHeight`, or what the database was started with before */
export async function registerChain(
  session: Session,
  chain: ChainCode,
  network: string,
  startHeight: number,
): Promise<number> {
  await createChainSchema(session, chain, network);
  const { rows } = await session.query<{ network: string; history_from: number }>(
    // One owner registers at a time, so there is no second row.
    `WITH fresh AS (
       INSERT INTO ${chain}.sync_state (network, history_from, phase)
       SELECT $1::text, $2::integer, 'starting' WHERE NOT EXISTS (SELECT FROM ${chain}.sync_state)
       RETURNING network, history_from
     ), changed AS (
       UPDATE ${chain}.sync_state SET network = $1, history_from = $2, revision = revision + 1 WHERE height IS NULL
       RETURNING network, history_from)
     SELECT * FROM fresh UNION ALL SELECT * FROM changed
     UNION ALL SELECT network, history_from FROM ${chain}.sync_state WHERE height IS NOT NULL`,
    [network, startHeight],
  );
  const stored = rows[0];
  if (!stored || stored.network !== network) {
    throw new NetworkMismatchError(
      `The database holds ${chain} ${stored?.network}, but ${chain.toUpperCase()}_NETWORK is ${network}: set it back, or use another DATABASE_URL.`,
    );
  }
  return stored.history_from;
}
