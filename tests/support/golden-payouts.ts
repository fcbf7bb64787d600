/** Failures and payouts as real thornodes and mayanodes had them, against what the API tells of them. */
import { createHash } from 'node:crypto';
import type { GoldenScript } from '@chaintrail/devnet';
import type { ApiTransaction } from '@chaintrail/testkit';
import { expect } from 'vitest';
import type { FollowedCosmos } from '../scenario/cosmos/cosmos-world.js';
import type { GoldenScenario } from './golden-cosmos.js';

/** As the protocol counts what it pays; of other assets eight. */
const OWN_DECIMALS: Readonly<Record<string, number>> = { 'THOR.RUNE': 8, 'MAYA.CACAO': 10 };

/** Each costs what the real node says, and nothing is paid for it. @param count of the scenario's */
export async function expectFailures(world: FollowedCosmos, scenario: GoldenScenario, count: number): Promise<void> {
  const failures = failuresOf(scenario);
  expect(failures).toHaveLength(count);
  for (const { txid, height, code, spent } of failures) {
    const failed = await world.api.transaction(txid);
    expect(failed).toMatchObject({
      ...{ status: 'failed', code, blockHeight: height, fee: `${spent}`, payouts: [], answers: [] },
      failure: expect.stringMatching(/^failed to execute message/),
    });
    expect(failed.transfers.filter(({ kind }) => kind !== 'fee')).toEqual([]);
  }
}

/** A deposit leads to all that was paid for it, and each payout back. @param count of the scenario's */
export async function expectPayouts(world: FollowedCosmos, scenario: GoldenScenario, count: number): Promise<void> {
  const payouts = payoutsOf(scenario);
  expect(payouts).toHaveLength(count);
  const own = txidsOf(scenario);
  for (const payout of payouts) await expectFollowed(world, payout, own.has(payout.inTxid));
}

/** From the deposit to the entry that paid, or tells of it, and back. @param isOwn whether this chain has the deposit */
async function expectFollowed(
  world: FollowedCosmos,
  { height, toldBy, amount, asset, ...told }: GoldenPayout,
  isOwn: boolean,
): Promise<void> {
  const { inTxid, chain, to, memo } = told;
  const paid = {
    ...{ inTxid, chain, to, asset, amount, memo, decimals: OWN_DECIMALS[asset] ?? 8 },
    txid: told.txid?.toUpperCase() ?? expect.stringMatching(new RegExp(`^block:${height}:end:\\d+$`)),
  };
  const deposit = await depositOf(world, inTxid, isOwn);
  // Another chain's transaction is not here: what answers it is.
  const entries = await Promise.all(deposit.answers.map((txid) => world.api.transaction(txid)));
  const payouts = deposit.payouts ?? entries.flatMap((each) => each.payouts);
  expect(payouts, `payouts for ${inTxid}`).toContainEqual(paid);
  const found = payouts.find((each) => each.to === to && each.amount === amount && each.asset === asset)!;
  const entry = await world.api.transaction(toldBy ?? found.txid);
  expect(entry.payouts).toContainEqual(found);
  expect(entry).toMatchObject({ blockHeight: height, kind: toldBy === null ? 'end' : 'transaction' });
  if (deposit.payouts === null || toldBy === null) expect(deposit.answers).toContain(entry.txid);
  if (toldBy !== null) return;
  expect(entry.inTxid).toBe(inTxid);
  const received = entry.transfers.filter((each) => each.to === to && each.amount === amount);
  const denom = asset in OWN_DECIMALS ? null : asset.toLowerCase();
  expect(received.map((each) => each.asset)).toEqual([denom]);
  const { transactions } = await world.api.history(to, { limit: 1000 });
  expect(transactions.map(({ txid }) => txid)).toContain(entry.txid);
}

/** `payouts` is null where it is of another chain. */
async function depositOf({ chain, product }: FollowedCosmos, txid: string, isOwn: boolean) {
  const response = await fetch(`${product.apiUrl}/v0/transactions/${chain.code}/${txid}`);
  expect(response.status, txid).toBe(isOwn ? 200 : 404);
  const body = (await response.json()) as { answers: string[]; payouts?: ApiTransaction<'cosmos'>['payouts'] };
  return { answers: body.answers, payouts: isOwn ? body.payouts! : null };
}

/** A transaction that failed, as the real node said. */
interface GoldenFailure {
  readonly txid: string;
  readonly height: number;
  readonly code: number;
  /** Spent amount of the chain's own coin, all the same: a failed transaction moves its fee alone. */
  readonly spent: bigint;
}

function failuresOf({ place, script }: GoldenScenario): GoldenFailure[] {
  return heightsOf(script).flatMap((height) =>
    script.content(height, 0).transactions.flatMap(({ bytes, code, events }) => {
      if (code === 0) return [];
      const spent = events.filter(({ type }) => type === 'coin_spent').map((event) => textOf(event, 'amount'));
      const amounts = spent.map((text) => BigInt(text.slice(0, -place.chain.nativeDenom.length)));
      return [{ txid: txidOf(bytes), height, code, spent: amounts.reduce((sum, each) => sum + each, 0n) }];
    }),
  );
}

/** An `outbound` event of the real node. */
interface GoldenPayout {
  readonly height: number;
  /** The transaction whose events tell of it; null where the end of the block does. */
  readonly toldBy: string | null;
  readonly inTxid: string;
  /** The transaction of another chain that paid; null where this chain did. */
  readonly txid: string | null;
  readonly chain: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
  readonly memo: string;
}

function payoutsOf({ script }: GoldenScenario): GoldenPayout[] {
  return heightsOf(script).flatMap((height) => {
    const { begin, transactions, end } = script.content(height, 0);
    const told = (toldBy: string | null, events: BlockEvents): GoldenPayout[] =>
      events.filter(({ type }) => type === 'outbound').map((event) => readPayout(height, toldBy, event));
    const own = transactions.flatMap(({ bytes, events }) => told(txidOf(bytes), events));
    return [...told(null, begin), ...own, ...told(null, end)];
  });
}

type BlockEvents = ReturnType<GoldenScript['content']>['end'];

function readPayout(height: number, toldBy: string | null, event: BlockEvents[number]): GoldenPayout {
  const [amount = '', asset = ''] = textOf(event, 'coin').split(' ');
  const [chain, to, memo, inTxid, id] = ['chain', 'to', 'memo', 'in_tx_id', 'id'].map((name) => textOf(event, name));
  const txid = /^0+$/.test(id!) ? null : id!;
  return { height, toldBy, inTxid: inTxid!, txid, chain: chain!, to: to!, asset, amount, memo: memo! };
}

function textOf({ attributes }: BlockEvents[number], name: string): string {
  return attributes.find(([key]) => key === name)?.[1] ?? '';
}

function heightsOf({ firstHeight, lastHeight }: GoldenScript): number[] {
  return Array.from({ length: lastHeight - firstHeight + 1 }, (_, n) => firstHeight + n);
}

/** Ids of the scenario's own transactions. */
function txidsOf({ script }: GoldenScenario): ReadonlySet<string> {
  const transactions = heightsOf(script).flatMap((height) => script.content(height, 0).transactions);
  return new Set(transactions.map(({ bytes }) => txidOf(bytes)));
}

function txidOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').toUpperCase();
}
