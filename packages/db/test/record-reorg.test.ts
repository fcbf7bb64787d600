import { requireUtxoChain } from '@chaintrail/chains';
import { createTestDatabase } from '@chaintrail/testkit';
import { expect, it } from 'vitest';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { readUtxoBlock } from '../src/read/read-block.js';
import { CursorMovedError } from '../src/write/cursor.js';
import { openEvmLedger } from '../src/write/evm/evm-ledger.js';
import { Dice } from './support/dice.js';
import { type MadeBlock, makeBlock, place } from './support/evm-blocks.js';
import { blocksOf, emptyLedgers, simulator } from './support/simulated-ledger.js';

const open = emptyLedgers();

async function reorgs(session: Session, chain: string): Promise<unknown[]> {
  const { rows } = await session.query(
    `SELECT from_height AS "from", to_height AS "to", transactions::integer, encode(from_hash, 'hex') AS hash,
       now() - at < interval '1 minute' AS "isNow" FROM ${chain}.reorgs ORDER BY id`,
  );
  return rows;
}

async function contentVersion(session: Session): Promise<number> {
  const text = 'SELECT content_version::int AS version FROM btc.sync_state';
  return (await session.query<{ version: number }>(text)).rows[0]!.version;
}

const transactionsOf = (blocks: readonly { readonly txCount: number }[]): number =>
  blocks.reduce((sum, { txCount }) => sum + txCount, 0);

it('notes what is taken back of a UTXO chain, and nothing where blocks only follow or a replacement fails', async () => {
  const simulated = simulator(requireUtxoChain('btc'), 3);
  const blocks = blocksOf(simulated, 0);
  const { ledger, session } = await open(requireUtxoChain('btc'));
  await ledger.replaceAfter(null, null, blocks.slice(0, 8));
  await ledger.replaceAfter(blocks[7]!, blocks[7]!, blocks.slice(8));
  expect(await reorgs(session, 'btc')).toEqual([]);
  expect(await contentVersion(session)).toBe(0);

  const tip = blocks.at(-1)!;
  // The cursor is not where it is said to be: the whole transaction goes, with its note.
  await expect(ledger.replaceAfter(blocks[11]!, blocks[10]!, [])).rejects.toThrow(CursorMovedError);
  expect(await reorgs(session, 'btc')).toEqual([]);

  await ledger.replaceAfter(tip, blocks[9]!, []);
  await ledger.replaceAfter(blocks[9]!, null, blocks.slice(0, 5));
  expect(await reorgs(session, 'btc')).toEqual([
    { from: tip.height, to: 9, transactions: transactionsOf(blocks.slice(10)), hash: tip.hash, isNow: true },
    { from: 9, to: -1, transactions: transactionsOf(blocks.slice(0, 10)), hash: blocks[9]!.hash, isNow: true },
  ]);
  await session.query("UPDATE btc.sync_state SET live_since = now(), phase = 'live'");
  const page = { offset: 0, limit: 5 };
  const found = async (hash: string) => readUtxoBlock(session, 'btc', { hash: Buffer.from(hash, 'hex') }, page);
  const [back, gone] = [blocks[3]!, blocks[6]!];
  // One that came back is as any other; of one that did not, what it was is kept.
  expect((await found(back.hash))!).toMatchObject({ total: back.txCount, block: { height: 3, orphaned: false } });
  const { hash, parentHash, size, txCount } = gone;
  expect(await found(hash)).toMatchObject({
    ...{ total: 0, entries: [] },
    block: { ...{ height: 6, hash, parentHash, size, txCount, orphaned: true }, nextHash: null, replacedBy: null },
  });
  const other = simulator(requireUtxoChain('btc'), 4);
  await ledger.replaceAfter(blocks[4]!, null, blocksOf(other, 0));
  expect((await found(back.hash))!.block).toMatchObject({ orphaned: true, replacedBy: other.blocks[3]!.hash });
  expect(await found('ab'.repeat(32))).toMatchObject({ block: null, total: 0 });
  // A tip may come back to a hash that answers were given at, with other unconfirmed transactions beside it.
  expect(await contentVersion(session)).toBe(3);
});

it('notes what is taken back of an EVM chain', async () => {
  const database = await createTestDatabase();
  const session = await openSession(database.url, 'test');
  try {
    const dice = new Dice(5);
    const blocks: MadeBlock[] = [];
    for (let n = 0; n < 8; n++) blocks.push(makeBlock(blocks.at(-1) ?? null, dice));
    const ledger = await openEvmLedger(session, place, 0);
    await ledger.replaceAfter(null, null, blocks);
    await ledger.replaceAfter(blocks[7]!, blocks[4]!, [makeBlock(blocks[4]!, dice)]);
    const { rows } = await session.query<{ count: number }>('SELECT sum(tx_count)::integer AS count FROM eth.blocks');
    expect(rows[0]!.count).toBeGreaterThan(0);
    expect(await reorgs(session, 'eth')).toEqual([
      {
        ...{ from: 7, to: 4, hash: blocks[7]!.hash, isNow: true },
        transactions: blocks.slice(5).reduce((sum, { block }) => sum + block.txCount, 0),
      },
    ]);
  } finally {
    await closeSession(session);
    await database.drop();
  }
});
