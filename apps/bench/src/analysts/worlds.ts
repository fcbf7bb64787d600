/**
 * Chains of any size, written by set-based SQL, which have what the questions of `docs/analysts.md` name: November 2026
 * is as dense as the weeks before it, and the addresses and tokens that are asked for are among the busiest.
 */
import type { ChainCode } from '@chaintrail/chains';
import { createChainSchema, createIndexedChain, type Session } from '@chaintrail/db';

/** Tables first, then what a live chain has beside them. */
async function seed(session: Session, chain: ChainCode, statements: readonly string[]): Promise<void> {
  await createChainSchema(session, chain, 'mainnet');
  await session.query(
    `SET maintenance_work_mem = '256MB'; SET work_mem = '256MB'; ${statements.join(';\n')}; ${live(chain)}`,
  );
  await createIndexedChain(session, chain, 'mainnet');
  await session.query('RESET work_mem');
}

const live = (chain: ChainCode): string => `
  INSERT INTO ${chain}.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
  SELECT 'mainnet', (SELECT min(height) FROM ${chain}.blocks), height, hash, time, height, 'live', now()
    FROM ${chain}.blocks ORDER BY height DESC LIMIT 1`;

/** Somebody's key: 20 bytes of a number. */
const someone = (number: string): string => `substr(sha256(int4send((${number})::integer)), 1, 20)`;

/** Blocks from a time on, with heights `first` to `last`. */
const blocks = (chain: string, first: number, last: number, from: string, seconds: number): string => `
  INSERT INTO ${chain}.blocks (time, height, tx_count, size, hash, parent_hash)
  SELECT extract(epoch FROM timestamptz '${from}') + ${seconds} * (h - ${first}), h, 1, 1000, sha256(int4send(h)),
    sha256(int4send(h - 1))
  FROM generate_series(${first}, ${last}) h`;

/** Histories with running sums, of a table \`moved (key, tx_key, delta, received)\`. */
const histories = (chain: string): string => `
  INSERT INTO ${chain}.address_transactions (address_key, seq, tx_key, delta, balance, received)
  SELECT key, row_number() OVER w, tx_key, delta, sum(delta) OVER w, sum(received) OVER w
  FROM (SELECT key, tx_key, sum(delta) AS delta, sum(received) AS received FROM moved WHERE key IS NOT NULL
    GROUP BY key, tx_key) m
  WINDOW w AS (PARTITION BY key ORDER BY tx_key)`;

/** In 2019 a coin a day; then, for 60 days, a block every half an hour. */
const BITCOIN = { old: 100, blocks: 60 * 48 };

/**
 * Chains of payments: each spends the first output of the one ten blocks before it, and pays somebody and change. Every
 * twentieth pays an exchange.
 */
export async function seedBitcoin(session: Session, transactions: number): Promise<void> {
  const { old } = BITCOIN;
  const perBlock = Math.ceil(transactions / BITCOIN.blocks);
  // One more, so that the exchange is paid by others, too.
  const gap = 10 * perBlock + 1;
  const place = (n: string): string => `((${old} + (${n}) / ${perBlock})::bigint << 20) + 1 + (${n}) % ${perBlock}`;
  await seed(session, 'btc', [
    blocks('btc', 0, old - 1, '2019-01-03 12:00Z', 86_400),
    blocks('btc', old, old + BITCOIN.blocks - 1, '2026-10-01Z', 1_800),
    `CREATE TEMPORARY TABLE paid AS
     SELECT n, ${place('n')} AS tx_key, CASE WHEN n >= ${gap} THEN ${place(`n - ${gap}`)} END AS before,
       100000000 - 20000 * (n / ${gap})::bigint AS value,
       -- The transaction that the questions name is of the 19th of November.
       CASE WHEN n = ${perBlock * (49 * 48 + 20)}
         THEN btc.txid('b4621c81d495b1b8f2e082116abe1fca781b6abcc6668de132519b5f1d99e469')
           ELSE sha256(int4send(n)) END AS txid,
       CASE WHEN n % 20 = 0 THEN btc.address_key('34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo')
         WHEN n % 1001 = 1 THEN btc.address_key('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
           ELSE '\\x10' || ${someone(`n::bigint * 7919 % ${1 + Math.ceil(transactions / 3)}`)} END AS payee,
       '\\x10'::bytea || ${someone(`n::bigint * 104729 % ${1 + Math.ceil(transactions / 3)}`)} AS change
     FROM generate_series(0, ${perBlock * BITCOIN.blocks - 1}) n`,
    'CREATE UNIQUE INDEX ON paid (tx_key); ANALYZE paid',
    `INSERT INTO btc.transactions (tx_key, version, lock_time, size, vsize, txid, fee, input_tx_keys, input_vouts,
       output_values, output_keys)
     SELECT tx_key, 2, 0, 220, 140 + n % 100, txid, 10000, CASE WHEN before IS NULL THEN '{}'
       ELSE ARRAY[before] END, CASE WHEN before IS NULL THEN '{}' ELSE ARRAY[0] END,
       ARRAY[value, 10000], ARRAY[payee, change] FROM paid
     UNION ALL
     SELECT height::bigint << 20, 1, 0, 150, 120, sha256('\\x00' || int4send(height)), 0, '{}', '{}', ARRAY[312500000],
       ARRAY['\\x10' || ${someone(`-1 - height % CASE WHEN height < ${old} THEN ${old} ELSE 20 END`)}] FROM btc.blocks
     ORDER BY 1`,
    `CREATE TEMPORARY TABLE moved AS
     SELECT payee AS key, tx_key, value::numeric AS delta, value::numeric AS received FROM paid
     UNION ALL SELECT change, tx_key, 10000, 10000 FROM paid
     UNION ALL SELECT p.payee, s.tx_key, -p.value, 0 FROM paid s JOIN paid p ON p.tx_key = s.before
     UNION ALL SELECT output_keys[1], tx_key, output_values[1], output_values[1] FROM btc.transactions
       WHERE tx_key & 1048575 = 0`,
    histories('btc'),
    `INSERT INTO btc.unspent_outputs (tx_key, value, vout, txid, address_key)
     SELECT tx_key, 10000, 1, txid, change FROM paid
     UNION ALL SELECT tx_key, value, 0, txid, payee FROM paid WHERE n >= ${perBlock * BITCOIN.blocks - gap}
     UNION ALL SELECT tx_key, output_values[1], 0, txid, output_keys[1] FROM btc.transactions
       WHERE tx_key & 1048575 = 0`,
    `INSERT INTO btc.reorgs (from_height, to_height, transactions, from_hash) SELECT height, height - 1, tx_count,
       hash FROM btc.blocks WHERE height > 2900`,
    'DROP TABLE paid, moved',
  ]);
}

/** November 2026, a block every six minutes. */
const ETHEREUM = { blocks: 30 * 240 };

/** Transactions that each move a token, of ninety; every third one moves coins, too. */
export async function seedEthereum(session: Session, transactions: number): Promise<void> {
  const perBlock = Math.ceil(transactions / ETHEREUM.blocks);
  const usdc = `eth.address_key('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')`;
  const party = (
    turn: number,
    factor: number,
  ): string => `CASE WHEN n % 97 = ${turn} THEN eth.address_key('0x000000000000000000000000000000000000aa01')
    ELSE ${someone(`n::bigint * ${factor} % ${1 + Math.ceil(transactions / 5)}`)} END`;
  await seed(session, 'eth', [
    blocks('eth', 0, ETHEREUM.blocks - 1, '2026-11-01Z', 360),
    `CREATE TEMPORARY TABLE sent AS
     SELECT n, ((n / ${perBlock})::bigint << 20) + n % ${perBlock} AS tx_key, ${party(1, 7919)} AS from_key,
       ${party(2, 104729)} AS to_key,
       CASE WHEN n % 90 = 0 THEN ${usdc} ELSE ${someone('n % 90')} END AS asset FROM generate_series(0,
         ${perBlock * ETHEREUM.blocks - 1}) n`,
    `INSERT INTO eth.transactions (tx_key, nonce, gas_limit, gas_used, type, succeeded, txid, from_key, to_key,
       created_contract, method, value, fee, gas_price)
     SELECT tx_key, n, 100000, 50000, 2, n % 50 > 0, sha256(int4send(n)), from_key, CASE WHEN n % 100 > 0
       THEN asset END, CASE WHEN n % 100 = 0 THEN ${someone('-n')} END, '\\xa9059cbb', CASE WHEN n % 3 = 0 THEN 1e18
         ELSE 0 END, 1e14, 1e9 FROM sent`,
    `INSERT INTO eth.transfers (tx_key, idx, kind, standard, from_key, to_key, asset, amount)
     SELECT tx_key, 0, 'token'::chaintrail.transfer_kind, 'erc20'::chaintrail.token_standard, from_key, to_key,
       asset, 1000000 + n FROM sent
     UNION ALL SELECT tx_key, 1, 'native', NULL, from_key, asset, NULL, 1e18 FROM sent WHERE n % 3 = 0 ORDER BY 1, 2`,
    `CREATE TEMPORARY TABLE moved AS SELECT a.key, tx_key, 0 AS delta, 0 AS received FROM sent CROSS
       JOIN LATERAL (VALUES (from_key), (to_key), (asset)) AS a(key)`,
    histories('eth'),
    `INSERT INTO eth.token_balances (first_touched, touched, height, address_key, asset, balance)
     SELECT min(f.tx_key >> 20), max(f.tx_key >> 20), max(f.tx_key >> 20), m.key, f.asset, greatest(sum(m.amount), 0)
     FROM eth.transfers f CROSS JOIN LATERAL (VALUES (f.to_key, f.amount), (f.from_key, -f.amount)) AS m(key,
       amount) WHERE f.asset IS NOT NULL GROUP BY m.key, f.asset`,
    `INSERT INTO eth.tokens (first_height, standard, decimals, asset, address, name, symbol)
     SELECT 0, 'erc20', 6, asset, eth.address_text(asset), 'Token', 'T' FROM (SELECT DISTINCT asset FROM sent) t`,
    'DROP TABLE sent, moved',
  ]);
}

/** October and November 2026, a block every five minutes. */
const THORCHAIN = { first: 20_000_000, blocks: 60 * 288 };

/**
 * Transactions that send a denomination and pay the reserve a fee, among five thousand who had some of it before. Every
 * block ends with a reward and what is paid for a swap from elsewhere.
 */
export async function seedThorchain(session: Session, transactions: number): Promise<void> {
  const { first } = THORCHAIN;
  const last = first + THORCHAIN.blocks - 1;
  const perBlock = Math.ceil(transactions / THORCHAIN.blocks);
  const reserve = `rune.address_key('thor1dheycdevq39qlkxs2a6wuuzyn4aqxhve4qxtxt')`;
  const member = (n: string): string => someone(`(${n}) % 5000`);
  const end = `(h::bigint << 20) + ${perBlock + 1}`;
  await seed(session, 'rune', [
    blocks('rune', first, last, '2026-10-01Z', 300),
    `CREATE TEMPORARY TABLE sent AS
     SELECT n, ((${first} + n / ${perBlock})::bigint << 20) + 1 + n % ${perBlock} AS tx_key,
       ${member('n::bigint * 7919')} AS from_key, ${member('n::bigint * 104729')} AS to_key
     FROM generate_series(0, ${perBlock * THORCHAIN.blocks - 1}) n`,
    // The deposit that the questions name is the first transaction of the 20th of November.
    `INSERT INTO rune.transactions (tx_key, gas_wanted, gas_used, block_index, code, txid, from_key, memo, fee,
       messages)
     SELECT tx_key, 1000, 900, n % ${perBlock}, 0, CASE WHEN n = ${perBlock * 50 * 288} THEN decode(repeat('AB',
       32), 'hex') ELSE sha256(int4send(n)) END,
       from_key, CASE WHEN n % 10 = 0 THEN '=:BTC.BTC:bc1q' END, 2000000, '[]'::jsonb FROM sent
     UNION ALL SELECT (${first}::bigint << 20), NULL, NULL, NULL, 0, convert_to('block:${first}:opening', 'UTF8'),
       NULL, NULL, NULL, '[{"source": "bank"}]'::jsonb
     ORDER BY 1`,
    `INSERT INTO rune.transactions (tx_key, code, txid, in_txid, in_asset, in_amount, in_memo)
     SELECT ${end}, 0, convert_to('block:' || h || ':end:0', 'UTF8'), CASE WHEN h = ${first + 50 * 288}
       THEN decode(repeat('AB', 32), 'hex') ELSE sha256('\\x00' || int4send(h)) END,
       'ETH.ETH', 1000000, '=:BTC.BTC:bc1q' FROM generate_series(${first}, ${last}) h`,
    `INSERT INTO rune.payouts (tx_key, idx, in_txid, out_txid, to_chain, to_address, asset, amount, memo)
     SELECT ${end}, 0, CASE WHEN h = ${first + 50 * 288} THEN decode(repeat('AB', 32), 'hex')
       ELSE sha256('\\x00' || int4send(h)) END, sha256('\\x01' || int4send(h)), 'BTC', 'bc1q',
       (ARRAY['BTC.BTC', 'ETH.ETH', 'LTC.LTC'])[1 + h % 3], 10000 + h % 100, CASE WHEN h % 20 = 0 THEN 'REFUND:'
         ELSE 'OUT:' END FROM generate_series(${first}, ${last}) h`,
    `INSERT INTO rune.transfers (tx_key, idx, kind, from_key, to_key, asset, amount)
     SELECT tx_key, 0, 'fee'::chaintrail.transfer_kind, from_key, ${reserve}, NULL, 2000000 FROM sent
     UNION ALL SELECT tx_key, 1, 'token', from_key, to_key, 'tcy', 1000 + n % 1000 FROM sent
     UNION ALL SELECT ${end}, 0, 'native', ${reserve}, ${member('h')}, NULL, 500000000
       FROM generate_series(${first}, ${last}) h
     UNION ALL SELECT (${first}::bigint << 20), n, 'genesis', NULL, ${member('n')}, CASE WHEN n < 5000
       THEN 'tcy' END, 1e12 FROM generate_series(0, 9999) n
     ORDER BY 1, 2`,
    `CREATE TEMPORARY TABLE moved AS SELECT m.key, f.tx_key, m.amount AS delta, greatest(m.amount, 0) AS received,
       f.asset
     FROM rune.transfers f CROSS JOIN LATERAL (VALUES (f.to_key, f.amount), (f.from_key, -f.amount)) AS m(key,
       amount) WHERE m.key IS NOT NULL`,
    `INSERT INTO rune.token_history (tx_key, address_key, asset, delta, balance)
     SELECT tx_key, key, asset, delta, sum(delta) OVER (PARTITION BY key ORDER BY tx_key)
     FROM (SELECT tx_key, key, asset, sum(delta) AS delta FROM moved WHERE asset IS NOT NULL GROUP BY key, asset,
       tx_key) m`,
    `INSERT INTO rune.token_holdings (tx_key, address_key, asset, balance)
     SELECT DISTINCT ON (address_key, asset) tx_key, address_key, asset, balance
       FROM rune.token_history ORDER BY address_key, asset, tx_key DESC`,
    'DELETE FROM moved WHERE asset IS NOT NULL',
    histories('rune'),
    'DROP TABLE sent, moved',
  ]);
}
