-- The tables of Cosmos chains (THORChain, MAYAChain), beside those of every chain: transactions with their messages, what moved in
-- each entry of a block (transfers), running balances of every denomination, and what was paid for which transaction.

CREATE TABLE transactions (
  tx_key      bigint NOT NULL,
  gas_wanted  bigint,
  gas_used    bigint,
  block_index integer,
  code        integer,
  txid        bytea NOT NULL,
  from_key    bytea,
  in_txid     bytea,
  fee         numeric,
  memo        text,
  failure     text,
  messages    jsonb
);
COMMENT ON TABLE transactions IS 'One row per entry of a block, in the order in which balances change: what BeginBlock moved, the transactions, what EndBlock paid. The first indexed block begins with what everybody had before. Entries of the block itself have no block_index, code and fee.';
COMMENT ON COLUMN transactions.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transactions.gas_wanted IS 'Gas it asked for.';
COMMENT ON COLUMN transactions.gas_used IS 'Gas it used.';
COMMENT ON COLUMN transactions.block_index IS 'Place among the block''s transactions, from 0.';
COMMENT ON COLUMN transactions.code IS '0 where it succeeded, else the code of its failure.';
COMMENT ON COLUMN transactions.txid IS 'Find one with txid = txid(''…''). Of entries of the block itself the text block:<height>:begin, block:<height>:end:<n> or block:<height>:opening.';
COMMENT ON COLUMN transactions.from_key IS 'First signer; NULL for none.';
COMMENT ON COLUMN transactions.in_txid IS 'What EndBlock paid: the transaction that it answers, of this chain or of the one that the coins came from.';
COMMENT ON COLUMN transactions.fee IS 'Paid in the chain''s own coin, base units.';
COMMENT ON COLUMN transactions.memo IS 'Memo of the deposit, else of the transaction.';
COMMENT ON COLUMN transactions.failure IS 'Why it failed, as the chain says; NULL where it did not.';
COMMENT ON COLUMN transactions.messages IS 'Type URLs of its messages, with fields of known types. Of the opening entry: where balances are from.';

CREATE TABLE transfers (
  tx_key   bigint NOT NULL,
  idx      integer NOT NULL,
  kind     chaintrail.transfer_kind NOT NULL,
  from_key bytea,
  to_key   bytea,
  asset    text,
  amount   numeric NOT NULL
);
COMMENT ON TABLE transfers IS 'Everything that moved, in order, as the bank module booked it. Of a failed transaction only its fee.';
COMMENT ON COLUMN transfers.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transfers.idx IS 'Order within the transaction.';
COMMENT ON COLUMN transfers.kind IS 'native (the chain''s own coin), token (another denomination), fee, mint, burn, genesis (had before the first indexed block).';
COMMENT ON COLUMN transfers.from_key IS 'Where it came from; NULL where it came into being.';
COMMENT ON COLUMN transfers.to_key IS 'Where it went; NULL where it ceased to be.';
COMMENT ON COLUMN transfers.asset IS 'Denomination as the bank module writes it; NULL for the chain''s own coin.';
COMMENT ON COLUMN transfers.amount IS 'In base units.';

CREATE TABLE token_history (
  tx_key      bigint NOT NULL,
  address_key bytea NOT NULL,
  asset       text NOT NULL,
  delta       numeric NOT NULL,
  balance     numeric NOT NULL
);
COMMENT ON TABLE token_history IS 'Running balances of all denominations but the chain''s own coin: one row per address, denomination and entry.';
COMMENT ON COLUMN token_history.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN token_history.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN token_history.asset IS 'Denomination as the bank module writes it.';
COMMENT ON COLUMN token_history.delta IS 'Net effect on the address''s balance.';
COMMENT ON COLUMN token_history.balance IS 'Balance after it; without an opening entry, the sum since history_from.';

CREATE TABLE payouts (
  tx_key     bigint NOT NULL,
  idx        integer NOT NULL,
  in_txid    bytea NOT NULL,
  out_txid   bytea,
  to_chain   text NOT NULL,
  to_address text NOT NULL,
  asset      text NOT NULL,
  amount     numeric NOT NULL,
  memo       text
);
COMMENT ON TABLE payouts IS 'What was paid for a transaction, on this chain and on others.';
COMMENT ON COLUMN payouts.tx_key IS 'The entry that tells of it, on this chain the one that moved the coins.';
COMMENT ON COLUMN payouts.idx IS 'Order within the transaction.';
COMMENT ON COLUMN payouts.in_txid IS 'The deposit, of this chain or of another.';
COMMENT ON COLUMN payouts.out_txid IS 'The transaction that paid, on to_chain; NULL where this chain paid, in the entry.';
COMMENT ON COLUMN payouts.to_chain IS 'Chain that was paid on, as the protocol writes it: THOR, BTC, ETH.';
COMMENT ON COLUMN payouts.to_address IS 'Address there.';
COMMENT ON COLUMN payouts.asset IS 'What was paid, likewise: BTC.BTC.';
COMMENT ON COLUMN payouts.amount IS 'In 1e-8 of the asset, whatever its decimals; base units of what the chain itself makes (MAYA.CACAO: 1e-10).';
COMMENT ON COLUMN payouts.memo IS 'Memo of the payout.';

COMMENT ON COLUMN address_transactions.address_key IS 'The bytes of the account: 20, of a contract 32.';
COMMENT ON COLUMN address_transactions.delta IS 'Net effect in the chain''s own coin; 0 where only other denominations moved.';
COMMENT ON COLUMN address_transactions.balance IS 'Balance after it; without an opening entry, the sum since history_from.';
COMMENT ON COLUMN address_transactions.received IS 'Gross of what the address was paid since history_from.';

CREATE FUNCTION chain_indexes() RETURNS TABLE (name text, on_table text, definition text) LANGUAGE sql IMMUTABLE AS $$
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
    (11, 'blocks', 'time', 'INDEX', '(time)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
COMMENT ON FUNCTION chain_indexes IS 'For the indexer: the indexes that live writes keep up to date, largest first, with the statements that build them.';
