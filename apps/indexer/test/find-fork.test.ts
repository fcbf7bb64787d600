import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeepReorgError, findFork } from '../src/find-fork.js';
import { ledgerOf, sourceOf } from './fake-chain.js';

describe('findFork', () => {
  it('is the cursor after one call when nothing was reorganised', async () => {
    const source = sourceOf('abcde');
    const ledger = ledgerOf('abc');
    expect(await findFork(source, ledger, await ledger.cursor(), 10)).toMatchObject({ height: 2 });
    expect(source.calls).toBe(1);
  });

  it('is null before the first block', async () => {
    expect(await findFork(sourceOf('abc'), ledgerOf(''), null, 10)).toBeNull();
  });

  it('is the last shared block, whatever the lengths of both branches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 60 }),
        async (shared, ours, theirs) => {
          const trunk = 'a'.repeat(shared);
          const ledger = ledgerOf(trunk + 'x'.repeat(ours));
          const fork = await findFork(sourceOf(trunk + 'y'.repeat(theirs)), ledger, await ledger.cursor(), 100);
          expect(fork?.height).toBe(shared - 1);
        },
      ),
    );
  });

  it('refuses to go deeper than the limit, and goes exactly as deep', async () => {
    const ledger = ledgerOf(`${'a'.repeat(50)}${'x'.repeat(7)}`);
    const source = sourceOf(`${'a'.repeat(50)}${'y'.repeat(8)}`);
    const cursor = await ledger.cursor();
    expect(await findFork(source, ledger, cursor, 7)).toMatchObject({ height: 49 });
    await expect(findFork(source, ledger, cursor, 6)).rejects.toThrow(DeepReorgError);
  });

  it('replaces the whole of a short history that started above genesis', async () => {
    const ledger = ledgerOf('aaaaaxxx', 5);
    expect(await findFork(sourceOf('aaaaayyyy'), ledger, await ledger.cursor(), 10)).toBeNull();
    await expect(findFork(sourceOf('aaaaayyyy'), ledger, await ledger.cursor(), 2)).rejects.toThrow(DeepReorgError);
  });
});
