/**
 * Every call about what waits × every kind of wrong answer: what comes is right, one transaction that a node is wrong
 * about keeps no other away, and otherwise the log has a sentence that names the call.
 */
import type { ChainCode } from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areSame, kindsFor } from './damage-kinds.js';
import { type DamagedWorld, startDamagedWorld } from './damaged-worlds.js';

/**
 * - `all`: nothing is missing.
 * - `others`: all but the damaged one.
 * - `said`: none comes now, and an error says why. It is tried again.
 */
type Outcome = 'all' | 'others' | 'said';

interface Row {
  readonly chains: readonly ChainCode[];
  readonly method: string;
  /** Only where a call names one transaction. */
  readonly ofOne?: true;
  readonly outcome: Outcome;
  /** Kinds with another outcome, or that do not fit. */
  readonly but?: Readonly<Record<string, Outcome | null>>;
}

const BLOCKS_ONLY = { 'one short': null, "another block's": null } as const;
/** Failures of a node that may be over soon. */
const PASSING = { 'HTTP 500': 'said', 'HTTP 429': 'said', 'cut off': 'said', 'never ends': 'said' } as const;

const ROWS: readonly Row[] = [
  { chains: ['btc'], method: 'getrawmempool', outcome: 'said', but: BLOCKS_ONLY },
  // An empty list is no wrong answer.
  { chains: ['zec'], method: 'getrawmempool', outcome: 'said', but: { ...BLOCKS_ONLY, empty: null } },
  {
    ...{ chains: ['btc', 'zec'], method: 'getrawtransaction', ofOne: true, outcome: 'others' },
    but: { ...PASSING, "another block's": null },
  },
  {
    ...{ chains: ['btc'], method: 'getmempoolentry', ofOne: true, outcome: 'all' },
    but: { ...PASSING, ...BLOCKS_ONLY },
  },
  {
    ...{ chains: ['btc'], method: 'getmempoolinfo', outcome: 'said' },
    but: { ...BLOCKS_ONLY, refused: 'all', 'too large': 'all' },
  },
  { chains: ['eth'], method: 'txpool_content', outcome: 'said', but: BLOCKS_ONLY },
];

describe.each([...new Set(ROWS.flatMap(({ chains }) => chains))])('%s', (code) => {
  let world: DamagedWorld;
  let txids: readonly string[];
  let right: readonly object[];

  beforeAll(async () => {
    world = await startDamagedWorld(code);
    txids = await world.pay(5);
    right = (await world.waiting()).transactions;
    expect(right.length).toBeGreaterThan(2);
  });
  afterAll(() => world.close());

  const rows = ROWS.filter(({ chains }) => chains.includes(code));
  it.each(rows)('$method, wrong: $outcome', async ({ chains, method, ofOne, outcome, but = {} }) => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [what, change, attempts] of kindsFor(but, code === chains[0])) {
      world.proxy.faults = [{ method, ...(ofOne && { blocks: [txids[1]!] }), change: change(world, method) }];
      const { transactions, error } = await world.waiting(attempts);
      const isRight = (each: object): boolean => right.some((other) => areSame(each, other));
      expect(transactions.every(isRight), what).toBe(true);
      found[what] = error === null ? outcomeOf(right.length - transactions.length) : 'said';
      expected[what] = but[what] ?? outcome;
      if (error !== null) expect(String(error), what).toMatch(new RegExp(`Error: ${code} node, ${method}: .`));
    }
    expect(found).toEqual(expected);
    world.proxy.faults = [];
    expect(areSame((await world.waiting()).transactions, right)).toBe(true);
  });
});

function outcomeOf(missing: number): Outcome | string {
  if (missing === 0) return 'all';
  return missing === 1 ? 'others' : `${missing} are missing`;
}
