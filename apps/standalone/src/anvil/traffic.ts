/** Fills the demo chain: people act, then a block is mined, ever more slowly as the chain grows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callNode } from '../call-node.js';
import { actAtRandom, handOutCoins, type Stage } from './actions.js';
import { deployContracts } from './demo-contracts.js';
import { demoPeople } from './people.js';
import { Sender } from './sender.js';

/** Enough for histories of several pages. */
const FIRST_BLOCKS = 50;
const ACTIONS_PER_BLOCK = 5;
const MINE_EVERY_MS = 12_000;
/** Anvil gets slow beyond 3,000 blocks. They are there after four days, and the next after 13 minutes each. */
const HALVE_PACE_EVERY_BLOCKS = 500;
const REORG_EVERY_BLOCKS = 25;
/** Longer than the indexer takes to see a block. */
const SEEN_MS = 2_000;

/** Seconds that the first blocks of a new chain span; it begins this long ago. */
export const FIRST_BLOCKS_SECONDS = (FIRST_BLOCKS * MINE_EVERY_MS) / 1000;

export interface Traffic {
  stop(): Promise<void>;
}

/**
 * Makes the first blocks of a new chain, then goes on in the background.
 * @param doing told what is being done
 * @param onTrouble told when a block could not be made; the next one is tried nevertheless
 * @throws Error when the first blocks cannot be made
 */
export async function startTraffic(
  url: string,
  doing: (what: string) => void,
  onTrouble: (line: string) => void,
): Promise<Traffic> {
  const driver = await Driver.on(url);
  await driver.makeFirstBlocks(doing);
  const stopping = new AbortController();
  const finished = driver.goOn(stopping.signal, onTrouble);
  return {
    stop: async () => {
      stopping.abort();
      await finished;
    },
  };
}

class Driver {
  readonly #url: string;
  readonly #stage: Stage;

  private constructor(url: string, stage: Stage) {
    this.#url = url;
    this.#stage = stage;
  }

  static async on(url: string): Promise<Driver> {
    const people = demoPeople();
    const sender = await Sender.to(url);
    const contracts = await deployContracts(url, sender, people);
    const random = (limit: number) => Math.floor(Math.random() * limit);
    return new Driver(url, { sender, people, contracts, random });
  }

  async makeFirstBlocks(doing: (what: string) => void): Promise<void> {
    if ((await this.#height()) > 0) return;
    doing(`making ${FIRST_BLOCKS} blocks of Ethereum`);
    await handOutCoins(this.#stage);
    const seconds = MINE_EVERY_MS / 1000;
    for (let block = 1; block <= FIRST_BLOCKS; block++) {
      await this.#mine(seconds);
      await this.#act();
    }
  }

  async goOn(signal: AbortSignal, onTrouble: (line: string) => void): Promise<void> {
    let trouble = '';
    let height = 0;
    while (!signal.aborted) {
      try {
        height = await this.#height();
        await sleep(paceAt(height), undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        await this.#mine(null);
        if (height % REORG_EVERY_BLOCKS === 0) await this.#replaceTip(signal);
        await this.#act();
        trouble = '';
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (trouble === '') onTrouble(`The demo Ethereum chain stands still: ${reason}.`);
        trouble = reason;
        await sleep(MINE_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** @param seconds between this block and the one before; null: it has the time that it is */
  async #mine(seconds: number | null): Promise<void> {
    const { timestamp } = await callNode<{ timestamp: string }>(this.#url, 'eth_getBlockByNumber', 'latest', false);
    const before = Number(timestamp);
    const time = seconds === null ? Math.max(before + 1, Math.floor(Date.now() / 1000)) : before + seconds;
    await callNode(this.#url, 'evm_setNextBlockTimestamp', time);
    await callNode(this.#url, 'evm_mine');
  }

  /** Takes the newest block back once it has been seen: its transactions are gone. Nothing else may wait meanwhile. */
  async #replaceTip(signal: AbortSignal): Promise<void> {
    await sleep(SEEN_MS, undefined, { signal }).catch(() => undefined);
    await callNode(this.#url, 'anvil_reorg', 1, []);
  }

  /** What it sends waits for the next block, and is pending until then. */
  async #act(): Promise<void> {
    for (let action = 0; action < ACTIONS_PER_BLOCK; action++) await actAtRandom(this.#stage);
  }

  async #height(): Promise<number> {
    return Number(await callNode<string>(this.#url, 'eth_blockNumber'));
  }
}

/** Milliseconds to the next block. */
function paceAt(height: number): number {
  return MINE_EVERY_MS * 2 ** Math.floor(height / HALVE_PACE_EVERY_BLOCKS);
}
