/** A small EVM chain whose rows agree with each other, for audits to look at. */
import { createHash } from 'node:crypto';
import type { Session } from '../../src/index.js';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

async function insert(session: Session, table: string, columns: readonly string[], rows: unknown[][]): Promise<void> {
  for (const row of rows)
    await session.query(
      `INSERT INTO eth.${table} (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      row,
    );
}

const ADDRESSES = 6;
const BLOCKS = 12;
const FEE = 3;
const INTERNAL_IDX = 2 ** 24;

export const keyOf = (n: number): Buffer => Buffer.alloc(20, 0x30 * n + 1);

interface Effect {
  delta: number;
  received: number;
}
type Effects = Map<number, Effect>;

/** Moves of a transaction: sender and recipient by number, null for nowhere. */
interface Entry {
  readonly txKey: number;
  readonly isBlock: boolean;
  readonly from: number | null;
  readonly to: number;
  readonly internal: readonly (readonly [from: number, to: number, amount: number])[];
  readonly amount: number;
}

/** Two transactions a block and every other time what the block itself moved; of the last address only traces tell. */
function entriesOf(height: number): Entry[] {
  const entry = (index: number): Entry => {
    const n = height * 3 + index;
    const isBlock = index === 2;
    const [from, to] = [n % (ADDRESSES - 2), (n * 7 + 1) % (ADDRESSES - 1)];
    const internal = [[to, ADDRESSES - 1, n] as const, [from, to, 5] as const].slice(0, n % 3);
    return {
      txKey: height * 2 ** 20 + index,
      isBlock,
      from: isBlock ? null : from,
      to,
      internal: isBlock ? [] : internal,
      amount: 10 + n,
    };
  };
  return [entry(0), entry(1), ...(height % 2 === 0 ? [entry(2)] : [])];
}

function move(effects: Effects, from: number | null, to: number, amount: number): void {
  if (from !== null) of(effects, from).delta -= amount;
  of(effects, to).delta += amount;
  of(effects, to).received += amount;
}

function of(effects: Effects, address: number): Effect {
  const effect = effects.get(address) ?? { delta: 0, received: 0 };
  effects.set(address, effect);
  return effect;
}

/** Fills a database that has the chain's tables. */
export async function seedAuditedEvmChain(session: Session): Promise<void> {
  const blocks = Array.from({ length: BLOCKS }, (_, height) => height);
  const entries = blocks.flatMap((height) => (height === 0 ? [] : entriesOf(height)));
  await insert(
    session,
    'blocks',
    ['height', 'hash', 'parent_hash', 'time', 'tx_count', 'size'],
    blocks.map((height) => [height, hashOf(`${height}`), hashOf(`${height - 1}`), height, height === 0 ? 0 : 2, 500]),
  );
  await insert(
    session,
    'transactions',
    ['tx_key', 'txid', 'type', 'from_key', 'to_key', 'fee'],
    entries.map(({ txKey, isBlock, from, to }) => [
      ...[txKey, hashOf(`tx ${txKey}`), isBlock ? null : 2, from === null ? null : keyOf(from)],
      ...[isBlock ? null : keyOf(to), isBlock ? null : FEE],
    ]),
  );
  await insert(
    session,
    'transfers',
    ['tx_key', 'idx', 'kind', 'from_key', 'to_key', 'amount'],
    entries.flatMap(transfersOf),
  );
  await insertHistories(session, entries);
  const tip = BLOCKS - 1;
  await session.query(
    `INSERT INTO eth.sync_state (network, history_from, height, hash, phase, live_since) VALUES ('local', 0, $1, $2, 'live', now())`,
    [tip, hashOf(`${tip}`)],
  );
  await session.query(`INSERT INTO eth.internal_sync (mode, from_height) VALUES ('full', 0)`);
}

function transfersOf({ txKey, isBlock, from, to, amount, internal }: Entry): unknown[][] {
  const sender = from === null ? null : keyOf(from);
  return [
    [txKey, 0, isBlock ? 'reward' : 'native', sender, keyOf(to), amount],
    ...internal.map(([f, t, value], at) => [txKey, INTERNAL_IDX + at, 'internal', keyOf(f), keyOf(t), value]),
  ];
}

async function insertHistories(session: Session, entries: readonly Entry[]): Promise<void> {
  const columns = ['address_key', 'seq', 'tx_key', 'delta', 'balance', 'received'];
  const histories = new Histories();
  const rows: unknown[][] = [];
  for (const entry of entries) {
    const effects: Effects = new Map();
    move(effects, entry.from, entry.to, entry.amount);
    if (entry.from !== null) of(effects, entry.from).delta -= FEE;
    for (const [from, to, amount] of entry.internal) move(effects, from, to, amount);
    for (const [address, effect] of effects) rows.push(histories.row(address, entry.txKey, effect));
  }
  await insert(session, 'address_transactions', columns, rows);
}

/** Running numbers and sums of each address. */
class Histories {
  readonly #last = new Map<number, { seq: number; balance: number; received: number }>();

  row(address: number, txKey: number, { delta, received }: Effect): unknown[] {
    const last = this.#last.get(address) ?? { seq: 0, balance: 0, received: 0 };
    const next = { seq: last.seq + 1, balance: last.balance + delta, received: last.received + received };
    this.#last.set(address, next);
    return [keyOf(address), next.seq, txKey, delta, next.balance, next.received];
  }
}
