import type { BlockRef } from '@chaintrail/chains';
import { LRUCache } from 'lru-cache';
import { type Balances, Bank } from './bank.js';
import { sha256 } from './block-hashing.js';
import {
  type BlockContent,
  CONSTANT_HASHES,
  type CosmosBlock,
  type CosmosHeader,
  commitHash,
  dataHash,
  EMPTY_HASH,
  headerHash,
  partsOf,
  resultsHash,
} from './cosmos-block.js';

/** Where a chain's blocks come from. */
export interface CosmosScript {
  readonly chainId: string;
  readonly firstHeight: number;
  /** Before the first block. */
  readonly opening: Balances;
  /**
   * The same whenever it is asked for.
   * @param branch 0, or another number for another chain from this height on
   */
  content(height: number, branch: number): BlockContent;
  /** Address of a name, or null for one that nobody has registered up to this height. */
  resolveName?(name: string, height: number): string | null;
}

/** Stored part of a block: the rest follows from its height. */
interface ChainLink {
  readonly hash: Buffer;
  readonly resultsHash: Buffer;
  readonly nanoseconds: bigint;
  readonly branch: number;
}

/** A client asks for a block and for its results at about the same time, and reads some blocks ahead. */
const CACHED_BLOCKS = 64;
const NO_HASH = Buffer.alloc(0);

/** A chain with its bank. Of a block, little more than its hash is kept; its content is made again when it is asked for. */
export class CosmosChain {
  readonly script: CosmosScript;
  readonly bank: Bank;
  private readonly kept: ChainLink[] = [];
  private readonly cache = new LRUCache<number, CosmosBlock>({ max: CACHED_BLOCKS });
  private branch = 0;

  constructor(script: CosmosScript) {
    this.script = script;
    this.bank = new Bank(script.opening, script.firstHeight - 1);
  }

  /** One below the first height where there is no block yet. */
  get height(): number {
    return this.script.firstHeight + this.kept.length - 1;
  }

  tip(): BlockRef {
    return { height: this.height, hash: this.hashAt(this.height) };
  }

  /** Hex, lower case. @throws RangeError where there is no block */
  hashAt(height: number): string {
    return this.at(height).hash.toString('hex');
  }

  nanosecondsAt(height: number): bigint {
    return this.at(height).nanoseconds;
  }

  /** @param nanoseconds Unix time, not before that of the block below */
  append(nanoseconds: bigint): CosmosBlock {
    const { branch } = this;
    const height = this.height + 1;
    const block = this.made(height, nanoseconds, branch);
    this.bank.apply(height, block.content);
    this.kept.push({ hash: block.hash, resultsHash: resultsHash(block.content.transactions), nanoseconds, branch });
    return block;
  }

  /** @throws RangeError where there is none */
  block(height: number): CosmosBlock {
    const { nanoseconds, branch } = this.at(height);
    return this.made(height, nanoseconds, branch);
  }

  /** Takes the last `depth` blocks back; those that follow are others. */
  fork(depth: number): void {
    for (let left = Math.min(depth, this.kept.length); left > 0; left--) {
      this.bank.takeBack(this.height);
      this.kept.pop();
    }
    this.cache.clear();
    this.branch++;
  }

  private at(height: number): ChainLink {
    const found = this.kept[height - this.script.firstHeight];
    if (!found) throw new RangeError(`there is no block ${height}`);
    return found;
  }

  private made(height: number, nanoseconds: bigint, branch: number): CosmosBlock {
    const cached = this.cache.get(height);
    if (cached) return cached;
    const content = this.script.content(height, branch);
    const header = this.header(height, nanoseconds, content, branch);
    const block = { header, hash: headerHash(header), content };
    this.cache.set(height, block);
    return block;
  }

  private header(height: number, nanoseconds: bigint, { transactions }: BlockContent, branch: number): CosmosHeader {
    const { chainId, firstHeight } = this.script;
    const last = height > firstHeight ? this.at(height - 1) : null;
    const lastHash = last?.hash ?? NO_HASH;
    return {
      ...{ chainId, height, nanoseconds, lastHash, lastParts: partsOf(lastHash) },
      hashes: {
        ...CONSTANT_HASHES,
        last_commit_hash: last ? commitHash(last.hash, nanoseconds) : EMPTY_HASH,
        data_hash: dataHash(transactions),
        // Stands for the state after the block below.
        app_hash: sha256(`${chainId} ${branch} ${height - 1}`),
        last_results_hash: last?.resultsHash ?? EMPTY_HASH,
      },
    };
  }
}
