import { writeFileSync } from 'node:fs';
import { createTestDatabase } from '@chaintrail/testkit';
import { it } from 'vitest';
import { openSession, type Session } from '../src/connection.js';
import { becomeOwner } from '../src/write/owner.js';
import { openBalanceLedger } from '../src/write/account/balances/balance-ledger.js';
import { rollbackTokens, touchTokenBalances, insertNewTokens } from '../src/write/account/tokens.js';
import { rollbackAccountBlocks } from '../src/write/account/rollback-account-blocks.js';
import { place } from './support/account-blocks.js';

const B = 1000, T = 150, A = 60000;
const key = (e: string) => `substr(sha256(('a' || (${e}))::bytea), 1, 20)`;
it('perf', async () => {
  const database = await createTestDatabase();
  const s = await openSession(database.url, 'seed');
  const out: string[] = [];
  const log = (x: string) => { out.push(x); writeFileSync('/tmp/perf.txt', out.join('\n')); };
  const t0 = Date.now();
  for (const q of [
    'SET synchronous_commit=off',
    `SELECT create_chain_partitions('eth')`,
    `INSERT INTO sync_state (chain, network, history_from, height, hash, block_time, node_height, phase, live_since) VALUES ('eth','local',0,${B},'','0',${B},'live',now())`,
    `INSERT INTO blocks_eth (height, hash, parent_hash, time, tx_count, size) SELECT h, sha256(convert_to('block ' || h, 'UTF8')), '', h, ${T}, 50000 FROM generate_series(1, ${B}) h`,
    `INSERT INTO transactions_eth (tx_key, txid, type, succeeded, from_key, to_key, value, nonce, gas_limit, gas_used, gas_price, fee)
      SELECT h::bigint*1048576+n, sha256((h||'/'||n)::bytea), 2, true, ${key(`(h*7919+n*31)%${A}`)}, ${key(`(h*104729+n*17)%${A}`)}, 1,1,1,1,1,1 FROM generate_series(1,${B}) h, generate_series(0,${T-1}) n`,
    `INSERT INTO transfers_eth (tx_key, idx, kind, from_key, to_key, asset, standard, amount, token_id)
      SELECT h::bigint*1048576+n, i, 'token', ${key(`(h*13+n*31+i)%${A}`)}, ${key(`(h*29+n*17+i*3)%${A}`)}, ${key(`1000000+(h*n+i)%800`)}, 'erc20', 5, NULL FROM generate_series(1,${B}) h, generate_series(0,${T-1}) n, generate_series(0,2) i`,
    `INSERT INTO address_transactions_eth (address_key, seq, tx_key, delta, balance, received)
      SELECT k, row_number() OVER (PARTITION BY k ORDER BY tx_key), tx_key, 1,1,1 FROM (SELECT from_key k, tx_key FROM transactions_eth UNION SELECT to_key, tx_key FROM transactions_eth UNION SELECT from_key, tx_key FROM transfers_eth UNION SELECT to_key, tx_key FROM transfers_eth) u ORDER BY CASE WHEN tx_key < ${B*0.8*1048576} THEN k END, tx_key`,
    `INSERT INTO addresses_eth (address_key, address) SELECT DISTINCT address_key, encode(address_key,'hex') FROM address_transactions_eth`,
    `INSERT INTO internal_address_transactions_eth (address_key, live, seq, listed, tx_key, delta, balance, received)
      SELECT ${key(`(h*7+n*31)%${A}`)}, true, 1, true, h::bigint*1048576+n, 1,1,1 FROM generate_series(1,${B}) h, generate_series(0,${T-1}) n`,
    `INSERT INTO tokens_eth (asset, address, standard, first_height) SELECT asset, encode(asset,'hex'), 'erc20', min(tx_key>>20) FROM transfers_eth GROUP BY asset`,
    `INSERT INTO token_balances_eth (address_key, asset, token_id, first_touched, touched) SELECT k, asset, NULL, min(tx_key>>20), max(tx_key>>20) FROM (SELECT from_key k, asset, tx_key FROM transfers_eth UNION ALL SELECT to_key, asset, tx_key FROM transfers_eth) u GROUP BY k, asset`,
    `INSERT INTO tokens_eth (asset, address, standard, first_height) VALUES (${key(`'nft'`)}, '', 'erc1155', 1)`,
    `INSERT INTO token_balances_eth (address_key, asset, token_id, first_touched, touched) SELECT ${key(`'whale'`)}, ${key(`'nft'`)}, n, 1, ${B} FROM generate_series(1,40000) n`,
    `INSERT INTO internal_sync (chain, mode, live_from, live_to) VALUES ('eth','live',1,${B})`,
    `INSERT INTO address_balances_eth (address_key, balance, height) SELECT address_key, 1, ${B}-(hashtext(encode(address_key,'hex'))&511) FROM addresses_eth`,
  ]) await s.query(q);
  log(`seed ${Date.now() - t0} ms`);
  const owner = (await becomeOwner(database.url, 'eth'))!;
  const h = (await s.query(`SELECT encode(hash,'hex') h FROM blocks_eth WHERE height=${B}`)).rows[0].h;
  const tip = { height: B, hash: h };
  let recorded: any[] = [];
  const spy = new Proxy(owner, { get(t: any, p) { if (p !== 'query') return t[p]; return async (q: any, v?: any) => { const t1 = Date.now(); const r = await t.query(q, v); recorded.push({ text: q.text ?? q, values: q.values ?? v, ms: Date.now() - t1 }); return r; }; } }) as Session;
  const led = openBalanceLedger(spy, 'eth');
  const holdings1: any[] = [];
  const explain = async (name: string, skip = false) => {
    for (const r of recorded) {
      log(`== ${name} (${r.ms} ms): ${r.text.replace(/\s+/g, ' ').slice(0, 90)}`);
      if (skip || /^(BEGIN|COMMIT|SET)/.test(r.text)) continue;
      await owner.query('BEGIN');
      try { const e = await owner.query(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, COSTS OFF) ${r.text}`, r.values); log(e.rows.map((x: any) => x['QUERY PLAN']).join('\n')); } catch (e) { log(String(e)); }
      await owner.query('ROLLBACK');
    }
    recorded = [];
  };
  for (const stats of ['none', 'analyzed']) {
    if (stats === 'analyzed') { await s.query('VACUUM ANALYZE'); } else { await s.query('VACUUM address_transactions_eth'); await s.query('VACUUM internal_address_transactions_eth'); await s.query(`UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relname LIKE '%_eth%'`); }
    for (const mode of ['auto', 'force_generic_plan']) {
      log(`######## ${stats} ${mode}`);
      await owner.query(`SET plan_cache_mode = ${mode}`); await owner.query('DEALLOCATE ALL'); (owner as any).connection.parsedStatements = {};
      const skip = mode !== 'auto';
      await led.touchedAbove(B - 1, B - 1, 5000); await explain('touchedAbove', skip);
      const stale = await led.staleHoldings(200); await explain('stale', skip);
      log(`stale ids ${stale.filter((x) => x.tokenId !== null).length}`);
      await s.query('BEGIN'); 
      await s.query('ROLLBACK');
      await owner.query('BEGIN');
      await led.saveHoldings(tip, stale, stale.map(() => 5n));
      await owner.query('ROLLBACK');
      await explain('save', skip);
      const wh = (await s.query(`SELECT address_key AS "addressKey", asset, token_id FROM token_balances_eth WHERE token_id IS NULL AND touched > ${B - 10} LIMIT 200`)).rows.map((r) => ({ ...r, tokenId: null, standard: 'erc20' as const }));
      const old = (await s.query(`SELECT encode(hash,'hex') h FROM blocks_eth WHERE height=${B - 15}`)).rows[0].h;
      await s.query(`UPDATE token_balances_eth SET balance = 1, height = ${B - 15} WHERE token_id IS NULL AND touched > ${B - 10}`);
      await owner.query('BEGIN');
      await led.saveHoldings(tip, wh, wh.map(() => 5n));
      await owner.query('ROLLBACK');
      await s.query(`UPDATE token_balances_eth SET balance = NULL, height = NULL WHERE token_id IS NULL AND touched > ${B - 10}`);
      await explain('drift', skip);
      await owner.query('BEGIN');
      await touchTokenBalances(spy, 'eth', { from: B * 2 ** 20, to: (B + 1) * 2 ** 20 - 1 });
      await insertNewTokens(spy, place.chain, place.network, { from: B * 2 ** 20, to: (B + 1) * 2 ** 20 - 1 });
      await led.unaskedTokens(40);
      await owner.query('ROLLBACK');
      await explain('touch', skip);
      await owner.query('BEGIN');
      await rollbackAccountBlocks(spy, 'eth', B - 5);
      await owner.query('ROLLBACK');
      await explain('rollback', skip);
    }
  }
  await owner.end(); await s.end(); await database.drop();
}, 600_000);
