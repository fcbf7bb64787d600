/** What comparing a block with its header found. */
import type { BlockRef } from '../../chain.js';
import { DecodeError } from '../../errors.js';

/** What is not known to be right, as operators read it. */
export interface EvmDoubt {
  /** Of any block like this one. */
  readonly reason: string;
  /** What of this one is not as it would be made here. Null where it was not compared. */
  readonly difference: string | null;
}

interface Wrong {
  readonly sentence: string;
  /** Byte of the answer. */
  readonly at: number;
}

export class Findings {
  #wrong: Wrong | null = null;
  /** Why parts of the block need not be made as they are here. */
  readonly #excuses = new Set<string>();
  #isSkipped = false;
  readonly #ref: BlockRef;
  /** From before the chain had its present software: parts of it may be lost in every node. */
  readonly #isLegacy: boolean;

  constructor(ref: BlockRef, isLegacy: boolean) {
    this.#ref = ref;
    this.#isLegacy = isLegacy;
    if (isLegacy) this.excuse('blocks from before this chain had its present software are not all made as they are now');
  }

  /** @param reason why parts of this block need not be made as they are here */
  excuse(reason: string): void {
    this.#excuses.add(reason);
  }

  /** The same where something is not even compared. */
  skip(reason: string): void {
    this.#excuses.add(reason);
    this.#isSkipped = true;
  }

  /** A part is not what the block commits to, if it is made as it is here. */
  wrong(sentence: string, at: number): void {
    this.#wrong ??= { sentence, at };
  }

  /** The same where it is made like that in every fork, by every client. */
  certain(sentence: string, at: number): void {
    this.wrong(sentence, at);
    if (!this.#isLegacy) this.#refuse({ sentence, at });
  }

  /** @throws DecodeError where a part is wrong */
  settle(): EvmDoubt | null {
    if (this.#wrong !== null && this.#excuses.size === 0) this.#refuse(this.#wrong);
    if (this.#wrong === null && !this.#isSkipped) return null;
    return { reason: [...this.#excuses].join(', and '), difference: this.#wrong?.sentence ?? null };
  }

  #refuse({ sentence, at }: Wrong): never {
    const { height, hash } = this.#ref;
    throw new DecodeError(
      `repair or replace the node, which is wrong about block ${height} (${hash}): ${sentence}`,
      at,
    );
  }
}
