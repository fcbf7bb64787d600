-- Headers of blocks, which proofs of inclusion begin with, and addresses by the hash of their script, which wallets ask for.

ALTER TABLE blocks ADD COLUMN header bytea;
COMMENT ON COLUMN blocks.header IS 'Header on the wire: 80 bytes; Zcash: the 140 before the solution.';

ALTER TABLE sync_state ADD COLUMN script_hashes boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN sync_state.script_hashes IS 'For the API: whether addresses are found by the hash of their script, by indexes for that.';

-- Both are written into the statements and indexes that use them, so that they cost no call: neither is STRICT, which would prevent it.
CREATE FUNCTION script_of(address_key bytea) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE get_byte(address_key, 0)
    WHEN 0 THEN '\x76a914'::bytea || substr(address_key, 2) || '\x88ac'::bytea
    WHEN 1 THEN '\xa914'::bytea || substr(address_key, 2) || '\x87'::bytea
    WHEN 2 THEN '\xaa20'::bytea || substr(address_key, 2) || '\x87'::bytea
    WHEN 16 THEN set_byte('\x0000'::bytea, 1, length(address_key) - 1) || substr(address_key, 2)
    ELSE set_byte(set_byte('\x0000'::bytea, 0, get_byte(address_key, 0) + 64), 1, length(address_key) - 1) || substr(address_key, 2)
  END
$$;
COMMENT ON FUNCTION script_of IS 'The output script; its sha256 is the script hash of Electrum and Esplora.';

CREATE FUNCTION script_hash_head(address_key bytea) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('x' || encode(substr(sha256({{chain}}.script_of(address_key)), 1, 8), 'hex'))::bit(64)::bigint
$$;
COMMENT ON FUNCTION script_hash_head IS 'First eight bytes of the hash of an address''s script, as in the indexes of script hashes.';

-- The indexer builds what is missing when it next writes.

CREATE OR REPLACE FUNCTION chain_indexes() RETURNS TABLE (name text, on_table text, definition text) LANGUAGE sql STABLE AS $$
  SELECT i.on_table || '_' || i.suffix, i.on_table,
    format('CREATE %s IF NOT EXISTS %I ON {{chain}}.%I %s', i.kind, i.on_table || '_' || i.suffix, i.on_table, i.what)
  FROM (VALUES
    (1, 'address_transactions', 'history', 'UNIQUE INDEX', '(address_key, seq) WITH (fillfactor = 92)'),
    -- Only a rollback looks rows up by tx_key, and always the newest: a block-range index costs next to nothing to keep.
    (2, 'address_transactions', 'tx_key', 'INDEX', 'USING brin (tx_key) WITH (autosummarize = on, pages_per_range = 32)'),
    -- Where it is wanted: one entry for each address.
    (3, 'address_transactions', 'script_hash', 'INDEX', '({{chain}}.script_hash_head(address_key)) WITH (fillfactor = 90) WHERE seq = 1'),
    -- Rows come in its order: full pages are not split.
    (4, 'transactions', 'tx_key', 'UNIQUE INDEX', '(tx_key) WITH (fillfactor = 100)'),
    -- Asked for equality alone: half the bytes of a tree.
    (5, 'transactions', 'txid', 'INDEX', 'USING hash (txid) WITH (fillfactor = 90)'),
    (6, 'unspent_outputs', 'outpoint', 'UNIQUE INDEX', '(txid, vout)'),
    (7, 'unspent_outputs', 'address', 'INDEX', '(address_key, tx_key, vout) WHERE address_key IS NOT NULL'),
    (8, 'unaddressed_spends', 'outpoint', 'UNIQUE INDEX', '(made_tx_key, vout)'),
    (9, 'unaddressed_spends', 'tx_key', 'INDEX', '(tx_key) WITH (fillfactor = 100)'),
    (10, 'blocks', 'height', 'UNIQUE INDEX', '(height)'),
    (11, 'blocks', 'time', 'INDEX', '(time)'),
    -- Asked for equality alone.
    (12, 'blocks', 'hash', 'INDEX', 'USING hash (hash) WITH (fillfactor = 90)'),
    -- The first block of a time or a later one: of blocks that no earlier one is stamped after, times rise with heights.
    (13, 'blocks', 'first_time', 'INDEX', '(time, height) WHERE max_time IS NULL'),
    -- Those behind it that are stamped before that time.
    (14, 'blocks', 'late', 'INDEX', 'USING gist (int8range(time, max_time, ''(]'')) WHERE max_time IS NOT NULL'),
    (15, 'mempool_transactions', 'id', 'UNIQUE INDEX', '(id)'),
    (16, 'mempool_transactions', 'txid', 'UNIQUE INDEX', '(txid)'),
    (17, 'mempool_address_transactions', 'address', 'INDEX', '(address_key, tx_key, id)'),
    (18, 'mempool_address_transactions', 'id', 'INDEX', '(id)'),
    (19, 'mempool_address_transactions', 'script_hash', 'INDEX', '({{chain}}.script_hash_head(address_key))'),
    (20, 'mempool_spends', 'outpoint', 'INDEX', '(txid, vout)'),
    (21, 'mempool_spends', 'id', 'INDEX', '(id)')
  ) AS i(place, on_table, suffix, kind, what)
  WHERE i.suffix <> 'script_hash' OR EXISTS (SELECT FROM {{chain}}.sync_state s WHERE s.script_hashes)
  ORDER BY i.place
$$;
