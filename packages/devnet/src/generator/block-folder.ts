import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockRef } from '@chaintrail/chains';
import type { ChainSource, StoredBlock } from '../node/chain-source.js';
import type { GeneratedBlock } from './generate-blocks.js';

type ListedBlock = Omit<GeneratedBlock, 'raw' | 'spentOutputs'>;

/**
 * Generated blocks in files, so that a chain of any length can be read at any height again. As a chain it is those up
 * to the tip: what lies above is unknown to every answer.
 */
export class BlockFolder implements ChainSource {
  readonly blocks: ListedBlock[] = [];
  /** Height of the tip. */
  height = 0;
  /** Written. */
  bytes = 0;
  readonly #path: string;
  readonly #heights = new Map<string, number>();

  /** @param path of an empty folder */
  constructor(path: string) {
    this.#path = path;
  }

  append({ raw, spentOutputs, ...block }: GeneratedBlock): void {
    writeFileSync(join(this.#path, `${block.hash}.block`), raw);
    writeFileSync(join(this.#path, `${block.hash}.spent`), spentOutputs);
    this.bytes += raw.length + spentOutputs.length;
    this.blocks.push(block);
    this.#heights.set(block.hash, block.height);
  }

  tipRef(): BlockRef {
    return { height: this.height, hash: this.blocks[this.height]!.hash };
  }

  hashAt(height: number): string | undefined {
    return height <= this.height ? this.blocks[height]?.hash : undefined;
  }

  block(hash: string): StoredBlock | undefined {
    const height = this.#heights.get(hash);
    return height !== undefined && height <= this.height ? this.blocks[height] : undefined;
  }

  raw(hash: string): Buffer {
    return readFileSync(join(this.#path, `${hash}.block`));
  }

  spentOutputs(hash: string): Buffer {
    return readFileSync(join(this.#path, `${hash}.spent`));
  }

  remove(): void {
    rmSync(this.#path, { recursive: true, force: true });
  }
}
