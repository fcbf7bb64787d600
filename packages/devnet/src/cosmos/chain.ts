import type { BlockRef } from '@chaintrail/chains';
import { type Balances, Bank } from './bank.js';
import { sha256 } from './bytes/merkle.js';
import {
  type BlockContent,
  type CosmosBlock,
  type CosmosHeader,
  commitHash,
  constantsOf,
  dataHash,
  EMPTY_HASH,
  headerHash,
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

/** What is kept of a block: the rest follows from its height. */
interface Kept {
  readonly hash: Buffer;
  readonly resultsHash: Buffer;
  readonly nanoseconds: bigint;
  readonly branch: number;
}

/** A client asks for a block and for its results at about the same time, and reads some blocks ahead. */
const CACHED_BLOCKS = 64;

/** A chain with its bank. Of a block, little more than its hash is kept; its content is made again when it is asked for. */
export class CosmosChain {
  readonly script: CosmosScript;
  readonly bank: Bank;
  private readonly kept: Kept[] = [];
  private readonly cache = new Map<number, CosmosBlock>();
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

  /** Unix time at which the next block is not earlier than its parent. */
  append(nanoseconds: bigint): CosmosBlock {
    const height = this.height + 1;
    const content = this.script.content(height, this.branch);
    this.bank.apply(height, content);
    const header = this.header(height, nanoseconds, content, this.branch);
    const hash = headerHash(header, constantsOf(header));
    const results = resultsHash(content.transactions);
    this.kept.push({ hash, resultsHash: results, nanoseconds, branch: this.branch });
    return this.remember({ header, hash, content });
  }

  /** @throws RangeError where there is none */
  block(height: number): CosmosBlock {
    const cached = this.cache.get(height);
    if (cached) return cached;
    const { hash, nanoseconds, branch } = this.at(height);
    const content = this.script.content(height, branch);
    return this.remember({ header: this.header(height, nanoseconds, content, branch), hash, content });
  }

  /** Takes the last `depth` blocks back; those that follow are others. */
  fork(depth: number): void {
    for (let left = Math.min(depth, this.kept.length); left > 0; left--) {
      const { height } = this;
      this.bank.takeBack(height);
      this.cache.delete(height);
      this.kept.pop();
    }
    this.branch++;
  }

  private at(height: number): Kept {
    const found = this.kept[height - this.script.firstHeight];
    if (!found) throw new RangeError(`there is no block ${height}`);
    return found;
  }

  private header(height: number, nanoseconds: bigint, { transactions }: BlockContent, branch: number): CosmosHeader {
    const { chainId, firstHeight } = this.script;
    const last = height > firstHeight ? this.at(height - 1) : null;
    return {
      chainId,
      height,
      nanoseconds,
      lastHash: last?.hash ?? Buffer.alloc(0),
      lastCommitHash: last ? commitHash(last.hash, nanoseconds) : EMPTY_HASH,
      dataHash: dataHash(transactions),
      // Stands for the state after the block below.
      appHash: sha256(Buffer.from(`${chainId} ${branch} ${height - 1}`)),
      lastResultsHash: last?.resultsHash ?? EMPTY_HASH,
    };
  }

  private remember(block: CosmosBlock): CosmosBlock {
    this.cache.set(block.header.height, block);
    if (this.cache.size > CACHED_BLOCKS) this.cache.delete(this.cache.keys().next().value as number);
    return block;
  }
}
