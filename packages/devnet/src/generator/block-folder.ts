import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockRef } from '@chaintrail/chains';
import type { ChainSource, StoredBlock } from '../node/chain-source.js';
import type { GeneratedBlock } from './generate-blocks.js';

/**
 * Generated blocks in files, so that a chain of any length can be read at any height again. As a chain it is those that
 * were revealed: what lies above is unknown to every answer.
 */
export class BlockFolder implements ChainSource {
  private readonly path: string;
  private readonly blocks: StoredBlock[] = [];
  private readonly heights = new Map<string, number>();
  /** Blocks that are part of the chain. */
  private revealed = 0;
  /** Written. */
  bytes = 0;

  /** @param path of an empty folder */
  constructor(path: string) {
    this.path = path;
  }

  /** Blocks, the genesis block included. */
  get count(): number {
    return this.blocks.length;
  }

  append({ raw, spentOutputs, ...block }: GeneratedBlock): void {
    writeFileSync(this.fileOf(block.height, 'block'), raw);
    writeFileSync(this.fileOf(block.height, 'spent'), spentOutputs);
    this.bytes += raw.length + spentOutputs.length;
    this.blocks.push(block);
    this.heights.set(block.hash, block.height);
  }

  /** @returns the new tip. @throws RangeError when fewer than `count` blocks are hidden */
  reveal(count: number): BlockRef {
    const hidden = this.count - this.revealed;
    if (!Number.isInteger(count) || count < 1 || count > hidden)
      throw new RangeError(`${count} blocks cannot be revealed: ${hidden} are hidden`);
    this.revealed += count;
    return this.tipRef();
  }

  /** Bytes of the first hidden block. @throws RangeError when none is */
  upcoming(): Buffer {
    if (this.revealed === this.count) throw new RangeError('no block is hidden');
    return readFileSync(this.fileOf(this.revealed, 'block'));
  }

  tipRef(): BlockRef {
    const height = this.revealed - 1;
    return { height, hash: this.hashAt(height) as string };
  }

  hashAt(height: number): string | undefined {
    return height < this.revealed ? this.blocks[height]?.hash : undefined;
  }

  block(hash: string): StoredBlock | undefined {
    const height = this.heights.get(hash) ?? -1;
    return height < this.revealed ? this.blocks[height] : undefined;
  }

  raw(hash: string): Buffer {
    return readFileSync(this.fileOf(this.heightOf(hash), 'block'));
  }

  spentOutputs(hash: string): Buffer {
    return readFileSync(this.fileOf(this.heightOf(hash), 'spent'));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  private heightOf(hash: string): number {
    const block = this.block(hash);
    if (!block) throw new RangeError(`block ${hash} is not in the chain`);
    return block.height;
  }

  private fileOf(height: number, kind: 'block' | 'spent'): string {
    return join(this.path, `${height}.${kind}`);
  }
}
