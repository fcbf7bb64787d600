/** One story of a Cosmos chain, played on its real node while the real product follows it. */
import type { CosmosMarket } from '@chaintrail/chains';
import { CosmosNode as NodeClient } from '@chaintrail/chains/node';
import { cosmosNodeOptions, loadIndexerSettings } from '@chaintrail/config';
import {
  CosmosNode,
  type CosmosProgram,
  createTestDatabase,
  dumpRows,
  spawnIndexer,
  waitFor,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Quotes } from '../../../apps/indexer/src/rates/rate-source.js';
import { expectSameRows, waitForState } from '../../support/followed-chain.js';
import { expectCleanAudit } from '../final-checks.js';
import { expectIndexEqualsNode, expectPastBalances } from './compare-cosmos.js';
import { type Actor, CosmosCast, type Included } from './cosmos-cast.js';
import type { NodeLedger } from './cosmos-ledger.js';
import { type CosmosScenarioChain, type CosmosWorld, startCosmosWorld } from './cosmos-world.js';

const STAGE_TIMEOUT_MS = 180_000;
/** For a first sync in stages. */
const BLOCKS = 1_000;

export interface CosmosScenarioSetup {
  readonly chain: CosmosScenarioChain;
  readonly program: CosmosProgram;
  readonly binary: string;
  /** Scenarios of the node's regression tests, and another one, whose chain is held against the first. */
  readonly scenarios: readonly [string, string];
  /** Name of the protocol's commands. */
  readonly module: string;
  /** Cost of a transaction in base units, and of one that fails. */
  readonly fees: { readonly success: string; readonly failure: string };
  readonly messages: { readonly send: string; readonly deposit: string };
  /** So much of the chain's own coin is swapped for this, as the bank module and as the protocol write it. */
  readonly swap: { readonly amount: string; readonly denom: string; readonly asset: string };
  readonly rates: {
    quotes(market: CosmosMarket, nowSeconds: number): Quotes;
    /** First votes. */
    readonly before: readonly string[];
    /** Coins that then have a rate, or the reason why none has. */
    readonly open: readonly string[];
    /** Sentences while these count. */
    readonly halts: Readonly<Record<string, string>>;
  };
  /** Plays that only this chain has. */
  play?(cast: CosmosCast): Promise<void>;
}

/** Registers the scenario's tests; each continues where the one before it ended. */
export function describeCosmosScenario(setup: CosmosScenarioSetup): void {
  const { chain, fees, messages, swap } = setup;
  const limit = { timeout: STAGE_TIMEOUT_MS };
  let world: CosmosWorld;
  let cast: CosmosCast;

  /** Lets the node make blocks while `play` sends transactions, then compares everything. */
  const during = async (play: () => Promise<void>): Promise<NodeLedger> => {
    await world.node.shutDown();
    await world.node.start('100ms');
    await play();
    await world.node.shutDown();
    await world.node.start('never');
    return expectIndexEqualsNode(world);
  };

  beforeAll(async () => {
    const { program, binary } = setup;
    const node = await CosmosNode.play({ program, binary, scenario: setup.scenarios[0] });
    world = await startCosmosWorld(chain, node);
  }, STAGE_TIMEOUT_MS);
  afterAll(() => world?.stop(), STAGE_TIMEOUT_MS);

  test('live from the first block, while the node plays its own scenario', limit, async () => {
    await world.node.played();
    await world.node.start('never');
    await expectIndexEqualsNode(world);
    cast = await CosmosCast.of(world.node, setup.module);
  });

  test('sends, several at once, and what fails', limit, async () => {
    const sent: Included[] = [];
    const { bookings } = await during(async () => {
      sent.push(await cast.send('cat', 'fish', `700000000000${chain.denom}`, 'a memo'));
      sent.push(await cast.sendToAll('cat', ['fish', 'deer', 'bird'], `12345678901${chain.denom}`));
      sent.push(await cast.send('fish', 'fish', `1000000${chain.denom}`));
      await setup.play?.(cast);
    });
    const [send, several] = await Promise.all(sent.map(({ txid }) => world.api.transaction(txid)));
    expect(send).toMatchObject({
      ...{ status: 'confirmed', memo: 'a memo', from: cast.address('cat'), fee: fees.success },
      messages: [{ type: messages.send }],
    });
    expect(several?.messages).toHaveLength(3);
    for (const actor of ['fish', 'deer', 'bird'] as const) {
      expect(several?.transfers).toContainEqual(
        expect.objectContaining({ kind: 'native', to: cast.address(actor), amount: '12345678901', asset: null }),
      );
    }
    const failures = bookings.filter(({ code }) => (code ?? 0) > 0);
    expect(failures).not.toEqual([]);
    for (const { txid } of failures) {
      const failed = await world.api.transaction(txid!);
      expect(failed).toMatchObject({ status: 'failed', fee: fees.failure, payouts: [] });
      expect(failed.failure).toMatch(/failed to execute message/);
    }
    // Ids are taken in any case, addresses in upper case, too.
    expect(await world.api.transaction(sent[0]!.txid.toLowerCase())).toEqual(send);
    const fish = cast.address('fish');
    expect(await world.api.balance(fish.toUpperCase())).toEqual(await world.api.balance(fish));
  });

  test('a swap, from the deposit to what was paid out', limit, async () => {
    let there!: Included;
    let back!: Included;
    await during(async () => {
      there = await cast.deposit('cat', swap.amount, chain.denom, `=:${swap.asset}:${cast.address('bird')}`);
      const paid = () => holding(world, 'bird');
      const amount = await waitFor(paid, { what: 'the node to pay the swap' });
      back = await cast.deposit('bird', `${amount / 2n}`, swap.denom, `=:${chain.denom}:${cast.address('deer')}`);
      await world.node.waitForBlocks(5);
    });
    await expectFollowed(there, 'bird', swap.denom);
    await expectFollowed(back, 'deer', null);
  });

  test('a node that is killed and comes back', limit, () =>
    during(async () => {
      await cast.send('cat', 'fish', `1000${chain.denom}`);
      await world.node.kill9();
      await world.node.start('100ms');
      await cast.send('cat', 'fish', `2000${chain.denom}`);
    }),
  );

  test('an indexer that is killed, and one that was away', limit, () =>
    during(async () => {
      await world.product.restartIndexer('SIGKILL');
      await cast.send('cat', 'deer', `3000${chain.denom}`);
      await world.product.indexer.stop();
      await cast.send('cat', 'deer', `4000${chain.denom}`);
      await world.product.restartIndexer('SIGTERM');
    }),
  );

  test('balances of the past', limit, async () => {
    const height = await world.node.height();
    await expectPastBalances(world, [1, 2, Math.floor(height / 2), height - 1]);
  });

  test('rates of its pools, and none while trading is halted', limit, () =>
    during(async () => {
      const { code } = chain;
      const settings = loadIndexerSettings(world.product.env).chains.find((each) => each.chain.code === code);
      if (settings?.family !== 'cosmos') throw new Error(`no settings of ${code}`);
      const node = new NodeClient(cosmosNodeOptions(settings));
      const said = async () => {
        const market = (await node.market())!;
        // Blocks that come quicker than once a second are stamped ahead of the clock (CometBFT 0.34, time_iota_ms).
        const { quotes, problems } = setup.rates.quotes(market, market.time);
        return [...quotes.map(({ symbol }) => symbol), ...problems];
      };
      try {
        for (const key of setup.rates.before) await cast.mimir(key, 1);
        expect(await said()).toEqual(setup.rates.open);
        await cast.mimir('HaltBTCTrading', 1);
        expect((await node.market())?.haltedChains).toEqual(new Set(['BTC']));
        await cast.mimir('HaltBTCTrading', 0);
        for (const [key, sentence] of Object.entries(setup.rates.halts)) {
          await cast.mimir(key, 1);
          expect(await said(), key).toEqual([sentence]);
          await cast.mimir(key, 0);
        }
        const { pools, haltedChains, isHalted } = (await node.market())!;
        expect([isHalted, haltedChains]).toEqual([false, new Set()]);
        expect(pools).toContainEqual(expect.objectContaining({ asset: 'BTC.BTC', isAvailable: true }));
        for (const { assetDepth, nativeDepth } of pools) expect(assetDepth > 0n && nativeDepth > 0n).toBe(true);
        expect(await said()).toEqual(setup.rates.open);
      } finally {
        await node.close();
      }
    }),
  );

  test('a thousand blocks, followed live and synced from nothing', limit, async () => {
    const goal = (await world.node.height()) + BLOCKS;
    await world.node.shutDown();
    await world.node.start('1ms');
    await waitFor(async () => (await world.node.height()) >= goal, {
      timeoutMs: STAGE_TIMEOUT_MS,
      what: `block ${goal}`,
    });
    await cast.send('cat', 'fish', `5000${chain.denom}`);
    await world.node.shutDown();
    await world.node.start('never');
    const ledger = await expectIndexEqualsNode(world);
    expect(ledger.tip.height).toBeGreaterThan(goal);
    await expectRowsOfFirstSync();
  });

  test('an audit finds nothing', limit, () => expectCleanAudit(world.product, chain.code));

  test('a node with other blocks halts the chain', limit, async () => {
    const { program, binary } = setup;
    const before = await dumpRows(world.product.databaseUrl, chain.code);
    await world.node.stop();
    const { offset } = world.node;
    const other = await CosmosNode.play({ program, binary, scenario: setup.scenarios[1], offset });
    await other.played();
    await other.start('1ms');
    const { reason } = await waitForState(world.product.databaseUrl, chain.code, ({ phase }) => phase === 'halted', {
      ...{ processes: [world.product.indexer], what: 'the chain to halt' },
    });
    expect(reason).toMatch(
      /^The node has block \w+ at height \d+, where \w+ is indexed, and nothing that is indexed is taken back/,
    );
    expect(await world.api.status()).toMatchObject({ reasonCode: 'deep-reorg' });
    await other.stop();
    expect(await dumpRows(world.product.databaseUrl, chain.code)).toEqual(before);
  });

  async function holding({ node }: CosmosWorld, actor: Actor): Promise<bigint | false> {
    const path = `/cosmos/bank/v1beta1/balances/${cast.address(actor)}`;
    const { balances } = await node.rest<{ balances: { denom: string; amount: string }[] }>(path);
    const found = balances.find(({ denom }) => denom === swap.denom);
    return found !== undefined && BigInt(found.amount);
  }

  /** From the deposit to the entry that paid, and back. @param asset null: the chain's own coin */
  async function expectFollowed({ txid }: Included, to: Actor, asset: string | null): Promise<void> {
    const deposit = await world.api.transaction(txid);
    expect(deposit).toMatchObject({ status: 'confirmed', messages: [{ type: messages.deposit }] });
    expect(deposit.memo).toMatch(/^=:/);
    const payout = deposit.payouts.find((each) => each.to === cast.address(to));
    expect(payout, `a payout in ${JSON.stringify(deposit)}`).toMatchObject({ inTxid: txid });
    expect(deposit.answers).toContain(payout?.txid);
    const paid = await world.api.transaction(payout!.txid);
    expect(paid).toMatchObject({ kind: 'end', inTxid: txid });
    const received = paid.transfers.filter((each) => each.to === cast.address(to) && each.asset === asset);
    expect(received, JSON.stringify(paid)).toHaveLength(1);
    const { total, transactions } = await world.api.history(cast.address(to), { limit: 1000 });
    expect(transactions.map((each) => each.txid)).toContain(paid.txid);
    expect(total).toBe(transactions.length);
  }

  /** Syncs the finished chain from nothing into a second database; both must hold the same rows. */
  async function expectRowsOfFirstSync(): Promise<void> {
    const fresh = await createTestDatabase();
    const indexer = spawnIndexer({
      ...{ name: 'first sync', databaseUrl: fresh.url },
      env: { ...world.product.env, DATABASE_URL: fresh.url },
    });
    try {
      // A node that answers may still replay the last block of its log: the newest one is asked for again.
      const areThere = async () => {
        const { tip } = await world.reader.read();
        const states = [fresh.url, world.product.databaseUrl].map((url) =>
          waitForState(url, chain.code, () => true, { what: 'an index', processes: [indexer] }),
        );
        return (await Promise.all(states)).every(
          ({ hash, phase }) => hash === tip.hash.toLowerCase() && phase === 'live',
        );
      };
      await waitFor(areThere, {
        ...{ timeoutMs: STAGE_TIMEOUT_MS, processes: [indexer], what: 'both indexes to reach the newest block' },
      });
      expectSameRows(await dumpRows(fresh.url, chain.code), await dumpRows(world.product.databaseUrl, chain.code));
    } finally {
      await indexer.stop();
      await fresh.drop();
    }
  }
}
