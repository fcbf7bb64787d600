/**
 * Blocks of real thornode and mayanode, whose bank balances afterwards are known: the ledger has to close over each of
 * them.
 */
import { describe, expect, it } from 'vitest';
import { formatCosmosAddress } from '../src/cosmos/cosmos-address.js';
import type { CosmosBlock, CosmosEntry } from '../src/cosmos/cosmos-block.js';
import { decodeCosmosBlock } from '../src/cosmos/decode-cosmos-block.js';
import { cacao } from '../src/params/cacao.js';
import { rune } from '../src/params/rune.js';
import { answersOfGolden, cosmosPlace, type GoldenBlock, readScenario } from './support/cosmos-answers.js';
import { ENCODED_TYPES } from './support/cosmos-wire.js';
import { listVectors, vectorsPresent } from './support/vectors.js';

const SENDS: ReadonlySet<unknown> = new Set(['/types.MsgSend', '/types.MsgDeposit', '/cosmos.bank.v1beta1.MsgSend']);

describe.skipIf(!vectorsPresent).each([
  { chain: rune, legacy: false, folder: 'rune/golden', fee: 2_000_000n, failedPay: true },
  { chain: cacao, legacy: true, folder: 'cacao/golden', fee: 2_000_000_000n, failedPay: false },
])('recorded scenarios of $chain.name', ({ chain, legacy, folder, fee, failedPay }) => {
  const place = cosmosPlace(chain, 'mocknet');
  const text = (key: Buffer) => formatCosmosAddress(place.network, key);

  it.each(listVectors(folder, '.json.gz'))('%s', (file) => {
    const scenario = readScenario(`${folder}/${file}`);
    const blocks = scenario.blocks.map((golden) => {
      const { ref, answers } = answersOfGolden(golden, legacy);
      return { golden, block: decodeCosmosBlock(place, ref, answers) };
    });
    expectLedger(
      blocks.map(({ block }) => block),
      scenario.final_balances,
    );
    for (const { golden, block } of blocks) {
      expectTransactions(golden, block);
      expectPayouts(golden, block);
    }
  });

  /** Balances before are those afterwards without what moved: never below zero, at no time. */
  function expectLedger(
    blocks: readonly CosmosBlock[],
    balances: Readonly<Record<string, Readonly<Record<string, string>>>>,
  ): void {
    const moves = blocks.flatMap(({ entries }) =>
      entries.flatMap(({ transfers }) =>
        transfers.flatMap(({ from, to, denom, amount }) => [
          ...(from === null ? [] : [{ balance: `${text(from)} ${denom ?? chain.nativeDenom}`, change: -amount }]),
          ...(to === null ? [] : [{ balance: `${text(to)} ${denom ?? chain.nativeDenom}`, change: amount }]),
        ]),
      ),
    );
    const running = new Map<string, bigint>();
    for (const [address, coins] of Object.entries(balances)) {
      for (const [denom, amount] of Object.entries(coins)) running.set(`${address} ${denom}`, BigInt(amount));
    }
    for (const { balance, change } of moves) running.set(balance, (running.get(balance) ?? 0n) - change);
    expect([...running].filter(([, amount]) => amount < 0n)).toEqual([]);
    for (const { balance, change } of moves) {
      const after = running.get(balance)! + change;
      if (after < 0n) expect.fail(`${balance} would be ${after}`);
      running.set(balance, after);
    }
  }

  function expectTransactions({ txs }: GoldenBlock, { entries, txCount }: CosmosBlock): void {
    const transactions = entries.filter(({ kind }) => kind === 'transaction');
    expect(transactions).toHaveLength(txs?.length ?? 0);
    expect(txCount).toBe(transactions.length);
    for (const [index, { hash, tx, result }] of (txs ?? []).entries()) {
      const entry = transactions[index]!;
      const [message] = tx.body.messages as [
        { '@type': string; memo?: string; signer?: string; from_address?: string },
      ];
      const type = message['@type'];
      expect(entry).toMatchObject({ index, code: result.code });
      expect(entry.messages.map((one) => one.type)).toEqual([type]);
      expect(entry.from).toHaveLength(20);
      if (ENCODED_TYPES.has(type)) expect(entry.txid.toString('hex').toUpperCase()).toBe(hash);
      if (!SENDS.has(type)) continue;
      expect(text(entry.from!)).toBe(message.signer ?? message.from_address);
      expect(entry.memo).toBe(message.memo || tx.body.memo || null);
      expect(entry.fee).toBe(result.code === 0 || failedPay ? fee : 0n);
      expect(entry.transfers.filter(({ kind }) => kind === 'fee').every(({ from }) => from?.equals(entry.from!))).toBe(
        true,
      );
    }
  }

  /**
   * Each payout here is a transfer of the entry that answers the transaction; of a transaction there is one such entry
   * in a block.
   */
  function expectPayouts({ events }: GoldenBlock, { entries }: CosmosBlock): void {
    const ends = entries.filter(({ kind }) => kind === 'end');
    const answered = ends.map(({ inTxid }) => inTxid?.toString('hex'));
    expect(new Set(answered).size).toBe(answered.length);
    for (const event of Object.values(events).flatMap((list) => list ?? [])) {
      if (event.type !== 'outbound' || !event['to']!.startsWith(`${place.network.hrp}1`)) continue;
      const entry = ends.find(
        ({ inTxid }) => inTxid?.toString('hex').toUpperCase() === event['in_tx_id'],
      ) as CosmosEntry;
      const [amount, asset] = event['coin']!.split(' ') as [string, string];
      expect(entry.payouts).toContainEqual({
        inTxid: entry.inTxid,
        txid: null,
        chain: event['chain'],
        to: event['to'],
        asset,
        amount: BigInt(amount),
        memo: event['memo'],
      });
      // Trade assets are no coins of the bank module.
      if (asset.includes('~')) continue;
      const paid = entry.transfers.filter((one) => one.to !== null && text(one.to) === event['to']);
      expect(paid.map((one) => one.amount)).toContain(BigInt(amount));
    }
  }
});
