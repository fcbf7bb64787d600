/** Random worlds, and what may happen to them. */
import fc from 'fast-check';
import { PREMINE, TELLERS } from './account-ledger-model.js';
import { AccountWorld, type Tracing } from './account-world.js';

const small = fc.integer({ min: 0, max: 3 });
const kindOf = <Kind extends string>(kind: Kind) => fc.constant(kind);
const transactions = fc.array(fc.constantFrom(...TELLERS), { maxLength: 4 });
const modes = fc.constantFrom<Tracing['mode'][]>('live', 'full', 'full', 'full', 'off');
export const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kindOf('arrive') }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: kindOf('mine'), takes: fc.integer({ min: 0, max: 0xffff }), unseen: transactions }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kindOf('trace'), blocks: fc.integer({ min: 1, max: 6 }), asGap: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('mode'), mode: modes }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('advance') }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('refresh') }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('replace'), index: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('undo'), depth: small }) },
);
export type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** @param lowest height that no reorganisation takes back */
export function play(world: AccountWorld, one: Change, lowest: number): void {
  const { model } = world;
  if (one.kind === 'arrive') model.arrive();
  else if (one.kind === 'mine') model.mine((index) => ((one.takes >> (index % 16)) & 1) === 1, one.unseen);
  else if (one.kind === 'trace') world.trace(one.blocks, one.asGap === 0);
  else if (one.kind === 'mode') world.startTracing(one.mode);
  else if (one.kind === 'advance') world.advance();
  else if (one.kind === 'refresh') world.refresh();
  else if (one.kind === 'replace') model.replace(one.index);
  else for (let i = 0; i < one.depth && model.height > lowest; i++) world.undo();
}

/**
 * What genesis gave, blocks from before tracing began, how far tracing of those is, what happened since, and how many
 * transactions came last.
 */
export const beginnings = fc.record({
  premine: fc.constantFrom(0, PREMINE),
  before: fc.array(transactions, { minLength: 1, maxLength: 6 }),
  mode: fc.option(modes, { freq: 8 }),
  stages: small,
  changes: fc.array(change, { maxLength: 25 }),
  waiting: fc.nat(6),
});
type Beginning = typeof beginnings extends fc.Arbitrary<infer Value> ? Value : never;

export function newWorld({ premine, before, mode, stages, changes, waiting }: Beginning): AccountWorld {
  const world = new AccountWorld(premine);
  world.model.mine(() => false, []);
  for (const unseen of before) world.model.mine(() => false, unseen);
  if (mode !== null) world.startTracing(mode);
  for (let i = 0; i < stages; i++) world.advance();
  for (const one of changes) play(world, one, 0);
  for (let i = 0; i < waiting; i++) world.model.arrive();
  return world;
}
