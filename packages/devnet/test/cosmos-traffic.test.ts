/** Generated blocks, as the decoder of the product reads them. */
import { type CosmosChainNetwork, decodeCosmosBlock, formatAddress } from '@chaintrail/chains';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Balances } from '../src/cosmos/bank.js';
import { CosmosChain } from '../src/cosmos/chain.js';
import type { CosmosEvent } from '../src/cosmos/cosmos-block.js';
import { blockJson, type CosmosDialect, resultsJson, writeAnswer } from '../src/cosmos/node/answers.js';
import { DEMO_SHAPE, generatedScript } from '../src/cosmos/traffic/generated-script.js';
import { listed, mocknet } from './cosmos-helpers.js';

const BLOCKS = 150;

describe.each([
  ['rune', 'plain'],
  ['cacao', 'base64'],
] as const)('blocks of %s', (code, dialect) => {
  const place = mocknet(code);
  const chain = new CosmosChain(generatedScript({ place, seed: 7, shape: DEMO_SHAPE }));
  const entries: ReturnType<typeof decoded>['entries'][number][] = [];
  beforeAll(() => {
    for (let height = 1; height <= BLOCKS; height++) {
      chain.append(BigInt(height) * 6_000_000_000n);
      entries.push(...decoded(chain, place, height, dialect).entries);
    }
  });

  test('are made the same again, and others on another branch', () => {
    const other = new CosmosChain(generatedScript({ place, seed: 7, shape: DEMO_SHAPE }));
    for (let height = 1; height <= 20; height++) {
      expect(other.append(BigInt(height) * 6_000_000_000n)).toEqual(chain.block(height));
    }
    expect(other.script.content(1_000_000, 0)).toEqual(other.script.content(1_000_000, 0));
    other.fork(3);
    expect(other.height).toBe(17);
    expect(other.append(BigInt(18) * 6_000_000_000n).hash).not.toEqual(chain.block(18).hash);
  });

  test('move what the bank has', () => {
    const balances = copyOf(chain.script.opening);
    const kinds = new Set<string>();
    for (const { from, to, denom, amount, kind } of entries.flatMap(({ transfers }) => transfers)) {
      const coin = denom ?? place.chain.nativeDenom;
      if (from) add(balances, formatAddress(place.network, from), coin, -amount);
      if (to) add(balances, formatAddress(place.network, to), coin, amount);
      kinds.add(kind);
    }
    expect(listed(balances)).toEqual(listed(chain.bank.balances(BLOCKS)));
    expect([...kinds].sort()).toEqual(['burn', 'fee', 'mint', 'native', 'token']);
  });

  test('have swaps that are paid here and elsewhere, refunds, names, failures and what nobody can read', () => {
    const byId = new Set(entries.map(({ txid }) => txid.toString('hex')));
    const answers = entries.filter(({ kind, inTxid }) => kind === 'end' && inTxid && byId.has(inTxid.toString('hex')));
    expect(answers.length).toBeGreaterThan(40);
    const paid = entries.flatMap(({ payouts }) => payouts);
    expect(new Set(paid.map((each) => each.chain))).toEqual(new Set(['BTC', dialect === 'plain' ? 'THOR' : 'MAYA']));
    expect(entries.some(({ code }) => code === 2)).toBe(true);
    expect(entries.some(({ code }) => code === 5)).toBe(true);
    const types = new Set(entries.flatMap(({ messages }) => messages.map(({ type }) => type)));
    expect(types).toContain('/types.MsgDeposit');
    const { attributes } = nameEvent(chain);
    const of = (key: string): string => attributes.find(([name]) => name === key)?.[1] ?? '';
    expect(chain.script.resolveName?.(of('name'), BLOCKS)).toBe(of('address'));
  });
});

/** Event of the first name that was registered. */
function nameEvent(chain: CosmosChain): CosmosEvent {
  for (let height = 1; height <= BLOCKS; height++) {
    const events = chain.block(height).content.transactions.flatMap((each) => each.events);
    const found = events.find(({ type }) => /^(thor|maya)name$/.test(type));
    if (found) return found;
  }
  throw new Error('no name was registered');
}

function decoded(chain: CosmosChain, place: CosmosChainNetwork, height: number, dialect: CosmosDialect) {
  const block = chain.block(height);
  const answer = (result: Parameters<typeof writeAnswer>[1]): Buffer =>
    Buffer.from(writeAnswer(dialect, { jsonrpc: '2.0', id: 1, result }));
  const answers = {
    block: answer(blockJson(block)),
    results: answer(resultsJson(block, dialect)),
    resultsHash: null,
    opening: null,
  };
  return decodeCosmosBlock(place, { height, hash: block.hash.toString('hex') }, answers);
}

function copyOf(balances: Balances): Map<string, Map<string, bigint>> {
  return new Map([...balances].map(([address, coins]) => [address, new Map(coins)]));
}

function add(balances: Map<string, Map<string, bigint>>, address: string, denom: string, change: bigint): void {
  const coins = balances.get(address) ?? new Map<string, bigint>();
  coins.set(denom, (coins.get(denom) ?? 0n) + change);
  balances.set(address, coins);
}
