/**
 * Holds a first sync in a stage: the transaction that would leave it waits for a lock of the test. The stage does all its
 * work meanwhile, so what a test does then comes after any part of the stage, however short that is. Sorting in steps
 * waits after its first one.
 */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { closeSession, createChainSchema, openSession, type Session } from '@chaintrail/db';
import { STOPS, type Stop } from './first-sync-standing.js';

/** First half of the two-part lock keys; the second is the position in {@link STOPS}, from 1. */
const BRAKE_LOCK = 0x6272616b;

const INSTALL = (chain: ChainCode) => `
  CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    stops CONSTANT text[] := ARRAY[${STOPS.map((stop) => `'${stop}'`).join(', ')}];
  BEGIN
    IF TG_OP = 'DELETE' THEN
      PERFORM pg_advisory_xact_lock_shared(${BRAKE_LOCK}, array_position(stops, OLD.stage));
      RETURN OLD;
    END IF;
    IF TG_TABLE_NAME = 'sync_state' THEN
      PERFORM pg_advisory_xact_lock_shared(${BRAKE_LOCK}, array_position(stops, 'hand-over'));
    ELSE
      PERFORM pg_advisory_xact_lock_shared(${BRAKE_LOCK}, array_position(stops, OLD.stage));
    END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER wait_for_test_moved BEFORE UPDATE ON ${chain}.first_sync FOR EACH ROW
    WHEN (OLD.stage <> NEW.stage OR OLD.sorted_to BETWEEN 1 AND NEW.sorted_to - 1) EXECUTE FUNCTION wait_for_test();
  CREATE OR REPLACE TRIGGER wait_for_test_gone BEFORE DELETE ON ${chain}.first_sync FOR EACH ROW
    EXECUTE FUNCTION wait_for_test();
  CREATE OR REPLACE TRIGGER wait_for_test_live BEFORE UPDATE ON ${chain}.sync_state FOR EACH ROW
    WHEN (OLD.live_since IS NULL AND NEW.live_since IS NOT NULL) EXECUTE FUNCTION wait_for_test();`;

export class Brake {
  readonly #databaseUrl: string;
  readonly #chain: ChainCode;
  readonly #held: Set<Stop>;
  /** Its locks are what holds; null after a crash of the server. */
  #session: Session | null = null;

  private constructor(databaseUrl: string, chain: ChainCode, stops: Iterable<Stop>) {
    this.#databaseUrl = databaseUrl;
    this.#chain = chain;
    this.#held = new Set(stops);
  }

  /** Holds the first sync of the chain in each of these stages until that one is released. */
  static async hold(databaseUrl: string, chain: ChainCode, stops: Iterable<Stop>): Promise<Brake> {
    const brake = new Brake(databaseUrl, chain, stops);
    await brake.holdAgain();
    return brake;
  }

  async release(stop: Stop): Promise<void> {
    if (!this.#held.delete(stop)) return;
    await this.#session?.query('SELECT pg_advisory_unlock($1, $2)', [BRAKE_LOCK, STOPS.indexOf(stop) + 1]);
  }

  holds(stop: Stop): boolean {
    return this.#held.has(stop);
  }

  /** Whether a first sync has come to the end of the stage, or behind the first step of sorting, and waits. */
  async isReached(stop: Stop): Promise<boolean> {
    if (!this.#session) return false;
    const { rowCount } = await this.#session.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [BRAKE_LOCK, STOPS.indexOf(stop) + 1],
    );
    return rowCount !== 0;
  }

  /** After a crash of the server, which has released everything; {@link holdAgain} takes back what is still held. */
  lost(): void {
    this.#session = null;
  }

  async holdAgain(): Promise<void> {
    if (this.#held.size === 0) return;
    const session = await openSession(this.#databaseUrl, 'chaintrail-test-brake');
    this.#session = session;
    // Triggers need the tables, which the indexer would make when it comes: of the private network, the last of every list.
    await createChainSchema(session, this.#chain, requireChain(this.#chain).networks.at(-1)!.name);
    await session.query(INSTALL(this.#chain));
    for (const stop of this.#held) {
      await session.query('SELECT pg_advisory_lock($1, $2)', [BRAKE_LOCK, STOPS.indexOf(stop) + 1]);
    }
  }

  /** Releases everything. */
  async close(): Promise<void> {
    this.#held.clear();
    if (this.#session) await closeSession(this.#session);
  }
}
