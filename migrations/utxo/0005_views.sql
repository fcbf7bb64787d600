-- What analysts read: amounts in coins, times, texts, and the keys that indexes find.
-- Blocks and transactions are joined from the outside, so that a query that does not ask for their columns does not read them.

CREATE VIEW address_history AS
SELECT h.address_key, h.seq, h.tx_key, (h.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, txid_text(t.txid) AS txid,
  h.delta * {{coin}} AS amount, CASE WHEN s.history_from = 0 THEN h.balance * {{coin}} END AS balance,
  address_text(h.address_key) AS address
FROM address_transactions h
LEFT JOIN sync_state s ON true
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
COMMENT ON COLUMN address_history.balance IS 'Coins after it; NULL where the history does not start at block 0.';
COMMENT ON COLUMN address_history.address IS 'The address, to read.';

-- Texts stand outside of the sums: a query makes those alone that it shows.
CREATE VIEW balances AS
SELECT g.address_key, CASE WHEN s.history_from = 0 AND f.stage IS NULL THEN g.value * {{coin}} END AS balance,
  g.outputs, g.oldest_tx_key, g.newest_tx_key, address_text(g.address_key) AS address
FROM (
  SELECT address_key, sum(value) AS value, count(*) AS outputs, min(tx_key) AS oldest_tx_key, max(tx_key) AS newest_tx_key
  FROM unspent_outputs
  WHERE address_key IS NOT NULL
  GROUP BY address_key
) g
LEFT JOIN sync_state s ON true
LEFT JOIN first_sync f ON true;
COMMENT ON VIEW balances IS 'What every address has at the cursor, without those with nothing: one walk through the unspent outputs.';
COMMENT ON COLUMN balances.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN balances.balance IS 'Coins; NULL where the history does not start at block 0, and during the first sync.';
COMMENT ON COLUMN balances.outputs IS 'Number of its unspent outputs.';
COMMENT ON COLUMN balances.oldest_tx_key IS 'The transaction of the oldest.';
COMMENT ON COLUMN balances.newest_tx_key IS 'The transaction of the newest.';
COMMENT ON COLUMN balances.address IS 'The address, to read.';

CREATE VIEW transaction_outputs AS
SELECT t.tx_key, (t.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, txid_text(t.txid) AS txid, (o.n - 1)::integer AS vout,
  o.value * {{coin}} AS amount, o.value, o.address_key, address_text(o.address_key) AS address, t.output_scripts[o.n] AS script,
  t.output_tokens[o.n] AS token
FROM transactions t
CROSS JOIN LATERAL unnest(t.output_values, t.output_keys) WITH ORDINALITY AS o(value, address_key, n)
LEFT JOIN blocks b ON b.height = (t.tx_key >> 20)::integer;
COMMENT ON VIEW transaction_outputs IS 'One row per output. Give a range of tx_key.';
COMMENT ON COLUMN transaction_outputs.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transaction_outputs.height IS 'Height of its block, to read; a range of blocks is one of tx_key.';
COMMENT ON COLUMN transaction_outputs.at IS 'Header time of its block, to read; for a period there is tx_range.';
COMMENT ON COLUMN transaction_outputs.txid IS 'Transaction id, to read. Find one with tx_key = {{chain}}.tx_key(''…'').';
COMMENT ON COLUMN transaction_outputs.vout IS 'Index of the output.';
COMMENT ON COLUMN transaction_outputs.amount IS 'Coins.';
COMMENT ON COLUMN transaction_outputs.value IS 'Amount in base units.';
COMMENT ON COLUMN transaction_outputs.address_key IS 'The address it pays; NULL for none.';
COMMENT ON COLUMN transaction_outputs.address IS 'The address, to read.';
COMMENT ON COLUMN transaction_outputs.script IS 'As output_scripts in transactions.';
COMMENT ON COLUMN transaction_outputs.token IS 'As output_tokens in transactions.';

CREATE VIEW transaction_inputs AS
SELECT t.tx_key, (t.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, txid_text(t.txid) AS txid, (i.n - 1)::integer AS vin,
  i.prev_tx_key, txid_text(coalesce(p.txid, t.input_txids[i.n])) AS prev_txid, i.prev_vout,
  coalesce(p.output_values[i.prev_vout + 1], t.input_values[i.n]) * {{coin}} AS amount,
  coalesce(p.output_values[i.prev_vout + 1], t.input_values[i.n]) AS value,
  coalesce(p.output_keys[i.prev_vout + 1], t.input_keys[i.n]) AS address_key,
  address_text(coalesce(p.output_keys[i.prev_vout + 1], t.input_keys[i.n])) AS address
FROM transactions t
CROSS JOIN LATERAL unnest(t.input_tx_keys, t.input_vouts) WITH ORDINALITY AS i(prev_tx_key, prev_vout, n)
LEFT JOIN LATERAL (SELECT txid, output_values, output_keys FROM transactions WHERE tx_key = i.prev_tx_key LIMIT 1) p ON true
LEFT JOIN blocks b ON b.height = (t.tx_key >> 20)::integer;
COMMENT ON VIEW transaction_inputs IS 'One row per input, with the output it spends. Coinbases have none. Give a range of tx_key.';
COMMENT ON COLUMN transaction_inputs.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transaction_inputs.height IS 'Height of its block, to read; a range of blocks is one of tx_key.';
COMMENT ON COLUMN transaction_inputs.at IS 'Header time of its block, to read; for a period there is tx_range.';
COMMENT ON COLUMN transaction_inputs.txid IS 'Transaction id, to read. Find one with tx_key = {{chain}}.tx_key(''…'').';
COMMENT ON COLUMN transaction_inputs.vin IS 'Index of the input.';
COMMENT ON COLUMN transaction_inputs.prev_tx_key IS 'Transaction that made the spent output; NULL where it lies before history_from.';
COMMENT ON COLUMN transaction_inputs.prev_txid IS 'Its id, to read.';
COMMENT ON COLUMN transaction_inputs.prev_vout IS 'Index of the spent output.';
COMMENT ON COLUMN transaction_inputs.amount IS 'Coins; NULL where not known (before history_from).';
COMMENT ON COLUMN transaction_inputs.value IS 'Amount in base units.';
COMMENT ON COLUMN transaction_inputs.address_key IS 'Address that it was spent from; NULL for none.';
COMMENT ON COLUMN transaction_inputs.address IS 'The address, to read.';

-- Who paid is looked up for those alone who ask for from_key or is_change: scalar subqueries, which no other query runs.
CREATE VIEW transfers AS
SELECT t.tx_key, (o.n - 1)::integer AS idx,
  CASE WHEN t.tx_key & 1048575 = 0 THEN 'reward' ELSE 'native' END::chaintrail.transfer_kind AS kind,
  (SELECT CASE WHEN count(DISTINCT i.address_key) = 1 AND count(i.address_key) = count(*) THEN (array_agg(i.address_key))[1] END
   FROM transaction_inputs i WHERE i.tx_key = t.tx_key) AS from_key,
  o.address_key AS to_key, o.value::numeric AS amount,
  coalesce(o.address_key = ANY (ARRAY(SELECT i.address_key FROM transaction_inputs i WHERE i.tx_key = t.tx_key)), false) AS is_change
FROM transactions t
CROSS JOIN LATERAL unnest(t.output_values, t.output_keys) WITH ORDINALITY AS o(value, address_key, n);
COMMENT ON VIEW transfers IS 'One row per output, as account chains have transfers. Give a range of tx_key.';
COMMENT ON COLUMN transfers.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transfers.idx IS 'Index of the output.';
COMMENT ON COLUMN transfers.kind IS 'native, or reward for the outputs of a coinbase, fees included.';
COMMENT ON COLUMN transfers.from_key IS 'The address that all inputs were spent from; NULL for several, or not known.';
COMMENT ON COLUMN transfers.to_key IS 'The address it pays; NULL for none.';
COMMENT ON COLUMN transfers.amount IS 'In base units.';
COMMENT ON COLUMN transfers.is_change IS 'Whether it pays an address that the transaction spends from.';

CREATE VIEW transfers_text AS
SELECT f.tx_key, (f.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, txid_text(t.txid) AS txid, f.idx, f.kind::text AS kind,
  address_text(f.from_key) AS from_address, address_text(f.to_key) AS to_address, f.amount * {{coin}} AS amount, f.is_change,
  f.from_key, f.to_key
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
COMMENT ON COLUMN transfers_text.amount IS 'Coins.';
COMMENT ON COLUMN transfers_text.is_change IS 'As in transfers.';
COMMENT ON COLUMN transfers_text.from_key IS 'As in transfers.';
COMMENT ON COLUMN transfers_text.to_key IS 'As in transfers.';

-- One row per day is made of numbers, so that a day that is asked for is the only one that is read. Blocks are gone through one by
-- one (OFFSET 0), whatever the planner believes of their sizes. Columns that nobody asks for are not counted.
CREATE VIEW daily AS
SELECT date '1970-01-01' + d.n::integer AS day,
  (SELECT count(*) FROM blocks b WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS blocks,
  (SELECT coalesce(sum(b.tx_count), 0) FROM blocks b WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS transactions,
  (SELECT CASE WHEN (SELECT history_from FROM sync_state) = 0 THEN coalesce(sum(f.amount), 0) * {{coin}} END
   FROM blocks b
   CROSS JOIN LATERAL (
     SELECT sum(o.value) AS amount
     FROM transactions t
     CROSS JOIN LATERAL (SELECT ARRAY(SELECT i.address_key FROM transaction_inputs i WHERE i.tx_key = t.tx_key) AS keys OFFSET 0) own
     CROSS JOIN LATERAL unnest(t.output_values, t.output_keys) AS o(value, address_key)
     WHERE t.tx_key > b.height::bigint << 20 AND t.tx_key < b.height::bigint + 1 << 20 AND (o.address_key = ANY (own.keys)) IS NOT TRUE
     OFFSET 0) f
   WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS volume,
  (SELECT CASE WHEN bool_and(f.is_known) IS NOT FALSE THEN coalesce(sum(f.fees), 0) * {{coin}} END
   FROM blocks b
   CROSS JOIN LATERAL (
     SELECT sum(t.fee) AS fees, bool_and(t.fee IS NOT NULL) AS is_known FROM transactions t
     WHERE t.tx_key >= b.height::bigint << 20 AND t.tx_key < b.height::bigint + 1 << 20 OFFSET 0) f
   WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS fees,
  (SELECT count(DISTINCT a.address_key)
   FROM blocks b
   CROSS JOIN LATERAL (
     SELECT o.address_key FROM transactions t CROSS JOIN LATERAL unnest(t.output_keys) AS o(address_key)
     WHERE t.tx_key >= b.height::bigint << 20 AND t.tx_key < b.height::bigint + 1 << 20
     UNION ALL
     SELECT i.address_key FROM transaction_inputs i WHERE i.tx_key >= b.height::bigint << 20 AND i.tx_key < b.height::bigint + 1 << 20
     OFFSET 0) a
   WHERE b.time >= d.n * 86400 AND b.time < (d.n + 1) * 86400) AS active_addresses
FROM (SELECT generate_series((SELECT min(time) FROM blocks) / 86400, (SELECT max(time) FROM blocks) / 86400) AS n) d;
COMMENT ON VIEW daily IS 'One row per day of UTC, by the header times of blocks. Give days.';
COMMENT ON COLUMN daily.day IS 'The day, UTC.';
COMMENT ON COLUMN daily.blocks IS 'Blocks.';
COMMENT ON COLUMN daily.transactions IS 'Transactions, coinbases included.';
COMMENT ON COLUMN daily.volume IS 'Coins paid, without coinbases and what pays an address that the transaction spends from. NULL where the history does not start at block 0. Reads the spent outputs.';
COMMENT ON COLUMN daily.fees IS 'Coins paid as fees; NULL where some are not known.';
COMMENT ON COLUMN daily.active_addresses IS 'Addresses that were paid or paid. Reads the spent outputs.';

-- No index says who spends an output: it is looked for in the history of the output's address, from the block on that made it
-- (Bitcoin Cash: a transaction may spend what a later one of its block makes), among transactions that take from the address.
CREATE FUNCTION spent_by(txid text, vout integer) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  made bigint := {{chain}}.tx_key(txid);
  key bytea := (SELECT t.output_keys[vout + 1] FROM {{chain}}.transactions t WHERE t.tx_key = made);
  low bigint := 1;
  high bigint := (SELECT h.seq FROM {{chain}}.address_transactions h WHERE h.address_key = key ORDER BY h.seq DESC LIMIT 1);
  spender bytea;
BEGIN
  IF EXISTS (SELECT true FROM {{chain}}.unspent_outputs u WHERE u.txid = {{chain}}.txid($1) AND u.vout = $2) THEN
    RETURN NULL;
  END IF;
  WHILE low < high LOOP
    IF (SELECT h.tx_key FROM {{chain}}.address_transactions h WHERE h.address_key = key AND h.seq = (low + high) / 2) < made >> 20 << 20 THEN
      low := (low + high) / 2 + 1;
    ELSE
      high := (low + high) / 2;
    END IF;
  END LOOP;
  SELECT t.txid INTO spender
  FROM {{chain}}.address_transactions h
  JOIN {{chain}}.transactions t ON t.tx_key = h.tx_key
  WHERE h.address_key = key AND h.seq >= low AND made = ANY (t.input_tx_keys)
    AND EXISTS (SELECT true FROM unnest(t.input_tx_keys, t.input_vouts) AS i(prev_tx_key, prev_vout) WHERE i.prev_tx_key = made AND i.prev_vout = $2)
  ORDER BY h.seq LIMIT 1;
  RETURN {{chain}}.txid_text(spender);
END $$;
COMMENT ON FUNCTION spent_by IS 'The transaction that spends an output; NULL for none, or without an address. Reads the history of that address from there on.';
