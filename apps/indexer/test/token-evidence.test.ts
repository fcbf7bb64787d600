import { BlockNotFoundError, StateUnavailableError, tokenCalls } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { askBefore, askMetadata, askProofs, type BalanceNode } from '../src/balances/balance-node.js';

const BLOCK = { height: 100, hash: 'aa'.repeat(32) };
const PARENT = { height: 99, hash: 'bb'.repeat(32) };
const ASSET = Buffer.alloc(20, 2);
const word = (value: bigint | number) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

/** A node whose contract answers calls with that input; null reverts. */
function nodeOf(answers: Readonly<Record<string, Buffer | null>>): BalanceNode & { asked: string[]; gas: number[] } {
  const [asked, gas] = [[] as string[], [] as number[]];
  return {
    ...{ asked, gas, balances: async () => [] },
    calls: async (calls) =>
      calls.map(({ data, gas: most = 0 }) => {
        asked.push(data.toString('hex').slice(0, 8));
        gas.push(most);
        return answers[data.toString('hex')] ?? null;
      }),
  };
}

const yes = (...names: Parameters<typeof tokenCalls.supportsInterface>[0][]) =>
  Object.fromEntries(names.map((name) => [tokenCalls.supportsInterface(name).toString('hex'), word(1)]));
const decimals = (value: number | bigint) => ({ [tokenCalls.decimals.toString('hex')]: word(value) });

describe('what a contract answers', () => {
  it.each<[string, Record<string, Buffer>, unknown]>([
    ['ERC-721 by ERC-165', yes('erc165', 'erc721'), { standard: 'erc721', evidence: 'erc165' }],
    [
      'ERC-721 by ERC-165, of no decimals',
      { ...yes('erc165', 'erc721'), ...decimals(0) },
      { standard: 'erc721', evidence: 'erc165' },
    ],
    ['ERC-1155 by ERC-165', yes('erc165', 'erc1155'), { standard: 'erc1155', evidence: 'erc165' }],
    ['decimals', decimals(18), { standard: 'erc20', evidence: 'decimals' }],
    ['decimals of 0', decimals(0), { standard: 'erc20', evidence: 'decimals' }],
    [
      'ERC-165 of something else, and decimals',
      { ...yes('erc165'), ...decimals(6) },
      { standard: 'erc20', evidence: 'decimals' },
    ],
    [
      'yes to all, and decimals',
      { ...yes('erc165', 'none', 'erc721', 'erc1155'), ...decimals(6) },
      { standard: 'erc20', evidence: 'decimals' },
    ],
    ['yes to all', yes('erc165', 'none', 'erc721', 'erc1155'), null],
    ['ERC-721 without ERC-165', yes('erc721'), null],
    ['ERC-721 and ERC-1155', yes('erc165', 'erc721', 'erc1155'), null],
    ['ERC-1155, and decimals', { ...yes('erc165', 'erc1155'), ...decimals(18) }, null],
    ['ERC-721, and decimals', { ...yes('erc165', 'erc721'), ...decimals(18) }, null],
    ['decimals of too many', decimals(2n ** 200n), null],
    ['nothing', {}, null],
    [
      'true that is not 1',
      { [tokenCalls.supportsInterface('erc165').toString('hex')]: word(2), ...yes('erc721') },
      null,
    ],
  ])('proves its standard: %s', async (_, answers, proof) => {
    const [said] = await askMetadata(nodeOf(answers), [ASSET], BLOCK);
    expect(said?.proof).toEqual(proof);
  });

  it('takes seven questions, those of ERC-165 with little gas', async () => {
    const node = nodeOf({});
    await askMetadata(node, [ASSET, Buffer.alloc(20, 3)], BLOCK);
    expect(node.asked).toHaveLength(14);
    expect(node.gas.slice(3, 7)).toEqual([100_000, 100_000, 100_000, 100_000]);
  });
});

describe('a wrapped coin is proved', () => {
  const candidate = { asset: ASSET, owner: Buffer.alloc(20, 1), block: BLOCK, parent: PARENT, expected: '30' };
  const proof = async (after: Buffer | null, before: Buffer | null) => {
    const node: BalanceNode = {
      balances: async () => [],
      calls: async (_, { height }) => [height === BLOCK.height ? after : before],
    };
    return (await askProofs(node, [candidate]))[0];
  };

  it('by a balance that followed, at that block', async () => {
    expect(await proof(word(70), word(40))).toBe(true);
    expect(await proof(word(70), word(70))).toBe(false);
    expect(await proof(word(71), word(40))).toBe(false);
    expect(await proof(null, null)).toBe(false);
    expect(await proof(word(30), null)).toBe(false);
  });

  it('not where the node has no state of the block, which is no failure of the others', async () => {
    const node: BalanceNode = {
      balances: async () => [],
      calls: async (calls, { height }) => {
        if (height === 5) throw new StateUnavailableError('gone', { node: 'n', method: 'eth_call' } as never);
        return calls.map(() => word(height === BLOCK.height ? 30 : 0));
      },
    };
    const old = { ...candidate, block: { height: 5, hash: 'cc'.repeat(32) } };
    expect(await askProofs(node, [old, candidate])).toEqual([false, true]);
  });
});

describe('what was there before a loss that logs tell', () => {
  const at = (height: number, n: number) => ({
    ...{ addressKey: Buffer.alloc(20, n), asset: ASSET, tokenId: null, hasDealt: false },
    before: { height, hash: String(height % 10).repeat(64) },
  });

  it('is asked once for each block, and of none that the address has dealt with', async () => {
    const asked: [height: number, calls: number][] = [];
    const node: BalanceNode = {
      balances: async () => [],
      calls: async (calls, { height }) => {
        asked.push([height, calls.length]);
        return calls.map(({ data }) => word(data.at(-1)! === 2 ? 7 : 0));
      },
    };
    const holdings = [at(90, 1), at(91, 2), at(90, 2), { ...at(92, 1), hasDealt: true }, at(91, 3)];
    expect(await askBefore(node, holdings)).toEqual([true, false, false, false, true]);
    expect(asked).toEqual([
      [90, 2],
      [91, 2],
    ]);
  });

  it('is not known of a block that fails, which is no failure of the others', async () => {
    const failures = new Map([
      [91, new BlockNotFoundError('another branch', {} as never)],
      [92, new Error('an internal error')],
    ]);
    const node: BalanceNode = {
      balances: async () => [],
      calls: async (calls, { height }) => {
        const failure = failures.get(height);
        if (failure) throw failure;
        return calls.map(() => word(0));
      },
    };
    expect(await askBefore(node, [at(91, 1), at(92, 1), at(90, 1)])).toEqual([false, false, true]);
    expect(await askBefore(node, [at(91, 1)])).toEqual([false]);
    await expect(askBefore(node, [at(92, 1)])).rejects.toThrow('internal');
  });
});
