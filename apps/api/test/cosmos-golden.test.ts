/**
 * Answers about blocks that real thornodes and mayanodes made: balances are those that the nodes exported, and swaps
 * can be followed.
 */
import {
  type CosmosBlock,
  type CosmosOpening,
  decodeCosmosBlock,
  formatAddress,
  parseAddress,
} from '@chaintrail/chains';
import { createTestDatabase, inParallel, type TestDatabase } from '@chaintrail/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersOfGolden, readScenario } from '../../../packages/chains/test/support/cosmos-answers.js';
import { vectorsPresent } from '../../../packages/chains/test/support/vectors.js';
import type { Balance } from '../src/schemas/balance-schema.js';
import type { CosmosHistoryTransaction, CosmosTransaction } from '../src/schemas/cosmos-transaction-schema.js';
import { cosmosPlace, seedCosmosBlocks } from './support/seed-cosmos-chain.js';
import { startApi, type TestApi } from './support/start-api.js';

interface Placed {
  readonly ref: { readonly height: number; readonly hash: string };
  readonly block: CosmosBlock;
}

const NO_TXID = '0'.repeat(64);
const HOME = { rune: 'THOR', cacao: 'MAYA' } as const;

/** Balances at the scenario's end, without its moves, are those at its beginning. */
function golden(chain: 'rune' | 'cacao', name: string): { blocks: Placed[]; final: Map<string, Map<string, bigint>> } {
  const followed = cosmosPlace(chain);
  const { blocks, final_balances } = readScenario(`${chain}/golden/${name}.json.gz`);
  const decode = (opening: CosmosOpening | null): Placed[] =>
    blocks.map((block, n) => {
      const { ref, answers } = answersOfGolden(block, chain === 'cacao');
      return { ref, block: decodeCosmosBlock(followed, ref, { ...answers, opening: n === 0 ? opening : null }) };
    });
  const final = new Map(
    Object.entries(final_balances).map(([address, coins]) => [
      address,
      new Map(Object.entries(coins).map(([denom, amount]) => [denom, BigInt(amount)])),
    ]),
  );
  const before = new Map([...final].map(([address, coins]) => [address, new Map(coins)]));
  for (const { from, to, denom, amount } of decode(null).flatMap(({ block }) =>
    block.entries.flatMap((each) => each.transfers),
  ))
    for (const [key, moved] of [
      [from, amount],
      [to, -amount],
    ] as const) {
      if (key === null) continue;
      const address = formatAddress(followed.network, key);
      const coins = before.get(address) ?? new Map<string, bigint>();
      before.set(
        address,
        coins.set(denom ?? followed.chain.nativeDenom, (coins.get(denom ?? followed.chain.nativeDenom) ?? 0n) + moved),
      );
    }
  const balances = [...before].map(
    ([address, coins]) => [address, [...coins].map(([denom, sum]) => [denom, String(sum)] as const)] as const,
  );
  return { blocks: decode({ source: 'bank', unknownDenoms: [], balances }), final };
}

describe.runIf(vectorsPresent).each([
  { chain: 'rune', name: 'swaps__streaming-swaps' },
  { chain: 'rune', name: 'wasm__execute' },
  { chain: 'rune', name: 'adv-swap-queue__mod-limit-swaps' },
  { chain: 'cacao', name: 'swaps__swaps' },
] as const)('$chain $name', ({ chain, name }) => {
  let database: TestDatabase;
  let api: TestApi;
  let ajv: Ajv2020;
  let scenario: ReturnType<typeof golden>;
  const entries: CosmosTransaction[] = [];
  const outcomes = new Set<string>();

  beforeAll(async () => {
    scenario = golden(chain, name);
    database = await createTestDatabase();
    await seedCosmosBlocks(database.url, chain, scenario.blocks);
    api = await startApi(database.url);
    ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema((await api.get('/swagger')).json, 'api');
    const all = scenario.blocks.flatMap(({ block }) => block.entries);
    for (const { kind, txid } of all)
      entries.push(
        await answer(
          `/v0/transactions/${chain}/${txid.toString(kind === 'transaction' ? 'hex' : 'latin1')}`,
          'CosmosTransaction',
        ),
      );
  });
  afterAll(async () => {
    await api?.stop();
    await database?.drop();
  });

  async function answer<T>(path: string, schema: string): Promise<T> {
    const { status, json } = await api.get(path);
    expect(status, path).toBe(200);
    const validate = ajv.getSchema(`api#/components/schemas/${schema}`)!;
    expect(validate(json) ? [] : validate.errors, path).toEqual([]);
    return json;
  }

  it('every address has what the node says of it, and came to it step by step', async () => {
    const nobody = formatAddress(cosmosPlace(chain).network, Buffer.alloc(20, 7));
    await inParallel([...scenario.final.keys(), nobody], 4, async (address) => {
      const of = `/v0/addresses/${chain}/${address}`;
      const { balance, tokens, tokenCount } = await answer<Balance>(`${of}/balance`, 'Balance');
      const held = new Map(tokens.map(({ asset, balance }) => [asset, BigInt(balance!)]));
      const wanted = new Map(scenario.final.get(address) ?? []);
      const { nativeDenom } = cosmosPlace(chain).chain;
      expect(BigInt(balance!), address).toBe(wanted.get(nativeDenom) ?? 0n);
      wanted.delete(nativeDenom);
      expect(held, address).toEqual(new Map([...wanted].filter(([, amount]) => amount > 0n)));
      expect(tokenCount).toBe(held.size);
      const history = await answer<{ total: number; transactions: CosmosHistoryTransaction[] }>(
        `${of}/transactions?limit=1000`,
        'History',
      );
      let after = BigInt(balance!);
      for (const { amount, balanceAfter } of history.transactions) {
        expect(balanceAfter).toBe(String(after));
        after -= BigInt(amount);
      }
      if (history.total <= 1_000) expect(after).toBe(0n);
    });
  });

  it('what was paid is told by what it was paid for, and leads back', () => {
    const byTxid = new Map(entries.map((entry) => [entry.txid, entry]));
    let followed = 0;
    for (const entry of entries) {
      const asked = entry.inTxid === null ? undefined : byTxid.get(entry.inTxid);
      if (asked) expect(asked.answers).toContain(entry.txid);
      for (const answered of entry.answers) expect(byTxid.get(answered)!.inTxid).toBe(entry.txid);
      for (const payout of entry.payouts) {
        const moved = entry.transfers.find(({ to, amount }) => to === payout.to && amount === payout.amount);
        if (moved) expect(payout.decimals, payout.asset).toBe(moved.decimals);
        const deposit = byTxid.get(payout.inTxid);
        if (!deposit || deposit === entry) continue;
        followed++;
        expect(deposit.payouts).toContainEqual(payout);
      }
    }
    if (name.startsWith('swaps')) expect(followed).toBeGreaterThan(0);
  });

  it('each deposit has the outcome that the events of its node tell', () => {
    const { blocks } = readScenario(`${chain}/golden/${name}.json.gz`);
    const events = blocks.flatMap(({ events, txs }) => [
      ...Object.values(events).flatMap((list) => list ?? []),
      ...(txs ?? []).flatMap(({ result }) => result.events ?? []),
    ]);
    for (const { txid, kind, code, outcome, memo } of entries.filter((each) => each.code === 0)) {
      const outs = events.filter((event) => event.type === 'outbound' && event['in_tx_id'] === txid);
      const refund = events.find((event) => event.type === 'refund' && event['id'] === txid);
      const isPaid = outs.some((event) => event['id'] !== NO_TXID || event['chain'] === HOME[chain]) && !refund;
      if (refund) expect(outcome, txid).toMatchObject({ status: 'refunded', reason: refund['reason'] });
      else if (isPaid) expect(outcome, txid).toMatchObject({ status: 'paid', reason: null });
      else if (/^=:/.test(memo ?? '')) expect(outcome, txid).toEqual({ status: 'open', reason: null, txid: null });
      expect([kind, code]).toEqual(['transaction', 0]);
      if (outcome) outcomes.add(outcome.status);
    }
    if (name.startsWith('adv-swap-queue')) expect([...outcomes].sort()).toEqual(['open', 'refunded']);
  });

  it('who signed, paid and called is an address of the chain', () => {
    const signed = entries.filter(({ from }) => from !== null);
    expect(signed.length).toBeGreaterThan(3);
    for (const { from, to } of signed)
      for (const address of to === null ? [from!] : [from!, to])
        expect(formatAddress(cosmosPlace(chain).network, parseAddress(cosmosPlace(chain), address))).toBe(address);
  });
});
