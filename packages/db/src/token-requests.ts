/**
 * Contracts that clients look at and that nobody asked yet, told by the API to the indexer. NOTIFY needs no right to
 * write, and leaves nothing behind where no indexer listens.
 */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable, Session } from './connection.js';

/** Contracts in one message: PostgreSQL takes less than 8,000 bytes. */
export const MOST_REQUESTED = 150;
/** Contracts that wait, at most: whoever looks at more has to look again. */
const MOST_WAITING = 1_000;
/** Anybody who may connect may send anything. */
const MESSAGE = /^(?:[0-9a-f]{40}){1,199}$/;
const CONTRACT = /.{40}/g;

const channelOf = (chain: ChainCode): string => `chaintrail_tokens_${chain}`;

/** Tells of contracts, {@link MOST_REQUESTED} at most, in hex. A replica tells nobody. */
export async function requestTokens(db: Queryable, chain: ChainCode, assets: readonly string[]): Promise<void> {
  await db.query('SELECT pg_notify($1, $2) WHERE NOT pg_is_in_recovery()', [channelOf(chain), assets.join('')]);
}

export class TokenRequests {
  readonly #session: Session;
  readonly #chain: ChainCode;
  readonly #waiting = new Set<string>();
  #isListening = false;

  /** @param session hears of them from the first question on */
  constructor(session: Session, chain: ChainCode) {
    this.#session = session;
    this.#chain = chain;
  }

  /** @returns those that are known and were not asked since, the first first. They wait until they were */
  async unasked(limit: number): Promise<Buffer[]> {
    if (!this.#isListening) await this.#listen();
    if (this.#waiting.size === 0) return [];
    const looked = [...this.#waiting];
    const { rows } = await this.#session.query<{ asset: string }>({
      name: `requested_tokens_${this.#chain}`,
      text: `SELECT encode(asset, 'hex') AS asset FROM unnest($1::bytea[]) WITH ORDINALITY AS wanted(key, n)
        CROSS JOIN LATERAL (SELECT asset FROM ${this.#chain}.tokens WHERE asset = key AND asked_at IS NULL LIMIT 1) t ORDER BY n`,
      values: [looked.map((asset) => Buffer.from(asset, 'hex'))],
    });
    const open = new Set(rows.map(({ asset }) => asset));
    for (const asset of looked) if (!open.has(asset)) this.#waiting.delete(asset);
    return rows.slice(0, limit).map(({ asset }) => Buffer.from(asset, 'hex'));
  }

  async #listen(): Promise<void> {
    const channel = channelOf(this.#chain);
    this.#session.on('notification', (message) => {
      if (message.channel === channel && MESSAGE.test(message.payload ?? '')) this.#note(message.payload ?? '');
    });
    this.#isListening = true;
    await this.#session.query(`LISTEN ${channel}`);
  }

  #note(assets: string): void {
    for (const asset of assets.match(CONTRACT) ?? []) if (this.#waiting.size < MOST_WAITING) this.#waiting.add(asset);
  }
}
