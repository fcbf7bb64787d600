/**
 * Answers are kept as they were sent. What comes from the rows of a chain alone holds until the chain's content version moves,
 * so that an answer that was given before costs a look at one row: as fresh as one that is read anew.
 */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { type ContentState, readContentState } from '@chaintrail/db';
import { LRUCache } from 'lru-cache';
import type { ChainDirectory } from '../read/chain-directory.js';
import type { FollowedChain } from '../read/followed-chain.js';
import type { ChainState } from '../shape/reason.js';
import type { EncodedBody } from './encode-body.js';

/** Some two thousand compressed pages of 25 rows. */
const MOST_BYTES = 32 * 2 ** 20;
/** A page of a thousand rows would take the place of forty. */
const MOST_BYTES_EACH = 256 * 2 ** 10;
/** Of its URL and the cache's own. */
const OVERHEAD_BYTES = 500;

interface Kept {
  readonly version: string;
  readonly body: EncodedBody;
}

export class KeptAnswers {
  readonly #chains: ChainDirectory;
  readonly #answers = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    maxEntrySize: MOST_BYTES_EACH,
    sizeCalculation: ({ body: { bytes, link } }) => bytes.length + (link?.length ?? 0) + OVERHEAD_BYTES,
  });
  /** By scope, what the last answer was a function of. */
  readonly #versions = new Map<string, string>();
  readonly #looks = new Map<ChainCode, Looks>();

  constructor(chains: ChainDirectory) {
    this.#chains = chains;
  }

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

  keep(key: string, scope: string, version: string, body: EncodedBody): void {
    this.#versions.set(scope, version);
    this.#answers.set(key, { version, body });
  }

  /** @returns what answers of the chain are a function of now; null where none can be told before it is read */
  async versionNow(followed: FollowedChain): Promise<string | null> {
    const { code } = followed.chain;
    let looks = this.#looks.get(code);
    if (!looks) {
      looks = new Looks(() => this.#read(code));
      this.#looks.set(code, looks);
    }
    const state = await looks.next();
    if (state === null || state.network !== followed.network.name || state.liveSince === null) return null;
    return contentVersion(state, state.isFollowingMempool);
  }

  #read(code: ChainCode): Promise<ContentState | null> {
    return this.#chains.databaseOf(code).read((db) => readContentState(db, code), {
      heights: (found) => new Map([[code, found?.height ?? null]]),
    });
  }
}

/** Whoever asks while one look is under way shares the next one, which begins after they asked. */
class Looks {
  readonly #look: () => Promise<ContentState | null>;
  #current: Promise<unknown> | undefined;
  #next: Promise<ContentState | null> | undefined;

  constructor(look: () => Promise<ContentState | null>) {
    this.#look = look;
  }

  next(): Promise<ContentState | null> {
    this.#next ??= this.#afterCurrent();
    return this.#next;
  }

  async #afterCurrent(): Promise<ContentState | null> {
    try {
      // Where the database does not answer, nobody waits for it twice.
      await this.#current;
    } finally {
      this.#next = undefined;
    }
    const current = this.#look();
    this.#current = current;
    try {
      return await current;
    } finally {
      if (this.#current === current) this.#current = undefined;
    }
  }
}

/** What answers that were read with this state are a function of; null on chains where more than rows is answered. */
export function versionOfRows({ chain, mempool, ...state }: ChainState): string | null {
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
