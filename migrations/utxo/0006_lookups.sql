-- Which input spends an output that an unconfirmed transaction spends, and an index that finds a block by its hash.

ALTER TABLE mempool_spends ADD COLUMN vin integer;
UPDATE mempool_spends s SET vin = i.n - 1
FROM mempool_transactions m CROSS JOIN LATERAL unnest(m.input_txids, m.input_vouts) WITH ORDINALITY AS i(txid, vout, n)
WHERE m.id = s.id AND i.txid = s.txid AND i.vout = s.vout;
ALTER TABLE mempool_spends ALTER COLUMN vin SET NOT NULL;
COMMENT ON COLUMN mempool_spends.vin IS 'Index of the input.';

-- The indexer builds what is missing when it next writes.

CREATE OR REPLACE FUNCTION chain_indexes() RETURNS TABLE (name text, on_table text, definition text) LANGUAGE sql IMMUTABLE AS $$
  SELECT i.on_table || '_' || i.suffix, i.on_table,
    format('CREATE %s IF NOT EXISTS %I ON {{chain}}.%I %s', i.kind, i.on_table || '_' || i.suffix, i.on_table, i.what)
  FROM (VALUES
    (1, 'address_transactions', 'history', 'UNIQUE INDEX', '(address_key, seq) WITH (fillfactor = 92)'),
    -- Only a rollback looks rows up by tx_key, and always the newest: a block-range index costs next to nothing to keep.
    (2, 'address_transactions', 'tx_key', 'INDEX', 'USING brin (tx_key) WITH (autosummarize = on, pages_per_range = 32)'),
    -- Rows come in its order: full pages are not split.
    (3, 'transactions', 'tx_key', 'UNIQUE INDEX', '(tx_key) WITH (fillfactor = 100)'),
    -- Asked for equality alone: half the bytes of a tree.
    (4, 'transactions', 'txid', 'INDEX', 'USING hash (txid) WITH (fillfactor = 90)'),
    (5, 'unspent_outputs', 'outpoint', 'UNIQUE INDEX', '(txid, vout)'),
    (6, 'unspent_outputs', 'address', 'INDEX', '(address_key, tx_key, vout) WHERE address_key IS NOT NULL'),
    (7, 'blocks', 'height', 'UNIQUE INDEX', '(height)'),
    (8, 'blocks', 'time', 'INDEX', '(time)'),
    -- Asked for equality alone.
    (9, 'blocks', 'hash', 'INDEX', 'USING hash (hash) WITH (fillfactor = 90)'),
    (10, 'mempool_transactions', 'id', 'UNIQUE INDEX', '(id)'),
    (11, 'mempool_transactions', 'txid', 'UNIQUE INDEX', '(txid)'),
    (12, 'mempool_address_transactions', 'address', 'INDEX', '(address_key, tx_key, id)'),
    (13, 'mempool_address_transactions', 'id', 'INDEX', '(id)'),
    (14, 'mempool_spends', 'outpoint', 'INDEX', '(txid, vout)'),
    (15, 'mempool_spends', 'id', 'INDEX', '(id)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
