import { displayHash } from '@chaintrail/chains';
import { sha256d } from '../utxo/hash.js';
import type { ChainSource, StoredBlock } from './chain-source.js';
import type { FaultInjector } from './faults.js';

interface Forgery {
  readonly block: StoredBlock;
  /** The block whose transactions it carries. */
  readonly original: StoredBlock;
}

/** A chain as a faulty node reports it. One view is made per call, for the method that is being answered. */
export class LyingSource {
  private readonly source: ChainSource;
  private readonly faults: FaultInjector;
  /** Blocks that a caller may ask for again. */
  private readonly forgeries = new Map<string, Forgery>();

  constructor(source: ChainSource, faults: FaultInjector) {
    this.source = source;
    this.faults = faults;
  }

  /** The chain as seen through one call. */
  during(method: string): ChainSource {
    const { source, faults, forgeries } = this;
    let depth: number | null = null;
    return {
      tipRef: () => {
        // Drawn at the first look at the tip, once a call: an answer that says it twice says the same.
        const stale = depth === null ? faults.draw(method, 'stale-tip') : null;
        depth ??= stale ? (stale.depth ?? 1) : 0;
        const tip = source.tipRef();
        const height = Math.max(0, tip.height - depth);
        return { height, hash: source.hashAt(height) ?? tip.hash };
      },
      hashAt: (height) => {
        const truth = source.hashAt(height);
        if (!truth || height === 0 || method !== 'getblockhash') return truth;
        if (faults.draw(method, 'wrong-height')) return source.hashAt(height - 1);
        return faults.draw(method, 'wrong-parent') ? this.forge(truth) : truth;
      },
      block: (hash) => forgeries.get(hash)?.block ?? source.block(hash),
      raw: (hash) => {
        const forged = forgeries.get(hash);
        if (forged) return this.forgedBytes(forged);
        return source.raw(faults.draw(method, 'wrong-block') ? this.neighbourOf(hash) : hash);
      },
      spentOutputs: (hash) => {
        const bytes = Buffer.from(source.spentOutputs(forgeries.get(hash)?.original.hash ?? hash));
        const at = firstSpentAmount(bytes);
        if (at !== null && faults.draw(method, 'spent-lie')) bytes[at] = (bytes[at] as number) ^ 1;
        return bytes;
      },
    };
  }

  private forgedBytes({ block, original }: Forgery): Buffer {
    const transactions = this.source.raw(original.hash).subarray(original.header.length + original.proof.length);
    return Buffer.concat([block.header, block.proof, transactions]);
  }

  private neighbourOf(hash: string): string {
    const height = this.source.block(hash)?.height ?? 0;
    return this.source.hashAt(height > 0 ? height - 1 : 1) ?? hash;
  }

  /** A block with the same transactions, and a parent that does not exist. */
  private forge(hash: string): string {
    const original = this.source.block(hash);
    if (!original) return hash;
    const header = Buffer.from(original.header);
    this.faults.bytes(32).copy(header, 4);
    const block = { ...original, header, hash: displayHash(sha256d(header)) };
    this.forgeries.set(block.hash, { block, original });
    return block.hash;
  }
}

/** Offset of the first amount in a spent-outputs answer; null when the block spends nothing. */
function firstSpentAmount(bytes: Buffer): number | null {
  const sizeOfCount = (at: number): number => (bytes[at] === 253 ? 3 : bytes[at] === 254 ? 5 : 1);
  const coinbase = sizeOfCount(0);
  const first = coinbase + 1;
  return first < bytes.length ? first + sizeOfCount(first) : null;
}
