/**
 * Has the pages read that a batch or a rollback is about to need, by several sessions at once: the owner's session waits
 * for each page, and a disk reads many at a time. Nothing depends on it but time.
 */
import type { ChainCode } from '@chaintrail/chains';
import pLimit from 'p-limit';
import type { Pool } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { outpoints } from './spent-outputs.js';
import type { UtxoBatch } from './utxo-batch.js';

/** Connections of the pool that are taken: others have to find one meanwhile. */
const SESSIONS = 3;
/** Rows of a statement: it ends in seconds on a slow disk, and others get their turn. */
const ROWS = 250;
/** Fewer take no time on any disk. */
const LEAST_ROWS = 2_000;
/** Where a page takes longer, it comes from a disk. In memory it takes 0.01 ms. */
const SLOW_MS = 0.04;
/** Pages that a row of a batch is looked up in. */
const ROW_PAGES = 4;
/** Those that a spent output needs which is unspent again: where it was made, and the indexes that have it anew. */
export const SPENT_PAGES = 5;
/** Those that a transaction needs whose outputs go. */
export const MADE_PAGES = 2;

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

export class ReadAhead {
  private isSlow = true;
  private readonly pool: Pool;
  private readonly chain: ChainCode;

  constructor(pool: Pool, chain: ChainCode) {
    this.pool = pool;
    this.chain = chain;
  }

  /** Tells what the owner's session took, where nothing was read ahead. @param pages that it looked up */
  took(pages: number, ms: number): void {
    if (pages >= LEAST_ROWS) this.isSlow = ms / pages > SLOW_MS;
  }

  /** Pages of a batch. Never rejects. @returns whether it did anything, as below */
  read(batch: UtxoBatch): Promise<boolean> {
    const rows = batch.earlierInputs.length + batch.addresses.count + batch.txBlock.length;
    return this.run([this.ofInputs(batch), this.ofAddresses(batch), this.ofTransactions(batch)], rows, ROW_PAGES);
  }

  /** Pages of spent outputs that are to be unspent again, sorted by `txKeys`. */
  readSpent(txKeys: readonly string[], vouts: readonly number[]): Promise<boolean> {
    return this.run([this.ofSpent(txKeys, vouts)], txKeys.length, SPENT_PAGES);
  }

  /** Pages of transactions that are taken back. @param txids display order, sorted */
  readMade(txids: readonly Buffer[]): Promise<boolean> {
    return this.run([this.ofMade(txids)], txids.length, MADE_PAGES);
  }

  private async run(lists: readonly Iterable<Statement>[], rows: number, pages: number): Promise<boolean> {
    if (!this.isSlow || rows < LEAST_ROWS) return false;
    const turn = pLimit(SESSIONS);
    let ms = 0;
    let isFailing = false;
    const run = async (statement: Statement): Promise<void> => {
      if (isFailing) return;
      const start = performance.now();
      // The owner's session itself reports what is wrong with the server.
      await this.look(statement).catch(() => {
        isFailing = true;
      });
      ms += performance.now() - start;
    };
    await Promise.all(lists.flatMap((list) => Array.from(list, (statement) => turn(run, statement))));
    this.isSlow = ms / (rows * pages) > SLOW_MS;
    return true;
  }

  private async look(statement: Statement): Promise<void> {
    const session = await this.pool.connect();
    try {
      // As the owner has it: tables whose statistics are old must not be read from end to end.
      await session.query('SET enable_seqscan = off');
      await session.query(statement);
      await session.query('RESET enable_seqscan');
    } catch (error) {
      session.release(true);
      throw error;
    }
    session.release();
  }

  /** Outputs that are spent, and where their addresses stand. */
  private *ofInputs(batch: UtxoBatch): Generator<Statement> {
    const text = `
      SELECT count(last.balance)
      FROM unnest($2::int[]) WITH ORDINALITY AS spent(vout, n)
      CROSS JOIN LATERAL (
        SELECT address_key FROM ${this.chain}.unspent_outputs u
        WHERE u.txid = substr($1::bytea, 32 * (spent.n::int - 1) + 1, 32) AND u.vout = spent.vout LIMIT 1) made
      CROSS JOIN LATERAL (
        SELECT balance FROM ${this.chain}.address_transactions a
        WHERE a.address_key = made.address_key ORDER BY seq DESC LIMIT 1) last`;
    for (const inputs of slices(batch.earlierInputs.length)) {
      const { txids, vouts } = outpoints(batch, batch.earlierInputs.slice(...inputs));
      yield { text, values: [txids, vouts] };
    }
  }

  /** Where addresses of outputs stand, and where the index of unspent outputs will have them. */
  private *ofAddresses({ addresses, blocks }: UtxoBatch): Generator<Statement> {
    const text = `
      SELECT count(last.balance), count(own.vout)
      FROM unnest($2::int[], $3::int[]) AS wanted(place, length)
      LEFT JOIN LATERAL (
        SELECT balance FROM ${this.chain}.address_transactions a
        WHERE a.address_key = substr($1::bytea, wanted.place, wanted.length) ORDER BY seq DESC LIMIT 1) last ON true
      LEFT JOIN LATERAL (
        SELECT vout FROM ${this.chain}.unspent_outputs u
        WHERE u.address_key = substr($1::bytea, wanted.place, wanted.length) AND u.tx_key >= $4 LIMIT 1) own ON true`;
    const { starts, bytes } = addresses;
    for (const [from, to] of slices(addresses.count)) {
      const numbers = Array.from({ length: to - from }, (_, n) => from + n);
      yield {
        text,
        values: [
          bytes.subarray(starts[from]!, starts[to]!),
          numbers.map((n) => starts[n]! - starts[from]! + 1),
          numbers.map((n) => starts[n + 1]! - starts[n]!),
          txKey(blocks[0]!.height, 0),
        ],
      };
    }
  }

  /** Where the indexes of transactions and of their outputs will have them. */
  private *ofTransactions({ txids, txBlock }: UtxoBatch): Generator<Statement> {
    const text = `
      SELECT count(made.tx_key), count(own.vout)
      FROM generate_series(0, $2::int - 1) n
      LEFT JOIN LATERAL (
        SELECT tx_key FROM ${this.chain}.transactions t WHERE t.txid = substr($1::bytea, 32 * n + 1, 32) LIMIT 1) made ON true
      LEFT JOIN LATERAL (
        SELECT vout FROM ${this.chain}.unspent_outputs u WHERE u.txid = substr($1::bytea, 32 * n + 1, 32) LIMIT 1) own ON true`;
    for (const [from, to] of slices(txBlock.length)) {
      const display = Buffer.from(txids.subarray(32 * from, 32 * to));
      for (let at = 0; at < display.length; at += 32) display.subarray(at, at + 32).reverse();
      yield { text, values: [display, to - from] };
    }
  }

  private *ofSpent(txKeys: readonly string[], vouts: readonly number[]): Generator<Statement> {
    // As the rollback itself groups them.
    const text = `
      SELECT count(made.txid) AS made, count(own.vout) AS own, count(beside.vout) AS beside
      FROM (
        SELECT tx_key, array_agg(vout) AS vouts FROM unnest($1::bigint[], $2::int[]) AS i(tx_key, vout)
        GROUP BY tx_key ORDER BY tx_key) spent
      CROSS JOIN LATERAL (
        SELECT txid, output_keys[1:] AS keys FROM ${this.chain}.transactions WHERE tx_key = spent.tx_key LIMIT 1) made
      CROSS JOIN LATERAL unnest(spent.vouts) AS o(vout)
      LEFT JOIN LATERAL (
        SELECT vout FROM ${this.chain}.unspent_outputs u WHERE u.txid = made.txid AND u.vout = o.vout LIMIT 1) own ON true
      LEFT JOIN LATERAL (
        SELECT vout FROM ${this.chain}.unspent_outputs u
        WHERE u.address_key = made.keys[o.vout + 1] AND u.tx_key = spent.tx_key AND u.vout = o.vout LIMIT 1) beside ON true`;
    for (const part of slices(txKeys.length)) yield { text, values: [txKeys.slice(...part), vouts.slice(...part)] };
  }

  private *ofMade(txids: readonly Buffer[]): Generator<Statement> {
    const text = `
      SELECT count(own.vout)
      FROM generate_series(0, $2::int - 1) n
      CROSS JOIN LATERAL (
        SELECT vout FROM ${this.chain}.unspent_outputs u WHERE u.txid = substr($1::bytea, 32 * n + 1, 32) OFFSET 0) own`;
    for (const [from, to] of slices(txids.length)) {
      yield { text, values: [Buffer.concat(txids.slice(from, to)), to - from] };
    }
  }
}

function slices(count: number): [from: number, to: number][] {
  return Array.from({ length: Math.ceil(count / ROWS) }, (_, n) => [n * ROWS, Math.min((n + 1) * ROWS, count)]);
}
