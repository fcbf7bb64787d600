import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { StoredBlock } from '../node/chain-source.js';
import type { GeneratedBlock } from './generate-blocks.js';

interface Place {
  /** Offset of the raw block; its spent outputs follow. */
  readonly offset: number;
  readonly rawLength: number;
  readonly spentLength: number;
  readonly block: StoredBlock;
}

/** Generated blocks in a temporary file, so that a chain of any length can be read at any height again. */
export class BlockFile {
  private readonly path: string;
  private readonly file: number;
  private readonly places: Place[] = [];
  private readonly heights = new Map<string, number>();
  /** Bytes written. */
  private length = 0;

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

  hashAt(height: number): string | undefined {
    return this.places[height]?.block.hash;
  }

  block(hash: string): StoredBlock | undefined {
    return this.places[this.heights.get(hash) ?? -1]?.block;
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
    const place = this.places[this.heights.get(hash) ?? -1];
    if (!place) throw new RangeError(`block ${hash} was never generated`);
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
