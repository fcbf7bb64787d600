-- The tables of UTXO chains, beside those of every chain.

CREATE TABLE transactions (
  tx_key         bigint NOT NULL,
  version        bigint,
  lock_time      bigint,
  size           integer,
  vsize          integer,
  txid           bytea NOT NULL,
  fee            numeric,
  input_tx_keys  bigint[],
  input_vouts    integer[],
  output_values  bigint[],
  output_keys    bytea[],
  output_scripts bytea[],
  output_tokens  jsonb[],
  input_txids    bytea[],
  input_values   bigint[],
  input_keys     bytea[],
  sprout_delta   bigint,
  sapling_delta  bigint,
  orchard_delta  bigint,
  ironwood_delta bigint
);
COMMENT ON TABLE transactions IS 'One row per confirmed transaction. Inputs and outputs are arrays, which transaction_inputs and transaction_outputs unnest.';
COMMENT ON COLUMN transactions.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transactions.version IS 'Unsigned.';
COMMENT ON COLUMN transactions.lock_time IS 'nLockTime.';
COMMENT ON COLUMN transactions.fee IS 'Inputs minus outputs, minus what shielded pools gain; 0 for a coinbase; NULL where the node did not deliver an input before history_from.';
COMMENT ON COLUMN transactions.size IS 'Bytes with witnesses.';
COMMENT ON COLUMN transactions.vsize IS 'Virtual size, ceil(weight / 4).';
COMMENT ON COLUMN transactions.txid IS 'Display order: find one with txid = txid(''…''). Not unique: two of Bitcoin''s first coinbases were repeated.';
COMMENT ON COLUMN transactions.input_tx_keys IS 'Transaction that made each spent output; NULL elements lie before history_from. Empty for a coinbase, or a Zcash transaction of shielded coins only.';
COMMENT ON COLUMN transactions.input_vouts IS 'Index of each spent output in its transaction.';
COMMENT ON COLUMN transactions.output_values IS 'Amounts in base units.';
COMMENT ON COLUMN transactions.output_keys IS 'address_key of each output; NULL for none.';
COMMENT ON COLUMN transactions.output_scripts IS 'Scripts that are not the template of their address_key (OP_RETURN, bare keys …), else NULL; NULL as a whole for none.';
COMMENT ON COLUMN transactions.output_tokens IS 'Bitcoin Cash: the CashTokens of each output as {"category": hex, "amount": decimal text, "0" for a non-fungible token alone, "nft": {"capability": none, mutable or minting, "commitment": hex} or null}, else NULL; NULL as a whole for none.';
COMMENT ON COLUMN transactions.input_txids IS 'Txids of inputs before history_from, else NULL; NULL as a whole for none.';
COMMENT ON COLUMN transactions.input_values IS 'Their amounts, if the node delivered them.';
COMMENT ON COLUMN transactions.input_keys IS 'Their address_keys, if the node delivered them.';
COMMENT ON COLUMN transactions.sprout_delta IS 'Zcash: base units that the pool gains, negative where value leaves; NULL for neither.';
COMMENT ON COLUMN transactions.sapling_delta IS 'Zcash: base units that the pool gains, negative where value leaves; NULL for neither.';
COMMENT ON COLUMN transactions.orchard_delta IS 'Zcash: base units that the pool gains, negative where value leaves; NULL for neither.';
COMMENT ON COLUMN transactions.ironwood_delta IS 'Zcash: base units that the pool gains, negative where value leaves; NULL for neither.';

CREATE TABLE unspent_outputs (
  tx_key      bigint NOT NULL,
  value       bigint NOT NULL,
  vout        integer NOT NULL,
  txid        bytea NOT NULL,
  address_key bytea
);
COMMENT ON TABLE unspent_outputs IS 'The UTXO set at the cursor, without outputs that can never be spent (OP_RETURN, scripts over 10,000 bytes, genesis).';
COMMENT ON COLUMN unspent_outputs.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN unspent_outputs.value IS 'Amount in base units.';
COMMENT ON COLUMN unspent_outputs.vout IS 'Index of the output.';
COMMENT ON COLUMN unspent_outputs.txid IS 'Its id, display order.';
COMMENT ON COLUMN unspent_outputs.address_key IS 'Address that may spend it; NULL for none.';

CREATE TABLE mempool_transactions (
  id             bigint NOT NULL,
  tx_key         bigint,
  first_seen     bigint NOT NULL,
  version        bigint,
  lock_time      bigint,
  fee            numeric,
  size           integer,
  vsize          integer,
  txid           bytea NOT NULL,
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
);
COMMENT ON TABLE mempool_transactions IS 'Transactions of the node''s mempool: those without tx_key are unconfirmed. One that a block took stays for some hours with its tx_key, so that a client that was paging sees it once.';
COMMENT ON COLUMN mempool_transactions.id IS 'Order in which they were seen; rises, is never used twice while a chain is followed.';
COMMENT ON COLUMN mempool_transactions.tx_key IS 'NULL while unconfirmed; then its key in transactions.';
COMMENT ON COLUMN mempool_transactions.first_seen IS 'When the indexer first saw it, unix seconds.';
COMMENT ON COLUMN mempool_transactions.version IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.lock_time IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.fee IS 'As in transactions; NULL where an input''s amount is not known.';
COMMENT ON COLUMN mempool_transactions.size IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.vsize IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.txid IS 'Transaction id, display order.';
COMMENT ON COLUMN mempool_transactions.input_txids IS 'Transactions that made the spent outputs, display order.';
COMMENT ON COLUMN mempool_transactions.input_vouts IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.input_values IS 'Their amounts; NULL where not known (before history_from).';
COMMENT ON COLUMN mempool_transactions.input_keys IS 'Their address_keys; NULL for none, or not known.';
COMMENT ON COLUMN mempool_transactions.output_values IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.output_keys IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.output_scripts IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.output_tokens IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.sprout_delta IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.sapling_delta IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.orchard_delta IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.ironwood_delta IS 'As in transactions.';

CREATE TABLE mempool_address_transactions (
  id          bigint NOT NULL,
  tx_key      bigint,
  delta       numeric NOT NULL,
  received    numeric NOT NULL,
  address_key bytea NOT NULL,
  vouts       integer[] NOT NULL
);
COMMENT ON TABLE mempool_address_transactions IS 'What each transaction of mempool_transactions does to each address it touches.';
COMMENT ON COLUMN mempool_address_transactions.id IS 'The transaction, as in mempool_transactions.';
COMMENT ON COLUMN mempool_address_transactions.tx_key IS 'As in mempool_transactions.';
COMMENT ON COLUMN mempool_address_transactions.delta IS 'Net effect on the address''s balance.';
COMMENT ON COLUMN mempool_address_transactions.received IS 'Sum of its outputs that pay the address.';
COMMENT ON COLUMN mempool_address_transactions.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN mempool_address_transactions.vouts IS 'Their indexes, rising; an empty array for none.';

CREATE TABLE mempool_spends (
  id   bigint NOT NULL,
  vout integer NOT NULL,
  txid bytea NOT NULL
);
COMMENT ON TABLE mempool_spends IS 'For the indexer: outputs that the transactions of mempool_transactions spend.';
COMMENT ON COLUMN mempool_spends.id IS 'The spending transaction, as in mempool_transactions.';
COMMENT ON COLUMN mempool_spends.vout IS 'Index of the output.';
COMMENT ON COLUMN mempool_spends.txid IS 'Transaction that made the output, display order.';

COMMENT ON COLUMN address_transactions.address_key IS 'The address in binary: a kind byte (hex 00 P2PKH, 01 P2SH, 02 P2SH32 of Bitcoin Cash, 10 to 20 segwit version 0 to 16) and its hash or witness program.';
COMMENT ON COLUMN address_transactions.delta IS 'Net effect on the address''s balance.';
COMMENT ON COLUMN address_transactions.balance IS 'Balance after the transaction (since history_from).';
COMMENT ON COLUMN address_transactions.received IS 'Sum of all outputs that paid the address so far; sent = received - balance.';

CREATE FUNCTION chain_indexes() RETURNS TABLE (name text, on_table text, definition text) LANGUAGE sql IMMUTABLE AS $$
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
    (9, 'mempool_transactions', 'id', 'UNIQUE INDEX', '(id)'),
    (10, 'mempool_transactions', 'txid', 'UNIQUE INDEX', '(txid)'),
    (11, 'mempool_address_transactions', 'address', 'INDEX', '(address_key, tx_key, id)'),
    (12, 'mempool_address_transactions', 'id', 'INDEX', '(id)'),
    (13, 'mempool_spends', 'outpoint', 'INDEX', '(txid, vout)'),
    (14, 'mempool_spends', 'id', 'INDEX', '(id)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
COMMENT ON FUNCTION chain_indexes IS 'For the indexer: the indexes that live writes keep up to date, largest first, with the statements that build them.';
