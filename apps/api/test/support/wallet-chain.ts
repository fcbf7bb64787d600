/** A chain whose blocks pay to, and spend from, the addresses of a descriptor, and what its one history must be. */
import { type Descriptor, requireUtxoChain } from '@chaintrail/chains';
import { openSession, type Session } from '@chaintrail/db';
import {
  BLOCK_SECONDS,
  type ExpectedRow,
  hashOf,
  keyOf,
  type SeededChain,
  type SeedTransaction,
  TIME_0,
} from './seed-chain.js';

const chain = requireUtxoChain('btc');
export const regtest = {
  family: 'utxo',
  chain,
  network: chain.networks.find(({ name }) => name === 'regtest')!,
} as const;

/** Account key of the seed of 32 bytes 1, at m/84'/1'/0'. */
export const ACCOUNT_KEY =
  'tpubDCXZhr2gyU3AsjyhdMmLs8MWsyMTcnjRB5A1UYshxLwaLe6nc9QxFTLUEent47xh2RvUDQekahUW1A3Xr2iTjEsSQqeG3q3JW5YiV9Mrg6z';

/** Numbers that look random, the same each time. */
function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Keys of each branch, derived in stretches: each takes a third of a millisecond. */
const derived = new WeakMap<Descriptor, Buffer[][]>();
const STRETCH = 64;

export function keyAt(descriptor: Descriptor, branch: number, index: number): Buffer {
  const all = derived.get(descriptor) ?? descriptor.branches.map(() => []);
  derived.set(descriptor, all);
  const keys = all[branch]!;
  while (keys.length <= index)
    keys.push(...descriptor.branches[branch]!.derive(keys.length, STRETCH).map(({ addressKey }) => addressKey!));
  return keys[index]!;
}

interface Coin {
  readonly tx: number;
  readonly vout: number;
  readonly value: bigint;
  readonly isOwn: boolean;
}

/** Pays addresses of the account, leaving gaps of up to twelve, and spends from several of them at once, with change. */
export function walletBlocks(descriptor: Descriptor, count: number): { blocks: SeedTransaction[][]; last: number[] } {
  const draw = drawFrom(7);
  const last = descriptor.branches.map(() => -1);
  const next = (branch: number): Buffer => {
    if (last[branch]! < 0 || draw(3) === 0) last[branch]! += 1 + (draw(6) === 0 ? draw(12) : 0);
    return keyAt(descriptor, branch, draw(4) === 0 ? draw(last[branch]! + 1) : last[branch]!);
  };
  const coins: Coin[] = [];
  let made = 0;
  const blocks = Array.from({ length: count }, () => {
    const block: SeedTransaction[] = [];
    const add = (inputs: readonly Coin[], outputs: SeedTransaction['outputs'], own: readonly Buffer[]): void => {
      for (const input of inputs) coins.splice(coins.indexOf(input), 1);
      for (const [vout, { key, value }] of outputs.entries())
        coins.push({ tx: made, vout, value, isOwn: own.includes(key!) });
      made++;
      block.push({ inputs, outputs });
    };
    add([], [{ key: keyOf('miner'), value: 5_000_000n }], []);
    for (let n = draw(4); n > 0; n--) {
      const isOwn = draw(2) === 0;
      const from = coins.filter((coin) => coin.isOwn === isOwn).slice(0, 1 + draw(3));
      if (from.length === 0) continue;
      const sum = from.reduce((total, { value }) => total + value, 0n);
      const [paid, fee] = [sum / BigInt(2 + draw(5)), BigInt(1 + draw(400))];
      if (sum < 10_000n) continue;
      const pays = draw(5) === 0 || !isOwn;
      const to = pays ? next(0) : keyOf(`other ${made}`);
      const back = isOwn ? next(1) : keyOf('miner');
      const outputs = [
        { key: to, value: paid },
        { key: back, value: sum - paid - fee },
      ];
      add(from, outputs, [...(pays ? [to] : []), ...(isOwn ? [back] : [])]);
    }
    return block;
  });
  return { blocks, last };
}

export interface ExpectedTransaction {
  readonly txid: string;
  readonly height: number;
  readonly txKey: bigint;
  readonly delta: bigint;
  readonly balance: bigint;
}

/** Merged from what each address must look like, oldest first. */
export function mergedHistory({ histories }: SeededChain, keys: readonly Buffer[]): ExpectedTransaction[] {
  const merged = new Map<bigint, Omit<ExpectedTransaction, 'balance'>>();
  for (const key of keys) {
    for (const { txid, height, txKey, delta } of histories.get(key.toString('hex')) ?? ([] as ExpectedRow[])) {
      const sum = merged.get(txKey)?.delta ?? 0n;
      merged.set(txKey, { txid, height, txKey, delta: sum + delta });
    }
  }
  let balance = 0n;
  return [...merged.values()]
    .sort((a, b) => (a.txKey < b.txKey ? -1 : 1))
    .map((row) => {
      balance += row.delta;
      return { ...row, balance };
    });
}

/** Appends a block of one transaction that pays these addresses; `name` tells blocks of one height apart. */
export async function appendBlock(url: string, height: number, name: string, keys: readonly Buffer[]): Promise<string> {
  return inSession(url, async (session) => {
    const [hash, txid, txKey] = [hashOf(`block ${name}`), hashOf(`transaction ${name}`), BigInt(height) << 20n];
    await session.query(
      'INSERT INTO btc.blocks (height, hash, parent_hash, time, tx_count, size) VALUES ($1, $2, $2, $3, 1, 1000)',
      [height, hash, TIME_0 + height * BLOCK_SECONDS],
    );
    await session.query(
      `INSERT INTO btc.transactions (tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts, output_values, output_keys)
       VALUES ($1, $2, 2, 0, 250, 200, 0, '{}', '{}', $3, $4)`,
      [txKey, txid, keys.map(() => 1_000n), keys],
    );
    for (const key of keys)
      await session.query(
        `INSERT INTO btc.address_transactions (address_key, seq, tx_key, delta, balance, received)
         SELECT $1, coalesce(max(seq), 0) + 1, $2, 1000, 1000 + coalesce((
           SELECT balance FROM btc.address_transactions WHERE address_key = $1 ORDER BY seq DESC LIMIT 1), 0), 1000 + coalesce((
           SELECT received FROM btc.address_transactions WHERE address_key = $1 ORDER BY seq DESC LIMIT 1), 0)
         FROM btc.address_transactions WHERE address_key = $1`,
        [key, txKey],
      );
    await session.query('UPDATE btc.sync_state SET height = $1, hash = $2, node_height = $1', [height, hash]);
    return txid.toString('hex');
  });
}

/** Takes blocks back, as a reorg does. */
export async function dropAbove(url: string, height: number): Promise<void> {
  await inSession(url, async (session) => {
    const key = BigInt(height + 1) << 20n;
    await session.query('DELETE FROM btc.blocks WHERE height > $1', [height]);
    for (const table of ['transactions', 'address_transactions'])
      await session.query(`DELETE FROM btc.${table} WHERE tx_key >= $1`, [key]);
    await session.query(
      `UPDATE btc.sync_state SET height = $1, hash = (SELECT hash FROM btc.blocks WHERE height = $1), content_version = content_version + 1`,
      [height],
    );
  });
}

async function inSession<T>(url: string, run: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession(url, 'seed');
  try {
    await session.query('BEGIN');
    const done = await run(session);
    await session.query('COMMIT');
    return done;
  } finally {
    await session.end();
  }
}
