/** When the load of a first sync ends: what it leaves comes block by block. */
import type { NodeTip } from '@chaintrail/chains';
import type { BlockLoad, FirstSync } from '@chaintrail/db';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { loadFirstSync } from '../src/first-sync/load-first-sync.js';
import type { LinkedBlock } from '../src/follow/block-source.js';
import { FRUITLESS_TURNS } from '../src/follow/fetch-ahead.js';
import { SHORTER_CHAIN_POLLS } from '../src/follow/find-fork.js';
import type { ProgressReporter } from '../src/follow/progress-reporter.js';
import { chainOf, type FakeSource, ledgerOf, sourceOf } from './fake-chain.js';

type Told = Partial<NodeTip> & { readonly blocks: number; readonly isBehind?: boolean };

const WHOLE = 'abcdefghij'.repeat(30);
const MARGIN = 2;

/** Loads from a node that is so at each poll, and then has everything. */
async function load(told: readonly Told[], changes: Partial<FakeSource> = {}) {
  const source = Object.assign(sourceOf(WHOLE), changes);
  const next = told.values();
  let isBehind = false;
  source.tip = async () => {
    const { blocks, isBehind: says = false, ...rest } = next.next().value ?? { blocks: WHOLE.length };
    isBehind = says;
    source.chain = chainOf(WHOLE.slice(0, blocks));
    const { height, hash } = source.chain.at(-1)!;
    return { height, hash, networkHeight: height, catchingUp: false, ...rest };
  };
  source.block = async ({ height }) => chainOf(WHOLE)[height]!;
  source.isBehind = async () => isBehind;
  const ledger = ledgerOf('');
  const { stored: written } = ledger;
  const said: string[] = [];
  const reporter = {
    nodeTip: () => undefined,
    transactionsToLoad: () => undefined,
    loaded: async () => undefined,
    waitingForNode: async () => void said.push('waiting'),
    behind: async () => void said.push('behind'),
  } as unknown as ProgressReporter;
  const firstSync = { stage: async () => null, begin: async () => undefined } as unknown as FirstSync<LinkedBlock>;
  const blockLoad = {
    transactions: 0,
    get written() {
      return written.at(-1) ?? null;
    },
    add: async (batch: readonly LinkedBlock[]) => void written.push(...batch),
    flush: async () => undefined,
    end: async () => void said.push('end'),
  } as unknown as BlockLoad<LinkedBlock>;
  await loadFirstSync({
    ...{ source, ledger, firstSync, openLoad: async () => blockLoad, reporter },
    ...{ reorgLimit: 100, reorgMargin: MARGIN, pollMs: 1, bytesAhead: 1_000 },
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  });
  return { height: written.at(-1)?.height, said: [...new Set(said)] };
}

const stands = (blocks: number, rest: Partial<Told> = {}) =>
  Array.from({ length: SHORTER_CHAIN_POLLS + 10 }, (): Told => ({ blocks, ...rest }));
/** Last of all that the fake node has. */
const LAST = WHOLE.length - 1 - MARGIN;

/** Questions before the load begins, and by it. */
const LOADED: readonly Told[] = [{ blocks: 100 }, { blocks: 100 }];

it.each<[string, readonly Told[], number, string[]]>([
  ['by one that is behind by its own word', [...LOADED, ...stands(60, { isBehind: true })], LAST, ['behind', 'end']],
  [
    'by one whose tip rises',
    [...LOADED, ...Array.from({ length: 200 }, (_, n) => ({ blocks: 60 + Math.floor(n / 10) }))],
    LAST,
    ['behind', 'end'],
  ],
  [
    'by one that has many headers more, and does not call that a download',
    [{ blocks: 1, networkHeight: 200 }, ...stands(100, { networkHeight: 250 })],
    LAST,
    ['waiting', 'end'],
  ],
  ['by one whose few headers above belong to another branch', stands(100, { networkHeight: 110 }), 97, ['end']],
  ['by one that took blocks back', [...LOADED, ...stands(60)], 97, ['behind', 'end']],
])('ends at the right block, told %s', async (_what, told, height, said) => {
  expect(await load(told)).toEqual({ height, said });
});

it('stalls with a sentence where the blocks of the tip never come', async () => {
  let turns = 0;
  const blockHashes = async (): Promise<string[]> => {
    turns++;
    return [];
  };
  await expect(load([], { blockHashes })).rejects.toThrow(
    /names a tip whose blocks it does not deliver \(the active chain ends below height 0\).*<CODE>_RPC_URL/,
  );
  expect(turns).toBe(FRUITLESS_TURNS);
});
