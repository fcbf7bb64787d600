/** A small chain with a mempool around one address: what is true of it, and the rows that say so. */
import { createHash } from 'node:crypto';
import type { Session, SpentByColumns } from '../../src/index.js';

export const WALKED = Buffer.concat([Buffer.of(0x10), Buffer.alloc(20, 0xaa)]);
/** Fee of every transaction: some change a balance by as much. */
const FEE = 1;
const OTHER = Buffer.concat([Buffer.of(0x10), Buffer.alloc(20, 0xbb)]);

interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/** Everything in it pays or spends from {@link WALKED}. */
interface WorldTransaction {
  readonly txid: string;
  readonly inputs: readonly (Outpoint & { readonly value: number })[];
  readonly outputs: readonly number[];
}

/** A row of mempool_transactions. */
interface Entry {
  readonly id: number;
  readonly transaction: WorldTransaction;
  mined: boolean;
}

/** Row of a transaction in an address's history. */
export interface WorldRow {
  readonly txid: string;
  /** Null while it is pending. */
  readonly height: number | null;
  readonly fee: string | null;
  readonly gained: string;
  readonly delta: string;
  readonly balance: string | null;
}

const point = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`;

export class World {
  readonly #blocks: WorldTransaction[][] = [];
  #entries: Entry[] = [];
  #made = 0;
  #nextId = 1;

  get height(): number {
    return this.#blocks.length - 1;
  }

  /** The unconfirmed ones, in the order of their arrival. */
  get #pending(): Entry[] {
    return this.#entries.filter(({ mined }) => !mined);
  }

  /** A transaction comes that pays the address, and spends `spends` of what it has. */
  arrive(spends: number, outputs: number): void {
    this.#enter(this.#make(spends, outputs, true));
  }

  /** A block takes every pending transaction that `takes` says, and some that nobody has seen before. */
  mine(takes: (index: number) => boolean, unseen: number): void {
    const block: WorldTransaction[] = [];
    const waits = new Set<string>();
    for (const [index, entry] of this.#pending.entries()) {
      const { transaction } = entry;
      // Outputs that an unconfirmed transaction spends have to be confirmed no later than itself.
      if (!takes(index) || transaction.inputs.some(({ txid }) => waits.has(txid))) waits.add(transaction.txid);
      else {
        entry.mined = true;
        block.push(transaction);
      }
    }
    this.#blocks.push(block);
    for (let i = 0; i < unseen; i++) block.unshift(this.#make(i % 2, 1 + (i % 2), false));
  }

  /** The pending transaction and what depends on it go; another one comes in its place. */
  replace(index: number): void {
    const pending = this.#pending;
    const entry = pending[index % Math.max(1, pending.length)];
    if (!entry) return;
    this.#drop(entry.transaction.txid);
    this.arrive(0, 1);
  }

  /** The last block goes. What came with it unseen comes back as pending, or does not. */
  undo(comeBack: boolean): void {
    const block = this.#blocks.pop() ?? [];
    for (const transaction of block) {
      const entry = this.#entries.find((known) => known.transaction.txid === transaction.txid);
      if (entry) entry.mined = false;
      else if (comeBack) this.#enter(transaction);
      else this.#drop(transaction.txid);
    }
  }

  /** Newest first. */
  history(): WorldRow[] {
    let balance = 0;
    const row = (transaction: WorldTransaction, height: number | null) => ({
      ...{ txid: transaction.txid, height, fee: String(FEE), gained: String(sum(transaction.outputs)) },
      delta: String(deltaOf(transaction)),
    });
    const confirmed = this.#blocks.flatMap((block, height) =>
      block.map((transaction) => {
        balance += deltaOf(transaction);
        return { ...row(transaction, height), balance: String(balance) };
      }),
    );
    const pending = this.#pending.map(({ transaction }) => ({ ...row(transaction, null), balance: null }));
    return [...confirmed, ...pending].reverse();
  }

  /** Newest first, the last output of a transaction first; `spentBy` the pending transaction that spends it. */
  utxos(): { readonly point: string; readonly pending: boolean; readonly spentBy: SpentByColumns | null }[] {
    const spent = new Set(this.#blocks.flat().flatMap(({ inputs }) => inputs.map(point)));
    const outputsOf = ({ txid, outputs }: WorldTransaction, pending: boolean) =>
      outputs.map((_, vout) => ({ point: point({ txid, vout }), pending }));
    const confirmed = this.#blocks.flat().flatMap((transaction) => outputsOf(transaction, false));
    const pending = this.#pending.flatMap(({ transaction }) => outputsOf(transaction, true));
    return [...confirmed.filter((output) => !spent.has(output.point)), ...pending]
      .reverse()
      .map((output) => ({ ...output, spentBy: this.#spenderOf(output.point) }));
  }

  #spenderOf(outpoint: string): SpentByColumns | null {
    for (const { transaction } of this.#pending) {
      const vin = transaction.inputs.map(point).indexOf(outpoint);
      if (vin >= 0) return [transaction.txid, vin];
    }
    return null;
  }

  #make(spends: number, outputs: number, ofPending: boolean): WorldTransaction {
    const taken = new Set(
      [...this.#blocks.flat(), ...this.#pending.map(({ transaction }) => transaction)].flatMap(({ inputs }) =>
        inputs.map(point),
      ),
    );
    const sources = [...this.#blocks.flat(), ...(ofPending ? this.#pending.map(({ transaction }) => transaction) : [])];
    const free = sources
      .flatMap(({ txid, outputs: values }) => values.map((value, vout) => ({ txid, vout, value })))
      .filter((output) => !taken.has(point(output)));
    this.#made++;
    const txid = createHash('sha256').update(`world ${this.#made}`).digest('hex');
    const inputs = Array.from(
      { length: Math.min(spends, free.length) },
      (_, i) => free[(this.#made * 7 + i) % free.length]!,
    ).filter((input, at, list) => list.indexOf(input) === at);
    const spent = sum(inputs.map(({ value }) => value));
    // Every other one that spends pays back what it spends, but for the fee or nothing.
    const back = spent > FEE && this.#made % 2 === 0 ? [spent - FEE * ((this.#made >> 1) % 2)] : null;
    return {
      ...{ txid, inputs },
      outputs: back ?? Array.from({ length: outputs }, (_, i) => this.#made * 10 + i),
    };
  }

  #enter(transaction: WorldTransaction): void {
    this.#entries.push({ id: this.#nextId++, transaction, mined: false });
  }

  #drop(txid: string): void {
    const gone = new Set([txid]);
    for (const { transaction } of this.#entries)
      if (transaction.inputs.some((input) => gone.has(input.txid))) gone.add(transaction.txid);
    this.#entries = this.#entries.filter(({ transaction, mined }) => mined || !gone.has(transaction.txid));
  }

  /** Makes the tables say all this, in one transaction. */
  async store(session: Session): Promise<void> {
    await session.query('BEGIN');
    for (const table of TABLES) await session.query(`DELETE FROM btc.${table}`);
    await insert(
      session,
      'blocks',
      ['height', 'hash', 'parent_hash', 'time', 'max_time', 'tx_count', 'size'],
      this.#blockRows(),
    );
    await insert(session, 'transactions', TRANSACTION_COLUMNS, this.#transactionRows());
    await insert(session, 'address_transactions', HISTORY_COLUMNS, this.#historyRows());
    await insert(session, 'unspent_outputs', ['txid', 'vout', 'tx_key', 'value', 'address_key'], this.#unspentRows());
    await this.#storeMempool(session);
    const tip = hashOf(`block ${this.height}`);
    await session.query(`DELETE FROM btc.sync_state`);
    await session.query(
      `INSERT INTO btc.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since,
         mempool_at, mempool_node, mempool_indexed) VALUES ('regtest', 0, $1, $2, $3, $1, 'live', now(), now(), $4, $4)`,
      [this.height, tip, timeOf(this.height), this.#pending.length],
    );
    await session.query('COMMIT');
  }

  async #storeMempool(session: Session): Promise<void> {
    const keys = this.#keys();
    const entries = this.#entries;
    const ids = entries.map(({ id, transaction, mined }) => [
      ...[id, bytes(transaction.txid), 1_700_000_000, mined ? keys.get(transaction.txid) : null, 2, 0, 250, 200, FEE],
      ...[transaction.inputs.map(({ txid }) => bytes(txid)), transaction.inputs.map(({ vout }) => vout)],
      ...[transaction.inputs.map(({ value }) => value), transaction.inputs.map(() => WALKED)],
      ...outputArrays(transaction),
    ]);
    await insert(session, 'mempool_transactions', MEMPOOL_COLUMNS, ids);
    const effects = entries.map(({ id, transaction, mined }) => [
      ...[WALKED, id, mined ? keys.get(transaction.txid) : null],
      ...[deltaOf(transaction), sum(transaction.outputs), [...transaction.outputs.keys()]],
    ]);
    await insert(session, 'mempool_address_transactions', EFFECT_COLUMNS, effects);
    const spends = entries.flatMap(({ id, transaction }) =>
      transaction.inputs.map(({ txid, vout }, vin) => [bytes(txid), vout, id, vin]),
    );
    await insert(session, 'mempool_spends', ['txid', 'vout', 'id', 'vin'], spends);
  }

  #keys(): Map<string, number> {
    return new Map(
      this.#blocks.flatMap((block, height) => block.map(({ txid }, i) => [txid, height * 2 ** 20 + i + 1] as const)),
    );
  }

  #blockRows(): unknown[][] {
    return this.#blocks.map((block, height) => {
      const latest = Math.max(...Array.from({ length: height + 1 }, (_, earlier) => timeOf(earlier)));
      const times = [timeOf(height), latest > timeOf(height) ? latest : null];
      return [height, hashOf(`block ${height}`), hashOf(`block ${height - 1}`), ...times, block.length + 1, 1_000];
    });
  }

  #transactionRows(): unknown[][] {
    const keys = this.#keys();
    return this.#blocks
      .flat()
      .map((transaction) => [
        ...[keys.get(transaction.txid), bytes(transaction.txid), 2, 0, 250, 200, FEE],
        ...[transaction.inputs.map(({ txid }) => keys.get(txid)), transaction.inputs.map(({ vout }) => vout)],
        ...outputArrays(transaction),
      ]);
  }

  #historyRows(): unknown[][] {
    const keys = this.#keys();
    const sums = { balance: 0, received: 0 };
    return this.#blocks.flat().map((transaction, index) => {
      const delta = deltaOf(transaction);
      sums.balance += delta;
      sums.received += sum(transaction.outputs);
      return [WALKED, index + 1, keys.get(transaction.txid), delta, sums.balance, sums.received];
    });
  }

  #unspentRows(): unknown[][] {
    const keys = this.#keys();
    const spent = new Set(this.#blocks.flat().flatMap(({ inputs }) => inputs.map(point)));
    return this.#blocks
      .flat()
      .flatMap(({ txid, outputs }) =>
        outputs.flatMap((value, vout) =>
          spent.has(point({ txid, vout })) ? [] : [[bytes(txid), vout, keys.get(txid), value, WALKED]],
        ),
      );
  }
}

const TABLES = [
  ...['blocks', 'transactions', 'address_transactions', 'unspent_outputs'],
  ...['mempool_transactions', 'mempool_address_transactions', 'mempool_spends'],
];
const OUTPUT_COLUMNS = ['output_values', 'output_keys'];
const FIGURE_COLUMNS = ['version', 'lock_time', 'size', 'vsize', 'fee'];
const TRANSACTION_COLUMNS = ['tx_key', 'txid', ...FIGURE_COLUMNS, 'input_tx_keys', 'input_vouts', ...OUTPUT_COLUMNS];
const MEMPOOL_COLUMNS = [
  ...['id', 'txid', 'first_seen', 'tx_key', ...FIGURE_COLUMNS],
  ...['input_txids', 'input_vouts', 'input_values', 'input_keys', ...OUTPUT_COLUMNS],
];
const EFFECT_COLUMNS = ['address_key', 'id', 'tx_key', 'delta', 'received', 'vouts'];
const HISTORY_COLUMNS = ['address_key', 'seq', 'tx_key', 'delta', 'balance', 'received'];

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const bytes = (txid: string): Buffer => Buffer.from(txid, 'hex');
/** They do not always rise. */
export const timeOf = (height: number): number => 1_700_000_000 + height * 600 + ((height * 7) % 5) * 700;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function deltaOf({ inputs, outputs }: WorldTransaction): number {
  return sum(outputs) - sum(inputs.map(({ value }) => value));
}

/** Direction of a row. Every transaction pays the address something, and a fee of {@link FEE}. */
export function worldDirection({ delta }: WorldRow): 'in' | 'out' | 'self' {
  if ([0, -FEE].includes(Number(delta))) return 'self';
  return delta.startsWith('-') ? 'out' : 'in';
}

/** The last output pays somebody else. */
function outputArrays({ outputs }: WorldTransaction): unknown[] {
  return [
    [...outputs, 1],
    [...outputs.map(() => WALKED), OTHER],
  ];
}

async function insert(session: Session, table: string, columns: readonly string[], rows: unknown[][]): Promise<void> {
  if (rows.length === 0) return;
  const width = columns.length;
  const places = rows.map((_, row) => `(${columns.map((_column, at) => `$${row * width + at + 1}`).join(', ')})`);
  await session.query(`INSERT INTO btc.${table} (${columns.join(', ')}) VALUES ${places.join(', ')}`, rows.flat());
}
