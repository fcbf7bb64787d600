-- An index that finds a block by its hash. The indexer builds what is missing when it next writes.

CREATE OR REPLACE FUNCTION chain_indexes() RETURNS TABLE (name text, on_table text, definition text) LANGUAGE sql IMMUTABLE AS $$
  SELECT i.on_table || '_' || i.suffix, i.on_table,
    format('CREATE %s IF NOT EXISTS %I ON {{chain}}.%I %s', i.kind, i.on_table || '_' || i.suffix, i.on_table, i.what)
  FROM (VALUES
    (1, 'address_transactions', 'history', 'UNIQUE INDEX', '(address_key, seq) WITH (fillfactor = 92)'),
    (2, 'transactions', 'tx_key', 'UNIQUE INDEX', '(tx_key) WITH (fillfactor = 100)'),
    (3, 'transactions', 'txid', 'INDEX', 'USING hash (txid) WITH (fillfactor = 90)'),
    (4, 'transactions', 'in_txid', 'INDEX', 'USING hash (in_txid) WHERE in_txid IS NOT NULL'),
    (5, 'transfers', 'place', 'UNIQUE INDEX', '(tx_key, idx) WITH (fillfactor = 100)'),
    (6, 'token_history', 'holding', 'UNIQUE INDEX', '(address_key, asset, tx_key)'),
    -- Holders of a denomination: a holding begins with a row whose delta is the balance.
    (7, 'token_history', 'holders', 'INDEX', '(asset, address_key) WHERE balance = delta'),
    (8, 'payouts', 'place', 'UNIQUE INDEX', '(tx_key, idx) WITH (fillfactor = 100)'),
    (9, 'payouts', 'in_txid', 'INDEX', 'USING hash (in_txid)'),
    (10, 'blocks', 'height', 'UNIQUE INDEX', '(height)'),
    (11, 'blocks', 'time', 'INDEX', '(time)'),
    -- Asked for equality alone.
    (12, 'blocks', 'hash', 'INDEX', 'USING hash (hash) WITH (fillfactor = 90)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
