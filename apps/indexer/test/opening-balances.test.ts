import { COSMOS_CHAINS, type CosmosOpening } from '@chaintrail/chains';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OpeningBalances } from '../src/follow/opening-balances.js';

const chain = COSMOS_CHAINS.find(({ code }) => code === 'rune')!;
const OPENING: CosmosOpening = {
  source: 'bank',
  unknownDenoms: [],
  balances: [['tthor1g98cy3n9mmjrpn0sxmn63lztelera37nrytwp2', [['rune', '5']]]],
};

/** A reader for a history that starts at block 7, whose node answers so, with what it logs. */
function readerOf(opening: (height: number) => Promise<CosmosOpening | null>, restEndpoint?: { url: string }) {
  const said: { level: number; msg: string; addresses?: number }[] = [];
  const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line)) });
  const asked: number[] = [];
  const node = {
    opening: async (height: number) => {
      asked.push(height);
      return opening(height);
    },
  };
  const reader = new OpeningBalances({ chain, restEndpoint }, node, log);
  reader.historyFrom = 7;
  return { reader, said, asked };
}

afterEach(() => vi.useRealTimers());

describe('what everybody had before the first block', () => {
  it('is asked for that block alone, and where it is from is said', async () => {
    const { reader, said, asked } = readerOf(async () => OPENING);
    expect(await reader.before(8)).toBeNull();
    expect(asked).toEqual([]);
    expect(await reader.before(7)).toEqual(OPENING);
    expect(asked).toEqual([7]);
    expect(said).toMatchObject([{ msg: 'balances before block 7 come from the bank module', addresses: 1 }]);
  });

  it('is asked for again after a failure, and where the block is fetched again', async () => {
    let calls = 0;
    const { reader, asked } = readerOf(async () => {
      if (++calls === 1) throw new Error('thornode is not ready');
      return OPENING;
    });
    await expect(reader.before(7)).rejects.toThrow('not ready');
    expect([await reader.before(7), await reader.before(7)]).toEqual([OPENING, OPENING]);
    expect(asked).toEqual([7, 7, 7]);
  });

  it('names what a genesis does not tell', async () => {
    const { reader, said } = readerOf(async () => ({ ...OPENING, source: 'genesis', unknownDenoms: ['maya.mimir'] }));
    await reader.before(7);
    expect(said[0]?.msg).toMatch(/come from the genesis; those of maya\.mimir are not known from it$/);
  });

  it.each([
    [undefined, /: set RUNE_REST_URL, or index from .*npx chaintrail drop-chain rune/],
    [{ url: 'http://rest' }, /: let RUNE_REST_URL lead to a node that has the state of that block/],
  ])('says once what to do where nobody knows it', async (restEndpoint, remedy) => {
    const { reader, said } = readerOf(async () => null, restEndpoint);
    expect(await reader.before(7)).toBeNull();
    expect(await reader.before(7)).toBeNull();
    expect(said).toMatchObject([{ level: 40, msg: expect.stringMatching(remedy) }]);
  });

  it('shows signs of life while the node takes long', async () => {
    vi.useFakeTimers();
    let answer!: (opening: CosmosOpening) => void;
    const { reader, said } = readerOf(() => new Promise((resolve) => (answer = resolve)));
    let signs = 0;
    reader.onAlive = () => void signs++;
    const opening = reader.before(7);
    await vi.advanceTimersByTimeAsync(35_000);
    expect(signs).toBe(3);
    expect(said.map(({ msg }) => msg)).toEqual(Array(3).fill('reading what everybody had before block 7'));
    answer(OPENING);
    await opening;
    await vi.advanceTimersByTimeAsync(35_000);
    expect(signs).toBe(3);
  });
});
