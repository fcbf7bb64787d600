import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { type HistoryKind, type Walked, walkHistory } from '../walk-history.js';
import { balanceAt, basesOf, type Counting, type KnownOrigin } from './counting.js';
import { evmHistorySql } from './evm-history-statement.js';
import type { EvmHistory, EvmHistoryPage, EvmHistoryRow, TraceGap } from './evm-read-model.js';
import { type EvmTransactionColumns, storedEvmTransaction } from './evm-transaction-columns.js';

/** A row with its running sum, and the height of its block; both null while it is unconfirmed. */
interface SummedRow {
  readonly delta: string;
  readonly running: string | null;
  readonly height: number | null;
  readonly columns: EvmTransactionColumns;
}

/** The first column is what is told of the block: height and index come first. */
const KIND: HistoryKind<EvmTransactionColumns, SummedRow> = {
  ...{ sql: evmHistorySql, hasAssets: true },
  row: (delta, running, _, columns) => ({ delta, running, height: columns[0]?.[0] ?? null, columns }),
  keyOf: ([block]) => txKey(block?.[0] ?? 0, block?.[1] ?? 0),
};

interface Head {
  /** Null without a row in sync_state. */
  readonly counting: Counting;
  readonly incomplete: readonly TraceGap[];
}

/**
 * Reads a page of the history of an address of an EVM chain. A page costs the same at any offset. A walk by `next`
 * shows every transaction once that stays, whatever blocks, rollbacks and closed gaps do meanwhile.
 * @param known what a node's balance told
 * @returns null when the chain has no row in sync_state; `rows` is empty while its first sync is under way
 */
export async function readEvmHistory(
  db: Queryable,
  chain: ChainCode,
  addressKey: Buffer,
  { from, ...page }: EvmHistoryPage,
  known: KnownOrigin | null = null,
): Promise<EvmHistory | null> {
  const { newestFirst } = page;
  const place = from && {
    place: from.txKey ?? (newestFirst ? Number.MAX_SAFE_INTEGER : -1),
    pendingId: from.pendingId,
  };
  const found = await walkHistory(db, chain, KIND, addressKey, { ...page, from: place });
  return found && evmHistory(found, known);
}

function evmHistory(found: Walked<SummedRow>, known: KnownOrigin | null): EvmHistory {
  const { state, total, offset, next, more } = found;
  const { counting, incomplete } = more as Head;
  const bases = basesOf(counting, known);
  const rows = found.rows.map((row) => evmRow(row, bases));
  const isWanted = found.rows.some(({ height }, n) => {
    return height !== null && rows[n]?.balance === null && counting.tip !== null && height >= counting.tip.since;
  });
  return {
    ...{ state, total, offset, rows, incomplete },
    next: next && { txKey: next.place, pendingId: next.pendingId },
    wanted: isWanted ? counting : null,
    countedFrom: (origin) => evmHistory(found, origin),
  };
}

/** Its transaction is made when it is asked for: those of a long page, of thousands of transfers, take milliseconds. */
function evmRow({ delta, running, height, columns }: SummedRow, bases: ReturnType<typeof basesOf>): EvmHistoryRow {
  return {
    delta,
    balance: running === null || height === null ? null : balanceAt(bases, height, running),
    get transaction() {
      return storedEvmTransaction(columns);
    },
  };
}
