-- Header times do not always rise. Blocks say which of them lie behind a later time, so that the blocks of a range of times are
-- found by two probes of indexes, however many are stamped near it.

ALTER TABLE blocks ADD COLUMN max_time bigint;
UPDATE blocks b SET max_time = latest
FROM (SELECT height, max(time) OVER (ORDER BY height) AS latest FROM blocks) m
WHERE m.height = b.height AND b.time < latest;
COMMENT ON COLUMN blocks.max_time IS 'Latest header time before it, where later than its own.';

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
    -- The first block of a time or a later one: of blocks that no earlier one is stamped after, times rise with heights.
    (10, 'blocks', 'first_time', 'INDEX', '(time, height) WHERE max_time IS NULL'),
    -- Those behind it that are stamped before that time.
    (11, 'blocks', 'late', 'INDEX', 'USING gist (int8range(time, max_time, ''(]'')) WHERE max_time IS NOT NULL'),
    (12, 'mempool_transactions', 'id', 'UNIQUE INDEX', '(id)'),
    (13, 'mempool_transactions', 'txid', 'UNIQUE INDEX', '(txid)'),
    (14, 'mempool_address_transactions', 'address', 'INDEX', '(address_key, tx_key, id)'),
    (15, 'mempool_address_transactions', 'id', 'INDEX', '(id)'),
    (16, 'mempool_spends', 'outpoint', 'INDEX', '(txid, vout)'),
    (17, 'mempool_spends', 'id', 'INDEX', '(id)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
