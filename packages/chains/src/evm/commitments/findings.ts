/** Differences between a block and its header. */
import type { BlockRef } from '../../chain.js';
import { DecodeError } from '../../errors.js';

/** Doubt about a block, as operators read it. */
export interface EvmDoubt {
  /** Why, for any block like this one. */
  readonly reason: string;
  /** Part of this one that is not as it would be made here. Null where it was not compared. */
  readonly difference: string | null;
}

/** Parts of a block that are compared. */
export type Part = 'header' | 'transactions' | 'receipts';

interface Wrong {
  readonly part: Part;
  readonly sentence: string;
  /** Byte of the answer. */
  readonly at: number;
}

const ALL: readonly Part[] = ['header', 'transactions', 'receipts'];

export class Findings {
  readonly #wrong: Wrong[] = [];
  /** Why parts of the block need not be made as they are here. */
  readonly #excuses = new Map<string, readonly Part[]>();
  #isSkipped = false;
  readonly #ref: BlockRef;
  /** From before the chain had its present software: parts of it may be lost in every node. */
  readonly #isLegacy: boolean;

  constructor(ref: BlockRef, isLegacy: boolean) {
    this.#ref = ref;
    this.#isLegacy = isLegacy;
    if (isLegacy)
      this.excuse('blocks from before this chain had its present software are not all made as they are now');
  }

  /** @param reason why these parts need not be made as they are here */
  excuse(reason: string, parts = ALL): void {
    this.#excuses.set(reason, parts);
  }

  /** The same where something is not even compared. */
  skip(reason: string, parts: readonly Part[]): void {
    this.excuse(reason, parts);
    this.#isSkipped = true;
  }

  /** A part is not what the block commits to, if it is made as it is here. */
  wrong(part: Part, sentence: string, at: number): void {
    this.#wrong.push({ part, sentence, at });
  }

  /** The same where it is made like that in every fork, by every client. */
  certain(part: Part, sentence: string, at: number): void {
    this.wrong(part, sentence, at);
    if (!this.#isLegacy) this.#refuse({ part, sentence, at });
  }

  /** @throws DecodeError where a part is wrong */
  settle(): EvmDoubt | null {
    const excused = new Set([...this.#excuses.values()].flat());
    const refused = this.#wrong.find(({ part }) => !excused.has(part));
    if (refused) this.#refuse(refused);
    if (this.#wrong.length === 0 && !this.#isSkipped) return null;
    return { reason: [...this.#excuses.keys()].join(', and '), difference: this.#wrong[0]?.sentence ?? null };
  }

  #refuse({ sentence, at }: Wrong): never {
    const { height, hash } = this.#ref;
    throw new DecodeError(`block ${height} (${hash}) is not what its header commits to: ${sentence}`, at);
  }
}
