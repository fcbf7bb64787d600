import { beforeEach, expect, it } from 'vitest';
import type { Session } from '../src/connection.js';
import type { PreparedAccountBlock } from '../src/write/account/prepared-block.js';
import { openEvmLedger } from '../src/write/evm/evm-ledger.js';
import { openEvmMempool } from '../src/write/evm/mempool/evm-mempool.js';
import type { EvmMempoolTransaction } from '../src/write/evm/mempool/pending-evm-rows.js';
import type { Ledger } from '../src/write/ledger.js';
import type { MempoolLedger } from '../src/write/mempool/pending-tables.js';
import { Dice } from './support/dice.js';
import { addressOf, type MadeBlock, makeBlock, movedTo, place } from './support/evm-blocks.js';
import { copiedDatabase } from './support/opened-databases.js';

const db = copiedDatabase((session) => openEvmLedger(session, place, 0), {
  ...{ chain: 'eth', network: place.network.name, indexed: true },
});

let session: Session;
let ledger: Ledger<PreparedAccountBlock>;
let mempool: MempoolLedger<EvmMempoolTransaction>;
beforeEach(async () => {
  ({ session } = db);
  ledger = await openEvmLedger(session, place, 0);
  mempool = openEvmMempool(session, place.chain);
});

function pending(n: number, change: Partial<EvmMempoolTransaction> = {}): EvmMempoolTransaction {
  return {
    txid: n.toString(16).padStart(64, '0'),
    firstSeen: 1_700_000_000,
    type: 2,
    from: addressOf(1),
    to: addressOf(2),
    value: 2n ** 80n,
    nonce: n,
    gasLimit: 21_000,
    gasPrice: 10n ** 10n,
    method: null,
    ...change,
  };
}

async function add(...added: EvmMempoolTransaction[]) {
  const listed = new Set(added.map(({ txid }) => txid));
  return mempool.apply({ added, removed: [], listed, nodeCount: added.length, kept: 0 });
}

async function effects(): Promise<unknown[]> {
  const { rows } = await session.query(
    `SELECT encode(m.txid, 'hex') AS txid, encode(e.address_key, 'hex') AS key, e.delta::text, e.received::text
     FROM eth.mempool_address_transactions e JOIN eth.mempool_transactions m USING (id)
     WHERE m.tx_key IS NULL AND e.tx_key IS NULL ORDER BY m.id, e.delta`,
  );
  return rows;
}

/** The first block with transactions of a pooled type, and the one before it. */
function blocksWithPooled(): { parent: MadeBlock; block: MadeBlock } {
  const dice = new Dice(3);
  for (let parent = makeBlock(null, dice); ; ) {
    const block = makeBlock(parent, dice);
    if (block.block.type.some((type) => type >= 0)) return { parent, block };
    parent = block;
  }
}

/** The transaction of a block as it waited. */
function waiting({ block }: MadeBlock, t: number): EvmMempoolTransaction {
  const { bytes, starts } = block.keys;
  const key = (n: number) => Buffer.from(bytes.subarray(starts[n]!, starts[n + 1]!));
  return pending(0, {
    txid: Buffer.from(block.txids.subarray(32 * t, 32 * t + 32)).toString('hex'),
    from: key(block.from[t]!),
    nonce: block.nonce[t]!,
  });
}

it('shows what waiting transactions would move, without fees nobody knows yet', async () => {
  await add(pending(1), pending(2, { to: addressOf(1) }), pending(3, { to: null, value: 5n }));
  const amount = (2n ** 80n).toString();
  const [sender, recipient] = [addressOf(1).toString('hex'), addressOf(2).toString('hex')];
  expect(await effects()).toEqual([
    { txid: pending(1).txid, key: sender, delta: `-${amount}`, received: '0' },
    { txid: pending(1).txid, key: recipient, delta: amount, received: amount },
    { txid: pending(2).txid, key: sender, delta: '0', received: amount },
    { txid: pending(3).txid, key: sender, delta: '-5', received: '0' },
  ]);
});

it('puts a transaction of the same sender and number in the place of the one that waits', async () => {
  await add(pending(1), pending(2));
  await add(pending(9, { nonce: 1 }), pending(10, { nonce: 1, from: addressOf(5) }));
  expect([...(await mempool.pending())].sort()).toEqual([pending(2), pending(9), pending(10)].map(({ txid }) => txid));
});

it('takes one of two with the same number in one list, and has the other tried again', async () => {
  const leftOut = await add(pending(1), pending(2, { nonce: 1 }));
  expect(leftOut).toEqual({ unresolved: [pending(1).txid], refused: [] });
  expect([...(await mempool.pending())]).toEqual([pending(2).txid]);
});

it('marks what a block takes, removes what it passes over, and makes all of it wait again when the block goes', async () => {
  const { parent, block } = blocksWithPooled();
  await ledger.replaceAfter(null, null, [movedTo(0, parent)]);
  const mined = waiting(block, 0);
  const passedOver = pending(77, { from: mined.from, nonce: mined.nonce });
  const later = pending(78, { from: mined.from, nonce: mined.nonce + 1_000 });
  await add(mined, later);
  await add(passedOver, later);
  await add(mined);
  const placed = movedTo(1, block);
  await ledger.replaceAfter(await ledger.cursor(), await ledger.cursor(), [placed]);
  expect([...(await mempool.pending())]).toEqual([later.txid]);
  const { rows } = await session.query('SELECT tx_key FROM eth.mempool_transactions WHERE txid = $1', [
    Buffer.from(mined.txid, 'hex'),
  ]);
  expect(rows).toEqual([{ tx_key: String(2 ** 20) }]);

  await ledger.replaceAfter(await ledger.cursor(), movedTo(0, parent), []);
  const pooled = placed.block.type.reduce((count, type) => count + Number(type >= 0), 0);
  const waits = await mempool.pending();
  // Those of the block that were never seen waiting as well.
  expect(waits.size).toBe(1 + pooled);
  expect(waits.has(mined.txid)).toBe(true);
});

it('removes what a block makes impossible: another one of the same sender and number', async () => {
  const { parent, block } = blocksWithPooled();
  await ledger.replaceAfter(null, null, [movedTo(0, parent)]);
  const { from, nonce } = waiting(block, 0);
  const later = pending(78, { from, nonce: nonce + 1_000 });
  const others = pending(79, { from: addressOf(99), nonce });
  await add(pending(77, { from, nonce }), later, others);
  const cursor = await ledger.cursor();
  await ledger.replaceAfter(cursor, cursor, [movedTo(1, block)]);
  expect([...(await mempool.pending())].sort()).toEqual([later.txid, others.txid]);
});

it('knows nothing of waiting transactions while they are not followed', async () => {
  await add(pending(1));
  await mempool.clear();
  expect(await effects()).toEqual([]);
  const { parent, block } = blocksWithPooled();
  await ledger.replaceAfter(null, null, [movedTo(0, parent), movedTo(1, block)]);
  await ledger.replaceAfter(await ledger.cursor(), movedTo(0, parent), []);
  expect(await mempool.pending()).toEqual(new Set());
});
