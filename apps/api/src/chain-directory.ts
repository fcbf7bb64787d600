import {
  AddressError,
  type ChainNetwork,
  chainByCode,
  chainOnNetwork,
  formatAddress,
  parseAddress,
} from '@chaintrail/chains';
import { type Pool, readChains } from '@chaintrail/db';
import { ProblemError } from './http/problem.js';
import { isFollowed } from './shape/progress.js';
import type { ChainState } from './shape/reason.js';

/** A chain that is followed, on the network that the database holds of it. */
export type FollowedChain = ChainNetwork;

/** An address as a request named it. */
export interface NamedAddress {
  readonly key: Buffer;
  /** Canonical text. */
  readonly address: string;
}

/** A followed chain as it was when it was looked at. */
export type ListedChain = FollowedChain & { readonly state: ChainState };

/** Questions about currencies that are not followed reach the database at most this often. */
const REFRESH_MS = 1_000;

/**
 * Which chains the database follows. A database holds one network per chain for good, so what was read once stays true,
 * and a request about a known chain needs no query for it. Only an unknown currency makes it look again, or one that has
 * no block yet and is forgotten when its indexer gives up.
 */
export class ChainDirectory {
  readonly #pool: Pool;
  #followed = new Map<string, ListedChain>();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @throws ProblemError unknown-currency, listing the known ones */
  async find(currency: string): Promise<FollowedChain> {
    const code = currency.toLowerCase();
    if (typeof this.#followed.get(code)?.state.height !== 'number') await this.#refresh();
    const found = this.#followed.get(code);
    if (found) return found;
    const currencies = [...this.#followed.values()].map(({ chain }) => chain.code);
    const known =
      currencies.length > 0 ? `this server follows ${currencies.join(', ')}` : 'this server follows none yet';
    throw new ProblemError('unknown-currency', `there is no such currency here; ${known}`, { facts: { currencies } });
  }

  /** Every followed chain with its state, fresh. */
  async list(): Promise<ListedChain[]> {
    const states = await readChains(this.#pool);
    const listed = states.filter(isFollowed).flatMap((state) => {
      const followed = followedChain(state);
      return followed ? [{ ...followed, state }] : [];
    });
    this.#followed = new Map(listed.map((entry) => [entry.chain.code, entry]));
    this.#readAt = performance.now();
    return listed;
  }

  /**
   * @returns what was read about a chain, if it is still on the network that the request was understood for
   * @throws ProblemError store-unavailable when the database was replaced meanwhile; asking again works
   */
  confirm<Found extends { readonly state: ChainState }>({ network }: FollowedChain, found: Found | null): Found {
    if (found?.state.network === network.name) return found;
    this.forget();
    throw new ProblemError('store-unavailable', 'the database was replaced while the request was read', {
      retryAfter: 1,
    });
  }

  /** Forgets what was read: the database turned out to be another one. */
  forget(): void {
    this.#followed = new Map();
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #refresh(): Promise<void> {
    if (performance.now() - this.#readAt < REFRESH_MS) return;
    this.#reading ??= this.list()
      .then(() => undefined)
      .finally(() => {
        this.#reading = undefined;
      });
    await this.#reading;
  }
}

/** Undefined for a chain or network of a newer version than this one. */
function followedChain(state: ChainState): FollowedChain | undefined {
  const chain = chainByCode(state.chain);
  return chain && chainOnNetwork(chain, state.network);
}

/**
 * @returns the key of an address that a client gave, and its canonical text
 * @throws ProblemError saying what is wrong with it and what is expected
 */
export function readAddress(followed: FollowedChain, text: string): NamedAddress {
  try {
    const key = parseAddress(followed, text);
    return { key, address: formatAddress(followed.network, key) };
  } catch (error) {
    if (error instanceof AddressError) throw new ProblemError(`address-${error.code}`, error.message, { cause: error });
    throw error;
  }
}
