/**
 * Every call about a block × every kind of wrong answer, for nodes of each family: either the blocks are right, since
 * another call brought them, or those that came are, and the operator reads which block it is and what to do. When the
 * node is right again, so are all blocks.
 */
import type { ChainCode } from '@chaintrail/chains';
import { type LastingFault, refusal } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../src/follow/failure.js';
import { ChainMovedError, StuckError } from '../src/follow/fetch-ahead.js';
import { areSame, kindsFor } from './damage-kinds.js';
import { BAD, type DamagedWorld, FROM, MOST_BYTES, startDamagedWorld } from './damaged-worlds.js';

/**
 * - `found`: another call brings the same.
 * - `named`: there is none. Blocks before it come.
 * - `moved`: the block is not known by its hash yet; those before it may come.
 */
type Outcome = 'found' | 'named' | 'moved';

interface Row {
  readonly chains: readonly ChainCode[];
  /** Method, or the path before the hash. */
  readonly method: string;
  readonly outcome: Outcome;
  /** Calls that do not work meanwhile. */
  readonly without?: LastingFault;
  /** Kinds with another outcome, or that do not fit: a node that does not answer a batch at all is away. */
  readonly but?: Readonly<Record<string, Outcome | null>>;
  /** Heights that name the damaged call; by default height or hash of the block. */
  readonly named?: readonly number[];
}

/** Nodes of each kind, and both headers: Bitcoin Cash is read as Bitcoin is, Arbitrum as Ethereum. */
const CORES: readonly ChainCode[] = ['btc', 'doge'];
const REST_OFF: LastingFault = { method: /^\/rest\//, change: () => ({ status: 404, body: '' }) };

const ROWS: readonly Row[] = [
  // Litecoin's blocks end with MWEB bytes.
  { chains: [...CORES, 'ltc'], method: '/rest/block/', outcome: 'found' },
  { chains: [...CORES, 'zec'], method: 'getblock', outcome: 'named', without: REST_OFF },
  { chains: ['btc', 'zec'], method: 'getblockhash', outcome: 'moved', but: { 'cut off': null, 'never ends': null } },
  { chains: ['eth'], method: 'eth_getBlockByHash', outcome: 'found' },
  { chains: ['eth'], method: 'eth_getBlockReceipts', outcome: 'found' },
  {
    ...{ chains: ['eth'], method: 'eth_getTransactionReceipt', outcome: 'named' },
    ...{ without: { method: 'eth_getBlockReceipts', change: refusal(-32_000, 'crashed') }, named: [] },
    but: { 'one short': null, "another block's": null },
  },
  {
    ...{ chains: ['eth'], method: 'eth_getBlockByNumber', outcome: 'found' },
    // A batch is damaged as a whole.
    but: {
      ...{ 'no JSON': 'moved', 'HTTP 500': 'moved', 'HTTP 429': 'moved', 'too large': 'moved' },
      ...{ 'cut off': null, 'never ends': null },
    },
  },
  { chains: ['rune'], method: 'block', outcome: 'found' },
  { chains: ['rune', 'cacao'], method: 'block_results', outcome: 'named' },
  {
    chains: ['rune'],
    method: 'blockchain',
    outcome: 'moved',
    named: [FROM],
    but: { 'cut off': null, 'never ends': null, "another block's": null },
  },
];

/** The sentence that the operator reads at last. */
function sentenceOf(error: unknown): string {
  return failureOf(error instanceof ChainMovedError ? new StuckError(error.message) : error).reason.text;
}

describe.each([...new Set(ROWS.flatMap(({ chains }) => chains))])('%s', (code) => {
  let world: DamagedWorld;
  let right: Awaited<ReturnType<DamagedWorld['read']>>['blocks'];

  beforeAll(async () => {
    world = await startDamagedWorld(code);
    right = (await world.read()).blocks;
    expect(right.length).toBeGreaterThan(BAD - FROM + 1);
  });
  afterAll(() => world.close());

  const rows = ROWS.filter(({ chains }) => chains.includes(code));
  it.each(rows)(
    '$method, wrong about a block: $outcome',
    async ({ chains, method, outcome, without, but = {}, named }) => {
      const found: Record<string, string> = {};
      const expected: Record<string, string> = {};
      const hash = world.hashes[BAD]!;
      // In batches, of which an answer of another kind damages all.
      const height = Object.values({ ...but, outcome }).includes('moved') ? `${FROM}|${BAD}` : BAD;
      for (const [what, change, attempts] of kindsFor(but, code === chains[0])) {
        const blocks = named ?? [
          BAD,
          hash,
          `0x${hash}`,
          Buffer.from(hash, 'hex').toString('base64').replace(/[+=]/g, '\\$&'),
        ];
        const fault: LastingFault = {
          method: method.startsWith('/') ? new RegExp(`^${method}`) : method,
          ...(blocks.length > 0 && { blocks }),
          change: change(world, method),
        };
        const others = without && (without === REST_OFF ? without : { ...without, blocks: [BAD, `0x${hash}`] });
        world.proxy.faults = [fault, ...(others ? [others] : [])];
        const { blocks: came, error } = await world.read(attempts);
        expect(areSame(came, right.slice(0, came.length)), what).toBe(true);
        found[what] = came.length === right.length ? 'found' : cameBefore(came.length, error);
        expected[what] = but[what] ?? outcome;
        if (error !== null) {
          expect(sentenceOf(error), what).toMatch(new RegExp(`\\b(block|height) (${height}|${hash})\\b`));
          expect(sentenceOf(error), what).toMatch(/_RPC_URL|newer version/);
        }
      }
      expect(found).toEqual(expected);
      world.proxy.faults = [];
      expect(areSame((await world.read()).blocks, right)).toBe(true);
    },
  );
});

it('a block above every bound of this version is told of, with those before it in place', async () => {
  const world = await startDamagedWorld('eth');
  try {
    const right = (await world.read()).blocks;
    const change = () => ({ status: 200, body: ' '.repeat(4 * MOST_BYTES) });
    world.proxy.faults = [
      { method: 'eth_getBlockReceipts', blocks: [BAD, `0x${world.hashes[BAD]}`], change },
      { method: 'eth_getTransactionReceipt', change },
    ];
    const { blocks, error } = await world.read();
    expect(areSame(blocks, right.slice(0, BAD - FROM))).toBe(true);
    expect(sentenceOf(error)).toMatch(
      new RegExp(`block ${BAD} \\(${world.hashes[BAD]}\\) is larger than this version reads .* use a newer version`),
    );
    expect(sentenceOf(error)).not.toMatch(/START_HEIGHT|_RPC_URL/);
  } finally {
    await world.close();
  }
});

function cameBefore(came: number, error: unknown): string {
  if (error instanceof ChainMovedError || came !== BAD - FROM) return 'moved';
  return 'named';
}
