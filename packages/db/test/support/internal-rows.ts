/** The rows that must come of tracing parts of a chain made by hand, and those that did. */
import type { Queryable } from '../../src/connection.js';
import { FIRST_INTERNAL_IDX } from '../../src/tx-key.js';
import { ADDRESSES, type Block, effectsOf, internalKind, touchedBy } from './internal-world.js';

interface TracedPart {
  readonly live: boolean;
  /** Whether a height is in it. */
  has(height: number): boolean;
}

/** Rows as PostgreSQL prints them in JSON, in the order of the tables' keys. */
export interface InternalRows {
  readonly histories: readonly string[];
  readonly transfers: readonly string[];
}

const hexOf = (address: number) => `\\x${ADDRESSES[address]!.toString('hex')}`;

/** @param parts what of the chain is traced and counts. @param traced heights whose transfers are stored */
function expectedRows(
  chain: readonly Block[],
  parts: readonly TracedPart[],
  traced: (height: number) => boolean,
): InternalRows {
  const histories: { key: string; txKey: bigint; row: string }[] = [];
  const transfers: string[] = [];
  for (const { height, entries } of chain) {
    for (const [t, entry] of entries.entries()) {
      if (!traced(height)) continue;
      const moves = entry.internal.filter(({ from, to }) => from !== null || to !== null);
      for (const [i, move] of moves.entries()) {
        const sides = [move.from, move.to].map((side) => (side === null ? null : hexOf(side)));
        transfers.push(
          [txKeyOf(height, t), FIRST_INTERNAL_IDX + i, internalKind(move), ...sides, move.amount].join(' '),
        );
      }
    }
  }
  for (const part of parts) {
    const sums = new Map<number, { seq: number; balance: bigint; received: bigint }>();
    for (const { height, entries } of chain.filter((block) => part.has(block.height))) {
      for (const [t, entry] of entries.entries()) {
        const touched = touchedBy(entry);
        for (const [address, effect] of effectsOf(entry.internal)) {
          const before = sums.get(address) ?? { seq: 0, balance: 0n, received: 0n };
          const listed = !touched.has(address);
          const after = {
            seq: before.seq + Number(listed),
            balance: before.balance + effect.delta,
            received: before.received + effect.received,
          };
          sums.set(address, after);
          const key = hexOf(address);
          const txKey = txKeyOf(height, t);
          const row = [key, part.live, after.seq, listed, txKey, effect.delta, after.balance, after.received].join(' ');
          histories.push({ key, txKey, row });
        }
      }
    }
  }
  histories.sort((a, b) => (a.key === b.key ? Number(a.txKey - b.txKey) : a.key < b.key ? -1 : 1));
  return {
    histories: histories.map(({ row }) => row),
    transfers,
  };
}

/** What the tables hold. */
export async function readInternalRows(database: Queryable): Promise<InternalRows> {
  const read = async (sql: string) => {
    const { rows } = await database.query<[string]>({ text: sql, rowMode: 'array' });
    return rows.map(([row]) => row);
  };
  return {
    histories: await read(
      `SELECT concat_ws(' ', address_key, CASE WHEN live THEN 'true' ELSE 'false' END, seq, CASE WHEN listed THEN 'true' ELSE 'false' END,
         tx_key, delta, balance, received) FROM eth.internal_address_transactions ORDER BY address_key, tx_key`,
    ),
    transfers: await read(
      `SELECT tx_key || ' ' || idx || ' ' || kind || ' ' || coalesce(from_key::text, '') || ' ' || coalesce(to_key::text, '') || ' ' || amount
       FROM eth.transfers WHERE idx >= 1 << 24 ORDER BY tx_key, idx`,
    ),
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** What they must hold of a chain, by what they say is traced. Of an unfinished sort, histories are left out. */
export async function rowsToExpect(database: Queryable, chain: readonly Block[]): Promise<InternalRows> {
  const spans = async (sql: string) => (await database.query<Span>(sql)).rows;
  const live = await spans('SELECT live_from AS "from", live_to AS "to" FROM eth.internal_sync');
  const gaps = await spans('SELECT from_height AS "from", to_height AS "to" FROM eth.internal_gaps');
  const ranges = await spans('SELECT from_height AS "from", done_to AS "to" FROM eth.internal_ranges');
  const backfill = async (stages: string) =>
    spans(`SELECT backfill_from AS "from", backfill_to AS "to" FROM eth.internal_sync WHERE stage IN (${stages})`);
  const within = (all: readonly Span[], height: number) => all.some(({ from, to }) => height >= from && height <= to);
  const isLive = (height: number) => within(live, height) && !within(gaps, height);
  const [done, loaded] = [await backfill("'done'"), await backfill("'sort', 'index', 'done'")];
  const parts: TracedPart[] = [
    { live: false, has: (height) => within(done, height) && !within(gaps, height) },
    { live: true, has: isLive },
  ];
  return expectedRows(
    chain,
    parts,
    (height) => isLive(height) || within(ranges, height) || (within(loaded, height) && !within(gaps, height)),
  );
}

function txKeyOf(height: number, index: number): bigint {
  return (BigInt(height) << 20n) + BigInt(index);
}
