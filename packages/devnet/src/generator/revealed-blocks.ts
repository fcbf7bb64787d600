import type { BlockRef } from '@chaintrail/chains';
import type { ChainSource, StoredBlock } from '../node/chain-source.js';
import type { BlockFile } from './block-file.js';

/** The beginning of a generated chain, which grows block by block: what lies above it is unknown to every answer. */
export class RevealedBlocks implements ChainSource {
  private readonly file: BlockFile;
  /** Blocks that are part of the chain, the genesis block included. */
  private count: number;

  /** @throws RangeError unless `count` is between 1 and the blocks of the file */
  constructor(file: BlockFile, count: number) {
    if (!Number.isInteger(count) || count < 1 || count > file.count)
      throw new RangeError(`${count} blocks cannot be revealed: 1 to ${file.count} can`);
    this.file = file;
    this.count = count;
  }

  /** @returns the new tip. @throws RangeError when fewer than `count` blocks are hidden */
  reveal(count: number): BlockRef {
    const hidden = this.file.count - this.count;
    if (!Number.isInteger(count) || count < 1 || count > hidden)
      throw new RangeError(`${count} blocks cannot be revealed: ${hidden} are hidden`);
    this.count += count;
    return this.tip();
  }

  /** Bytes of the first hidden block. @throws RangeError when none is */
  upcoming(): Buffer {
    const hash = this.file.hashAt(this.count);
    if (hash === undefined) throw new RangeError('no block is hidden');
    return this.file.raw(hash);
  }

  tip(): BlockRef {
    const height = this.count - 1;
    return { height, hash: this.file.hashAt(height) as string };
  }

  hashAt(height: number): string | undefined {
    return height < this.count ? this.file.hashAt(height) : undefined;
  }

  block(hash: string): StoredBlock | undefined {
    const block = this.file.block(hash);
    return block && block.height < this.count ? block : undefined;
  }

  raw(hash: string): Buffer {
    return this.file.raw(this.known(hash));
  }

  spentOutputs(hash: string): Buffer {
    return this.file.spentOutputs(this.known(hash));
  }

  private known(hash: string): string {
    if (!this.block(hash)) throw new RangeError(`block ${hash} is not in the chain`);
    return hash;
  }
}
