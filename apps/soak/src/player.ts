/** Events of one chain while it is followed, one thing after the other. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@chaintrail/devnet';
import type { PlayedChain } from './played-chain.js';

/** Deeper than any reorg that a chain of this size has ever had, lower than every chain's limit. */
const DEEPEST_REORG = 15;
/** Between two things that happen. */
const PAUSE_MS = [50, 900] as const;
const FAULTY_MS = [300, 3_000] as const;

/** How often each comes. */
const MOVES = [
  ['arrive', 14],
  ['replace', 6],
  ['evict', 3],
  ['mine', 10],
  ['burst', 1],
  ['reorg', 3],
  ['invalidate', 1],
  ['restart', 1],
  ['faults', 2],
] as const;

export class Player {
  readonly #chain: PlayedChain;
  readonly #random: Random;
  readonly #signal: AbortSignal;

  constructor(chain: PlayedChain, random: Random, signal: AbortSignal) {
    this.#chain = chain;
    this.#random = random;
    this.#signal = signal;
  }

  /** Plays until the signal fires, and leaves a healthy node behind. */
  async play(): Promise<void> {
    const { isFinal, node } = this.#chain;
    const moves = MOVES.filter(([move]) => !isFinal || (move !== 'reorg' && move !== 'invalidate'));
    while (!this.#signal.aborted) {
      await this.#move(this.#random.weighted(moves));
      await this.#pause(PAUSE_MS);
    }
    node.setFaults([]);
  }

  async #move(move: (typeof MOVES)[number][0]): Promise<void> {
    const random = this.#random;
    const chain = this.#chain;
    const { doings, node } = chain;
    switch (move) {
      case 'arrive':
        doings.arrived += (await node.addTransactions(random.between(1, 12))).length;
        return;
      case 'replace':
        if (node.mempool().length > 0) await this.#replace();
        return;
      case 'evict':
        doings.dropped += (await node.evict(random.between(1, 3))).length;
        return;
      case 'mine':
        return this.#mine(1);
      case 'burst':
        return this.#mine(random.between(2, 12));
      case 'reorg': {
        const depth = random.chance(0.7) ? random.between(1, 3) : random.between(4, DEEPEST_REORG);
        const newBlocks = depth + random.between(1, 3);
        await chain.reorganise(() => node.reorg(depth, newBlocks));
        doings.blocks += newBlocks;
        return;
      }
      case 'invalidate':
        // The node is shorter for a while, as after an operator's `invalidateblock`, then grows another way.
        await chain.reorganise(() => node.invalidate(random.between(1, 4)));
        await this.#pause(PAUSE_MS);
        return this.#mine(random.between(1, 6));
      case 'restart': {
        doings.restarts++;
        const [downMs, warmUpMs] = [random.between(50, 800), random.between(0, 800)];
        return node.restart({ downMs, warmUpMs, keepMempool: random.chance(0.7) });
      }
      case 'faults': {
        // One kind of fault, now and then two at once.
        const faults = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => random.pick(chain.possibleFaults));
        node.setFaults(faults);
        // Something to read while things go wrong.
        await this.#mine(random.between(1, 3));
        await this.#pause(FAULTY_MS);
        node.setFaults([]);
      }
    }
  }

  async #replace(): Promise<void> {
    try {
      await this.#chain.node.replaceTransaction();
      this.#chain.doings.dropped++;
    } catch (error) {
      // None of those that wait can pay more.
      if (!(error instanceof RangeError)) throw error;
    }
  }

  async #mine(blocks: number): Promise<void> {
    // One by one, so that every tip on the way is known as one of the active chain.
    for (let mined = 0; mined < blocks; mined++) {
      await this.#chain.node.mine();
      this.#chain.tip();
    }
    this.#chain.doings.blocks += blocks;
  }

  async #pause([least, most]: readonly [number, number]): Promise<void> {
    await sleep(this.#random.between(least, most), undefined, { signal: this.#signal }).catch(() => undefined);
  }
}
