/** Events of one chain while it is followed, one thing after the other: on a simulated node or a real one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RestartOptions } from './node/simulated-node.js';
import type { Random } from './random.js';

/** How often each comes. */
const WEIGHTS = {
  arrive: 14,
  replace: 6,
  evict: 3,
  mine: 10,
  burst: 1,
  reorg: 3,
  invalidate: 1,
  restart: 1,
  fail: 2,
} as const;

type Move = keyof typeof WEIGHTS;

/** The ways in which a chain can be played. A move whose way is missing is never made. */
export interface PlayedMoves {
  /** Lets `count` more payments reach the mempool. */
  arrive(count: number): Promise<void>;
  /** Mines one block. */
  mine(): Promise<void>;
  /** Replaces a waiting transaction, where one can be replaced. */
  replace?(): Promise<void>;
  /** Lets the oldest `count` payments expire. */
  evict?(count: number): Promise<void>;
  /** Puts `blocks` other blocks in the place of the newest `depth`. */
  reorg?(depth: number, blocks: number): Promise<void>;
  /** Makes the active chain `depth` blocks shorter, as an operator's `invalidateblock` does. */
  invalidate?(depth: number): Promise<void>;
  restart?(options: RestartOptions): Promise<void>;
  /** Lets the node fail in so many ways until the given function has ended. */
  fail?(ways: number, meanwhile: () => Promise<void>): Promise<void>;
}

export interface PlayerOptions {
  /** Depth of the deepest reorg; by default deeper than any that a chain of a run's size has ever had. */
  readonly deepestReorg?: number;
  /** Shortest and longest pause between two moves, in milliseconds. */
  readonly pauseMs?: readonly [number, number];
}

const DEEPEST_REORG = 15;
/** A move comes once a round for each so much of its weight. */
const WEIGHT_A_TIME = 5;
const FAILING_MS = [300, 3_000] as const;

export class Player {
  readonly #moves: PlayedMoves;
  readonly #random: Random;
  readonly #deepestReorg: number;
  readonly #pauseMs: readonly [number, number];

  constructor(
    moves: PlayedMoves,
    random: Random,
    { deepestReorg = DEEPEST_REORG, pauseMs = [0, 0] }: PlayerOptions = {},
  ) {
    this.#moves = moves;
    this.#random = random;
    this.#deepestReorg = deepestReorg;
    this.#pauseMs = pauseMs;
  }

  /** Plays until the signal fires. */
  async playUntil(signal: AbortSignal): Promise<void> {
    const weighted = this.#possible().map((move) => [move, WEIGHTS[move]] as const);
    while (!signal.aborted) {
      await this.#make(this.#random.weighted(weighted), signal);
      await this.#pause(this.#pauseMs, signal);
    }
  }

  /** Makes every possible move so often, in an order that chance decides, those that are frequent more often. */
  async playRounds(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const moves = this.#possible().flatMap((move) =>
        Array<Move>(Math.ceil(WEIGHTS[move] / WEIGHT_A_TIME)).fill(move),
      );
      for (; moves.length > 0; await this.#pause(this.#pauseMs)) {
        const [move] = moves.splice(this.#random.below(moves.length), 1);
        await this.#make(move!);
      }
    }
  }

  #possible(): Move[] {
    const moves = Object.keys(WEIGHTS) as Move[];
    return moves.filter((move) => move === 'burst' || this.#moves[move] !== undefined);
  }

  async #make(move: Move, signal?: AbortSignal): Promise<void> {
    const random = this.#random;
    const moves = this.#moves;
    switch (move) {
      case 'arrive':
        return moves.arrive(random.between(1, 12));
      case 'replace':
        return moves.replace!();
      case 'evict':
        return moves.evict!(random.between(1, 3));
      case 'mine':
        return moves.mine();
      case 'burst':
        return this.#mine(random.between(2, 12));
      case 'reorg': {
        const isDeep = random.chance(0.3);
        const depth = isDeep ? random.between(4, Math.max(4, this.#deepestReorg)) : random.between(1, 3);
        return moves.reorg!(depth, depth + random.between(1, 3));
      }
      case 'invalidate':
        // The node is shorter for a while, then grows another way.
        await moves.invalidate!(random.between(1, 4));
        await this.#pause(this.#pauseMs, signal);
        return this.#mine(random.between(1, 6));
      case 'restart':
        return moves.restart!({
          downMs: random.between(50, 800),
          warmUpMs: random.between(0, 800),
          keepMempool: random.chance(0.7),
        });
      case 'fail':
        // One kind of fault, now and then two at once, and something to read while things go wrong.
        return moves.fail!(random.chance(0.3) ? 2 : 1, async () => {
          await this.#mine(random.between(1, 3));
          await this.#pause(FAILING_MS, signal);
        });
    }
  }

  /** One by one, so that every tip on the way is known as one of the active chain. */
  async #mine(blocks: number): Promise<void> {
    for (let mined = 0; mined < blocks; mined++) await this.#moves.mine();
  }

  async #pause([least, most]: readonly [number, number], signal?: AbortSignal): Promise<void> {
    if (most === 0) return;
    await sleep(this.#random.between(least, most), undefined, signal && { signal }).catch(() => undefined);
  }
}
