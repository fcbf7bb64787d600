-- What analysts read: amounts in coins, times, texts, and the keys that indexes find.
-- Blocks and transactions are joined from the outside, so that a query that does not ask for their columns does not read them.

-- The stretch of blocks up to the tip whose internal transfers are all part of the rows; empty (until < since) where the tip is not traced.
CREATE VIEW traced AS
SELECT greatest(i.from_height, {{irregular_block}}, (SELECT max(to_height) + 1 FROM internal_gaps)) AS since, s.height AS until
FROM internal_sync i
CROSS JOIN sync_state s
WHERE i.from_height IS NOT NULL;
COMMENT ON VIEW traced IS 'One row: between which blocks, up to the tip, internal transfers are complete; none where nothing was traced. Older blocks may be, beyond internal_gaps.';
COMMENT ON COLUMN traced.since IS 'First block of them.';
COMMENT ON COLUMN traced.until IS 'Last one.';

-- A balance after a transaction is counted from what the node said of a block, over everything that moved between the two.
CREATE VIEW address_history AS
SELECT a.address_key, a.tx_key, (a.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, txid_text(t.txid) AS txid,
  a.delta * {{coin}} AS amount,
  CASE WHEN least(a.tx_key >> 20, k.height) >= (SELECT since FROM traced)
      AND NOT EXISTS (SELECT FROM address_gaps g WHERE g.address_key = a.address_key AND g.to_height >= a.tx_key >> 20)
    THEN (a.balance + k.origin) * {{coin}} END AS balance,
  address_text(a.address_key) AS address
FROM address_transactions a
LEFT JOIN address_balances k ON k.address_key = a.address_key
LEFT JOIN transactions t ON t.tx_key = a.tx_key
LEFT JOIN blocks b ON b.height = (a.tx_key >> 20)::integer;
COMMENT ON VIEW address_history IS 'The history of an address in the chain''s own coin. Give an address_key.';
COMMENT ON COLUMN address_history.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN address_history.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN address_history.height IS 'Height of its block, to read; a range of blocks is one of tx_key.';
COMMENT ON COLUMN address_history.at IS 'Header time of its block, to read; for a period there is tx_range.';
COMMENT ON COLUMN address_history.txid IS 'Transaction id, to read. Find one with tx_key = {{chain}}.tx_key(''…'').';
COMMENT ON COLUMN address_history.amount IS 'Coins that the transaction adds to the balance, below zero where it takes.';
COMMENT ON COLUMN address_history.balance IS 'Coins after it; NULL unless all blocks since a balance by the node are traced. The API knows more.';
COMMENT ON COLUMN address_history.address IS 'The address, to read.';

CREATE VIEW balances AS
SELECT k.address_key, CASE WHEN k.height = s.height OR t.since <= k.height + 1 AND NOT moved.since THEN k.balance * {{coin}} END AS balance, k.balance * {{coin}} AS balance_then, k.height,
  address_text(k.address_key) AS address
FROM address_balances k
LEFT JOIN sync_state s ON true
LEFT JOIN traced t ON true
CROSS JOIN LATERAL (SELECT
  coalesce((SELECT a.tx_key FROM address_transactions a WHERE a.address_key = k.address_key ORDER BY a.seq DESC LIMIT 1) >= tx_key(k.height + 1), false) AS since OFFSET 0) moved;
COMMENT ON VIEW balances IS 'Balances by the node, of addresses that blocks touched since the chain went live. Of others ask the API.';
COMMENT ON COLUMN balances.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN balances.balance IS 'Coins at the cursor; NULL where something moved, or may have, since.';
COMMENT ON COLUMN balances.balance_then IS 'Coins at the end of block height.';
COMMENT ON COLUMN balances.height IS 'As in address_balances.';
COMMENT ON COLUMN balances.address IS 'The address, to read.';

CREATE VIEW holders AS
SELECT b.asset, b.address_key, b.token_id, CASE WHEN b.height >= b.touched THEN b.balance * ('1e-' || coalesce(k.decimals, 0))::numeric END AS balance,
  b.height, b.first_touched, b.touched, k.symbol, k.drifts, address_text(b.address_key) AS address
FROM token_balances b
LEFT JOIN tokens k ON k.asset = b.asset;
COMMENT ON VIEW holders IS 'Who ever had a transfer of a token, and how many it has. Give an address_key; by asset alone it needs an index (docs/analysts.md).';
COMMENT ON COLUMN holders.asset IS 'The token''s contract, as in tokens.';
COMMENT ON COLUMN holders.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN holders.token_id IS 'As in token_balances.';
COMMENT ON COLUMN holders.balance IS 'In tokens, base units where the contract says no decimals; NULL where not asked since the last transfer.';
COMMENT ON COLUMN holders.height IS 'As in token_balances.';
COMMENT ON COLUMN holders.first_touched IS 'As in token_balances.';
COMMENT ON COLUMN holders.touched IS 'As in token_balances.';
COMMENT ON COLUMN holders.symbol IS 'Symbol that the contract says; anybody may say any.';
COMMENT ON COLUMN holders.drifts IS 'As in token_balances.';
COMMENT ON COLUMN holders.address IS 'The address, to read.';

CREATE VIEW transfers_text AS
SELECT f.tx_key, (f.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, txid_text(t.txid) AS txid, f.idx, f.kind::text AS kind,
  transfer_standard(f.standard::text, k.reading) AS standard, address_text(f.from_key) AS from_address, address_text(f.to_key) AS to_address,
  transfer_amount(f.standard::text, k.reading, f.amount, f.token_id)
    * CASE WHEN f.asset IS NULL THEN {{coin}}
      WHEN transfer_standard(f.standard::text, k.reading) = 'erc721' THEN 1
      ELSE ('1e-' || coalesce(k.decimals, 0))::numeric END AS amount,
  address_text(f.asset) AS token, k.symbol, transfer_token_id(f.standard::text, k.reading, f.amount, f.token_id) AS token_id,
  f.from_key, f.to_key, f.asset
FROM transfers f
LEFT JOIN (SELECT *, token_reading(standard::text, plain_from, indexed_from) AS reading FROM tokens) k ON k.asset = f.asset
LEFT JOIN transactions t ON t.tx_key = f.tx_key
LEFT JOIN blocks b ON b.height = (f.tx_key >> 20)::integer;
COMMENT ON VIEW transfers_text IS 'Transfers as people read them, without what the genesis block gave. Give a range of tx_key.';
COMMENT ON COLUMN transfers_text.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transfers_text.height IS 'Height of its block, to read; a range of blocks is one of tx_key.';
COMMENT ON COLUMN transfers_text.at IS 'Header time of its block, to read; for a period there is tx_range.';
COMMENT ON COLUMN transfers_text.txid IS 'Transaction id, to read. Find one with tx_key = {{chain}}.tx_key(''…'').';
COMMENT ON COLUMN transfers_text.idx IS 'As in transfers.';
COMMENT ON COLUMN transfers_text.kind IS 'As in transfers.';
COMMENT ON COLUMN transfers_text.standard IS 'Standard as known of its contract now; NULL for the chain''s own coin.';
COMMENT ON COLUMN transfers_text.from_address IS 'from_key, to read.';
COMMENT ON COLUMN transfers_text.to_address IS 'to_key, to read.';
COMMENT ON COLUMN transfers_text.amount IS 'In coins or tokens, base units where the contract says no decimals.';
COMMENT ON COLUMN transfers_text.token IS 'asset, to read.';
COMMENT ON COLUMN transfers_text.symbol IS 'Symbol that the contract says; anybody may say any.';
COMMENT ON COLUMN transfers_text.token_id IS 'Which token of an ERC-721 or ERC-1155 contract, as known of it now.';
COMMENT ON COLUMN transfers_text.from_key IS 'As in transfers.';
COMMENT ON COLUMN transfers_text.to_key IS 'As in transfers.';
COMMENT ON COLUMN transfers_text.asset IS 'As in transfers.';

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
     SELECT a.address_key FROM transactions t CROSS JOIN LATERAL (VALUES (t.from_key), (t.to_key), (t.created_contract)) AS a(address_key)
     WHERE t.tx_key >= b.height::bigint << 20 AND t.tx_key < b.height::bigint + 1 << 20
     UNION ALL
     SELECT a.address_key FROM transfers f CROSS JOIN LATERAL (VALUES (f.from_key), (f.to_key)) AS a(address_key)
     WHERE f.tx_key >= b.height::bigint << 20 AND f.tx_key < b.height::bigint + 1 << 20
     OFFSET 0) a
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
COMMENT ON COLUMN daily.volume IS 'Coins that transactions moved by their value, not what contracts sent on.';
COMMENT ON COLUMN daily.fees IS 'Coins paid as fees.';
COMMENT ON COLUMN daily.active_addresses IS 'Addresses that sent, were called or created, or are in any transfer.';
COMMENT ON COLUMN daily.token_transfers IS 'Transfers of tokens.';
