/** A small chain of the EVM family written straight into the tables, as an indexer would have written it. */
import type { TokenStandard, TransferKind } from '@chaintrail/chains';
import { createIndexedChain, openSession, type Session } from '@chaintrail/db';
import { insertRows } from './insert-rows.js';
import { hashOf, TIME_0 } from './seed-chain.js';

export interface SeedTransfer {
  readonly kind: TransferKind;
  readonly from: Buffer | null;
  readonly to: Buffer | null;
  readonly amount: bigint;
  readonly asset?: Buffer;
  readonly standard?: TokenStandard;
  readonly tokenId?: bigint;
}

interface SeedEvmTransaction {
  readonly from: Buffer;
  readonly to: Buffer | null;
  readonly value?: bigint;
  readonly fee?: bigint;
  readonly succeeded?: boolean | null;
  readonly createdContract?: Buffer;
  readonly method?: string;
  readonly type?: number;
  /** Parts of the fee: blobs, layer 1, operator. */
  readonly feeParts?: readonly (bigint | null)[];
  /** Beside the value. */
  readonly transfers?: readonly SeedTransfer[];
  /** Transfers by contracts. */
  readonly internal?: readonly SeedTransfer[];
}

export interface SeedEvmBlock {
  readonly transactions: readonly SeedEvmTransaction[];
  /** Transfers of the block itself. */
  readonly own?: readonly SeedTransfer[];
}

export interface SeedEvmOptions {
  readonly chain: 'eth' | 'arb' | 'base' | 'op';
  readonly blocks: readonly SeedEvmBlock[];
  /** Height of the first of them; 0 unless told. */
  readonly firstHeight?: number;
  readonly network?: string;
  /** False: the first sync is under way. */
  readonly live?: boolean;
  /** Last block whose internal transfers are indexed, those above are a gap; null: none is traced. */
  readonly tracedTo?: number | null;
}

interface Entry {
  readonly txKey: number;
  readonly txid: Buffer;
  readonly transaction: SeedEvmTransaction | null;
  readonly transfers: readonly SeedTransfer[];
  readonly internal: readonly SeedTransfer[];
}

export const SECONDS = 12;
const NETWORK = 'local';
export const accountOf = (name: string): Buffer => hashOf(`account ${name}`).subarray(0, 20);
export const blockHash = (chain: string, height: number): string => hashOf(`${chain} block ${height}`).toString('hex');
export const txidOf = (chain: string, height: number, index: number): string =>
  hashOf(`${chain} transaction ${height} ${index}`).toString('hex');
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const INTERNAL_IDX = 2 ** 24;

function entriesOf({ chain, blocks, firstHeight = 0, tracedTo = null }: SeedEvmOptions): Entry[] {
  return blocks.flatMap(({ transactions, own }, n) => {
    const height = firstHeight + n;
    const first = height * 2 ** 20;
    const entries: Entry[] = transactions.map((transaction, index) => {
      const { from, to, value = 0n, succeeded, createdContract, transfers = [], internal = [] } = transaction;
      const native = { kind: 'native' as const, from, to: to ?? createdContract ?? null, amount: value };
      const moved = value > 0n && succeeded !== false ? [native, ...transfers] : transfers;
      const traced = tracedTo !== null && height <= tracedTo ? internal : [];
      return {
        txKey: first + index,
        txid: bytes(txidOf(chain, height, index)),
        transaction,
        transfers: moved,
        internal: traced,
      };
    });
    if (!own) return entries;
    const txid = bytes(blockHash(chain, height));
    return [...entries, { txKey: first + entries.length, txid, transaction: null, transfers: own, internal: [] }];
  });
}

/** Effects of transfers on addresses: key in hex → net effect and gross received of the chain's own coin. */
function effectsOf(transfers: readonly SeedTransfer[]): Map<string, { delta: bigint; received: bigint }> {
  const effects = new Map<string, { delta: bigint; received: bigint }>();
  const add = (key: Buffer | null, delta: bigint): void => {
    if (!key) return;
    const sums = effects.get(key.toString('hex')) ?? { delta: 0n, received: 0n };
    effects.set(key.toString('hex'), {
      delta: sums.delta + delta,
      received: sums.received + (delta > 0n ? delta : 0n),
    });
  };
  for (const { from, to, amount, asset } of transfers) {
    add(from, asset ? 0n : -amount);
    add(to, asset ? 0n : amount);
  }
  return effects;
}

function entryEffects({ transaction, transfers, internal }: Entry): Map<string, { delta: bigint; received: bigint }> {
  if (!transaction) return effectsOf(transfers);
  const { from, to, fee = 0n, createdContract = null } = transaction;
  const touched = [to, createdContract].map((key) => ({ kind: 'native' as const, from: key, to: null, amount: 0n }));
  return effectsOf([{ kind: 'fee', from, to: null, amount: fee }, ...touched, ...transfers, ...internal]);
}

export async function seedEvmChain(databaseUrl: string, options: SeedEvmOptions): Promise<void> {
  const session = await openSession(databaseUrl, 'seed');
  try {
    await createIndexedChain(session, options.chain, options.network ?? NETWORK);
    await session.query('BEGIN');
    const entries = entriesOf(options);
    await insertBlocks(session, options);
    await insertEntries(session, options.chain, entries);
    await insertHistories(session, options.chain, entries);
    await insertState(session, options);
    await session.query('COMMIT');
  } finally {
    await session.end();
  }
}

async function insertBlocks(session: Session, { chain, blocks, firstHeight = 0 }: SeedEvmOptions): Promise<void> {
  const rows = blocks.map(({ transactions }, n) => {
    const height = firstHeight + n;
    return {
      ...{ height, hash: bytes(blockHash(chain, height)), parent_hash: bytes(blockHash(chain, height - 1)) },
      ...{ time: TIME_0 + n * SECONDS, tx_count: transactions.length, size: 1_000 },
    };
  });
  await insertRows(session, `${chain}.blocks`, rows);
}

async function insertEntries(session: Session, chain: string, entries: readonly Entry[]): Promise<void> {
  const transactions = entries.map(({ txKey, txid, transaction }) => ({
    ...{ tx_key: txKey, txid, ...(transaction ? columnsOf(transaction) : {}) },
  }));
  await insertRows(session, `${chain}.transactions`, transactions);
  const transfers = entries.flatMap((entry) => {
    const internal = entry.internal.map((each, at) => [INTERNAL_IDX + at, each] as const);
    return [...entry.transfers.entries(), ...internal].map(
      ([idx, { kind, from, to, amount, asset = null, standard = null, tokenId = null }]) => ({
        ...{ tx_key: entry.txKey, idx, kind, from_key: from, to_key: to, asset, standard, amount, token_id: tokenId },
      }),
    );
  });
  await insertRows(session, `${chain}.transfers`, transfers);
}

function columnsOf(transaction: SeedEvmTransaction): Record<string, unknown> {
  const { from, to, value = 0n, fee = 0n, succeeded = true, createdContract = null, method, type = 2 } = transaction;
  const [blobFee = null, l1Fee = null, operatorFee = null] = transaction.feeParts ?? [];
  return {
    ...{ type, succeeded, from_key: from, to_key: to, created_contract: createdContract, value, nonce: 7, fee },
    ...{ gas_limit: 90_000, gas_used: 21_000, gas_price: 1_000_000_007n, method: method ? bytes(method) : null },
    ...{ blob_fee: blobFee, l1_fee: l1Fee, operator_fee: operatorFee },
  };
}

async function insertHistories(session: Session, chain: string, entries: readonly Entry[]): Promise<void> {
  const sums = new Map<string, { seq: number; delta: bigint; balance: bigint; received: bigint }>();
  const rows = entries.flatMap((entry) =>
    [...entryEffects(entry)].map(([key, { delta, received }]) => {
      const before = sums.get(key) ?? { seq: 0, balance: 0n, received: 0n };
      const grown = {
        seq: before.seq + 1,
        delta,
        balance: before.balance + delta,
        received: before.received + received,
      };
      sums.set(key, grown);
      return { address_key: bytes(key), tx_key: entry.txKey, ...grown };
    }),
  );
  await insertRows(session, `${chain}.address_transactions`, rows);
}

async function insertState(session: Session, options: SeedEvmOptions): Promise<void> {
  const { chain, blocks, firstHeight = 0, network = NETWORK, live = true, tracedTo = null } = options;
  const height = firstHeight + blocks.length - 1;
  await insert(session, `${chain}.sync_state`, {
    ...{ network, history_from: firstHeight, height, hash: bytes(blockHash(chain, height)), node_height: height },
    ...{
      block_time: TIME_0 + (blocks.length - 1) * SECONDS,
      phase: live ? 'live' : 'syncing',
      finalized_height: Math.max(0, height - 2),
    },
    ...(live ? { live_since: new Date() } : {}),
  });
  if (tracedTo === null) return;
  await insert(session, `${chain}.internal_sync`, { mode: 'live', from_height: 0 });
  const gap = { from_height: tracedTo + 1, to_height: height, reason_code: 'node-away' };
  if (tracedTo < height) await insert(session, `${chain}.internal_gaps`, gap);
}

/** One row, from column names to values. */
export const insert = (session: Session, table: string, row: Record<string, unknown>): Promise<void> =>
  insertRows(session, table, [row]);

/** A balance as the node said it, with the origin that follows from the rows up to that block. */
export async function insertBalance(
  session: Pick<Session, 'query'>,
  chain: string,
  [key, balance, height]: readonly [key: Buffer, balance: bigint, height: number],
): Promise<void> {
  await session.query(
    `INSERT INTO ${chain}.address_balances (address_key, balance, height, origin)
     SELECT $1, $2::numeric, $3::integer, $2::numeric - coalesce((SELECT balance FROM ${chain}.address_transactions
       WHERE address_key = $1 AND tx_key < ($3::integer + 1)::bigint << 20 ORDER BY seq DESC LIMIT 1), 0)`,
    [key, String(balance), height],
  );
}
