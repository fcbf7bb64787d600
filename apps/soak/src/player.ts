/** What happens to one chain while it is followed, one thing after the other. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '@chaintrail/devnet';
import type { FollowedChain } from './followed-chain.js';
import type { Random } from './random.js';

/** Deeper than any reorg that a chain of this size has ever had, lower than every chain's limit. */
const DEEPEST_REORG = 15;
/** Between two things that happen. */
const PAUSE_MS = [50, 900] as const;
const FAULTY_MS = [300, 3_000] as const;

type Move = 'arrive' | 'replace' | 'evict' | 'mine' | 'burst' | 'reorg' | 'invalidate' | 'restart' | 'faults';

const MOVES: readonly (readonly [Move, number])[] = [
  ['arrive', 14],
  ['replace', 6],
  ['evict', 3],
  ['mine', 10],
  ['burst', 1],
  ['reorg', 3],
  ['invalidate', 1],
  ['restart', 1],
  ['faults', 2],
];

export class Player {
  readonly #chain: FollowedChain;
  readonly #random: Random;
  readonly #moves: readonly (readonly [Move, number])[];
  blocks = 0;
  restarts = 0;
  /** Payments that reached the mempool beside those that blocks bring along. */
  arrived = 0;
  /** Replaced or evicted. */
  dropped = 0;

  constructor(chain: FollowedChain, random: Random) {
    this.#chain = chain;
    this.#random = random;
    this.#moves = chain.isFinal ? MOVES.filter(([move]) => move !== 'reorg' && move !== 'invalidate') : MOVES;
  }

  /** Plays until the signal fires, and leaves a healthy node behind. */
  async play(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#move(this.#random.weighted(this.#moves), signal);
      await this.#pause(PAUSE_MS, signal);
    }
    this.#chain.setFaults([]);
  }

  async #move(move: Move, signal: AbortSignal): Promise<void> {
    const random = this.#random;
    const { node } = this.#chain;
    switch (move) {
      case 'arrive':
        this.arrived += (await node.addTransactions(random.between(1, 12))).length;
        return;
      case 'replace':
        if (node.mempool().length > 0) await this.#replace();
        return;
      case 'evict':
        this.dropped += (await node.evict(random.between(1, 3))).length;
        return;
      case 'mine':
        return this.#mine(1);
      case 'burst':
        return this.#mine(random.between(2, 12));
      case 'reorg': {
        const depth = random.chance(0.7) ? random.between(1, 3) : random.between(4, DEEPEST_REORG);
        const newBlocks = depth + random.between(1, 3);
        await this.#chain.reorganise(() => node.reorg(depth, newBlocks));
        this.blocks += newBlocks;
        return;
      }
      case 'invalidate':
        // The node is shorter for a while, as after an operator's `invalidateblock`, then grows another way.
        await this.#chain.reorganise(() => node.invalidate(random.between(1, 4)));
        await this.#pause(PAUSE_MS, signal);
        return this.#mine(random.between(1, 6));
      case 'restart':
        this.restarts++;
        return node.restart({
          downMs: random.between(50, 800),
          warmUpMs: random.between(0, 800),
          keepMempool: random.chance(0.7),
        });
      case 'faults':
        this.#chain.setFaults(drawFaults(this.#chain.possibleFaults, random));
        // Something to read while things go wrong.
        await this.#mine(random.between(1, 3));
        await this.#pause(FAULTY_MS, signal);
        this.#chain.setFaults([]);
    }
  }

  async #replace(): Promise<void> {
    try {
      await this.#chain.node.replaceTransaction();
      this.dropped++;
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
    this.blocks += blocks;
  }

  async #pause([least, most]: readonly [number, number], signal: AbortSignal): Promise<void> {
    await sleep(this.#random.between(least, most), undefined, { signal }).catch(() => undefined);
  }
}

/** One kind of fault, now and then two at once. */
function drawFaults(possible: readonly Fault[], random: Random): Fault[] {
  const faults = [random.pick(possible)];
  if (random.chance(0.3)) faults.push(random.pick(possible));
  return faults;
}
