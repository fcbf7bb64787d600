-- What everybody has of each denomination now, so that holders are found by what they have; and an index that finds a block by its hash.

CREATE TABLE token_holdings (
  tx_key      bigint NOT NULL,
  address_key bytea NOT NULL,
  asset       text NOT NULL,
  balance     numeric NOT NULL
);
COMMENT ON TABLE token_holdings IS 'The newest row of token_history of every address and denomination, also those with nothing any more.';
COMMENT ON COLUMN token_holdings.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN token_holdings.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN token_holdings.asset IS 'Denomination as the bank module writes it.';
COMMENT ON COLUMN token_holdings.balance IS 'Balance after it; without an opening entry, the sum since history_from.';

INSERT INTO token_holdings (tx_key, address_key, asset, balance)
SELECT DISTINCT ON (address_key, asset) tx_key, address_key, asset, balance FROM token_history ORDER BY address_key, asset, tx_key DESC;

-- It found who ever had some of a denomination, which the table tells.
DROP INDEX IF EXISTS token_history_holders;

CREATE OR REPLACE VIEW token_balances AS
SELECT h.asset, h.address_key, CASE WHEN NOT o.unknown_denoms ? h.asset THEN h.balance * denom_unit(h.asset) END AS balance,
  h.tx_key AS last_tx_key, denom_symbol(h.asset) AS symbol, address_text(h.address_key) AS address
FROM token_holdings h
LEFT JOIN opening o ON true;

-- The indexer builds what is missing when it next writes.
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
    (7, 'token_holdings', 'holding', 'UNIQUE INDEX', '(address_key, asset)'),
    (8, 'token_holdings', 'holders', 'INDEX', '(asset, balance, address_key)'),
    (9, 'payouts', 'place', 'UNIQUE INDEX', '(tx_key, idx) WITH (fillfactor = 100)'),
    (10, 'payouts', 'in_txid', 'INDEX', 'USING hash (in_txid)'),
    (11, 'blocks', 'height', 'UNIQUE INDEX', '(height)'),
    (12, 'blocks', 'time', 'INDEX', '(time)'),
    -- Asked for equality alone.
    (13, 'blocks', 'hash', 'INDEX', 'USING hash (hash) WITH (fillfactor = 90)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
