/** Compares every balance after a transaction with the balances that the node itself says of each block. */
import { type ChainCode, formatAddress } from '@chaintrail/chains';
import { openSession } from '@chaintrail/db';
import { inParallel, waitFor } from '@chaintrail/testkit';
import { expect } from 'vitest';
import { evmChain } from './evm-chain.js';

export interface BalanceWorld {
  readonly code: ChainCode;
  readonly databaseUrl: string;
  readonly apiUrl: string;
  /** Calls a method of the node. */
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T>;
}

export interface Row {
  readonly txid: string;
  readonly blockHeight: number;
  readonly amount: string;
  readonly balanceAfter: string | null;
  readonly internalTransfers: string;
}

const TIMEOUT_MS = 60_000;
const CONCURRENCY = 4;

/**
 * Transactions that blocks confirmed, oldest first: one that a reorganisation took back waits to be confirmed again.
 */
export async function historyOf({ apiUrl, code }: BalanceWorld, address: string): Promise<Row[]> {
  const rows: Row[] = [];
  let query = 'limit=1000&order=asc';
  for (;;) {
    const response = await fetch(`${apiUrl}/v0/addresses/${code}/${address}/transactions?${query}`);
    const page = (await response.json()) as { transactions: Row[]; next: string | null };
    rows.push(...page.transactions.filter(({ blockHeight }) => blockHeight !== null));
    if (page.next === null) return rows;
    query = `limit=1000&order=asc&cursor=${encodeURIComponent(page.next)}`;
  }
}

/** Waits until the tables end with the node's tip and all of it is traced. */
export async function reachTracedTip(world: BalanceWorld): Promise<void> {
  const { hash } = await world.rpc<{ hash: string }>('eth_getBlockByNumber', 'latest', false);
  const session = await openSession(world.databaseUrl, 'chaintrail-test-balances');
  try {
    const isThere = async () => {
      const { rows } = await session.query(
        `SELECT FROM ${world.code}.sync_state s CROSS JOIN ${world.code}.internal_sync i WHERE s.phase = 'live'
           AND s.hash = decode($1, 'hex') AND i.from_height <= s.height
           AND NOT EXISTS (SELECT FROM ${world.code}.internal_gaps)`,
        [hash.slice(2)],
      );
      return rows.length === 1;
    };
    await waitFor(isThere, { what: `${world.code} to be traced up to ${hash}`, timeoutMs: TIMEOUT_MS });
  } finally {
    await session.end();
  }
}

/** Every address that has a history. */
const ADDRESSES = (code: ChainCode) => `
  SELECT DISTINCT address_key AS key FROM ${code}.address_transactions`;

/** @returns how many rows of how many addresses were compared */
export async function expectBalancesAfter(world: BalanceWorld): Promise<{ addresses: number; rows: number }> {
  const session = await openSession(world.databaseUrl, 'chaintrail-test-balances');
  const { rows: listed } = await session.query<{ key: Buffer }>(ADDRESSES(world.code));
  await session.end();
  const network = evmChain(world.code).networks[0]!;
  let compared = 0;
  await inParallel(listed, CONCURRENCY, async ({ key }) => {
    const address = formatAddress(network, key);
    const rows = await historyOf(world, address);
    expect(rows.length, `history of ${address}`).toBeGreaterThan(0);
    const first = rows[0]!.blockHeight;
    let balance = first === 0 ? 0n : await nodeBalance(world, address, first - 1);
    for (const [at, { txid, blockHeight, amount, balanceAfter }] of rows.entries()) {
      balance += BigInt(amount);
      expect(balanceAfter, `balance of ${address} after ${txid} of block ${blockHeight}`).toBe(String(balance));
      if (rows[at + 1]?.blockHeight === blockHeight) continue;
      expect(balance, `balance of ${address} at ${blockHeight}`).toBe(await nodeBalance(world, address, blockHeight));
    }
    compared += rows.length;
  });
  return { addresses: listed.length, rows: compared };
}

async function nodeBalance({ rpc }: BalanceWorld, address: string, height: number): Promise<bigint> {
  return BigInt(await rpc<string>('eth_getBalance', address, `0x${height.toString(16)}`));
}
