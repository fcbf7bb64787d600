/** Bitcoin Cash: canonical order and CashTokens. */
import { parseAddress } from '@chaintrail/chains';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Token, tokenPrefix } from '../src/utxo/bch/token.js';
import type { UtxoSimulator } from '../src/utxo/utxo-simulator.js';
import type { Coin, Transaction } from '../src/utxo/utxo-transaction.js';
import { bch, simulate } from './helpers.js';

test('token prefixes as BCHN writes them', () => {
  const category = Buffer.alloc(32, 0xbb);
  const hex = (token: Omit<Token, 'category'>): string =>
    tokenPrefix({ ...token, category })
      .subarray(33)
      .toString('hex');
  expect(hex({ amount: 1n, nft: null })).toBe('1001');
  expect(hex({ amount: 253n, nft: null })).toBe('10fdfd00');
  expect(hex({ amount: 2n ** 63n - 1n, nft: null })).toBe('10ffffffffffffffff7f');
  expect(hex({ amount: 0n, nft: { capability: 'none', commitment: Buffer.alloc(0) } })).toBe('20');
  expect(hex({ amount: 0n, nft: { capability: 'minting', commitment: Buffer.from([0xcc]) } })).toBe('6201cc');
  expect(hex({ amount: 65_536n, nft: { capability: 'mutable', commitment: Buffer.from([0xcc]) } })).toBe(
    '7101ccfe00000100',
  );
});

describe('blocks', () => {
  let payments: Transaction[];
  let simulator: UtxoSimulator;
  beforeAll(() => {
    simulator = simulate('bch', 240);
    simulator.reorg(3);
    payments = simulator.blocks.flatMap(({ transactions }) => transactions.slice(1));
  });

  test('are in canonical order, so that some payments come before what they spend', () => {
    let forward = 0;
    for (const { transactions } of simulator.blocks) {
      const ids = transactions.slice(1).map(({ id }) => id);
      expect(ids).toEqual([...ids].sort());
      const places = new Map(transactions.map(({ id }, place) => [id, place]));
      transactions.forEach(({ inputs }, place) => {
        forward += inputs.filter((coin) => (places.get(coin.transaction.id) ?? -1) > place).length;
      });
    }
    expect(forward).toBeGreaterThan(10);
  });

  const tokensOf = (coins: readonly Coin[]): Token[] => coins.flatMap(({ token }) => token ?? []);
  const amounts = (tokens: readonly Token[]): Map<string, bigint> => {
    const sums = new Map<string, bigint>();
    for (const { category, amount } of tokens) {
      const key = category.toString('hex');
      sums.set(key, (sums.get(key) ?? 0n) + amount);
    }
    return sums;
  };

  test('keep the rules of CashTokens', () => {
    for (const { inputs, outputs } of payments) {
      const spent = tokensOf(inputs);
      const before = amounts(spent);
      const candidates = new Set(
        inputs.filter(({ vout }) => vout === 0).map((coin) => coin.transaction.txid.toString('hex')),
      );
      for (const [category, amount] of amounts(tokensOf(outputs))) {
        expect(amount).toBeLessThan(2n ** 63n);
        if (!candidates.has(category)) expect(amount).toBeLessThanOrEqual(before.get(category) ?? -1n);
      }
      for (const { category, amount, nft } of tokensOf(outputs)) {
        expect(amount > 0n || nft !== null).toBe(true);
        if (!nft || candidates.has(category.toString('hex'))) continue;
        const parents = spent.flatMap((token) => (token.category.equals(category) && token.nft ? [token.nft] : []));
        const allowed = parents.some(
          (parent) =>
            parent.capability === 'minting' ||
            (parent.capability === 'mutable' && nft.capability !== 'minting') ||
            (nft.capability === 'none' && parent.commitment.equals(nft.commitment)),
        );
        expect(allowed).toBe(true);
      }
    }
  });

  test('have genesis, transfers, burns, all kinds of NFT, wide script hashes and malformed prefixes', () => {
    const tokens = tokensOf(payments.flatMap(({ outputs }) => outputs));
    const capabilities = new Set(tokens.flatMap(({ nft }) => nft?.capability ?? []));
    expect(capabilities).toEqual(new Set(['none', 'mutable', 'minting']));
    const lengths = new Set(tokens.flatMap(({ nft }) => nft?.commitment.length ?? []));
    expect(lengths.has(0) && lengths.has(128)).toBe(true);
    expect(tokens.some(({ amount, nft }) => amount > 0n && nft)).toBe(true);
    expect(tokens.some(({ amount }) => amount > 2n ** 53n)).toBe(true);
    const burns = payments.filter(
      ({ inputs, outputs }) => tokensOf(inputs).length > 0 && tokensOf(outputs).length === 0,
    );
    expect(burns.length).toBeGreaterThan(0);
    const scripts = payments.flatMap(({ outputs }) => outputs.map(({ destination }) => destination.script));
    expect(scripts.some((script) => script.length === 35 && script[0] === 0xaa)).toBe(true);
    expect(scripts.some((script) => script[0] === 0xef)).toBe(true);
  });

  test('have addresses that the product reads', () => {
    const { network } = simulator.options;
    for (const address of simulator.model().addresses.keys()) {
      expect(address).toMatch(/^bchreg:[qp]/);
      expect(parseAddress({ family: 'utxo', chain: bch, network }, address)).toBeTruthy();
    }
  });
});
