/** A client of the API that reads one chain all the time and checks everything it gets. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@chaintrail/devnet';
import { ApiClient } from '@chaintrail/testkit';
import { checkCursorWalk, checkOffsetWalk } from './history-checks.js';
import type { Checks, PlayedChain } from './played-chain.js';
import type { Findings } from './report.js';

const WALKS: Checks = {
  'walks by offset': [checkOffsetWalk, 3],
  'walks by cursor': [checkCursorWalk, 4],
};
const PAUSE_MS = 20;
/** Whatever went wrong will be the same in a moment. */
const FAILED_PAUSE_MS = 1_000;

/** Reads until the signal fires. */
export async function readAndCheck(
  chain: PlayedChain,
  apiUrl: string,
  random: Random,
  findings: Findings,
  signal: AbortSignal,
): Promise<void> {
  // Any family: its own checks know.
  const api = new ApiClient<never>(apiUrl, chain.code);
  const { judged } = chain;
  const choices = Object.entries({ ...WALKS, ...chain.checks }).map(
    ([name, [check, weight]]) => [{ name, check }, weight] as const,
  );
  while (!signal.aborted) {
    const { name, check } = random.weighted(choices);
    const address = pickAddress(chain, random);
    const wrong = (what: string) => findings.add(chain.code, `${name}, ${address}: ${what}`);
    let pause = PAUSE_MS;
    try {
      const said = await check({ chain, api, random, address, wrong });
      if (said) judged.set(name, (judged.get(name) ?? 0) + 1);
    } catch (error) {
      wrong(String(error));
      pause = FAILED_PAUSE_MS;
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
  chain.doings.pages += api.answers;
}

/** The busiest address often, else any. */
function pickAddress(chain: PlayedChain, random: Random): string {
  const { hot, typical } = chain.node.exampleAddresses();
  if (random.chance(0.35)) return hot;
  if (typical.length > 0 && random.chance(0.3)) return random.pick(typical);
  return random.pick(chain.addresses());
}
