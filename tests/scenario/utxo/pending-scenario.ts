/** Unconfirmed transactions of a real node, as a client of the product sees them come, change and go. */
import { createHash } from 'node:crypto';
import { scriptOfAddressKey } from '@chaintrail/chains';
import type { UtxoTransaction } from '@chaintrail/client';
import { addressesOfScriptHashes, openSession } from '@chaintrail/db';
import { problemsOfWalk, type RealNode, waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectPendingEqualsNode, isPending } from './compare-pending.js';
import { expectIndexEqualsNode } from './compare-utxo.js';
import { payEveryType, payMany } from './payments.js';
import { signWithWallet } from './raw-transaction.js';
import type { ScenarioChain } from './utxo-chains.js';
import { invalidate, prepareDoubleSpend } from './utxo-reorgs.js';
import { fundWallet, mine, mineExactly, startWorld, type World } from './utxo-world.js';
import { expectOffsetsExact, type WalkOrder, walkInterrupted } from './walks.js';

const STAGE_TIMEOUT_MS = 240_000;
/** The aim is two seconds; only far more than that is a failure on a machine that is busy with other things. */
const VISIBLE_TIMEOUT_MS = 10_000;
const PAYMENTS_TIMED = 6;
/** Confirmed, then unconfirmed transactions of the address that is walked. */
const CONFIRMED = 9;
const PENDING = 7;

export interface PendingSetup {
  readonly title: string;
  readonly chain: ScenarioChain;
  startNode(): Promise<RealNode>;
  /** Paging during changes does not depend on the node, so not every one has to play it. Default `all`. */
  readonly walks?: 'all' | 'double spends';
  /**
   * Whether another suite plays all of it, on a node of the same family. What is left is the node's own words, of refusals
   * and of its mempool, in one life: payments that wait, are replaced, confirmed and taken back, and restarts. Default false.
   */
  readonly isPlayedElsewhere?: boolean;
  /** Settings of the indexer, beside the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** More tests in the same world, after everything else. */
  more?(world: () => World): void;
}

export function describePending({
  title,
  chain,
  startNode,
  walks = 'all',
  isPlayedElsewhere = false,
  settings,
  more,
}: PendingSetup): void {
  describe(title, { timeout: STAGE_TIMEOUT_MS }, () => {
    let world: World;
    beforeAll(async () => {
      const node = await startNode();
      const wallet = await fundWallet(node, chain);
      // Many coins, so that payments do not have to spend each other's change.
      await payMany({ node, wallet, chain }, isPlayedElsewhere ? 40 : 200);
      await mine({ node, wallet, chain });
      world = await startWorld(chain, node, wallet, settings);
      await expectIndexEqualsNode(world);
    }, STAGE_TIMEOUT_MS);
    afterAll(() => world?.stop(), STAGE_TIMEOUT_MS);

    if (!isPlayedElsewhere) describeArrivals(() => world);
    describeBytes(() => world);
    if (!isPlayedElsewhere) {
      describeStream(() => world);
      describeWalks(() => world, { all: walks === 'all', withReplacements: chain.replaceable !== 'none' });
    }
    if (chain.replaceable !== 'none') describeReplacement(() => world);
    describeChanges(() => world);
    if (!isPlayedElsewhere) describeStops(() => world);
    more?.(() => world);
  });
}

function describeArrivals(world: () => World): void {
  test('a payment is visible within moments, everywhere', async () => {
    const took: number[] = [];
    for (let round = 0; round < PAYMENTS_TIMED; round++) took.push(await timeUntilVisible(world()));
    took.sort((a, b) => a - b);
    const [median, slowest] = [took[took.length >> 1], took.at(-1)].map((ms) => Math.round(ms ?? 0));
    console.log(
      `unconfirmed payments of ${world().chain.code} visible after ${median} ms (median), ${slowest} ms (slowest)`,
    );
    await expectPendingEqualsNode(world());
  });

  test('payments to every type of address, and of what is unconfirmed itself', async () => {
    await payEveryType(world());
    await payMany(world(), 12);
    const { node, wallet } = world();
    const [first, second] = [await wallet.call<string>('getnewaddress'), await wallet.call<string>('getnewaddress')];
    const txid = await wallet.call<string>('sendtoaddress', first, '0.02');
    const [coin] = (await wallet.call<{ txid: string; vout: number }[]>('listunspent', 0, 0, [first])).filter(
      (unspent) => unspent.txid === txid,
    );
    const raw = await node.rpc<string>('createrawtransaction', [coin], { [second]: '0.0195' });
    const hex = await signWithWallet(world(), raw, []);
    const child = await node.rpc<string>('sendrawtransaction', hex);
    await expectPendingEqualsNode(world(), [first, second]);
    const spentBy = { txid: child, vin: 0 };
    expect(await world().api.utxos(first, 10)).toMatchObject({ total: 1, utxos: [{ txid, spentBy }] });
    await mine(world());
    await expectPendingEqualsNode(world(), [first, second]);
    await expectIndexEqualsNode(world());
  });
}

function describeBytes(world: () => World): void {
  test('a transaction is sent through the API, and its bytes are the node’s before and after a block has it', async () => {
    const { node, wallet, product, chain, api } = world();
    const base = `${product.apiUrl}/v0/transactions/${chain.code}`;
    const send = async (body: string): Promise<Record<string, unknown>> => {
      const response = await fetch(base, { method: 'POST', body });
      return (await response.json()) as Record<string, unknown>;
    };
    const address = await wallet.call<string>('getnewaddress');
    const coins = await wallet.call<{ txid: string; vout: number; amount: string | number }[]>('listunspent', 1);
    const coin = coins.find((each) => Number(each.amount) >= 0.01)!;
    const { txid: made, vout, amount } = coin;
    const value = (Number(amount) - 0.005).toFixed(8);
    const raw = await node.rpc<string>('createrawtransaction', [{ txid: made, vout }], { [address]: value });
    const hex = await signWithWallet(world(), raw, []);
    const sent = await send(hex);
    expect(sent).toEqual({ currency: chain.code, txid: expect.any(String) });
    const { txid } = sent;
    expect(await node.rpc('getrawmempool')).toContain(txid);
    await expectPendingEqualsNode(world(), [address]);
    const read = async () => (await (await fetch(`${base}/${txid}/raw`)).json()) as Record<string, unknown>;
    expect(await read()).toMatchObject({ txid, hex, blockHeight: null });
    expect(await send(`${hex.slice(0, -2)}zz`)).toMatchObject({ status: 400, code: 'invalid-parameter' });
    // Not the unsigned form of the former: with witnesses both have one id, which the node has.
    const orphan = [{ txid: 'ab'.repeat(32), vout }];
    const lost = await node.rpc<string>('createrawtransaction', orphan, { [address]: value });
    expect(await send(lost)).toMatchObject({
      status: 400,
      code: 'transaction-refused',
      detail: expect.stringMatching(/\w/),
    });
    await mine(world());
    await expectPendingEqualsNode(world(), [address]);
    const { blockHeight } = await api.transaction(String(txid));
    expect(await read()).toMatchObject({ txid, hex, blockHeight });
    expect(blockHeight).not.toBeNull();
    const session = await openSession(product.databaseUrl, 'chaintrail-test-scripts');
    const { scriptPubKey: script } = await wallet.call<{ scriptPubKey: string }>(
      chain.wallet === 'default' ? 'validateaddress' : 'getaddressinfo',
      address,
    );
    const hash = createHash('sha256').update(Buffer.from(script, 'hex')).digest();
    const key = (await addressesOfScriptHashes(session, chain.code, [hash]))?.keys?.[0];
    expect(key && scriptOfAddressKey(key).toString('hex')).toBe(script);
    await session.end();
  });
}

function describeStream(world: () => World): void {
  test('a stream tells of a payment when it arrives, when a block has it, and when the block goes', async () => {
    const { wallet, api, product } = world();
    const address = await wallet.call<string>('getnewaddress');
    const stop = new AbortController();
    const told: string[] = [];
    let isOpen = false;
    const listening = (async () => {
      for await (const { type, data } of api.stream(address, stop.signal)) {
        isOpen = true;
        if (type === 'transaction') told.push(`${data.transaction.status} ${data.transaction.txid}`);
        if (type === 'reorg') told.push('reorg');
      }
    })();
    const expectTold = (expected: readonly string[]) =>
      waitFor(() => told.join() === expected.join(), {
        ...{ timeoutMs: VISIBLE_TIMEOUT_MS, intervalMs: 10, processes: product.processes },
        what: `to be told: ${expected}`,
      });
    await waitFor(() => isOpen);
    const txid = await wallet.call<string>('sendtoaddress', address, '0.01');
    await expectTold([`pending ${txid}`]);
    await mine(world());
    await expectTold([`pending ${txid}`, `confirmed ${txid}`]);
    await invalidate(world(), 1);
    await mineExactly(world(), []);
    await expectTold([`pending ${txid}`, `confirmed ${txid}`, 'reorg', `pending ${txid}`]);
    await mine(world());
    await expectTold([`pending ${txid}`, `confirmed ${txid}`, 'reorg', `pending ${txid}`, `confirmed ${txid}`]);
    stop.abort();
    await listening;
  });
}

async function timeUntilVisible({ api, wallet, product }: World): Promise<number> {
  const address = await wallet.call<string>('getnewaddress');
  const startMs = performance.now();
  const txid = await wallet.call<string>('sendtoaddress', address, '0.01');
  await waitFor(async () => (await api.history(address, { limit: 1 })).transactions[0]?.txid === txid, {
    timeoutMs: VISIBLE_TIMEOUT_MS,
    intervalMs: 10,
    processes: product.processes,
    what: `${txid} to be shown`,
  });
  const tookMs = performance.now() - startMs;
  const amount = '1000000';
  const none = { balance: '0', received: '0', sent: '0', transactionCount: 0, firstSeen: null, lastSeen: null };
  expect(await api.balance(address)).toMatchObject({ ...none, pending: amount, pendingTransactionCount: 1 });
  expect(await api.history(address, { limit: 5 })).toMatchObject({
    total: 1,
    next: null,
    transactions: [{ txid, status: 'pending', blockHeight: null, amount, balanceAfter: null, direction: 'in' }],
  });
  expect(await api.utxos(address, 5)).toMatchObject({
    total: 1,
    utxos: [{ txid, amount, status: 'pending', blockHeight: null, confirmations: 0, spentBy: null }],
  });
  const { fee } = await wallet.call<{ fee: string }>('gettransaction', txid);
  expect(await api.transaction(txid)).toMatchObject({
    txid,
    status: 'pending',
    fee: inBaseUnits(fee),
    coinbase: false,
  });
  return tookMs;
}

/** The wallet's fees are negative decimals of a coin. */
function inBaseUnits(fee: string): string {
  return BigInt(fee.replace(/[-.]/g, '')).toString();
}

function describeWalks(
  world: () => World,
  { all, withReplacements }: Record<'all' | 'withReplacements', boolean>,
): void {
  let address: string;
  const pay = (amount = '0.0111'): Promise<string> => world().wallet.call('sendtoaddress', address, amount);

  /** A history with confirmed transactions below unconfirmed ones. */
  const prepare = async (): Promise<void> => {
    address = await world().wallet.call<string>('getnewaddress');
    for (let made = 0; made < CONFIRMED; made++) await pay();
    await mine(world());
    for (let made = 0; made < PENDING; made++) await pay();
    await expectPendingEqualsNode(world(), [address]);
  };

  /** Walks while `interrupt` happens after each of the first pages in turn. */
  const walkAll = async (order: WalkOrder, limit: number, interrupt: () => Promise<void>): Promise<void> => {
    for (let afterPage = 0; afterPage * limit < CONFIRMED + PENDING; afterPage++) {
      const before = await world().api.history(address, { limit: 1000 });
      const walked = await walkInterrupted(world().api, address, {
        order,
        limit,
        afterPage,
        interrupt: async () => {
          await interrupt();
          await expectPendingEqualsNode(world(), [address]);
        },
      });
      const after = await world().api.history(address, { limit: 1000 });
      expect(problemsOfWalk(walked, before, after)).toEqual([]);
    }
  };

  test('offsets cut confirmed and unconfirmed ones without a gap', async () => {
    await prepare();
    for (const limit of [1, 2, PENDING, PENDING + 1, 100]) await expectOffsetsExact(world().api, address, limit);
  });

  for (const order of ['desc', 'asc'] as const) {
    test.runIf(all)(`a walk, ${order}, while others arrive and a block confirms some and all`, async () => {
      await prepare();
      await walkAll(order, 4, async () => {
        await pay();
        await mine(world());
        await pay();
      });
      await expectIndexEqualsNode(world());
    });
  }

  test('a walk while a block takes a double spend of an unconfirmed transaction', async () => {
    await prepare();
    await walkAll('desc', 8, async () => {
      const { first, child, second, goneTxids, secondTxid } = await prepareDoubleSpend(world(), address);
      for (const hex of [first, child]) await world().node.rpc('sendrawtransaction', hex);
      await expectPendingEqualsNode(world(), [address]);
      for (const txid of goneTxids) expect((await world().api.transaction(txid)).status).toBe('pending');
      await mineExactly(world(), [second]);
      await expectPendingEqualsNode(world(), [address]);
      for (const txid of goneTxids)
        await expectDropped(world(), txid, { dropReason: 'conflicted', replacedBy: secondTxid });
      expect((await world().api.transaction(secondTxid)).status).toBe('confirmed');
    });
    await expectIndexEqualsNode(world());
  });

  test.runIf(withReplacements)(
    'a walk while an unconfirmed transaction is replaced by one that pays more',
    async () => {
      await prepare();
      const spare = await world().wallet.call<string>('getnewaddress');
      await walkAll('desc', 3, async () => {
        const replaced = await payReplaceably(world(), address, '0.0123');
        // Nobody tells of what the indexer never saw.
        await expectPendingEqualsNode(world(), [address]);
        const { txid } = await world().wallet.call<{ txid: string }>('bumpfee', replaced);
        await expectPendingEqualsNode(world(), [address, spare]);
        await expectDropped(world(), replaced, { dropReason: 'replaced', replacedBy: txid });
        expect((await world().api.transaction(txid)).status).toBe('pending');
      });
      await mine(world());
      await expectIndexEqualsNode(world());
      await expectPendingEqualsNode(world(), [address]);
    },
  );
}

/** A payment that says it may be replaced (BIP125). */
function payReplaceably({ wallet }: World, address: string, amount: string): Promise<string> {
  return wallet.call('sendtoaddress', address, amount, '', '', false, true);
}

async function expectDropped(
  { api }: World,
  txid: string,
  why: Pick<UtxoTransaction, 'dropReason' | 'replacedBy'>,
): Promise<void> {
  const block = { blockHeight: null, blockHash: null, confirmations: 0, timestamp: null };
  const answer = await api.transaction(txid);
  expect(answer).toMatchObject({ txid, status: 'dropped', ...why, ...block, firstSeen: expect.any(Number) });
  expect(answer.droppedAt).toBeGreaterThanOrEqual(answer.firstSeen!);
}

function describeReplacement(world: () => World): void {
  test('a replacement that pays somebody else', async () => {
    const { node, wallet, api } = world();
    const [first, second] = [await wallet.call<string>('getnewaddress'), await wallet.call<string>('getnewaddress')];
    const replaced = await payReplaceably(world(), first, '0.5');
    await expectPendingEqualsNode(world(), [first, second]);
    const { vin } = await node.rpc<{ vin: { txid: string; vout: number }[] }>('getrawtransaction', replaced, true);
    const inputs = vin.map(({ txid, vout }) => ({ txid, vout, sequence: 0xfffffffd }));
    // Everything else of the coins is the fee: more than the node asks of a replacement.
    const raw = await node.rpc<string>('createrawtransaction', inputs, { [second]: '0.49' });
    const { hex } = await wallet.call<{ hex: string }>('signrawtransactionwithwallet', raw);
    const txid = await node.rpc<string>('sendrawtransaction', hex, 0);
    await expectPendingEqualsNode(world(), [first, second]);
    await expectDropped(world(), replaced, { dropReason: 'replaced', replacedBy: txid });
    expect(await api.history(first, { limit: 5 })).toMatchObject({ total: 0, transactions: [] });
    expect(await api.balance(second)).toMatchObject({ pending: '49000000', pendingTransactionCount: 1 });
    await mine(world());
    await expectIndexEqualsNode(world());
    expect(await api.transaction(txid)).toMatchObject({ status: 'confirmed', confirmations: 1 });
  });
}

function describeChanges(world: () => World): void {
  test('blocks taken back make their transactions pending, and confirmed again', async () => {
    const { wallet, node, api } = world();
    const address = await wallet.call<string>('getnewaddress');
    const txids: string[] = [];
    for (let block = 0; block < 3; block++) {
      txids.push(await wallet.call<string>('sendtoaddress', address, '0.03'));
      await mine(world());
    }
    await expectPendingEqualsNode(world(), [address]);
    const { hash } = await invalidate(world(), 3);
    await expectPendingEqualsNode(world(), [address]);
    // Not all of them: wallets lock a transaction to the height at which they made it.
    expect((await api.history(address, { limit: 10 })).transactions.filter(isPending).length).toBeGreaterThan(0);
    await expectOffsetsExact(world().api, address, 2);
    await node.rpc('reconsiderblock', hash);
    await expectPendingEqualsNode(world(), [address]);
    for (const txid of txids) expect((await api.transaction(txid)).status).toBe('confirmed');
    await expectIndexEqualsNode(world());
  });

  test('the node is restarted, and killed', async () => {
    const { wallet, node } = world();
    const address = await wallet.call<string>('getnewaddress');
    await wallet.call('sendtoaddress', address, '0.04');
    await expectPendingEqualsNode(world(), [address]);
    await node.restart();
    await expectPendingEqualsNode(world(), [address]);
    await wallet.call('sendtoaddress', address, '0.05');
    await expectPendingEqualsNode(world(), [address]);
    // Transactions that it had not written are gone from its mempool, until the wallet sends them again.
    await node.kill9();
    await node.start();
    await wallet.call('sendtoaddress', address, '0.06');
    await expectPendingEqualsNode(world(), [address]);
    await expectOffsetsExact(world().api, address, 2);
  });
}

function describeStops(world: () => World): void {
  test('the indexer is stopped, and killed', async () => {
    const { wallet } = world();
    const address = await wallet.call<string>('getnewaddress');
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await wallet.call('sendtoaddress', address, '0.04');
      await expectPendingEqualsNode(world(), [address]);
      await world().product.restartIndexer(signal);
      await wallet.call('sendtoaddress', address, '0.05');
      await expectPendingEqualsNode(world(), [address]);
      await world().product.restartIndexer(signal);
      await mine(world());
      await wallet.call('sendtoaddress', address, '0.07');
      await expectPendingEqualsNode(world(), [address]);
    }
    await expectIndexEqualsNode(world());
  });
}
