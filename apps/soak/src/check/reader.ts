/** A client of the API that reads one chain all the time and checks everything it gets. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Findings } from '../findings.js';
import type { Random } from '../random.js';
import type { FollowedChain } from '../world/followed-chain.js';
import { ApiClient, ApiFailure } from './api-client.js';
import { checkCursorWalk } from './cursor-walk.js';
import { checkOffsetWalk } from './offset-walk.js';
import type { Checks } from './reading.js';

const WALKS: Checks = {
  'walks by offset': [checkOffsetWalk, 3],
  'walks by cursor': [checkCursorWalk, 4],
};

const PAUSE_MS = 20;

export class Reader {
  readonly #chain: FollowedChain;
  readonly #checks: Checks;
  readonly #random: Random;
  readonly #findings: Findings;
  readonly #api: ApiClient;
  /** Checks that said something, by name. */
  readonly judged = new Map<string, number>();

  /** @param checks of the chain's family */
  constructor(chain: FollowedChain, checks: Checks, apiUrl: string, random: Random, findings: Findings) {
    this.#chain = chain;
    this.#checks = { ...WALKS, ...checks };
    this.#random = random;
    this.#findings = findings;
    this.#api = new ApiClient(apiUrl, chain.code);
  }

  /** Answers read so far. */
  get pages(): number {
    return this.#api.answers;
  }

  async read(signal: AbortSignal): Promise<void> {
    const choices = Object.entries(this.#checks).map(([name, [check, weight]]) => [{ name, check }, weight] as const);
    while (!signal.aborted) {
      const { name, check } = this.#random.weighted(choices);
      const address = this.#address();
      const wrong = (what: string) => this.#findings.add(this.#chain.code, `${name}, ${address}: ${what}`);
      try {
        const said = await check({ chain: this.#chain, api: this.#api, random: this.#random, address, wrong });
        if (said) this.judged.set(name, (this.judged.get(name) ?? 0) + 1);
      } catch (error) {
        wrong(error instanceof ApiFailure ? error.message : String(error));
        // Whatever it is, it will be the same in a moment.
        await sleep(1_000, undefined, { signal }).catch(() => undefined);
      }
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** The busiest address often, else any. */
  #address(): string {
    const { hot, typical } = this.#chain.node.exampleAddresses();
    if (this.#random.chance(0.35)) return hot;
    if (typical.length > 0 && this.#random.chance(0.3)) return this.#random.pick(typical);
    return this.#random.pick(this.#chain.addresses());
  }
}
