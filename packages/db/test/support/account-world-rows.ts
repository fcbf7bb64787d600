/** The rows that an indexer would have written of an {@link AccountWorld}. */
import { createHash } from 'node:crypto';
import type { BlockRef } from '@chaintrail/chains';
import type { KnownBalance, Session } from '../../src/index.js';
import { type ModelTransaction, OTHER, WALKED } from './account-ledger-model.js';
import type { AccountWorld } from './account-world.js';

const TABLES = [
  ...['blocks', 'transactions', 'address_transactions', 'transfers', 'internal_address_transactions'],
  ...['address_balances', 'mempool_transactions', 'mempool_address_transactions'],
];
const HISTORY = ['address_key', 'seq', 'tx_key', 'delta', 'balance', 'received'];
const INTERNAL_IDX = 2 ** 24;

/** The block at a height, as answers name it. */
export const refOf = (height: number): BlockRef => ({ height, hash: hashOf(`block ${height}`).toString('hex') });
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
export const timeOf = (height: number): number => 1_700_000_000 + height * 12;
const bytes = (txid: string): Buffer => Buffer.from(txid, 'hex');

interface Placed {
  readonly transaction: ModelTransaction;
  readonly height: number;
  readonly txKey: number;
}

/** Makes the tables say all that the world holds, in one transaction. */
export async function storeAccountWorld(session: Session, world: AccountWorld): Promise<void> {
  const { blocks, height } = world.model;
  const placed = blocks.flatMap((block, h) =>
    block.map((transaction, at) => ({ transaction, height: h, txKey: h * 2 ** 20 + at })),
  );
  await session.query('BEGIN');
  for (const table of TABLES) await session.query(`DELETE FROM eth.${table}`);
  await insert(session, 'blocks', ['height', 'hash', 'parent_hash', 'time', 'tx_count', 'size'], blockRows(world));
  await insert(
    session,
    'transactions',
    ['tx_key', 'txid', 'type', 'succeeded', 'from_key', 'to_key'],
    placed.map(transactionRow),
  );
  await insert(session, 'address_transactions', HISTORY, toldRows(placed));
  for (const live of [false, true])
    await insert(
      session,
      'internal_address_transactions',
      [...HISTORY, 'live', 'listed'],
      tracedRows(world, placed, live),
    );
  await insert(
    session,
    'transfers',
    ['tx_key', 'idx', 'kind', 'from_key', 'to_key', 'amount'],
    transferRows(world, placed),
  );
  if (world.held)
    await insert(
      session,
      'address_balances',
      ['address_key', 'balance', 'height'],
      [[WALKED, world.held.balance, world.held.height]],
    );
  await storeMempool(session, world, placed);
  await storeTracing(session, world);
  await session.query(`DELETE FROM eth.sync_state`);
  await session.query(
    `INSERT INTO eth.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since,
       mempool_at, mempool_node, mempool_indexed) VALUES ('local', 0, $1, $2, $3, $1, 'live', now(), now(), $4, $4)`,
    [height, hashOf(`block ${height}`), timeOf(height), world.model.pending.length],
  );
  await session.query('COMMIT');
}

/** What nodes say of the balance at the end of some blocks. */
export function knownAt({ model }: AccountWorld, heights: readonly number[]): KnownBalance[] {
  return heights.map((height) => ({ balance: String(model.balanceAt(height)), block: refOf(height) }));
}

function blockRows({ model }: AccountWorld): unknown[][] {
  return model.blocks.map((block, height) => [
    ...[height, hashOf(`block ${height}`), hashOf(`block ${height - 1}`), timeOf(height), block.length, 1_000],
  ]);
}

function transactionRow({ transaction, txKey }: Placed): unknown[] {
  return [txKey, bytes(transaction.txid), 2, true, OTHER, WALKED];
}

function toldRows(placed: readonly Placed[]): unknown[][] {
  const sums = { balance: 0, received: 0 };
  return placed
    .filter(({ transaction }) => transaction.told !== null)
    .map(({ transaction, txKey }, at) => [WALKED, at + 1, txKey, ...add(sums, transaction.told ?? 0)]);
}

function tracedRows(world: AccountWorld, placed: readonly Placed[], live: boolean): unknown[][] {
  const liveFrom = world.tracing?.liveFrom ?? 0;
  const sums = { balance: 0, received: 0 };
  let seq = 0;
  return placed
    .filter(
      ({ transaction, height }) =>
        transaction.traced !== null && height >= liveFrom === live && world.isTraced(height, false),
    )
    .map(({ transaction, txKey }) => {
      const isListed = transaction.told === null;
      if (isListed) seq++;
      return [WALKED, seq, txKey, ...add(sums, transaction.traced ?? 0), live, isListed];
    });
}

function add(sums: { balance: number; received: number }, delta: number): number[] {
  sums.balance += delta;
  sums.received += Math.max(delta, 0);
  return [delta, sums.balance, sums.received];
}

function transferRows(world: AccountWorld, placed: readonly Placed[]): unknown[][] {
  return placed.flatMap(({ transaction, height, txKey }) => {
    const next = { logged: 0, traced: INTERNAL_IDX };
    return transaction.transfers
      .filter(({ internal }) => !internal || world.isTraced(height, false))
      .map(({ internal, isOwn, amount }) => {
        const idx = internal ? next.traced++ : next.logged++;
        const parties = isOwn ? (amount % 2 === 0 ? [WALKED, OTHER] : [null, WALKED]) : [OTHER, OTHER];
        return [txKey, idx, internal ? 'internal' : 'native', ...parties, amount];
      });
  });
}

async function storeMempool(session: Session, { model }: AccountWorld, placed: readonly Placed[]): Promise<void> {
  const keys = new Map(placed.map(({ transaction, txKey }) => [transaction.txid, txKey]));
  const keyOf = (entry: { mined: boolean; transaction: ModelTransaction }) =>
    entry.mined ? keys.get(entry.transaction.txid) : null;
  const rows = model.entries.map((entry) => [
    ...[entry.id, bytes(entry.transaction.txid), 1_700_000_000, keyOf(entry), 2, OTHER, WALKED, 5, entry.id],
  ]);
  const columns = ['id', 'txid', 'first_seen', 'tx_key', 'type', 'from_key', 'to_key', 'value', 'nonce'];
  await insert(session, 'mempool_transactions', columns, rows);
  const effects = model.entries.map((entry) => [WALKED, entry.id, keyOf(entry), entry.transaction.told, 0]);
  await insert(session, 'mempool_address_transactions', ['address_key', 'id', 'tx_key', 'delta', 'received'], effects);
}

async function storeTracing(session: Session, { tracing, model }: AccountWorld): Promise<void> {
  await session.query(`DELETE FROM eth.internal_sync`);
  await session.query(`DELETE FROM eth.internal_gaps`);
  if (!tracing) return;
  const { mode, liveFrom, liveTo, stage, gaps } = tracing;
  const backfill = stage === null ? [null, null] : [0, liveFrom - 1];
  // Before the first traced block, the indexer may have written no live range yet.
  const live =
    liveTo < liveFrom && liveFrom > 1 && stage === null && model.height === liveTo ? [null, null] : [liveFrom, liveTo];
  await session.query(
    `INSERT INTO eth.internal_sync (mode, live_from, live_to, backfill_from, backfill_to, stage)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [mode, ...live, ...backfill, stage],
  );
  for (const gap of gaps) await session.query(`INSERT INTO eth.internal_gaps VALUES ($1, $2)`, [...gap]);
}

export async function insert(
  session: Session,
  table: string,
  columns: readonly string[],
  rows: unknown[][],
): Promise<void> {
  // A statement has at most 65,535 parameters.
  for (let from = 0; from < rows.length; from += 2_000) {
    const part = rows.slice(from, from + 2_000);
    const width = columns.length;
    const places = part.map((_, row) => `(${columns.map((_column, at) => `$${row * width + at + 1}`).join(', ')})`);
    await session.query(`INSERT INTO eth.${table} (${columns.join(', ')}) VALUES ${places.join(', ')}`, part.flat());
  }
}
