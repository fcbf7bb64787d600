import type { BlockRef } from '@chaintrail/chains';
import { sha256d } from '../sha256.js';
import { displayHash } from '../utxo/hash.js';
import type { ProofOfWork } from '../utxo/utxo-header.js';
import type { WireFormat } from '../utxo/wire/wire-format.js';
import type { ChainSource, StoredBlock } from './chain-source.js';
import type { FaultInjector } from './faults.js';

interface Forgery {
  readonly block: StoredBlock;
  /** The block whose transactions it carries. */
  readonly original: string;
}

/** Forged blocks that a caller may ask for again; the oldest are forgotten. */
const KEPT_FORGERIES = 64;

/** A chain as a faulty node reports it. One view is made per call, for the method that is being answered. */
export class LyingSource {
  private readonly source: ChainSource;
  private readonly faults: FaultInjector;
  private readonly proofOfWork: ProofOfWork;
  private readonly wire: WireFormat;
  private readonly forgeries = new Map<string, Forgery>();

  constructor(source: ChainSource, faults: FaultInjector, wire: WireFormat, proofOfWork: ProofOfWork) {
    this.source = source;
    this.faults = faults;
    this.wire = wire;
    this.proofOfWork = proofOfWork;
  }

  /** The chain as seen through one call. */
  during(method: string): ChainSource {
    let depth: number | null = null;
    return {
      // Drawn at the first look at the tip, once a call: an answer that says it twice says the same.
      tip: () => {
        depth ??= this.drawDepth(method);
        return this.tip(depth);
      },
      hashAt: (height) => this.hashAt(method, height),
      block: (hash) => this.block(method, hash),
      raw: (hash) => this.raw(method, hash),
      spentOutputs: (hash) => this.spentOutputs(method, hash),
    };
  }

  private drawDepth(method: string): number {
    const stale = this.faults.draw(method, 'stale-tip');
    return stale ? (stale.depth ?? 1) : 0;
  }

  private tip(depth: number): BlockRef {
    const tip = this.source.tip();
    const height = Math.max(0, tip.height - depth);
    return { height, hash: this.source.hashAt(height) ?? tip.hash };
  }

  private hashAt(method: string, height: number): string | undefined {
    const truth = this.source.hashAt(height);
    if (!truth || height === 0 || !ASKS_FOR_HASH.has(method)) return truth;
    if (this.faults.draw(method, 'wrong-height')) return this.source.hashAt(height - 1);
    if (this.faults.draw(method, 'wrong-parent')) return this.forge(truth);
    return truth;
  }

  private block(method: string, hash: string): StoredBlock | undefined {
    const forged = this.forgeries.get(hash);
    if (forged) return forged.block;
    const truth = this.source.block(hash);
    const other = truth && HEADER_ANSWERS.has(method) ? this.otherThan(method, truth) : null;
    return other ?? truth;
  }

  private raw(method: string, hash: string): Buffer {
    const forged = this.forgeries.get(hash);
    if (forged) return this.forgedBytes(forged);
    const truth = this.source.block(hash);
    const other = truth ? this.otherThan(method, truth) : null;
    const bytes = Buffer.from(this.source.raw(other?.hash ?? hash));
    if (this.faults.draw(method, 'flipped-bit')) {
      const at = this.faults.below(bytes.length);
      bytes[at] = (bytes[at] as number) ^ (1 << this.faults.below(8));
    }
    return bytes;
  }

  private forgedBytes({ block, original }: Forgery): Buffer {
    const truth = this.source.block(original);
    const skipped = truth ? truth.header.length + truth.proof.length : 0;
    return Buffer.concat([block.header, block.proof, this.source.raw(original).subarray(skipped)]);
  }

  private spentOutputs(method: string, hash: string): Buffer {
    const bytes = Buffer.from(this.source.spentOutputs(this.forgeries.get(hash)?.original ?? hash));
    const at = firstSpentAmount(bytes);
    if (at !== null && this.faults.draw(method, 'spent-lie')) bytes[at] = (bytes[at] as number) ^ 1;
    return bytes;
  }

  private otherThan(method: string, block: StoredBlock): StoredBlock | null {
    if (!this.faults.draw(method, 'wrong-block')) return null;
    const hash = this.source.hashAt(block.height > 0 ? block.height - 1 : 1);
    return (hash && this.source.block(hash)) || null;
  }

  /** A block with the same transactions, its own proof of work, and a parent that does not exist. */
  private forge(hash: string): string {
    const original = this.source.block(hash);
    if (!original) return hash;
    const header = Buffer.from(original.header);
    this.faults.bytes(32).copy(header, 4);
    const proof = this.wire.prove(header, this.proofOfWork, (length) => this.faults.bytes(length));
    const forged = { ...original, header, proof, hash: displayHash(sha256d(header)) };
    this.forgeries.set(forged.hash, { block: forged, original: hash });
    const oldest = this.forgeries.keys().next().value;
    if (this.forgeries.size > KEPT_FORGERIES && oldest !== undefined) this.forgeries.delete(oldest);
    return forged.hash;
  }
}

const ASKS_FOR_HASH = new Set(['getblockhash', 'rest/blockhashbyheight']);
const HEADER_ANSWERS = new Set(['getblockheader', 'rest/headers']);

/** Offset of the first amount in a spent-outputs answer; null when the block spends nothing. */
function firstSpentAmount(bytes: Buffer): number | null {
  const sizeOfCount = (at: number): number => (bytes[at] === 253 ? 3 : bytes[at] === 254 ? 5 : 1);
  const coinbase = sizeOfCount(0);
  const first = coinbase + 1;
  return first < bytes.length ? first + sizeOfCount(first) : null;
}
