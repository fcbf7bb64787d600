/**
 * Has the pages read that a batch is about to need, by several sessions at once: the owner's session waits for each page,
 * and a disk reads many at a time. Nothing depends on it but time.
 */
import type { ChainCode } from '@chaintrail/chains';
import pLimit from 'p-limit';
import type { Pool } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { outpoints } from './spend-earlier-outputs.js';
import type { UtxoBatch } from './utxo-batch.js';

/** Connections of the pool that are taken: others have to find one meanwhile. */
const SESSIONS = 3;
/** Rows of a statement: it ends in seconds on a slow disk, and others get their turn. */
const ROWS = 250;
/** Fewer take no time on any disk. */
const LEAST_ROWS = 2_000;
/** Where a row takes longer, with its four pages, they come from a disk. In memory it takes 0.03 ms. */
const SLOW_MS = 0.15;

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

  /** Tells what the batch itself took, where nothing was read ahead. @param rows looked up, two pages each */
  took(rows: number, ms: number): void {
    if (rows >= LEAST_ROWS / 2) this.isSlow = ms / rows > SLOW_MS / 2;
  }

  /** Never rejects. @returns whether it did anything */
  async read(batch: UtxoBatch): Promise<boolean> {
    const rows = batch.earlierInputs.length + batch.addresses.count + batch.txBlock.length;
    if (!this.isSlow || rows < LEAST_ROWS) return false;
    const turn = pLimit(SESSIONS);
    let ms = 0;
    const statements = [...this.ofInputs(batch), ...this.ofAddresses(batch), ...this.ofTransactions(batch)];
    let isFailing = false;
    const run = async (statement: Statement): Promise<void> => {
      if (isFailing) return;
      const start = performance.now();
      // The batch itself reports what is wrong with the server.
      await this.look(statement).catch(() => {
        isFailing = true;
      });
      ms += performance.now() - start;
    };
    await Promise.all(statements.map((statement) => turn(run, statement)));
    this.isSlow = ms / rows > SLOW_MS;
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
}

function slices(count: number): [from: number, to: number][] {
  return Array.from({ length: Math.ceil(count / ROWS) }, (_, n) => [n * ROWS, Math.min((n + 1) * ROWS, count)]);
}
