import type { TokenStandard } from '@chaintrail/chains';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { readTransfer } from '../src/read/evm/transfer-reading.js';
import { requestAnswers } from '../src/token-requests.js';
import { txKey } from '../src/tx-key.js';
import type { PreparedAccountBlock } from '../src/write/account/prepared-block.js';
import { type BalanceLedger, openBalanceLedger } from '../src/write/evm/balances/balance-ledger.js';
import { openEvmLedger } from '../src/write/evm/evm-ledger.js';
import { askAgain, insertNewTokens, touchTokenBalances } from '../src/write/evm/token-tables.js';
import { moveProved } from '../src/write/evm/wrapped-coins.js';
import type { Ledger } from '../src/write/ledger.js';
import { Dice } from './support/dice.js';
import { addressOf, type MadeBlock, makeBlock, place } from './support/evm-blocks.js';

const TIP = 29;
const SPAN = { from: txKey(TIP, 1_000), to: txKey(TIP, 2_000) };
const [HOLDER, OTHER, NOBODY] = [addressOf(1), addressOf(2), Buffer.alloc(20)];

let database: TestDatabase;
let session: Session;
let ledger: Ledger<PreparedAccountBlock>;
let balances: BalanceLedger;
const blocks: MadeBlock[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'evm-token-evidence-test');
  ledger = await openEvmLedger(session, place, 0);
  balances = openBalanceLedger(session, 'eth');
  const dice = new Dice(8);
  while (blocks.length <= TIP) blocks.push(makeBlock(blocks.at(-1) ?? null, dice));
  await ledger.replaceAfter(null, null, blocks);
});
afterAll(async () => {
  await closeSession(session);
  await database.drop();
});
beforeEach(async () => {
  for (const table of ['transfers', 'tokens', 'token_balances', 'wrapped_logs', 'wrapped_coins'])
    await session.query(`DELETE FROM eth.${table}`);
});

const asset = (n: number) => Buffer.alloc(20, 0xc0 + n);

interface Move {
  readonly asset: Buffer;
  readonly standard: TokenStandard;
  readonly amount?: bigint;
  readonly id?: bigint | null;
  readonly from?: Buffer;
  readonly to?: Buffer;
  readonly height?: number;
}

let place0 = 1_000;
/** Writes transfers as a block does. */
async function move(...moves: readonly Move[]): Promise<void> {
  for (const { standard, amount = 1n, id = null, from = NOBODY, to = HOLDER, height = TIP, ...of } of moves) {
    await session.query(
      `INSERT INTO eth.transfers (tx_key, idx, kind, standard, asset, amount, token_id, from_key, to_key) VALUES ($1, 0, 'token', $2, $3, $4, $5, $6, $7)`,
      [txKey(height, place0++), standard, of.asset, `${amount}`, id === null ? null : `${id}`, from, to],
    );
  }
  const heights = moves.map(({ height = TIP }) => height);
  const span = { from: txKey(Math.min(...heights), 0), to: SPAN.to + 1_000_000 };
  await insertNewTokens(session, place, span);
  await touchTokenBalances(session, 'eth', span);
}

async function token(of: Buffer): Promise<Record<string, unknown> | undefined> {
  const { rows } = await session.query(
    `SELECT standard, evidence, name, decimals, drifts, plain_from AS plain, indexed_from AS indexed,
       eth.token_reading(standard::text, plain_from, indexed_from) AS reading FROM eth.tokens WHERE asset = $1`,
    [of],
  );
  return rows[0];
}

const said = (of: Buffer, facts: Partial<Parameters<BalanceLedger['saveMetadata']>[1][number]> = {}) => ({
  ...{ asset: of, name: 'Name', symbol: 'SYM', decimals: null, proof: null },
  ...facts,
});
const ERC721 = { standard: 'erc721', evidence: 'erc165' } as const;
const ERC20 = { standard: 'erc20', evidence: 'decimals' } as const;

describe('the reading of a transfer', () => {
  // As the log looks, how the contract is read, and what is shown.
  const VECTORS: readonly (readonly [
    told: readonly [TokenStandard, string, string | null],
    reading: TokenStandard | null,
    shown: readonly [TokenStandard, string, string | null],
  ])[] = [
    [['erc20', '3847', null], 'erc20', ['erc20', '3847', null]],
    [['erc20', '3847', null], 'erc721', ['erc721', '1', '3847']],
    [['erc20', '0', null], 'erc721', ['erc721', '1', '0']],
    [['erc20', '3847', null], 'erc1155', ['erc20', '3847', null]],
    [['erc20', '3847', null], null, ['erc20', '3847', null]],
    [['erc721', '1', '7'], 'erc721', ['erc721', '1', '7']],
    [['erc721', '1', '7'], 'erc20', ['erc20', '7', null]],
    [['erc721', '1', `${2n ** 256n - 1n}`], 'erc20', ['erc20', `${2n ** 256n - 1n}`, null]],
    [['erc721', '1', '7'], 'erc1155', ['erc721', '1', '7']],
    [['erc721', '1', '7'], null, ['erc721', '1', '7']],
    [['erc1155', '5', '7'], 'erc20', ['erc1155', '5', '7']],
    [['erc1155', '5', '7'], 'erc721', ['erc1155', '5', '7']],
    [['erc1155', '5', '7'], 'erc1155', ['erc1155', '5', '7']],
    [['erc1155', '5', '7'], null, ['erc1155', '5', '7']],
  ];

  it.each(VECTORS)('of %j of a contract read as %s is %j', async ([standard, amount, tokenId], reading, expected) => {
    const shown = readTransfer({ standard, amount, tokenId }, reading);
    expect([shown.standard, shown.amount, shown.tokenId]).toEqual(expected);
    const { rows } = await session.query<{ shown: unknown }>(
      `SELECT json_build_array(eth.transfer_standard($1, $2), eth.transfer_amount($1, $2, $3, $4)::text, eth.transfer_token_id($1, $2, $3, $4)::text) AS shown`,
      [standard, reading, amount, tokenId],
    );
    expect(rows[0]?.shown).toEqual(expected);
  });

  it('leaves the coin alone, and is inlined into the query', async () => {
    expect(readTransfer({ standard: null, amount: '5', tokenId: null }, null).amount).toBe('5');
    const { rows } = await session.query<{ 'QUERY PLAN': string }>(
      'EXPLAIN (VERBOSE, COSTS OFF) SELECT amount, standard FROM eth.transfers_text WHERE tx_key = 1',
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(
      /transfer_amount|token_reading|transfer_standard/,
    );
  });
});

describe('the standard of a contract', () => {
  it('is what its first transfer looked like, until the contract was asked', async () => {
    await move({ asset: asset(1), standard: 'erc20' }, { asset: asset(2), standard: 'erc721', id: 5n });
    await move({ asset: asset(3), standard: 'erc1155', id: 5n });
    expect(await token(asset(1))).toMatchObject({ standard: 'erc20', evidence: 'shape', reading: 'erc20' });
    expect(await token(asset(2))).toMatchObject({ standard: 'erc721', evidence: 'shape', reading: 'erc721' });
    expect(await token(asset(3))).toMatchObject({ standard: 'erc1155', evidence: 'shape', reading: 'erc1155' });
  });

  it('is what it answers, at any time, and mends what is shown of each row', async () => {
    await move(
      { asset: asset(1), standard: 'erc20', amount: 3847n },
      { asset: asset(2), standard: 'erc721', id: 500n },
    );
    await balances.saveMetadata(TIP, [
      said(asset(1), { proof: ERC721 }),
      said(asset(2), { decimals: 2, proof: ERC20 }),
    ]);
    const shown = async () => {
      const { rows } = await session.query(
        `SELECT standard, amount::text, token_id::text AS id FROM eth.transfers_text ORDER BY tx_key`,
      );
      return rows;
    };
    expect(await shown()).toEqual([
      { standard: 'erc721', amount: '1', id: '3847' },
      { standard: 'erc20', amount: '5.00', id: null },
    ]);
    expect(await token(asset(1))).toMatchObject({ standard: 'erc721', evidence: 'erc165' });
    // An answer that proves nothing: back to the shape.
    await balances.saveMetadata(TIP, [said(asset(1))]);
    expect((await shown())[0]).toEqual({ standard: 'erc20', amount: '3847', id: null });
  });

  it('does not matter to transfers of one with both forms, until a reorg takes the second form', async () => {
    await move({ asset: asset(1), standard: 'erc20', height: 28 });
    await balances.saveMetadata(TIP, [said(asset(1), { proof: ERC721 })]);
    expect(await token(asset(1))).toMatchObject({ reading: 'erc721' });
    await move({ asset: asset(1), standard: 'erc721', id: 1n });
    expect(await token(asset(1))).toMatchObject({ standard: 'erc721', reading: null, plain: 28, indexed: TIP });
    await ledger.replaceAfter(await ledger.cursor(), blocks[28]!, []);
    expect(await token(asset(1))).toMatchObject({ reading: 'erc721', plain: 28, indexed: null });
    await ledger.replaceAfter(blocks[28]!, blocks[28]!, [blocks[TIP]!]);
  });

  it('is listed where it cannot be asked', async () => {
    const punks = Buffer.from('b47e3cd837ddf8e4c57f05d70ab865de6e193bbb', 'hex');
    await session.query(`INSERT INTO eth.transfers (tx_key, idx, kind, standard, asset, amount, token_id, from_key, to_key)
      VALUES (${SPAN.from}, 0, 'token', 'erc721', '\\x${punks.toString('hex')}', 1, 17, '\\x${'00'.repeat(20)}', '\\x${'01'.repeat(20)}')`);
    const mainnet = place.chain.networks.find(({ name }) => name === 'mainnet')!;
    await insertNewTokens(session, { ...place, network: mainnet }, SPAN);
    expect(await token(punks)).toMatchObject({ standard: 'erc721', evidence: 'list' });
    await balances.saveMetadata(TIP, [said(punks, { decimals: 0, proof: ERC20 })]);
    expect(await token(punks)).toMatchObject({ standard: 'erc721', evidence: 'list', decimals: 0 });
  });
});

describe('contracts that are asked what they are', () => {
  it('come by what moves, then those that never moved since, and again after a while', async () => {
    await session.query(
      `INSERT INTO eth.tokens (asset, address, standard, first_height) SELECT decode(lpad(to_hex(n), 40, '0'), 'hex'), n::text, 'erc20', 100 + n
       FROM generate_series(1, 3) n`,
    );
    await move({ asset: asset(1), standard: 'erc20', height: 5 });
    for (const n of [2, 1, 2]) await move({ asset: asset(n), standard: 'erc20' });
    await move({ asset: asset(2), standard: 'erc20' });
    const hex = (keys: readonly Buffer[]) => keys.map((key) => key.toString('hex').slice(-2));
    expect(hex(await balances.tokensToAsk(10))).toEqual(['c2', 'c1', '03', '02', '01']);
    expect(hex(await balances.tokensToAsk(3))).toEqual(['c2', 'c1', '03']);
    await balances.saveMetadata(TIP, [said(asset(1)), said(asset(2))]);
    expect(hex(await balances.tokensToAsk(10))).toEqual(['03', '02', '01']);
    // Five minutes, as blocks of 12 s count them.
    await session.query('UPDATE eth.sync_state SET height = $1', [TIP + 24]);
    expect(hex(await balances.tokensToAsk(2))).toEqual(['03', '02']);
    await session.query('UPDATE eth.sync_state SET height = $1', [TIP + 25]);
    expect(hex(await balances.tokensToAsk(2))).toEqual(['c2', 'c1']);
    await session.query('UPDATE eth.sync_state SET height = $1', [TIP]);
    // A proxy with new code is asked at once.
    await askAgain(session, 'eth', [asset(1)], TIP);
    expect(hex(await balances.tokensToAsk(1))).toEqual(['c1']);
    // The answer comes when the next block has changed it once more.
    await askAgain(session, 'eth', [asset(1)], TIP + 1);
    await balances.saveMetadata(TIP, [said(asset(1))]);
    expect(hex(await balances.tokensToAsk(1))).toEqual(['c1']);
    await balances.saveMetadata(TIP + 1, [said(asset(1))]);
    expect(hex(await balances.tokensToAsk(1))).not.toEqual(['c1']);
  });

  it('are not held up by others whose code changes again and again', async () => {
    await move(...Array.from({ length: 12 }, (_, n) => ({ asset: asset(n), standard: 'erc20' as const })));
    const busy = Array.from({ length: 8 }, (_, n) => asset(n));
    await balances.saveMetadata(
      TIP,
      [...busy, asset(8)].map((of) => said(of)),
    );
    await session.query(`UPDATE eth.tokens SET asked_at = now() - interval '2 minutes' WHERE asset = $1`, [asset(8)]);
    await askAgain(session, 'eth', [...busy, asset(8)], TIP);
    const asked = (await balances.tokensToAsk(8)).map((key) => key[0]! - 0xc0);
    expect(asked[0]).toBe(8);
    expect(asked.toSorted((a, b) => a - b).slice(-4)).toEqual([8, 9, 10, 11]);
    // Whoever was asked comes last when its code changes again.
    await balances.saveMetadata(TIP, [said(asset(8))]);
    await session.query(`UPDATE eth.tokens SET ask_after = 2 WHERE asset <> $1 AND ask_after > 0`, [asset(8)]);
    await askAgain(session, 'eth', [asset(8)], TIP);
    expect((await balances.tokensToAsk(8)).map((key) => key[0]! - 0xc0)).not.toContain(8);
  });

  it('are those that clients look at before a thousand others, until they were asked', async () => {
    await session.query(
      `INSERT INTO eth.tokens (asset, address, standard, first_height) SELECT decode(lpad(to_hex(n), 40, '0'), 'hex'), n::text, 'erc20', n
       FROM generate_series(1, 1000) n`,
    );
    await move({ asset: asset(1), standard: 'erc20' }, { asset: asset(2), standard: 'erc20' });
    const looked = Array.from({ length: 30 }, (_, n) => (n + 1).toString(16).padStart(40, '0'));
    const next = async () => (await balances.tokensToAsk(40)).map((key) => key.toString('hex'));
    expect(await next()).not.toContain(looked[0]);
    await requestAnswers(session, 'eth', 'tokens', ['ee'.repeat(20), asset(2).toString('hex'), ...looked]);
    for (const payload of ['', 'no contract', 'ab'.repeat(21)])
      await session.query(`SELECT pg_notify('chaintrail_tokens_eth', $1)`, [payload]);
    const first = await next();
    // Half of the places; the rest goes on as ever.
    expect(first.slice(0, 20)).toEqual([asset(2).toString('hex'), ...looked.slice(0, 19)]);
    expect(first.slice(20, 22)).toEqual([asset(1).toString('hex'), (1_000).toString(16).padStart(40, '0')]);
    expect(await next()).toEqual(first);
    await balances.saveMetadata(
      TIP,
      first.slice(0, 20).map((key) => said(Buffer.from(key, 'hex'))),
    );
    expect((await next()).slice(0, 11)).toEqual(looked.slice(19));
  });

  it('are asked less and less often while they say the same', async () => {
    await move({ asset: asset(1), standard: 'erc20' });
    const wait = async () => {
      await balances.saveMetadata(TIP, [said(asset(1))]);
      const { rows } = await session.query<{ wait: number }>(`SELECT ask_after - ${TIP} AS wait FROM eth.tokens`);
      return rows[0]!.wait;
    };
    expect(await wait()).toBe(25);
    await session.query(`UPDATE eth.tokens SET asked_at = now() - interval '1000 seconds'`);
    expect(Math.round((await wait()) / 10)).toBe(17);
    await session.query(`UPDATE eth.tokens SET asked_at = now() - interval '9 days'`);
    expect(await wait()).toBe(7_200);
    await session.query(`UPDATE eth.tokens SET name = 'Other', asked_at = now() - interval '9 days'`);
    expect(await wait()).toBe(25);
  });

  it('count what changed, and keep what they said when they say nothing any more', async () => {
    await move({ asset: asset(1), standard: 'erc20' });
    const changes = async () => {
      const { rows } = await session.query<{ changes: number }>('SELECT changes::int FROM eth.token_changes');
      return rows[0]!.changes;
    };
    const before = await changes();
    await balances.saveMetadata(TIP, [said(asset(1), { decimals: 18, proof: ERC20 })]);
    expect(await changes()).toBe(before);
    await balances.saveMetadata(TIP, [said(asset(1), { decimals: 6, proof: ERC20 })]);
    expect(await changes()).toBe(before + 1);
    await balances.saveMetadata(TIP, [said(asset(1), { name: null, symbol: null })]);
    expect(await changes()).toBe(before + 1);
    expect(await token(asset(1))).toMatchObject({ name: 'Name', decimals: 6, evidence: 'decimals' });
  });
});

describe('the zero address', () => {
  it('loses nothing by what is minted from it, so that no contract is asked about that', async () => {
    await move({ asset: asset(1), standard: 'erc20', amount: 5n });
    const mint = { addressKey: NOBODY, asset: asset(1), tokenId: null };
    await balances.saveHoldings(blocks[TIP]!, [mint], [0n]);
    const { rows } = await session.query(
      'SELECT had, lost, sent FROM eth.token_balances WHERE asset = $1 AND address_key = $2',
      [asset(1), NOBODY],
    );
    expect(rows).toEqual([{ had: false, lost: false, sent: false }]);
    expect(await balances.doubtedHoldings(0, 10)).toEqual([]);
  });
});

describe('drift', () => {
  const holding = (of: Buffer) => ({ addressKey: HOLDER, asset: of, tokenId: null });
  const drifting = async (of: Buffer) => {
    const { rows } = await session.query(
      `SELECT t.drifts AS token, b.drifts AS holding FROM eth.tokens t JOIN eth.token_balances b USING (asset) WHERE asset = $1 AND address_key = $2`,
      [of, HOLDER],
    );
    return rows[0];
  };

  it('shows with the first answer, by the standard that the contract has', async () => {
    await move(
      { asset: asset(1), standard: 'erc20', amount: 100n },
      { asset: asset(2), standard: 'erc20', amount: 3847n },
      { asset: asset(3), standard: 'erc721', id: 500n },
      { asset: asset(4), standard: 'erc721', id: 7n },
    );
    await balances.saveMetadata(TIP, [
      said(asset(1), { decimals: 18, proof: ERC20 }),
      said(asset(2), { proof: ERC721 }),
      said(asset(3), { decimals: 18, proof: ERC20 }),
      said(asset(4)),
    ]);
    await balances.saveHoldings(
      blocks[TIP]!,
      [1, 2, 3, 4].map((n) => holding(asset(n))),
      [97n, 1n, 500n, 1n],
    );
    expect(await drifting(asset(1))).toEqual({ token: true, holding: true });
    for (const n of [2, 3, 4]) expect(await drifting(asset(n))).toEqual({ token: false, holding: null });
  });

  it('is not told of contracts that were not asked, are mixed, or may be wrapped coins', async () => {
    await move(
      { asset: asset(1), standard: 'erc20', amount: 3847n },
      { asset: asset(2), standard: 'erc20', amount: 5n },
      { asset: asset(2), standard: 'erc721', id: 500n },
      { asset: asset(3), standard: 'erc20', amount: 5n },
    );
    await balances.saveMetadata(TIP, [said(asset(2)), said(asset(3))]);
    await session.query('INSERT INTO eth.wrapped_logs VALUES ($1, 0, true, $2, $3, 9)', [SPAN.from, asset(3), HOLDER]);
    await balances.saveHoldings(
      blocks[TIP]!,
      [1, 2, 3].map((n) => holding(asset(n))),
      [1n, 2n, 14n],
    );
    for (const n of [1, 2, 3]) expect(await drifting(asset(n))).toEqual({ token: false, holding: null });
  });
});

describe('losses that clients look at', () => {
  const told = (...keys: Buffer[]) => requestAnswers(session, 'eth', 'losses', [Buffer.concat(keys).toString('hex')]);
  /** A loss of the first block's, which no live step looks at. */
  const lose = async (of: Buffer, owner: Buffer): Promise<void> => {
    await move({ asset: of, standard: 'erc20', amount: 5n, from: owner, to: OTHER });
    await session.query('UPDATE eth.token_balances SET first_touched = 2, touched = 2 WHERE asset = $1', [of]);
  };

  it('are asked about now, then about before, whatever their age, until that is known', async () => {
    await lose(asset(1), HOLDER);
    expect(await balances.requestedLosses(20)).toEqual({ stale: [], doubted: [] });
    expect(await balances.doubtedHoldings(2, 20)).toEqual([]);
    await told(HOLDER, asset(1));
    // The one that got it lost nothing.
    await told(OTHER, asset(1));
    await told(HOLDER, asset(2));
    await session.query(`SELECT pg_notify('chaintrail_losses_eth', $1)`, ['ab'.repeat(39)]);
    const holding = { addressKey: HOLDER, asset: asset(1), tokenId: null };
    expect(await balances.requestedLosses(20)).toEqual({ stale: [holding], doubted: [] });
    await balances.saveHoldings(blocks[TIP]!, [holding], [0n]);
    const { doubted } = await balances.requestedLosses(20);
    expect(doubted).toEqual([{ ...holding, before: { height: 1, hash: blocks[1]!.hash }, hasDealt: false }]);
    await balances.saveDoubted(doubted, [true]);
    expect(await balances.requestedLosses(20)).toEqual({ stale: [], doubted: [] });
    const { rows } = await session.query(
      'SELECT b.forged_to, k.forges FROM eth.token_balances b JOIN eth.tokens k USING (asset) WHERE asset = $1 AND address_key = $2',
      [asset(1), HOLDER],
    );
    expect(rows).toEqual([{ forged_to: TIP, forges: true }]);
  });

  it('are no longer doubted where the contract says that there was some, or does not say', async () => {
    await lose(asset(1), HOLDER);
    await balances.requestedLosses(20);
    await told(HOLDER, asset(1));
    await balances.requestedLosses(20);
    await balances.saveHoldings(blocks[TIP]!, [{ addressKey: HOLDER, asset: asset(1), tokenId: null }], [null]);
    expect(await balances.requestedLosses(20)).toEqual({ stale: [], doubted: [] });
  });

  it('are true of the contract itself, of who made it, and of a contract that was called or made then', async () => {
    const SIGNER = Buffer.alloc(20, 0x51);
    const maker = Buffer.alloc(20, 0x52);
    const owners: readonly [Buffer, { to?: Buffer; made?: Buffer }][] = [
      [asset(1), { to: OTHER }],
      [SIGNER, { made: asset(2) }],
      [maker, { to: maker }],
      [maker, { made: maker }],
      [maker, { to: OTHER }],
    ];
    const dealt: boolean[] = [];
    const rows = new Map<Buffer, number>();
    for (const [n, [owner, { to = null, made = null }]] of owners.entries()) {
      const [key, of] = [txKey(TIP, 1_000 + n), asset(n + 1)];
      const seq = (rows.get(owner) ?? 0) + 1;
      rows.set(owner, seq);
      await session.query(
        `INSERT INTO eth.transactions (tx_key, txid, from_key, to_key, created_contract) VALUES ($1, $2, $3, $4, $5)`,
        [key, Buffer.alloc(32, n), SIGNER, to, made],
      );
      await session.query(
        `INSERT INTO eth.address_transactions (address_key, seq, tx_key, delta, balance, received) VALUES ($1, $2, $3, 0, 0, 0)`,
        [owner, seq, key],
      );
      await move({ asset: of, standard: 'erc20', amount: 5n, from: owner, to: OTHER });
      await session.query('UPDATE eth.transfers SET tx_key = $1 WHERE asset = $2', [key, of]);
      await balances.saveHoldings(blocks[TIP]!, [{ addressKey: owner, asset: of, tokenId: null }], [0n]);
      const doubted = await balances.doubtedHoldings(0, 20);
      dealt.push(doubted.find(({ asset: it }) => it.equals(of))!.hasDealt);
    }
    expect(dealt).toEqual([true, true, true, true, false]);
  });
});

describe('a contract that logs Deposit and Withdrawal', () => {
  const coin = asset(9);
  const paid = (key: number, from: Buffer, to: Buffer, amount: number) =>
    session.query(
      `INSERT INTO eth.transfers (tx_key, idx, kind, amount, from_key, to_key) VALUES ($1, 0, 'native', $2, $3, $4)`,
      [key, amount, from, to],
    );
  const logged = (key: number, mints: boolean, owner: Buffer, amount: number) =>
    session.query('INSERT INTO eth.wrapped_logs VALUES ($1, 0, $2, $3, $4, $5)', [key, mints, coin, owner, amount]);
  const moves = async () => {
    const { rows } = await session.query(
      `SELECT (tx_key >> 20)::int AS height, idx, from_key = '\\x${'00'.repeat(20)}' AS mints, amount::int FROM eth.transfers WHERE asset = $1 ORDER BY tx_key`,
      [coin],
    );
    return rows;
  };

  it('is asked once where as much of the coin moved with a log of it, and less and less often', async () => {
    await paid(txKey(TIP, 1_000), HOLDER, coin, 50);
    await logged(txKey(TIP, 1_000), true, HOLDER, 50);
    await logged(txKey(TIP, 1_001), false, HOLDER, 20);
    expect(await balances.wrappedCandidates(4)).toEqual([
      {
        ...{ asset: coin, owner: HOLDER, expected: '30' },
        block: { height: TIP, hash: blocks[TIP]!.hash },
        parent: { height: TIP - 1, hash: blocks[TIP - 1]!.hash },
      },
    ]);
    const [candidate] = await balances.wrappedCandidates(4);
    await balances.saveProof(candidate!, false);
    expect(await balances.wrappedCandidates(4)).toEqual([]);
    await session.query('UPDATE eth.wrapped_coins SET asked_height = asked_height - 600');
    expect(await balances.wrappedCandidates(4)).toHaveLength(1);
    await balances.saveProof({ ...candidate!, block: { ...candidate!.block, hash: 'ab'.repeat(32) } }, true);
    await balances.moveOldWrapped();
    expect(await moves()).toEqual([]);
  });

  it('is not asked where nothing, or something else, was paid', async () => {
    await logged(txKey(TIP, 1_000), true, HOLDER, 50);
    await paid(txKey(TIP, 1_001), HOLDER, coin, 49);
    await logged(txKey(TIP, 1_001), true, HOLDER, 50);
    await paid(txKey(TIP, 1_002), OTHER, coin, 50);
    await logged(txKey(TIP, 1_002), true, HOLDER, 50);
    expect(await balances.wrappedCandidates(4)).toEqual([]);
  });

  it('becomes a token once it is proved, with all that it ever logged', async () => {
    await logged(txKey(3, 1_000), true, OTHER, 7);
    await paid(txKey(TIP, 1_000), HOLDER, coin, 50);
    await logged(txKey(TIP, 1_000), true, HOLDER, 50);
    const [candidate] = await balances.wrappedCandidates(4);
    await balances.saveProof(candidate!, true);
    await balances.moveOldWrapped();
    await logged(txKey(TIP, 1_001), false, HOLDER, 20);
    await moveProved(session, 'eth', SPAN);
    await insertNewTokens(session, place, SPAN);
    await touchTokenBalances(session, 'eth', SPAN);
    // Behind the payment, which has number 0.
    expect(await moves()).toEqual([
      { height: 3, idx: 0, mints: true, amount: 7 },
      { height: TIP, idx: 1, mints: true, amount: 50 },
      { height: TIP, idx: 0, mints: false, amount: 20 },
    ]);
    expect(await token(coin)).toMatchObject({ standard: 'erc20', plain: 3, indexed: null });
    const { rows } = await session.query(
      'SELECT first_touched, touched FROM eth.token_balances WHERE asset = $1 AND address_key = ANY($2) ORDER BY address_key',
      [coin, [HOLDER, OTHER]],
    );
    expect(new Set(rows.map(({ first_touched: first, touched }) => `${first} ${touched}`))).toEqual(
      new Set([`3 3`, `${TIP} ${TIP}`]),
    );
    expect(await balances.wrappedCandidates(4)).toEqual([]);
  });

  const held = async (key: Buffer) => {
    const { rows } = await session.query(
      'SELECT had, lost, sent, forged_to FROM eth.token_balances WHERE asset = $1 AND address_key = $2',
      [coin, key],
    );
    return rows[0];
  };
  const holding = { addressKey: HOLDER, asset: coin, tokenId: null };
  /** A payment of all that came with a `Deposit` of the same block, moved by somebody who was allowed to. */
  const depositAndLose = async () => {
    await logged(txKey(TIP, 1_000), true, HOLDER, 50);
    await move({ asset: coin, standard: 'erc20', amount: 50n, from: HOLDER, to: OTHER });
    await balances.saveHoldings(blocks[TIP]!, [holding], [0n]);
  };

  it('is not said to invent the loss of what a Deposit brought', async () => {
    await depositAndLose();
    const doubted = await balances.doubtedHoldings(0, 10);
    expect(doubted).toMatchObject([{ ...holding, hasDealt: true }]);
    await balances.saveDoubted(doubted, [false]);
    expect(await held(HOLDER)).toMatchObject({ had: true, lost: true, forged_to: null });
  });

  it('tells by its older logs who had some, lost some, and sent some, also where that was taken for invented', async () => {
    await depositAndLose();
    await balances.saveDoubted(await balances.doubtedHoldings(0, 10), [true]);
    expect(await held(HOLDER)).toMatchObject({ had: false, forged_to: TIP });
    const { rows } = await session.query<{ key: string; sender: Buffer }>(
      'SELECT tx_key AS key, from_key AS sender FROM eth.transactions WHERE from_key IS NOT NULL ORDER BY tx_key DESC LIMIT 1',
    );
    const [{ key, sender }] = rows as [(typeof rows)[0]];
    await logged(Number(key), false, sender, 20);
    await session.query(
      'INSERT INTO eth.wrapped_coins (asset, asked_height, attempts, is_proved) VALUES ($1, 1, 1, true)',
      [coin],
    );
    await balances.moveOldWrapped();
    expect(await held(HOLDER)).toEqual({ had: true, lost: true, sent: false, forged_to: null });
    expect(await held(sender)).toEqual({ had: false, lost: true, sent: true, forged_to: null });
    expect(await held(OTHER)).toMatchObject({ had: true, lost: false });
  });
});
