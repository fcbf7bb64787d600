import { setTimeout as sleep } from 'node:timers/promises';
import { formatAddress } from '@chaintrail/chains';
import { isStoreError, OWN, readEvmTransaction, readExample } from '@chaintrail/db';
import { featuresOf } from '../families/features.js';
import { bareAddress } from '../families/named-address.js';
import type { ListedChain } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import { shownHash } from '../read/texts.js';
import type { Feature } from '../schemas/currencies-schema.js';

/** An address and a transaction of a chain that can be asked about now. */
export interface Example {
  /** Currency code. */
  readonly code: string;
  readonly features: readonly Feature[];
  readonly txid: string;
  readonly height: number;
  readonly address: string | null;
  /** How long the address's history is, at least. */
  readonly transactions: number;
}

const FRESH_MS = 10_000;
/** While chains are in their first sync: who waits for one looks for its examples. Also after a failure. */
const FRESH_SYNCING_MS = 1_000;
/** Documents do not wait longer for their examples. */
const PATIENCE_MS = 1_000;

/** Finds examples that work, and keeps them for a while: the index document is what monitors ask for all day. */
export class ExampleFinder {
  readonly #sources: AnswerSources;
  #found: Promise<readonly Example[]> | undefined;
  #foundAt = 0;
  #freshMs = FRESH_MS;

  constructor(sources: AnswerSources) {
    this.#sources = sources;
  }

  /** @returns one example per chain that is live; null when the database does not answer soon */
  async find(): Promise<readonly Example[] | null> {
    try {
      return await Promise.race([this.#fresh(), sleep(PATIENCE_MS, null, { ref: false })]);
    } catch (error) {
      if (isStoreError(error)) return null;
      throw error;
    }
  }

  #fresh(): Promise<readonly Example[]> {
    if (!this.#found || performance.now() - this.#foundAt > this.#freshMs) {
      this.#foundAt = performance.now();
      const finding = this.#read();
      this.#found = finding;
      // A failure is kept for a second alone.
      finding.catch(() => {
        if (this.#found === finding) this.#freshMs = FRESH_SYNCING_MS;
      });
    }
    return this.#found;
  }

  async #read(): Promise<Example[]> {
    const { chains } = await this.#sources.chains.list();
    const live = chains.filter(({ state, isAnswering }) => state.liveSince !== null && isAnswering);
    this.#freshMs = live.length < chains.length ? FRESH_SYNCING_MS : FRESH_MS;
    const examples = await Promise.all(live.map((listed) => this.#readOne(listed)));
    return examples.flat();
  }

  async #readOne(listed: ListedChain): Promise<Example[]> {
    const { code } = listed.chain;
    const found = await listed.database.read((db) => readExample(db, code), {
      heights: (example) => new Map(example && [[code, example.height]]),
      asking: OWN,
    });
    if (!found) return [];
    const { height, transactions } = found;
    const key = found.addressKey ?? (await this.#partyOf(listed, found.txid));
    const address = key && bareAddress(listed.network, formatAddress(listed.network, key));
    const txid = shownHash(listed, found.txid);
    return [{ code, features: featuresOf(listed, this.#sources), txid, height, address, transactions }];
  }

  /** Who is looked for once more in a transaction of a chain, where no history was found. */
  async #partyOf(listed: ListedChain, txid: string): Promise<Buffer | null> {
    switch (listed.family) {
      case 'utxo':
      case 'cosmos':
        return null;
      case 'evm':
        return this.#evmPartyOf(listed, txid);
    }
  }

  /** Who sent a transaction, or was paid by the block itself. */
  async #evmPartyOf({ chain, database }: ListedChain, txid: string): Promise<Buffer | null> {
    const found = await database.read((db) => readEvmTransaction(db, chain.code, Buffer.from(txid, 'hex')), {
      heights: (read) => new Map(read && [[chain.code, read.state.height]]),
      asking: OWN,
    });
    const key = found?.transaction?.from ?? found?.transaction?.transfers[0]?.to;
    return key ? Buffer.from(key, 'hex') : null;
  }
}
