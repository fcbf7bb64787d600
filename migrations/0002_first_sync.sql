-- A first sync writes rows into tables without indexes, numbers the histories afterwards, and builds the indexes last.

ALTER TABLE sync_state
  ADD COLUMN stage text CHECK (stage IN ('load', 'unspent', 'sort', 'index')),
  ADD COLUMN share double precision;
COMMENT ON COLUMN sync_state.stage IS 'What the first sync is at: load (blocks and transactions are written), unspent (outputs that nobody has spent are written), sort (histories are numbered, address by address), index (indexes are built); NULL where blocks are written one by one with all indexes in place.';
COMMENT ON COLUMN sync_state.share IS 'Part of the first sync that is done, 0 to 1, over all its stages; NULL where it is not known or over.';

CREATE TABLE first_sync (
  chain         chain PRIMARY KEY,
  stage         text NOT NULL CHECK (stage IN ('load', 'unspent', 'sort', 'index')),
  unspent_to    bigint NOT NULL DEFAULT 0,
  sorted_to     integer NOT NULL DEFAULT 0,
  transactions  bigint NOT NULL DEFAULT 0,
  events        bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE first_sync IS 'Where the first sync of a chain stands, for the indexer to go on after it was interrupted. No row: none is under way. Moves in the transactions that write its rows.';
COMMENT ON COLUMN first_sync.chain IS 'Currency code.';
COMMENT ON COLUMN first_sync.stage IS 'As sync_state.stage.';
COMMENT ON COLUMN first_sync.unspent_to IS 'Unspent outputs of transactions with a lower tx_key are in unspent_outputs; those of later ones are in the memory of the indexer, which reads them from transactions again when it starts.';
COMMENT ON COLUMN first_sync.sorted_to IS 'Buckets of addresses below this one have their histories.';
COMMENT ON COLUMN first_sync.transactions IS 'Transactions loaded.';
COMMENT ON COLUMN first_sync.events IS 'Rows that address_transactions will have of them.';

CREATE FUNCTION create_chain_tables(which chain) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['blocks', 'transactions', 'address_transactions', 'addresses', 'unspent_outputs'] LOOP
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES IN (%L)', parent || '_' || which, parent, which);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN chain SET DEFAULT %L', parent || '_' || which, which);
  END LOOP;
END $$;
COMMENT ON FUNCTION create_chain_tables IS 'Creates the partitions of one chain, named <table>_<chain>, without indexes; repeating it changes nothing.';

CREATE FUNCTION chain_indexes(which chain) RETURNS TABLE (name text, on_table text, definition text) LANGUAGE sql IMMUTABLE AS $$
  SELECT i.on_table || '_' || which || '_' || i.suffix, i.on_table || '_' || which,
    format('CREATE %s IF NOT EXISTS %I ON %I %s', i.kind, i.on_table || '_' || which || '_' || i.suffix, i.on_table || '_' || which, i.what)
  FROM (VALUES
    (1, 'address_transactions', 'history', 'UNIQUE INDEX', '(address_key, seq)'),
    -- Only a rollback looks rows up by tx_key, and always the newest: a block-range index costs next to nothing to keep.
    (2, 'address_transactions', 'tx_key', 'INDEX', 'USING brin (tx_key) WITH (autosummarize = on, pages_per_range = 32)'),
    (3, 'transactions', 'tx_key', 'UNIQUE INDEX', '(tx_key)'),
    (4, 'transactions', 'txid', 'INDEX', '(txid)'),
    (5, 'addresses', 'address', 'INDEX', '(address)'),
    (6, 'addresses', 'address_key', 'UNIQUE INDEX', '(address_key)'),
    (7, 'unspent_outputs', 'outpoint', 'UNIQUE INDEX', '(txid, vout)'),
    (8, 'blocks', 'height', 'UNIQUE INDEX', '(height)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
COMMENT ON FUNCTION chain_indexes IS 'The indexes that live writes keep up to date, largest first, with the statements that build them.';

CREATE OR REPLACE FUNCTION create_chain_partitions(which chain) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  statement text;
BEGIN
  -- An indexer of the version before, which knows nothing of first syncs, asks for this where it misses an index.
  IF EXISTS (SELECT FROM first_sync WHERE first_sync.chain = which) THEN
    RAISE EXCEPTION 'the first sync of % is under way: let an indexer of this version finish it', which;
  END IF;
  PERFORM create_chain_tables(which);
  FOR statement IN SELECT definition FROM chain_indexes(which) LOOP
    EXECUTE statement;
  END LOOP;
END $$;
