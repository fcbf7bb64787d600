/** Contracts of answers that the indexer has not asked yet what they are: it is told what clients look at. */
import type { ChainCode } from '@chaintrail/chains';
import { MOST_REQUESTED, OWN, requestTokens } from '@chaintrail/db';
import { LRUCache } from 'lru-cache';
import type { ChainDirectory } from './chain-directory.js';
import { partsOf } from './parts.js';

/** Between two messages about a chain. */
const TOLD_EVERY_MS = 2_000;
/** A contract is told of again after so long: one that says nothing looks the same as one that was not asked. */
const TOLD_AGAIN_MS = 60_000;
/** Contracts that are remembered as told, and that wait to be, of one chain. */
const MOST_TOLD = 10_000;
const MOST_WAITING = 1_000;

interface ShownToken {
  /** Hex; null for the chain's own coin. */
  readonly asset: string | null;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

export class NamelessTokens {
  readonly #chains: ChainDirectory;
  readonly #waiting = new Map<ChainCode, Set<string>>();
  readonly #told = new LRUCache<string, true>({ max: MOST_TOLD, ttl: TOLD_AGAIN_MS });

  constructor(chains: ChainDirectory) {
    this.#chains = chains;
  }

  /** Notes tokens of an answer, as far as nothing is known of them. */
  note(chain: ChainCode, tokens: readonly ShownToken[]): void {
    for (const { asset, name, symbol, decimals } of tokens) {
      if (asset === null || name !== null || symbol !== null || decimals !== null) continue;
      const waiting = this.#waiting.get(chain) ?? this.#begin(chain);
      if (waiting.size >= MOST_WAITING) return;
      const key = `${chain} ${asset}`;
      if (this.#told.has(key)) continue;
      this.#told.set(key, true);
      waiting.add(asset);
    }
  }

  #begin(chain: ChainCode): Set<string> {
    const waiting = new Set<string>();
    this.#waiting.set(chain, waiting);
    setTimeout(() => void this.#tell(chain, waiting), TOLD_EVERY_MS).unref();
    return waiting;
  }

  /** Tells of all that wait. A failure is nobody's: whoever looks again has them told again. */
  async #tell(chain: ChainCode, waiting: ReadonlySet<string>): Promise<void> {
    this.#waiting.delete(chain);
    try {
      for (const part of partsOf([...waiting], MOST_REQUESTED))
        await this.#chains.databaseOf(chain).readPrimary((db) => requestTokens(db, chain, part), OWN);
    } catch {
      // The answer does not depend on it.
    }
  }
}
