/** Tells the indexer of whatever clients look at and it may ask contracts about. */
import type { ChainCode } from '@chaintrail/chains';
import { mostRequested, OWN, type RequestSubject, requestAnswers, type StoredEvmTransaction } from '@chaintrail/db';
import { LRUCache } from 'lru-cache';
import type { ChainDirectory } from './chain-directory.js';
import { partsOf } from './parts.js';

/** Between two messages about a chain. */
const TOLD_EVERY_MS = 2_000;
/** Something is told of again after so long: a contract that says nothing looks the same as one that was not asked. */
const TOLD_AGAIN_MS = 60_000;
/** Names that are remembered as told, and that wait to be, of one chain. */
const MOST_TOLD = 10_000;
const MOST_WAITING = 1_000;
const ZERO_ADDRESS = '0'.repeat(40);

interface ShownToken {
  /** Hex; null for the chain's own coin. */
  readonly asset: string | null;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

export class ViewedNames {
  readonly #chains: ChainDirectory;
  /** By chain and subject. */
  readonly #waiting = new Map<string, Set<string>>();
  readonly #told = new LRUCache<string, true>({ max: MOST_TOLD, ttl: TOLD_AGAIN_MS });

  constructor(chains: ChainDirectory) {
    this.#chains = chains;
  }

  /** Notes contracts of an answer, as far as nothing is known of them. */
  tokens(chain: ChainCode, tokens: readonly ShownToken[]): void {
    for (const { asset, name, symbol, decimals } of tokens) {
      if (asset === null || name !== null || symbol !== null || decimals !== null) continue;
      this.#note(chain, 'tokens', asset);
    }
  }

  /** Notes losses of who did not sign: the contract may say otherwise. @param of hex of an address; absent: anybody */
  losses(chain: ChainCode, { from: signer, transfers }: StoredEvmTransaction, of?: string): void {
    for (const { asset, from, amount, spoofed } of transfers) {
      if (asset === null || from === null || from === signer || from === ZERO_ADDRESS || from === asset) continue;
      if (spoofed || amount === '0' || (of !== undefined && from !== of)) continue;
      this.#note(chain, 'losses', `${from}${asset}`);
    }
  }

  #note(chain: ChainCode, subject: RequestSubject, name: string): void {
    const key = `${chain} ${name}`;
    if (this.#told.has(key)) return;
    const waiting = this.#waiting.get(`${chain} ${subject}`) ?? this.#begin(chain, subject);
    if (waiting.size >= MOST_WAITING) return;
    this.#told.set(key, true);
    waiting.add(name);
  }

  #begin(chain: ChainCode, subject: RequestSubject): Set<string> {
    const waiting = new Set<string>();
    this.#waiting.set(`${chain} ${subject}`, waiting);
    setTimeout(() => void this.#tell(chain, subject, waiting), TOLD_EVERY_MS).unref();
    return waiting;
  }

  /** Tells of all that wait. A failure is nobody's: whoever looks again has them told again. */
  async #tell(chain: ChainCode, subject: RequestSubject, waiting: ReadonlySet<string>): Promise<void> {
    this.#waiting.delete(`${chain} ${subject}`);
    try {
      for (const part of partsOf([...waiting], mostRequested(subject)))
        await this.#chains.databaseOf(chain).readPrimary((db) => requestAnswers(db, chain, subject, part), OWN);
    } catch {
      // The answer does not depend on it.
    }
  }
}
