/**
 * Chains of the Cosmos family that are written by the ledger and read, with what they must say, worked out from their
 * blocks.
 */
import type { CosmosEntry } from '@chaintrail/chains';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { createReadPool, openCosmosLedger, openSession, type Pool, type Session } from '../../src/index.js';
import { FIRST_HEIGHT, type MadeBlock, place } from './cosmos-blocks.js';

/** Addresses of random blocks. */
export const ACCOUNTS = 12;

export interface ReadChain {
  readonly database: TestDatabase;
  readonly session: Session;
  readonly pool: Pool;
  readonly blocks: readonly MadeBlock[];
}
const opened: ReadChain[] = [];

/** A live chain with these blocks in a database of its own. */
export async function chainOf(blocks: readonly MadeBlock[]): Promise<ReadChain> {
  const database = await createTestDatabase();
  const session = await openSession(database.url, 'cosmos-read-test');
  const pool = createReadPool(database.url, { max: 2, applicationName: 'cosmos-read-test' });
  const chain = { database, session, pool, blocks };
  opened.push(chain);
  const ledger = await openCosmosLedger(session, place, FIRST_HEIGHT);
  for (let at = 0; at < blocks.length; at += 7) {
    const cursor = await ledger.cursor();
    await ledger.replaceAfter(cursor, cursor, blocks.slice(at, at + 7));
  }
  await session.query(`UPDATE rune.sync_state SET live_since = now(), phase = 'live'`);
  return chain;
}

export async function closeChains(): Promise<void> {
  for (const { database, session, pool } of opened.splice(0)) {
    await pool.end();
    await session.end();
    await database.drop();
  }
}

export const idOf = ({ kind, txid }: CosmosEntry): string =>
  kind === 'transaction' ? txid.toString('hex') : txid.toString('latin1');
export const isOf = (account: Buffer) => (key: Buffer | null) => key?.equals(account) === true;

export interface Expected {
  readonly txid: string;
  readonly height: number;
  readonly delta: bigint;
  readonly balance: bigint;
}

/** History of an account, oldest first. */
export function historyOf(account: Buffer, { blocks }: ReadChain): Expected[] {
  const own = isOf(account);
  const rows: Expected[] = [];
  let balance = 0n;
  for (const { height, block } of blocks)
    for (const each of block.entries) {
      if (!own(each.from) && !each.transfers.some(({ from, to }) => own(from) || own(to))) continue;
      const delta = each.transfers.reduce((sum, { from, to, denom, amount }) => {
        if (denom !== null) return sum;
        return sum + (own(to) ? amount : 0n) - (own(from) ? amount : 0n);
      }, 0n);
      balance += delta;
      rows.push({ txid: idOf(each), height, delta, balance });
    }
  return rows;
}

/** Holdings of an account in other denominations after a block, without those of which it has nothing. */
export function tokensOf(account: Buffer, until: number, { blocks }: ReadChain): Map<string, bigint> {
  const own = isOf(account);
  const sums = new Map<string, bigint>();
  for (const { height, block } of blocks)
    for (const { from, to, denom, amount } of height > until ? [] : block.entries.flatMap((each) => each.transfers)) {
      if (denom === null) continue;
      sums.set(denom, (sums.get(denom) ?? 0n) + (own(to) ? amount : 0n) - (own(from) ? amount : 0n));
    }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}
