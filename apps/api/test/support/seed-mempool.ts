/** Unconfirmed transactions, written straight into the tables. */
import { openSession, type Session } from '@chaintrail/db';
import { hashOf, type SeedOptions, type SeedOutput } from './seed-chain.js';

export interface PendingSeed {
  readonly id: number;
  /** Its inputs, with the amount and the key of that output. */
  readonly inputs: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly value: bigint;
    readonly key: Buffer;
  }[];
  readonly outputs: readonly SeedOutput[];
  readonly pools?: readonly (bigint | null)[];
  /** Where a block has taken it. */
  readonly txKey?: bigint;
}

export const FIRST_SEEN = 1_800_000_000;
export const MEMPOOL_AT = 4_000_000_500;

export const pendingTxid = (id: number): string => hashOf(`pending ${id}`).toString('hex');

/** Replaces what a chain has of unconfirmed transactions, which are followed from now on. */
export async function seedMempool(
  databaseUrl: string,
  chain: SeedOptions['chain'],
  pending: readonly PendingSeed[],
): Promise<void> {
  const session = await openSession(databaseUrl, 'seed');
  try {
    await session.query('BEGIN');
    for (const table of ['mempool_transactions', 'mempool_address_transactions', 'mempool_spends'])
      await session.query(`DELETE FROM ${chain}.${table}`);
    for (const one of pending) await insertPending(session, chain, one);
    await session.query(
      `UPDATE ${chain}.sync_state SET mempool_at = to_timestamp($1), mempool_node = $2, mempool_indexed = $3, content_version = content_version + 1`,
      [MEMPOOL_AT, pending.length + 1, pending.length],
    );
    await session.query('COMMIT');
  } finally {
    await session.end();
  }
}

async function insertPending(session: Session, chain: string, seed: PendingSeed): Promise<void> {
  const { id, inputs, outputs, pools = [null, null, null, null], txKey = null } = seed;
  const has = (column: 'script' | 'token') => outputs.some((output) => output[column]);
  const gained = pools.reduce<bigint>((sum, delta) => sum + (delta ?? 0n), 0n);
  const fee = sumOf(inputs) - sumOf(outputs) - gained;
  await session.query(
    `INSERT INTO ${chain}.mempool_transactions (id, txid, first_seen, tx_key, version, lock_time, size, vsize, fee,
       input_txids, input_vouts, input_values, input_keys, output_values, output_keys, output_scripts, output_tokens,
       sprout_delta, sapling_delta, orchard_delta, ironwood_delta)
     VALUES ($1, $2, $3, $4, 2, 0, 250, 200, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[id, Buffer.from(pendingTxid(id), 'hex'), FIRST_SEEN + id, txKey, fee],
      inputs.map(({ txid }) => Buffer.from(txid, 'hex')),
      inputs.map(({ vout }) => vout),
      inputs.map(({ value }) => value),
      inputs.map(({ key }) => key),
      outputs.map(({ value }) => value),
      outputs.map(({ key }) => key),
      has('script') ? outputs.map(({ script }) => script ?? null) : null,
      has('token') ? outputs.map(({ token }) => token ?? null) : null,
      ...pools,
    ],
  );
  const keys = new Set([...inputs, ...outputs].flatMap(({ key }) => (key ? [key.toString('hex')] : [])));
  for (const key of keys) {
    const own = ({ key: paid }: { key: Buffer | null }): boolean => paid?.toString('hex') === key;
    const received = sumOf(outputs.filter(own));
    await session.query(
      `INSERT INTO ${chain}.mempool_address_transactions (address_key, id, tx_key, delta, received, vouts)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [
        ...[Buffer.from(key, 'hex'), id, txKey, received - sumOf(inputs.filter(own)), received],
        [...outputs.entries()].flatMap(([vout, output]) => (own(output) ? [vout] : [])),
      ],
    );
  }
  for (const [vin, { txid, vout }] of inputs.entries()) {
    await session.query(`INSERT INTO ${chain}.mempool_spends (txid, vout, id, vin) VALUES ($1, $2, $3, $4)`, [
      ...[Buffer.from(txid, 'hex'), vout, id, vin],
    ]);
  }
}

const sumOf = (rows: readonly { readonly value: bigint }[]): bigint => rows.reduce((sum, { value }) => sum + value, 0n);
