import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeepReorgError, findFork, SHORTER_CHAIN_POLLS, ShorterChain } from '../src/follow/find-fork.js';
import { chainOf, ledgerOf, sourceOf } from './fake-chain.js';

/** Answer of findFork of a ledger and a node, each given as its chain. */
async function forkOf(
  ours: string,
  theirs: string,
  limit: number,
  historyFrom = 0,
  finalized: number | null = null,
  binds = true,
) {
  const [source, ledger] = [sourceOf(theirs), ledgerOf(ours, historyFrom)];
  return {
    fork: await findFork(source, ledger, await ledger.cursor(), await source.tip(), limit, finalized, binds),
    calls: source.calls,
  };
}

/** A node that has so many blocks less. @param keeps height of what remains where they may be taken back */
function behindBy(lag: number, keeps: number | null, text = '') {
  const remains = keeps === null ? null : expect.objectContaining({ height: keeps });
  return { fork: { lag, keeps: remains, text: expect.stringMatching(new RegExp(`${lag} blocks behind.*${text}`)) } };
}

describe('findFork', () => {
  it('is the cursor after one call when nothing was reorganised', async () => {
    expect(await forkOf('abc', 'abcde', 10)).toMatchObject({ fork: { height: 2 }, calls: 1 });
  });

  it('is null before the first block', async () => {
    expect(await forkOf('', 'abc', 10)).toMatchObject({ fork: null });
  });

  it('is the last shared block, whatever the lengths of both branches', async () => {
    const length = fc.integer({ min: 0, max: 60 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 60 }), length, length, async (shared, ours, theirs) => {
        const trunk = 'a'.repeat(shared);
        const { fork } = await forkOf(trunk + 'x'.repeat(ours), trunk + 'y'.repeat(theirs), 100);
        expect(fork !== null && 'keeps' in fork ? fork.keeps : fork).toMatchObject({ height: shared - 1 });
      }),
    );
  });

  it('refuses to go deeper than the limit, and goes exactly as deep', async () => {
    const [ours, theirs] = [`${'a'.repeat(50)}${'x'.repeat(7)}`, `${'a'.repeat(50)}${'y'.repeat(8)}`];
    expect(await forkOf(ours, theirs, 7)).toMatchObject({ fork: { height: 49 } });
    await expect(forkOf(ours, theirs, 6)).rejects.toThrow(DeepReorgError);
  });

  it('tells a node that is behind from one that was reorganised, and how much of it may be one', async () => {
    expect(await forkOf('a'.repeat(50), 'a'.repeat(40), 10)).toMatchObject({ ...behindBy(10, 39), calls: 0 });
    expect(await forkOf('a'.repeat(50), 'a'.repeat(39), 10)).toMatchObject(behindBy(11, null, 'REORG_LIMIT'));
  });

  it('is no fork where another server of a load balancer lacks blocks, and none of the node competes', async () => {
    for (const [theirs, lag] of [
      ['abcde', 1],
      ['ab', 4],
      ['', 5],
    ] as const) {
      const [source, ledger] = [sourceOf('abcdefgh'), ledgerOf('abcdef')];
      const tip = await source.tip();
      source.chain = chainOf(theirs);
      const fork = await findFork(source, ledger, await ledger.cursor(), tip, 10);
      expect({ fork }).toMatchObject(behindBy(lag, null, 'load balancer'));
    }
  });

  it('never takes back a whole chain, however short, to what every node has: its genesis block', async () => {
    expect(await forkOf('a'.repeat(300), 'a', 1000)).toMatchObject(behindBy(299, null, 'npx chaintrail drop-chain'));
    expect(await forkOf('a'.repeat(300), 'aa', 1000)).toMatchObject(behindBy(298, 1));
    await expect(forkOf('a'.repeat(300), `a${'y'.repeat(400)}`, 1000)).rejects.toThrow(DeepReorgError);
    await expect(forkOf('a'.repeat(300), 'ay', 1000)).rejects.toThrow(
      /but at most its genesis block.*npx chaintrail drop-chain/,
    );
    await expect(forkOf('a'.repeat(300), 'b'.repeat(400), 1000)).rejects.toThrow(DeepReorgError);
    // Below the limit in any case, and the sentence says so.
    await expect(forkOf('a'.repeat(300), 'ay', 200)).rejects.toThrow(/more than 200 blocks below height 299/);
    expect(await forkOf('axxx', 'ayy', 1000)).toMatchObject({ fork: { height: 0 } });
  });

  it('replaces a private network in its first minutes as a whole', async () => {
    expect(await forkOf('b'.repeat(11), 'x'.repeat(12), 1000)).toMatchObject({ fork: null });
    await expect(forkOf('b'.repeat(12), 'x'.repeat(12), 1000)).rejects.toThrow(/at most its genesis block/);
  });

  it('replaces the whole of a short history that started above genesis', async () => {
    expect(await forkOf('aaaaaxxx', 'aaaaayyyy', 10, 5)).toMatchObject({ fork: null });
    await expect(forkOf('aaaaaxxx', 'aaaaayyyy', 2, 5)).rejects.toThrow(DeepReorgError);
  });

  it('never goes below a block that the node called final, and as far as that one', async () => {
    const [ours, theirs] = [`${'a'.repeat(50)}${'x'.repeat(7)}`, `${'a'.repeat(50)}${'y'.repeat(8)}`];
    expect(await forkOf(ours, theirs, 20, 0, 49)).toMatchObject({ fork: { height: 49 } });
    await expect(forkOf(ours, theirs, 20, 0, 50)).rejects.toThrow(/final.*npx chaintrail drop-chain <code>/);
    await expect(forkOf('aaa', 'aab', 20, 0, 2)).rejects.toThrow(/final/);
    expect(await forkOf('a'.repeat(50), 'a'.repeat(40), 20, 0, 45)).toMatchObject(behindBy(10, null, 'drop-chain'));
  });

  it('goes below it where the node may have forgotten it, but leaves no history as a whole', async () => {
    const [ours, theirs] = [`${'a'.repeat(50)}${'x'.repeat(7)}`, `${'a'.repeat(50)}${'y'.repeat(2)}`];
    expect(await forkOf(ours, theirs, 20, 0, 54, false)).toMatchObject({ fork: { height: 49 } });
    expect(await forkOf(ours, 'a'.repeat(50), 20, 0, 54, false)).toMatchObject(behindBy(7, 49));
    await expect(forkOf(ours, theirs, 5, 0, 54, false)).rejects.toThrow(/REORG_LIMIT/);
    await expect(forkOf('xxx', 'yyyy', 20, 0, 1, false)).rejects.toThrow(/final.*npx chaintrail drop-chain <code>/);
  });

  it('follows a chain that was called final further than it is indexed', async () => {
    expect(await forkOf('abc', 'abcdefgh', 10, 0, 6)).toMatchObject({ fork: { height: 2 } });
    await expect(forkOf('abc', 'abxdefgh', 10, 0, 6)).rejects.toThrow(/final/);
  });

  describe('where nothing is taken back', () => {
    it('is the cursor while the node has it', async () => {
      expect(await forkOf('abc', 'abcde', 0)).toMatchObject({ fork: { height: 2 }, calls: 1 });
      expect(await forkOf('abc', 'abc', 0)).toMatchObject({ fork: { height: 2 }, calls: 0 });
      expect(await forkOf('', 'abc', 0)).toMatchObject({ fork: null });
    });

    it('refuses another block at an indexed height, and names both', async () => {
      for (const theirs of ['abx', 'abxde', 'ax'])
        await expect(forkOf('abc', theirs, 0)).rejects.toThrow(DeepReorgError);
      await expect(forkOf('abc', 'abxde', 0)).rejects.toThrow(
        /^The node has block abx at height 2, where abc is indexed, .*npx chaintrail drop-chain/,
      );
      await expect(forkOf('abc', 'ax', 0)).rejects.toThrow(/block ax at height 1, where ab is indexed/);
    });

    it('waits for a node that has less of the same chain, or nothing of what is indexed', async () => {
      expect(await forkOf('abc', 'ab', 0)).toMatchObject(behindBy(1, null));
      expect(await forkOf('abcdef', 'ab', 0, 3)).toMatchObject(behindBy(4, null));
      expect(await forkOf('abcdef', 'xy', 10, 3)).toMatchObject(behindBy(4, null));
    });

    it('waits for a node that has lost blocks since it named its tip', async () => {
      const [source, ledger] = [sourceOf('abcde'), ledgerOf('abc')];
      const tip = await source.tip();
      source.chain = source.chain.slice(0, 2);
      expect({ fork: await findFork(source, ledger, await ledger.cursor(), tip, 0) }).toMatchObject(behindBy(1, null));
    });
  });
});

describe('a chain that ends among our blocks', () => {
  const found = { cursor: { height: 9, hash: 'j' }, lag: 5, keeps: { height: 4, hash: 'e' }, text: '' };
  /** Whether it is believed at one of so many polls. */
  async function poll(shorter: ShorterChain, height: number, polls: number): Promise<boolean> {
    const tip = { height, hash: `${height}`, networkHeight: height, catchingUp: false };
    let isBelieved = false;
    for (let n = 0; n < polls; n++) isBelieved ||= await shorter.isBelieved(found, tip);
    return isBelieved;
  }

  it('is believed when its last tip has stood still for so many polls', async () => {
    const shorter = new ShorterChain({ isBehind: async () => false });
    expect(await poll(shorter, 5, SHORTER_CHAIN_POLLS - 1)).toBe(false);
    expect(await poll(shorter, 4, SHORTER_CHAIN_POLLS - 1)).toBe(false);
    expect(await poll(shorter, 4, 1)).toBe(true);
  });

  it('is doubted after a rise, until the node has had all of our blocks', async () => {
    const shorter = new ShorterChain({ isBehind: async () => false });
    await poll(shorter, 4, 1);
    expect(await poll(shorter, 5, 2 * SHORTER_CHAIN_POLLS)).toBe(false);
    shorter.reset();
    expect(await poll(shorter, 5, SHORTER_CHAIN_POLLS)).toBe(true);
  });
});
