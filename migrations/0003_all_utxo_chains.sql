-- Zcash's shielded pools, Bitcoin Cash's tokens, unconfirmed transactions, and the unspent outputs of an address.

ALTER TABLE transactions
  ADD COLUMN output_tokens  jsonb[],
  ADD COLUMN sprout_delta   bigint,
  ADD COLUMN sapling_delta  bigint,
  ADD COLUMN orchard_delta  bigint,
  ADD COLUMN ironwood_delta bigint;
COMMENT ON COLUMN transactions.output_tokens IS 'Bitcoin Cash: the CashTokens that each output holds, as {"category": hex, "amount": decimal text, "nft": {"capability": none, mutable or minting, "commitment": hex} or null}, NULL elements for outputs without; NULL as a whole when there is none.';
COMMENT ON COLUMN transactions.sprout_delta IS 'Zcash: what the Sprout pool gains, in base units, negative where value leaves it; NULL on other chains and where it neither gains nor loses.';
COMMENT ON COLUMN transactions.sapling_delta IS 'Zcash: the same for the Sapling pool.';
COMMENT ON COLUMN transactions.orchard_delta IS 'Zcash: the same for the Orchard pool.';
COMMENT ON COLUMN transactions.ironwood_delta IS 'Zcash: the same for the Ironwood pool.';
COMMENT ON COLUMN transactions.fee IS 'Inputs minus outputs, minus what shielded pools gain; 0 for a coinbase; NULL where an input lies before history_from and the node did not deliver it.';
COMMENT ON COLUMN transactions.input_tx_keys IS 'tx_key of the transaction that made the spent output, in input order; NULL elements lie before history_from. An empty array is a coinbase, or a Zcash transaction that spends shielded coins only.';
COMMENT ON COLUMN address_transactions.address_key IS 'The address in binary: a kind byte (hex 00 P2PKH, 01 P2SH, 02 P2SH32 of Bitcoin Cash, 10 to 20 segwit version 0 to 16) and its hash or witness program.';

CREATE OR REPLACE VIEW transaction_outputs AS
SELECT t.chain, t.tx_key, t.txid, (o.n - 1)::integer AS vout, o.value, o.address_key, a.address, t.output_scripts[o.n] AS script,
  t.output_tokens[o.n] AS token
FROM transactions t
CROSS JOIN LATERAL unnest(t.output_values, t.output_keys) WITH ORDINALITY AS o(value, address_key, n)
LEFT JOIN addresses a ON a.chain = t.chain AND a.address_key = o.address_key;
COMMENT ON COLUMN transaction_outputs.token IS 'Bitcoin Cash: the CashTokens it holds, NULL for none.';

CREATE TABLE mempool_transactions (
  chain          chain NOT NULL,
  id             bigint NOT NULL,
  txid           bytea NOT NULL,
  first_seen     bigint NOT NULL,
  tx_key         bigint,
  version        bigint,
  lock_time      bigint,
  size           integer,
  vsize          integer,
  fee            numeric,
  input_txids    bytea[],
  input_vouts    integer[],
  input_values   bigint[],
  input_keys     bytea[],
  output_values  bigint[],
  output_keys    bytea[],
  output_scripts bytea[],
  output_tokens  jsonb[],
  sprout_delta   bigint,
  sapling_delta  bigint,
  orchard_delta  bigint,
  ironwood_delta bigint
) PARTITION BY LIST (chain);
COMMENT ON TABLE mempool_transactions IS 'Transactions of the node''s mempool: those without tx_key are unconfirmed. One that a block took stays for some hours with its tx_key, so that a client that was paging sees it once.';
COMMENT ON COLUMN mempool_transactions.chain IS 'Currency code.';
COMMENT ON COLUMN mempool_transactions.id IS 'Order in which they were seen; rises, is never used twice while a chain is followed.';
COMMENT ON COLUMN mempool_transactions.txid IS 'Transaction id, display order.';
COMMENT ON COLUMN mempool_transactions.first_seen IS 'When the indexer first saw it, unix seconds.';
COMMENT ON COLUMN mempool_transactions.tx_key IS 'NULL while unconfirmed; then its key in transactions.';
COMMENT ON COLUMN mempool_transactions.version IS 'As in transactions, as are all columns not said otherwise.';
COMMENT ON COLUMN mempool_transactions.lock_time IS 'nLockTime field.';
COMMENT ON COLUMN mempool_transactions.size IS 'Bytes with witnesses.';
COMMENT ON COLUMN mempool_transactions.vsize IS 'Virtual size, ceil(weight / 4).';
COMMENT ON COLUMN mempool_transactions.fee IS 'Inputs minus outputs, minus what shielded pools gain; NULL where an input''s amount is not known.';
COMMENT ON COLUMN mempool_transactions.input_txids IS 'Transactions whose outputs it spends, in input order, display order.';
COMMENT ON COLUMN mempool_transactions.input_vouts IS 'Index of the spent output within its transaction.';
COMMENT ON COLUMN mempool_transactions.input_values IS 'Amounts of the spent outputs; NULL where not known (before history_from).';
COMMENT ON COLUMN mempool_transactions.input_keys IS 'address_key of each spent output, NULL where it has none or is not known.';
COMMENT ON COLUMN mempool_transactions.output_values IS 'Amounts in base units, in output order.';
COMMENT ON COLUMN mempool_transactions.output_keys IS 'address_key of each output, NULL where its script has no address.';
COMMENT ON COLUMN mempool_transactions.output_scripts IS 'Scripts that are not the template of their address_key, NULL elements otherwise; NULL as a whole when there is none.';
COMMENT ON COLUMN mempool_transactions.output_tokens IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.sprout_delta IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.sapling_delta IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.orchard_delta IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.ironwood_delta IS 'As in transactions.';

CREATE TABLE mempool_address_transactions (
  chain       chain NOT NULL,
  address_key bytea NOT NULL,
  id          bigint NOT NULL,
  tx_key      bigint,
  delta       numeric NOT NULL,
  received    numeric NOT NULL,
  vouts       integer[] NOT NULL
) PARTITION BY LIST (chain);
COMMENT ON TABLE mempool_address_transactions IS 'What each transaction of mempool_transactions does to each address it touches.';
COMMENT ON COLUMN mempool_address_transactions.chain IS 'Currency code.';
COMMENT ON COLUMN mempool_address_transactions.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN mempool_address_transactions.id IS 'The transaction, as in mempool_transactions.';
COMMENT ON COLUMN mempool_address_transactions.tx_key IS 'As in mempool_transactions, so that a page finds what is unconfirmed without looking at what is not.';
COMMENT ON COLUMN mempool_address_transactions.delta IS 'Net effect on the address''s balance.';
COMMENT ON COLUMN mempool_address_transactions.received IS 'Sum of its outputs that pay the address.';
COMMENT ON COLUMN mempool_address_transactions.vouts IS 'Indexes of those outputs, rising; an empty array for none.';

CREATE TABLE mempool_spends (
  chain chain NOT NULL,
  txid  bytea NOT NULL,
  vout  integer NOT NULL,
  id    bigint NOT NULL
) PARTITION BY LIST (chain);
COMMENT ON TABLE mempool_spends IS 'Outputs that the transactions of mempool_transactions spend.';
COMMENT ON COLUMN mempool_spends.chain IS 'Currency code.';
COMMENT ON COLUMN mempool_spends.txid IS 'Transaction that made the spent output, display order.';
COMMENT ON COLUMN mempool_spends.vout IS 'Index of the output in it.';
COMMENT ON COLUMN mempool_spends.id IS 'The spending transaction, as in mempool_transactions.';

ALTER TABLE sync_state
  ADD COLUMN mempool_at      timestamptz,
  ADD COLUMN mempool_node    integer,
  ADD COLUMN mempool_indexed integer;
COMMENT ON COLUMN sync_state.mempool_at IS 'When unconfirmed transactions were last compared with the node''s; NULL while they are not followed.';
COMMENT ON COLUMN sync_state.mempool_node IS 'Transactions in the node''s mempool then.';
COMMENT ON COLUMN sync_state.mempool_indexed IS 'How many of them mempool_transactions held then.';

CREATE OR REPLACE FUNCTION create_chain_tables(which chain) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['blocks', 'transactions', 'address_transactions', 'addresses', 'unspent_outputs',
    'mempool_transactions', 'mempool_address_transactions', 'mempool_spends'] LOOP
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES IN (%L)', parent || '_' || which, parent, which);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN chain SET DEFAULT %L', parent || '_' || which, which);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION chain_indexes(which chain) RETURNS TABLE (name text, on_table text, definition text) LANGUAGE sql IMMUTABLE AS $$
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
    (8, 'unspent_outputs', 'address', 'INDEX', '(address_key, tx_key, vout) WHERE address_key IS NOT NULL'),
    (9, 'blocks', 'height', 'UNIQUE INDEX', '(height)'),
    (10, 'mempool_transactions', 'id', 'UNIQUE INDEX', '(id)'),
    (11, 'mempool_transactions', 'txid', 'UNIQUE INDEX', '(txid)'),
    (12, 'mempool_address_transactions', 'address', 'INDEX', '(address_key, tx_key, id)'),
    (13, 'mempool_address_transactions', 'id', 'INDEX', '(id)'),
    (14, 'mempool_spends', 'outpoint', 'INDEX', '(txid, vout)'),
    (15, 'mempool_spends', 'id', 'INDEX', '(id)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;

-- Chains that are indexed already get the new tables now; a first sync that is under way builds its indexes at its end.
-- On a chain of Bitcoin's size the index of unspent outputs by address takes some minutes.
DO $$
DECLARE
  followed chain;
  statement text;
BEGIN
  FOR followed IN SELECT chain FROM sync_state LOOP
    PERFORM create_chain_tables(followed);
    CONTINUE WHEN EXISTS (SELECT FROM first_sync WHERE first_sync.chain = followed);
    CONTINUE WHEN (SELECT height FROM sync_state WHERE chain = followed) IS NULL;
    FOR statement IN SELECT definition FROM chain_indexes(followed) LOOP
      EXECUTE statement;
    END LOOP;
  END LOOP;
END $$;
