import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { BlockRef } from '@chaintrail/chains';
import type { ChainSource, StoredBlock } from '../node/chain-source.js';
import type { GeneratedBlock } from './generate-blocks.js';

interface Place {
  /** Offset of the raw block; its spent outputs follow. */
  readonly offset: number;
  readonly rawLength: number;
  readonly spentLength: number;
  readonly block: StoredBlock;
}

/**
 * Generated blocks in a temporary file, so that a chain of any length can be read at any height again. As a chain it is
 * those that were revealed: what lies above is unknown to every answer.
 */
export class BlockFile implements ChainSource {
  private readonly path: string;
  private readonly file: number;
  private readonly places: Place[] = [];
  private readonly heights = new Map<string, number>();
  /** Bytes written. */
  private length = 0;
  /** Blocks that are part of the chain. */
  private revealed = 0;

  constructor(path: string) {
    this.path = path;
    this.file = openSync(path, 'wx+', 0o600);
  }

  get bytes(): number {
    return this.length;
  }

  /** Blocks, the genesis block included. */
  get count(): number {
    return this.places.length;
  }

  append({ raw, spentOutputs, ...block }: GeneratedBlock): void {
    this.places.push({ offset: this.length, rawLength: raw.length, spentLength: spentOutputs.length, block });
    this.heights.set(block.hash, block.height);
    for (const part of [raw, spentOutputs]) {
      for (let written = 0; written < part.length; )
        written += writeSync(this.file, part, written, part.length - written, this.length + written);
      this.length += part.length;
    }
  }

  /** @returns the new tip. @throws RangeError when fewer than `count` blocks are hidden */
  reveal(count: number): BlockRef {
    const hidden = this.count - this.revealed;
    if (!Number.isInteger(count) || count < 1 || count > hidden)
      throw new RangeError(`${count} blocks cannot be revealed: ${hidden} are hidden`);
    this.revealed += count;
    return this.tip();
  }

  /** Bytes of the first hidden block. @throws RangeError when none is */
  upcoming(): Buffer {
    const place = this.places[this.revealed];
    if (!place) throw new RangeError('no block is hidden');
    return this.read(place.offset, place.rawLength);
  }

  tip(): BlockRef {
    const height = this.revealed - 1;
    return { height, hash: this.hashAt(height) as string };
  }

  hashAt(height: number): string | undefined {
    return height < this.revealed ? this.places[height]?.block.hash : undefined;
  }

  block(hash: string): StoredBlock | undefined {
    const height = this.heights.get(hash) ?? -1;
    return height < this.revealed ? this.places[height]?.block : undefined;
  }

  raw(hash: string): Buffer {
    const { offset, rawLength } = this.place(hash);
    return this.read(offset, rawLength);
  }

  spentOutputs(hash: string): Buffer {
    const { offset, rawLength, spentLength } = this.place(hash);
    return this.read(offset + rawLength, spentLength);
  }

  /** Closes and removes the file. */
  remove(): void {
    closeSync(this.file);
    rmSync(this.path, { force: true });
  }

  private place(hash: string): Place {
    const place = this.places[this.block(hash)?.height ?? -1];
    if (!place) throw new RangeError(`block ${hash} is not in the chain`);
    return place;
  }

  private read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      const count = readSync(this.file, bytes, at, length - at, offset + at);
      if (count === 0) throw new RangeError(`${this.path} ends at byte ${offset + at}`);
      at += count;
    }
    return bytes;
  }
}
