/** A client of the API that reads one chain all the time and checks everything it gets. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '@chaintrail/testkit';
import { checkCursorWalk, checkOffsetWalk } from './history-checks.js';
import type { Checks, PlayedChain } from './played-chain.js';
import type { Random } from './random.js';
import type { Findings } from './report.js';

const WALKS: Checks = {
  'walks by offset': [checkOffsetWalk, 3],
  'walks by cursor': [checkCursorWalk, 4],
};

const PAUSE_MS = 20;

export class Reader {
  readonly #played: PlayedChain;
  readonly #random: Random;
  readonly #findings: Findings;
  /** Of whatever family: its own checks know. */
  readonly #api: ApiClient<never>;
  /** Checks that said something, by name. */
  readonly judged = new Map<string, number>();

  constructor(played: PlayedChain, apiUrl: string, random: Random, findings: Findings) {
    this.#played = played;
    this.#random = random;
    this.#findings = findings;
    this.#api = new ApiClient(apiUrl, played.chain.code);
  }

  /** Answers read so far. */
  get pages(): number {
    return this.#api.answers;
  }

  async read(signal: AbortSignal): Promise<void> {
    const { chain, checks } = this.#played;
    const choices = Object.entries({ ...WALKS, ...checks }).map(
      ([name, [check, weight]]) => [{ name, check }, weight] as const,
    );
    while (!signal.aborted) {
      const { name, check } = this.#random.weighted(choices);
      const address = this.#address();
      const wrong = (what: string) => this.#findings.add(chain.code, `${name}, ${address}: ${what}`);
      try {
        const said = await check({ chain, api: this.#api, random: this.#random, address, wrong });
        if (said) this.judged.set(name, (this.judged.get(name) ?? 0) + 1);
      } catch (error) {
        wrong(String(error));
        // Whatever it is, it will be the same in a moment.
        await sleep(1_000, undefined, { signal }).catch(() => undefined);
      }
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** The busiest address often, else any. */
  #address(): string {
    const { chain } = this.#played;
    const { hot, typical } = chain.node.exampleAddresses();
    if (this.#random.chance(0.35)) return hot;
    if (typical.length > 0 && this.#random.chance(0.3)) return this.#random.pick(typical);
    return this.#random.pick(chain.addresses());
  }
}
