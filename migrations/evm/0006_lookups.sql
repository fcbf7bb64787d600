-- Indexes that find a block by its hash, and the holders of a token. The indexer builds what is missing when it next writes.

CREATE OR REPLACE FUNCTION chain_indexes() RETURNS TABLE (name text, on_table text, definition text) LANGUAGE sql IMMUTABLE AS $$
  SELECT i.on_table || '_' || i.suffix, i.on_table,
    format('CREATE %s IF NOT EXISTS %I ON {{chain}}.%I %s', i.kind, i.on_table || '_' || i.suffix, i.on_table, i.what)
  FROM (VALUES
    -- Blocks put rows at random places: pages that are fuller split by the time that 6 % more rows are there. So in token_balances_token.
    (1, 'address_transactions', 'history', 'UNIQUE INDEX', '(address_key, seq) WITH (fillfactor = 88)'),
    -- Only a rollback looks rows up by tx_key, and always the newest: a block-range index costs next to nothing to keep.
    (2, 'address_transactions', 'tx_key', 'INDEX', 'USING brin (tx_key) WITH (autosummarize = on, pages_per_range = 32)'),
    -- Rows come in its order: full pages are not split.
    (3, 'transactions', 'tx_key', 'UNIQUE INDEX', '(tx_key) WITH (fillfactor = 100)'),
    -- Asked for equality alone: half the bytes of a tree.
    (4, 'transactions', 'txid', 'INDEX', 'USING hash (txid) WITH (fillfactor = 90)'),
    (5, 'transfers', 'place', 'UNIQUE INDEX', '(tx_key, idx) WITH (fillfactor = 100)'),
    (6, 'token_balances', 'token', 'UNIQUE INDEX', '(address_key, asset, token_id) NULLS NOT DISTINCT WITH (fillfactor = 86)'),
    -- A first sync asks for none: what it touched is in the index below alone. Together the two find what a rollback takes back.
    (7, 'token_balances', 'asked', 'INDEX', '(height) WHERE height IS NOT NULL'),
    (8, 'token_balances', 'stale', 'INDEX', '(touched) WHERE height IS NULL OR height < touched'),
    -- Holders by what they had when the contract was asked: what a first sync leaves unknown is not in it.
    (9, 'token_balances', 'holders', 'INDEX', '(asset, token_id, balance, address_key) WHERE balance > 0'),
    -- Of whom it is not known. With token_id, a numeric, equal keys would be stored one by one: 85 bytes a transaction.
    (10, 'token_balances', 'unknown', 'INDEX', '(asset) WHERE (height >= touched AND balance IS NOT NULL) IS NOT TRUE'),
    -- Those whose contract has to be asked once more: see token_balances.forged_to.
    (11, 'token_balances', 'doubted', 'INDEX', '(first_touched) WHERE balance = 0 AND lost AND NOT had AND forged_to IS NULL'),
    (12, 'address_balances', 'address', 'UNIQUE INDEX', '(address_key)'),
    (13, 'address_balances', 'height', 'INDEX', '(height)'),
    (14, 'tokens', 'asset', 'UNIQUE INDEX', '(asset)'),
    -- Contracts that were never asked have 0 in front.
    (15, 'tokens', 'unasked', 'INDEX', '(ask_after, first_height) WHERE asked_at IS NULL'),
    (16, 'tokens', 'first_height', 'INDEX', '(first_height)'),
    (17, 'blocks', 'height', 'UNIQUE INDEX', '(height)'),
    (18, 'blocks', 'time', 'INDEX', '(time)'),
    -- Asked for equality alone.
    (19, 'blocks', 'hash', 'INDEX', 'USING hash (hash) WITH (fillfactor = 90)'),
    (20, 'mempool_transactions', 'id', 'UNIQUE INDEX', '(id)'),
    (21, 'mempool_transactions', 'txid', 'UNIQUE INDEX', '(txid)'),
    (22, 'mempool_transactions', 'sender', 'INDEX', '(from_key, nonce) WHERE from_key IS NOT NULL'),
    (23, 'mempool_address_transactions', 'address', 'INDEX', '(address_key, tx_key, id)'),
    (24, 'mempool_address_transactions', 'id', 'INDEX', '(id)'),
    (25, 'wrapped_logs', 'asset', 'INDEX', '(asset, tx_key)'),
    (26, 'wrapped_logs', 'place', 'UNIQUE INDEX', '(tx_key, idx) WITH (fillfactor = 100)'),
    (27, 'wrapped_coins', 'asset', 'UNIQUE INDEX', '(asset)'),
    -- Contracts that log transfers of several forms are few.
    (28, 'tokens', 'mixed', 'INDEX', '((greatest(plain_from, indexed_from))) WHERE greatest(plain_from, indexed_from) > first_height')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
