-- Reasons of refunds beside those of failures.

COMMENT ON COLUMN transactions.failure IS 'Why it failed (code above 0), else why a deposit was given back: itself, or in_txid of an entry of the block.';

-- The indexer builds what is missing when it next writes.
CREATE OR REPLACE FUNCTION chain_indexes() RETURNS TABLE (name text, on_table text, definition text) LANGUAGE sql IMMUTABLE AS $$
  SELECT i.on_table || '_' || i.suffix, i.on_table,
    format('CREATE %s IF NOT EXISTS %I ON {{chain}}.%I %s', i.kind, i.on_table || '_' || i.suffix, i.on_table, i.what)
  FROM (VALUES
    (1, 'address_transactions', 'history', 'UNIQUE INDEX', '(address_key, seq) WITH (fillfactor = 92)'),
    (2, 'transactions', 'tx_key', 'UNIQUE INDEX', '(tx_key) WITH (fillfactor = 100)'),
    (3, 'transactions', 'txid', 'INDEX', 'USING hash (txid) WITH (fillfactor = 90)'),
    (4, 'transactions', 'in_txid', 'INDEX', 'USING hash (in_txid) WHERE in_txid IS NOT NULL'),
    -- Refunds of a range of blocks: few of what EndBlock answers.
    (5, 'transactions', 'refunds', 'INDEX', '(tx_key) WHERE in_txid IS NOT NULL AND failure IS NOT NULL'),
    (6, 'transfers', 'place', 'UNIQUE INDEX', '(tx_key, idx) WITH (fillfactor = 100)'),
    (7, 'token_history', 'holding', 'UNIQUE INDEX', '(address_key, asset, tx_key)'),
    (8, 'token_holdings', 'holding', 'UNIQUE INDEX', '(address_key, asset)'),
    (9, 'token_holdings', 'holders', 'INDEX', '(asset, balance, address_key)'),
    (10, 'payouts', 'place', 'UNIQUE INDEX', '(tx_key, idx) WITH (fillfactor = 100)'),
    (11, 'payouts', 'in_txid', 'INDEX', 'USING hash (in_txid)'),
    (12, 'blocks', 'height', 'UNIQUE INDEX', '(height)'),
    (13, 'blocks', 'time', 'INDEX', '(time)'),
    -- Asked for equality alone.
    (14, 'blocks', 'hash', 'INDEX', 'USING hash (hash) WITH (fillfactor = 90)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
