/** A small chain written straight into the tables, and what each address must look like, computed the slow way. */
import { createHash } from 'node:crypto';
import { createIndexedChain, openSession } from '@chaintrail/db';

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
    for (const [at, block] of blocks.entries()) {
      const height = historyFrom + at;
      await session.query(
        `INSERT INTO ${chain}.blocks (height, hash, parent_hash, time, tx_count, size) VALUES ($1, $2, $3, $4, $5, 1000)`,
        [height, hashAt(height), hashAt(height - 1), TIME_0 + height * BLOCK_SECONDS, block.length],
      );
    }
    for (const transaction of placed) {
      const { txKey, txid, inputs, outputs } = transaction;
      const scripts = outputs.some(({ script }) => script) ? outputs.map(({ script }) => script ?? null) : null;
      const tokens = outputs.some(({ token }) => token) ? outputs.map(({ token }) => token ?? null) : null;
      await session.query(
        `INSERT INTO ${chain}.transactions (tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts,
           output_values, output_keys, output_scripts, output_tokens, sprout_delta, sapling_delta, orchard_delta, ironwood_delta)
         VALUES ($1, $2, 2, 0, 250, 200, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
        [
          txKey,
          txid,
          feeOf(placed, transaction),
          inputs.map(({ tx }) => placed[tx]!.txKey),
          inputs.map(({ vout }) => vout),
          outputs.map(({ value }) => value),
          outputs.map(({ key }) => key),
          scripts,
          tokens,
          ...(transaction.pools ?? [null, null, null, null]),
        ],
      );
    }
    for (const [key, rows] of histories) {
      for (const [at, { txKey, delta, balance, received }] of rows.entries()) {
        await session.query(
          `INSERT INTO ${chain}.address_transactions (address_key, seq, tx_key, delta, balance, received) VALUES ($1, $2, $3, $4, $5, $6)`,
          [Buffer.from(key, 'hex'), at + 1, txKey, delta, balance, received],
        );
      }
    }
    const spent = new Set(placed.flatMap(({ inputs }) => inputs.map(({ tx, vout }) => `${tx}:${vout}`)));
    for (const [at, { txid, txKey, outputs, height }] of placed.entries()) {
      for (const [vout, output] of outputs.entries()) {
        if (height === 0 || output.unspendable || spent.has(`${at}:${vout}`)) continue;
        await session.query(
          `INSERT INTO ${chain}.unspent_outputs (txid, vout, tx_key, value, address_key) VALUES ($1, $2, $3, $4, $5)`,
          [txid, vout, txKey, output.value, output.key],
        );
      }
    }
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
