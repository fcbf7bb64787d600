/**
 * Nodes that are wrong about one block for ever, over kinds, chains and phases (`tests/lasting/case.ts`): while that
 * lasts no wrong row is written, and the operator is told what to do; afterwards the rows are those of a straight sync.
 */
import { afterAll, describe, test } from 'vitest';
import { ANSWERS_ABOVE_BOUNDS } from './lasting/answers-above-bounds.js';
import type { LastingCase, World } from './lasting/case.js';
import { SINGLE_ANSWERS } from './lasting/damaged-answers.js';
import { EVM_ANSWERS } from './lasting/damaged-evm.js';
import { runCase } from './lasting/run-case.js';
import { WORLDS } from './lasting/worlds.js';

const TOPICS: Readonly<Record<string, readonly LastingCase[]>> = {
  'single answers': SINGLE_ANSWERS,
  'answers of EVM nodes': EVM_ANSWERS,
  'answers above bounds': ANSWERS_ABOVE_BOUNDS,
};

const started = new Map<string, Promise<World>>();

afterAll(async () => {
  for (const world of started.values()) await (await world).close();
});

describe.each(Object.entries(TOPICS))('%s', (_, cases) => {
  for (const each of cases) {
    const start = WORLDS[each.world];
    if (start === undefined) throw new Error(`there is no world ${each.world}`);
    test.runIf(start !== null)(`${each.world}, ${each.phase}: ${each.title}`, async () => {
      const world = started.get(each.world) ?? start!();
      started.set(each.world, world);
      await runCase(await world, each);
    });
  }
});
