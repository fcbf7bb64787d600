-- What analysts read: amounts in coins, times, texts, and the keys that indexes find.
-- Blocks and transactions are joined from the outside, so that a query that does not ask for their columns does not read them.

-- Assets of other chains are held as secured (-), synthetic (/), traded (~) and derived (.) ones; x/… is none: anybody may make those.
-- Source: thornode common/asset.go
CREATE FUNCTION denom_unit(denom text) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('1e-' || coalesce(({{denominations}} -> denom ->> 1)::integer,
  CASE WHEN denom ~* '^(?!x/)[a-z0-9]+[-/~.][a-z0-9]+(-.+)?$' THEN {{foreign_decimals}} END, 0))::numeric;
COMMENT ON FUNCTION denom_unit IS 'A base unit in coins: amount * denom_unit(asset). 1 where decimal places are not known.';

CREATE FUNCTION denom_symbol(denom text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN coalesce({{denominations}} -> denom ->> 0, upper(substring(denom FROM '^(?!x/)[A-Za-z0-9]+[-/~.]([A-Za-z0-9]+)')));
COMMENT ON FUNCTION denom_symbol IS 'Symbol as its users know it; NULL where it is not known.';

CREATE VIEW opening AS
SELECT t.tx_key, t.messages -> 0 ->> 'source' AS source, coalesce(t.messages -> 0 -> 'unknownDenoms', '[]') AS unknown_denoms
FROM transactions t
WHERE t.tx_key = (SELECT history_from FROM sync_state)::bigint << 20
  AND t.txid = convert_to('block:' || (SELECT history_from FROM sync_state) || ':opening', 'UTF8');
COMMENT ON VIEW opening IS 'One row where it is known what everybody had before the first indexed block (the opening entry); none where not: then running sums are no balances.';
COMMENT ON COLUMN opening.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN opening.source IS 'Where from: bank (the node''s bank module) or genesis.';
COMMENT ON COLUMN opening.unknown_denoms IS 'JSON array of denominations that it does not tell.';

CREATE VIEW address_history AS
SELECT h.address_key, h.seq, h.tx_key, (h.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, txid_text(t.txid) AS txid,
  h.delta * {{coin}} AS amount, CASE WHEN EXISTS (SELECT FROM opening) THEN h.balance * {{coin}} END AS balance,
  address_text(h.address_key) AS address
FROM address_transactions h
LEFT JOIN transactions t ON t.tx_key = h.tx_key
LEFT JOIN blocks b ON b.height = (h.tx_key >> 20)::integer;
COMMENT ON VIEW address_history IS 'The history of an address in the chain''s own coin. Give an address_key.';
COMMENT ON COLUMN address_history.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN address_history.seq IS '1-based rank of the transaction in the address''s history.';
COMMENT ON COLUMN address_history.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN address_history.height IS 'Height of its block, to read; a range of blocks is one of tx_key.';
COMMENT ON COLUMN address_history.at IS 'Header time of its block, to read; for a period there is tx_range.';
COMMENT ON COLUMN address_history.txid IS 'Transaction id, to read. Find one with tx_key = {{chain}}.tx_key(''…'').';
COMMENT ON COLUMN address_history.amount IS 'Coins that the transaction adds to the balance, below zero where it takes.';
COMMENT ON COLUMN address_history.balance IS 'Coins after it; NULL without an opening entry.';
COMMENT ON COLUMN address_history.address IS 'The address, to read.';

-- Everybody's first row, and from there the newest: an address that is asked for is two index probes.
CREATE VIEW balances AS
SELECT k.address_key, CASE WHEN EXISTS (SELECT FROM opening) THEN h.balance * {{coin}} END AS balance, h.seq AS transactions,
  k.tx_key AS first_tx_key, h.tx_key AS last_tx_key, address_text(k.address_key) AS address
FROM address_transactions k
CROSS JOIN LATERAL (SELECT a.balance, a.seq, a.tx_key FROM address_transactions a WHERE a.address_key = k.address_key ORDER BY a.seq DESC LIMIT 1) h
WHERE k.seq = 1 AND NOT EXISTS (SELECT FROM first_sync);
COMMENT ON VIEW balances IS 'What every address has of the chain''s own coin at the cursor, also those with nothing: one walk through the histories. None during the first sync.';
COMMENT ON COLUMN balances.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN balances.balance IS 'Coins; NULL without an opening entry.';
COMMENT ON COLUMN balances.transactions IS 'Length of its history.';
COMMENT ON COLUMN balances.first_tx_key IS 'Its first entry.';
COMMENT ON COLUMN balances.last_tx_key IS 'Its last entry.';
COMMENT ON COLUMN balances.address IS 'The address, to read.';

-- A holding begins with a row whose delta is the balance. An index has those, so that holders of a denomination are found without
-- what they did.
CREATE VIEW token_balances AS
SELECT k.asset, k.address_key, CASE WHEN NOT o.unknown_denoms ? k.asset THEN h.balance * denom_unit(k.asset) END AS balance,
  h.tx_key AS last_tx_key, denom_symbol(k.asset) AS symbol, address_text(k.address_key) AS address
FROM (SELECT DISTINCT t.asset, t.address_key FROM token_history t WHERE t.balance = t.delta) k
CROSS JOIN LATERAL (
  SELECT t.balance, t.tx_key FROM token_history t WHERE t.address_key = k.address_key AND t.asset = k.asset
  ORDER BY t.address_key DESC, t.asset DESC, t.tx_key DESC LIMIT 1) h
LEFT JOIN opening o ON true;
COMMENT ON VIEW token_balances IS 'What everybody has, or had, of other denominations at the cursor. Give an asset, an address_key or both.';
COMMENT ON COLUMN token_balances.asset IS 'Denomination as the bank module writes it.';
COMMENT ON COLUMN token_balances.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN token_balances.balance IS 'In coins, base units where decimal places are not known; NULL without an opening entry.';
COMMENT ON COLUMN token_balances.last_tx_key IS 'Its last entry.';
COMMENT ON COLUMN token_balances.symbol IS 'Symbol as its users know it; NULL where it is not known.';
COMMENT ON COLUMN token_balances.address IS 'The address, to read.';

CREATE VIEW transfers_text AS
SELECT f.tx_key, (f.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, txid_text(t.txid) AS txid, f.idx, f.kind::text AS kind,
  address_text(f.from_key) AS from_address, address_text(f.to_key) AS to_address, f.amount * CASE WHEN f.asset IS NULL THEN {{coin}} ELSE denom_unit(f.asset) END AS amount,
  coalesce(f.asset, {{native_denom}}) AS denom, CASE WHEN f.asset IS NULL THEN {{symbol}} ELSE denom_symbol(f.asset) END AS symbol, f.from_key, f.to_key, f.asset
FROM transfers f
LEFT JOIN transactions t ON t.tx_key = f.tx_key
LEFT JOIN blocks b ON b.height = (f.tx_key >> 20)::integer;
COMMENT ON VIEW transfers_text IS 'Transfers as people read them. Give a range of tx_key.';
COMMENT ON COLUMN transfers_text.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transfers_text.height IS 'Height of its block, to read; a range of blocks is one of tx_key.';
COMMENT ON COLUMN transfers_text.at IS 'Header time of its block, to read; for a period there is tx_range.';
COMMENT ON COLUMN transfers_text.txid IS 'Transaction id, to read. Find one with tx_key = {{chain}}.tx_key(''…'').';
COMMENT ON COLUMN transfers_text.idx IS 'As in transfers.';
COMMENT ON COLUMN transfers_text.kind IS 'As in transfers.';
COMMENT ON COLUMN transfers_text.from_address IS 'from_key, to read.';
COMMENT ON COLUMN transfers_text.to_address IS 'to_key, to read.';
COMMENT ON COLUMN transfers_text.amount IS 'In coins, base units where decimal places are not known.';
COMMENT ON COLUMN transfers_text.denom IS 'asset, with the chain''s own coin too.';
COMMENT ON COLUMN transfers_text.symbol IS 'Symbol as its users know it; NULL where it is not known.';
COMMENT ON COLUMN transfers_text.from_key IS 'As in transfers.';
COMMENT ON COLUMN transfers_text.to_key IS 'As in transfers.';
COMMENT ON COLUMN transfers_text.asset IS 'As in transfers.';

CREATE VIEW swaps AS
SELECT d.tx_key AS in_tx_key, to_timestamp(e.time) AS in_at, upper(encode(p.in_txid, 'hex')) AS in_txid, address_text(d.from_key) AS from_address,
  d.memo, p.tx_key, (p.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, coalesce(upper(encode(p.out_txid, 'hex')), txid_text(t.txid)) AS out_txid,
  p.to_chain, p.to_address, p.asset,
  p.amount * CASE WHEN p.asset LIKE '%.' || {{symbol}} THEN {{coin}}
    ELSE ('1e-' || coalesce({{denominations}} -> lower(split_part(p.asset, '.', 2)) ->> 1, '8'))::numeric END AS amount,
  p.memo AS out_memo, d.from_key
FROM payouts p
LEFT JOIN transactions d ON d.txid = p.in_txid
LEFT JOIN transactions t ON t.tx_key = p.tx_key
LEFT JOIN blocks e ON e.height = (d.tx_key >> 20)::integer
LEFT JOIN blocks b ON b.height = (p.tx_key >> 20)::integer;
COMMENT ON VIEW swaps IS 'Payouts for deposits, a row each. Give in_tx_key, or a range of tx_key.';
COMMENT ON COLUMN swaps.in_tx_key IS 'The deposit; NULL where coins came from another chain.';
COMMENT ON COLUMN swaps.in_at IS 'Header time of its block.';
COMMENT ON COLUMN swaps.in_txid IS 'As in payouts, to read.';
COMMENT ON COLUMN swaps.from_address IS 'Who made it; NULL where coins came from another chain.';
COMMENT ON COLUMN swaps.memo IS 'Memo of the deposit: what was asked for.';
COMMENT ON COLUMN swaps.tx_key IS 'As in payouts.';
COMMENT ON COLUMN swaps.height IS 'Height of its block, to read; a range of blocks is one of tx_key.';
COMMENT ON COLUMN swaps.at IS 'Header time of its block, to read; for a period there is tx_range.';
COMMENT ON COLUMN swaps.out_txid IS 'As in payouts, to read; where this chain paid, the text of the entry.';
COMMENT ON COLUMN swaps.to_chain IS 'As in payouts.';
COMMENT ON COLUMN swaps.to_address IS 'As in payouts.';
COMMENT ON COLUMN swaps.asset IS 'What was paid, as the protocol writes it: BTC.BTC.';
COMMENT ON COLUMN swaps.amount IS 'Coins of it.';
COMMENT ON COLUMN swaps.out_memo IS 'Memo of the payout.';
COMMENT ON COLUMN swaps.from_key IS 'from_address in binary, to compare.';

-- One row per day is made of numbers, so that a day that is asked for is the only one that is read. Blocks are gone through one by
-- one (OFFSET 0), whatever the planner believes of their sizes. Columns that nobody asks for are not counted.
CREATE VIEW daily AS
SELECT date '1970-01-01' + d.n::integer AS day,
  (SELECT count(*) FROM blocks b WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS blocks,
  (SELECT coalesce(sum(b.tx_count), 0) FROM blocks b WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS transactions,
  (SELECT coalesce(sum(f.amount), 0) * {{coin}}
   FROM blocks b
   CROSS JOIN LATERAL (
     SELECT sum(f.amount) AS amount FROM transfers f
     WHERE f.tx_key >= b.height::bigint << 20 AND f.tx_key < b.height::bigint + 1 << 20 AND f.kind = 'native' OFFSET 0) f
   WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS volume,
  (SELECT coalesce(sum(f.fees), 0) * {{coin}}
   FROM blocks b
   CROSS JOIN LATERAL (
     SELECT sum(t.fee) AS fees FROM transactions t
     WHERE t.tx_key >= b.height::bigint << 20 AND t.tx_key < b.height::bigint + 1 << 20 OFFSET 0) f
   WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS fees,
  (SELECT count(DISTINCT a.address_key)
   FROM blocks b
   CROSS JOIN LATERAL (
     SELECT t.from_key FROM transactions t
     WHERE t.tx_key >= b.height::bigint << 20 AND t.tx_key < b.height::bigint + 1 << 20
     UNION ALL
     SELECT a.address_key FROM transfers f CROSS JOIN LATERAL (VALUES (f.from_key), (f.to_key)) AS a(address_key)
     WHERE f.tx_key >= b.height::bigint << 20 AND f.tx_key < b.height::bigint + 1 << 20
     OFFSET 0) a(address_key)
   WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS active_addresses,
  (SELECT coalesce(sum(f.transfers), 0)
   FROM blocks b
   CROSS JOIN LATERAL (
     SELECT count(*) AS transfers FROM transfers f
     WHERE f.tx_key >= b.height::bigint << 20 AND f.tx_key < b.height::bigint + 1 << 20 AND f.kind = 'token' OFFSET 0) f
   WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS token_transfers
FROM (SELECT generate_series((SELECT min(time) FROM blocks) / 86400, (SELECT max(time) FROM blocks) / 86400) AS n) d;
COMMENT ON VIEW daily IS 'One row per day of UTC, by the header times of blocks. Give days.';
COMMENT ON COLUMN daily.day IS 'The day, UTC.';
COMMENT ON COLUMN daily.blocks IS 'Blocks.';
COMMENT ON COLUMN daily.transactions IS 'Transactions, failed ones included.';
COMMENT ON COLUMN daily.volume IS 'The chain''s own coins that moved between addresses, modules included: a swap moves them more than once.';
COMMENT ON COLUMN daily.fees IS 'Coins paid as fees.';
COMMENT ON COLUMN daily.active_addresses IS 'Addresses that signed, or are in any transfer, modules and contracts included.';
COMMENT ON COLUMN daily.token_transfers IS 'Transfers of other denominations.';
