/**
 * Every call for traces × every kind of wrong answer: a block has its internal transfers, since another call brought
 * them, or comes without any and says so. Never does it come with some.
 */
import { refusal } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areSame, kindsFor } from './damage-kinds.js';
import { BAD, type DamagedWorld, FROM, startDamagedWorld } from './damaged-worlds.js';

type Block = Awaited<ReturnType<DamagedWorld['read']>>['blocks'][number] & { readonly gap?: string | null };
type Outcome = 'traced' | 'gap';

const METHODS = ['debug_traceBlockByHash', 'trace_block', 'debug_traceTransaction'] as const;

interface Row {
  readonly method: (typeof METHODS)[number];
  /** Calls before it, which the node refuses meanwhile. */
  readonly refused: readonly string[];
  readonly outcome: Outcome;
  /** Kinds with another outcome, or that do not fit. */
  readonly but?: Readonly<Record<string, Outcome | null>>;
}

/** Bounds on time have tests of their own: a trace may take minutes. */
const LATE = { 'never ends': null } as const;

const ROWS: readonly Row[] = [
  { method: METHODS[0], refused: [], outcome: 'traced' },
  { method: METHODS[1], refused: METHODS.slice(0, 1), outcome: 'traced' },
  {
    ...{ method: METHODS[2], refused: METHODS.slice(0, 2), outcome: 'gap' },
    but: { 'one short': null, "another block's": null },
  },
];

describe('traces', () => {
  let world: DamagedWorld;
  let right: readonly Block[];

  beforeAll(async () => {
    world = await startDamagedWorld('eth', true);
    right = (await world.read()).blocks;
    expect(right.map(({ gap }) => gap)).toEqual(right.map(() => null));
  });
  afterAll(() => world.close());

  it.each(ROWS)('of $method, wrong about a block: $outcome', async ({ method, refused, outcome, but = {} }) => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    const blocks = [BAD, `0x${world.hashes[BAD]}`];
    for (const [what, change] of kindsFor({ ...LATE, ...but }, true)) {
      world.proxy.faults = [
        ...refused.map((other) => ({ method: other, blocks, change: refusal(-32_000, 'method handler crashed') })),
        { method, ...(method !== METHODS[2] && { blocks }), change: change(world, method) },
      ];
      const { blocks: came, error } = await world.read();
      expect(error, what).toBeNull();
      const others = ({ height }: Block) => height !== BAD;
      expect(areSame(came.filter(others), right.filter(others)), what).toBe(true);
      found[what] = outcomeOf(came[BAD - FROM]!);
      expected[what] = but[what] ?? outcome;
    }
    expect(found).toEqual(expected);
    world.proxy.faults = [];
    expect(areSame((await world.read()).blocks, right)).toBe(true);
  });

  function outcomeOf(block: Block): string {
    if (areSame(block, right[BAD - FROM])) return 'traced';
    return block.gap === null ? 'traced, and wrong' : 'gap';
  }
});
