/** A small chain written straight into the tables, and what each address must look like, computed the slow way. */
import { createHash } from 'node:crypto';
import { createIndexedChain, openSession } from '@chaintrail/db';
import { insertRows } from './insert-rows.js';

export interface SeedOutput {
  readonly key: Buffer | null;
  readonly value: bigint;
  /** Only where it is not the template of the key. */
  readonly script?: Buffer;
  /** Whether it stays out of the UTXO set. */
  readonly unspendable?: boolean;
  /** As transactions.output_tokens has it. */
  readonly token?: object;
}

/** `tx` counts the transactions of the chain from 0. */
export interface SeedInput {
  readonly tx: number;
  readonly vout: number;
}

export interface SeedTransaction {
  readonly inputs: readonly SeedInput[];
  readonly outputs: readonly SeedOutput[];
  /** Gains of Zcash's pools; null for those that it does not touch. */
  readonly pools?: readonly (bigint | null)[];
}

export interface SeedOptions {
  readonly chain: 'btc' | 'ltc' | 'doge' | 'zec' | 'bch';
  readonly network: string;
  readonly blocks: readonly (readonly SeedTransaction[])[];
  /** False: the first sync is under way. */
  readonly live?: boolean;
  readonly historyFrom?: number;
  readonly nodeHeight?: number;
}

/** One row of an address's history, oldest first. */
export interface ExpectedRow {
  readonly txid: string;
  readonly height: number;
  readonly delta: bigint;
  readonly balance: bigint;
  readonly received: bigint;
  readonly txKey: bigint;
}

export interface SeededChain {
  readonly histories: ReadonlyMap<string, ExpectedRow[]>;
  readonly txids: readonly string[];
  readonly tipHash: string;
}

export const TIME_0 = 1_700_000_000;
export const BLOCK_SECONDS = 600;

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
/** A P2WPKH key. */
export const keyOf = (name: string): Buffer => Buffer.concat([Buffer.of(0x10), hashOf(name).subarray(0, 20)]);

interface Placed extends SeedTransaction {
  readonly height: number;
  readonly txKey: bigint;
  readonly txid: Buffer;
}

function place({ blocks, chain, historyFrom = 0 }: SeedOptions): Placed[] {
  return blocks.flatMap((block, at) =>
    block.map((transaction, index) => {
      const height = historyFrom + at;
      const txKey = (BigInt(height) << 20n) + BigInt(index);
      return { ...transaction, height, txKey, txid: hashOf(`${chain} transaction ${height} ${index}`) };
    }),
  );
}

function expectedHistories(placed: readonly Placed[]): Map<string, ExpectedRow[]> {
  const histories = new Map<string, ExpectedRow[]>();
  for (const { inputs, outputs, txid, height, txKey } of placed) {
    const touched = new Map<string, { gained: bigint; spent: bigint }>();
    const touch = (key: Buffer | null, gained: bigint, spent: bigint): void => {
      if (!key) return;
      const sums = touched.get(key.toString('hex')) ?? { gained: 0n, spent: 0n };
      touched.set(key.toString('hex'), { gained: sums.gained + gained, spent: sums.spent + spent });
    };
    for (const { tx, vout } of inputs) {
      const spent = placed[tx]!.outputs[vout]!;
      touch(spent.key, 0n, spent.value);
    }
    for (const { key, value } of outputs) touch(key, value, 0n);
    for (const [key, { gained, spent }] of touched) {
      const rows = histories.get(key) ?? [];
      const last = rows.at(-1) ?? { balance: 0n, received: 0n };
      const delta = gained - spent;
      const sums = { balance: last.balance + delta, received: last.received + gained };
      histories.set(key, [...rows, { txid: txid.toString('hex'), height, delta, ...sums, txKey }]);
    }
  }
  return histories;
}

function feeOf(placed: readonly Placed[], { inputs, outputs, txKey, pools = [] }: Placed): bigint {
  if (txKey % (1n << 20n) === 0n) return 0n;
  const paid = inputs.reduce((sum, { tx, vout }) => sum + placed[tx]!.outputs[vout]!.value, 0n);
  const gained = pools.reduce<bigint>((sum, delta) => sum + (delta ?? 0n), 0n);
  return paid - outputs.reduce((sum, { value }) => sum + value, 0n) - gained;
}

function transactionRow(placed: readonly Placed[], transaction: Placed): Record<string, unknown> {
  const { txKey, txid, inputs, outputs, pools = [null, null, null, null] } = transaction;
  const [sprout, sapling, orchard, ironwood] = pools;
  return {
    ...{ tx_key: txKey, txid, version: 2, lock_time: 0, size: 250, vsize: 200, fee: feeOf(placed, transaction) },
    input_tx_keys: inputs.map(({ tx }) => placed[tx]!.txKey),
    input_vouts: inputs.map(({ vout }) => vout),
    output_values: outputs.map(({ value }) => value),
    output_keys: outputs.map(({ key }) => key),
    output_scripts: outputs.some(({ script }) => script) ? outputs.map(({ script }) => script ?? null) : null,
    output_tokens: outputs.some(({ token }) => token) ? outputs.map(({ token }) => token ?? null) : null,
    ...{ sprout_delta: sprout, sapling_delta: sapling, orchard_delta: orchard, ironwood_delta: ironwood },
  };
}

/** Writes the chain. Repeating it with another chain code adds that chain. */
export async function seedChain(databaseUrl: string, options: SeedOptions): Promise<SeededChain> {
  const { chain, network, blocks, live = true, historyFrom = 0 } = options;
  const placed = place(options);
  const histories = expectedHistories(placed);
  const hashAt = (height: number): Buffer => hashOf(`${chain} block ${height}`);
  const tip = historyFrom + blocks.length - 1;
  const session = await openSession(databaseUrl, 'seed');
  try {
    await createIndexedChain(session, chain, network);
    await session.query('BEGIN');
    const blockRows = blocks.map(({ length }, at) => {
      const height = historyFrom + at;
      const time = TIME_0 + height * BLOCK_SECONDS;
      return { height, hash: hashAt(height), parent_hash: hashAt(height - 1), time, tx_count: length, size: 1_000 };
    });
    await insertRows(session, `${chain}.blocks`, blockRows);
    const transactionRows = placed.map((transaction) => transactionRow(placed, transaction));
    await insertRows(session, `${chain}.transactions`, transactionRows);
    const historyRows = [...histories].flatMap(([key, rows]) =>
      rows.map(({ txKey, delta, balance, received }, at) => ({
        ...{ address_key: Buffer.from(key, 'hex'), seq: at + 1, tx_key: txKey, delta, balance, received },
      })),
    );
    await insertRows(session, `${chain}.address_transactions`, historyRows);
    const spent = new Set(placed.flatMap(({ inputs }) => inputs.map(({ tx, vout }) => `${tx}:${vout}`)));
    const unspentRows = placed.flatMap(({ txid, txKey, outputs, height }, at) =>
      outputs.flatMap(({ value, key, unspendable }, vout) =>
        height === 0 || unspendable || spent.has(`${at}:${vout}`)
          ? []
          : [{ txid, vout, tx_key: txKey, value, address_key: key }],
      ),
    );
    await insertRows(session, `${chain}.unspent_outputs`, unspentRows);
    await session.query(
      `INSERT INTO ${chain}.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since, eta_seconds)
       VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $8 THEN now() END, CASE WHEN $8 THEN NULL ELSE 90 END)`,
      [
        ...[network, historyFrom, tip, hashAt(tip), TIME_0 + tip * BLOCK_SECONDS],
        ...[options.nodeHeight ?? tip, live ? 'live' : 'syncing', live],
      ],
    );
    await session.query('COMMIT');
  } finally {
    await session.end();
  }
  return { histories, txids: placed.map(({ txid }) => txid.toString('hex')), tipHash: hashAt(tip).toString('hex') };
}
