/**
 * Answers are kept as they were sent. What comes from the rows of a chain alone holds until the chain's content version moves,
 * so that an answer that was given before costs a look at one row: as fresh as one that is read anew.
 */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { type Asking, type ChainState, type ContentState, readContentState } from '@chaintrail/db';
import { LRUCache } from 'lru-cache';
import type { ListedChain } from '../read/followed-chain.js';
import { VERSION } from '../version.js';
import type { Answer } from './answer.js';
import type { EncodedBody } from './encode-body.js';
import { SharedTurns } from './lanes.js';
import { type Made, madeIfShort } from './rows.js';

/** Some two thousand compressed pages of 25 rows. */
const MOST_BYTES = 32 * 2 ** 20;
/** A page of a thousand rows would take the place of forty. */
const MOST_BYTES_EACH = 256 * 2 ** 10;
/**
 * The objects of an entry: 545 bytes of heap with Node 20 and 560 with Node 24, whatever it holds. What the allocator
 * adds is up to 200 more (resident memory, Node 20). Measured over 20,000 answers of 50, 200 and 500 bytes.
 */
const OVERHEAD_BYTES = 750;

interface Entry {
  readonly version: string;
  readonly body: EncodedBody;
}

export class KeptAnswers {
  readonly #answers = new LRUCache<string, Entry>({
    maxSize: MOST_BYTES,
    maxEntrySize: MOST_BYTES_EACH,
    sizeCalculation: ({ body: { bytes, link } }, key) =>
      bytes.length + (link?.length ?? 0) + key.length + OVERHEAD_BYTES,
  });
  /** By scope, what the last answer was a function of. */
  readonly #versions = new Map<string, string>();
  /** One look tells all who wait for it. */
  readonly #looks = new Map<ChainCode, SharedTurns<null, ContentState | null>>();

  /**
   * Whether it is worth asking for the version of now: not where an answer since then had another one.
   * @param scope of answers that change together
   */
  mayHold(key: string, scope: string): boolean {
    const kept = this.#answers.get(key);
    return kept !== undefined && kept.version === this.#versions.get(scope);
  }

  find(key: string, scope: string, version: string): EncodedBody | undefined {
    this.#versions.set(scope, version);
    const kept = this.#answers.get(key);
    return kept?.version === version ? kept.body : undefined;
  }

  keep(key: string, scope: string, version: string, { bytes, encoding, link = null }: EncodedBody): void {
    if (bytes.length > MOST_BYTES_EACH) return;
    // One text for all answers of a version.
    const known = this.#versions.get(scope);
    const shared = known === version ? known : version;
    this.#versions.set(scope, shared);
    // A copy of its own size: what zlib returns is a slice of its chunk, 16 or 64 KB, which would be kept whole.
    const own = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(own);
    this.#answers.set(key, { version: shared, body: { bytes: own, encoding, link } });
  }

  /**
   * @param asking whose turn it is that it is looked in
   * @returns what answers of the chain are a function of now; null where none can be told before it is read
   */
  async versionNow(followed: ListedChain, asking: Asking): Promise<string | null> {
    const { code } = followed.chain;
    const looks = this.#looks.get(code) ?? new SharedTurns<null, ContentState | null>(Number.POSITIVE_INFINITY);
    this.#looks.set(code, looks);
    const state = await looks.ask(asking, null, (own, take) => look(followed, own, take));
    if (state === null || state.network !== followed.network.name || state.liveSince === null) return null;
    return contentVersion(state, state.isFollowingMempool);
  }
}

async function look(
  { chain: { code }, database }: ListedChain,
  asking: Asking,
  take: () => readonly null[],
): Promise<(ContentState | null)[]> {
  let count = 0;
  const found = await database.read(
    (db) =>
      db.inTurn(async (held) => {
        count = take().length;
        return count === 0 ? undefined : readContentState(held, code);
      }),
    { heights: (state) => new Map(state === undefined ? [] : [[code, state?.height ?? null]]), asking },
  );
  return Array<ContentState | null>(count).fill(found ?? null);
}

/** Seconds. A new block can change any answer about a chain, and callers can afford to be this late. */
export const NEAR_TIP_SECONDS = 5;

/** An answer about a chain. A UTXO chain's changes with its rows, and this program. @param rates that are part of it */
export function answerAtTip<Body>(
  state: ChainState,
  body: () => Body,
  rates: readonly unknown[] = [],
): Answer<Made<Body>> {
  const rows = versionOfRows(state);
  const made = () => madeIfShort(body());
  return { body: made, version: rows === null ? null : answerVersion(rows, rates), maxAge: NEAR_TIP_SECONDS };
}

/** A value in dollars changes with its rate. */
export function answerVersion(rows: string, rates: readonly unknown[]): string {
  return `${VERSION} ${rows}${rates.length === 0 ? '' : ` ${JSON.stringify(rates)}`}`;
}

/** Version of answers that were read with this state; null on chains where more than rows is answered. */
function versionOfRows({ chain, mempool, ...state }: ChainState): string | null {
  switch (requireChain(chain).family) {
    case 'utxo':
      return contentVersion(state, mempool?.isCurrent ?? false);
    // Balances, internal transfers and names of tokens arrive between blocks; a name may lead to another address.
    case 'evm':
    case 'cosmos':
      return null;
  }
}

/** A first sync that begins anew begins to count anew. */
function contentVersion(
  { network, liveSince, height, hash, contentVersion }: Omit<ContentState, 'isFollowingMempool'>,
  isFollowingMempool: boolean,
): string {
  return `${network} ${liveSince} ${height} ${hash} ${contentVersion} ${isFollowingMempool}`;
}
