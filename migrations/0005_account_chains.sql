-- Account chains: Ethereum and its layer 2s. Transactions with senders and recipients instead of inputs and outputs, what
-- moved in each (transfers), transfers inside transactions as nodes' traces tell them, balances as nodes tell them, tokens.

CREATE TYPE transfer_kind AS ENUM ('native', 'internal', 'token', 'withdrawal', 'mint', 'burn', 'fee', 'reward');
CREATE TYPE token_standard AS ENUM ('erc20', 'erc721', 'erc1155');

ALTER TABLE transactions
  ADD COLUMN type             smallint,
  ADD COLUMN succeeded        boolean,
  ADD COLUMN from_key         bytea,
  ADD COLUMN to_key           bytea,
  ADD COLUMN created_contract bytea,
  ADD COLUMN value            numeric,
  ADD COLUMN nonce            bigint,
  ADD COLUMN gas_limit        bigint,
  ADD COLUMN gas_used         bigint,
  ADD COLUMN gas_price        numeric,
  ADD COLUMN blob_fee         numeric,
  ADD COLUMN l1_fee           numeric,
  ADD COLUMN operator_fee     numeric,
  ADD COLUMN method           bytea;
COMMENT ON TABLE transactions IS 'One row per confirmed transaction. UTXO chains: inputs and outputs are arrays; the views transaction_inputs and transaction_outputs unnest them. Account chains: sender, recipient and what they paid; transfers has what moved. There, a block in which the protocol itself moved something (withdrawals, fees, rewards) has one row more after its transactions: its txid is the block''s hash, its type NULL.';
COMMENT ON COLUMN transactions.fee IS 'UTXO chains: inputs minus outputs, minus what shielded pools gain; 0 for a coinbase; NULL where an input lies before history_from and the node did not deliver it. Account chains: all that the sender paid beside the value, in base units.';
COMMENT ON COLUMN transactions.type IS 'Account chains, as are all columns that follow: EIP-2718 type, 0 for the original form; NULL for what the block itself moved.';
COMMENT ON COLUMN transactions.succeeded IS 'False where it failed (its fee was paid nevertheless); NULL where receipts do not say (Ethereum before Byzantium).';
COMMENT ON COLUMN transactions.from_key IS 'address_key of the sender.';
COMMENT ON COLUMN transactions.to_key IS 'address_key of the recipient; NULL where it creates a contract.';
COMMENT ON COLUMN transactions.created_contract IS 'address_key of the contract that it created.';
COMMENT ON COLUMN transactions.value IS 'Base units it was to move; moved only where it succeeded.';
COMMENT ON COLUMN transactions.nonce IS 'Number of the transaction among the sender''s, from 0.';
COMMENT ON COLUMN transactions.gas_limit IS 'Most gas it might have used.';
COMMENT ON COLUMN transactions.gas_used IS 'Gas it used.';
COMMENT ON COLUMN transactions.gas_price IS 'Base units paid for a unit of gas.';
COMMENT ON COLUMN transactions.blob_fee IS 'Part of the fee that paid for blobs; NULL where there are none.';
COMMENT ON COLUMN transactions.l1_fee IS 'Part of the fee that paid for layer 1 (OP stack); NULL where there is none.';
COMMENT ON COLUMN transactions.operator_fee IS 'Part of the fee that went to the chain''s operator (OP stack); NULL where there is none.';
COMMENT ON COLUMN transactions.method IS 'First four bytes of the input: the function that was called. NULL where there are none or a contract is created.';
COMMENT ON COLUMN transactions.txid IS 'Transaction id, display order: find one with txid = decode(''…'', ''hex''). Not unique: two of Bitcoin''s first coinbases were repeated.';

COMMENT ON COLUMN address_transactions.address_key IS 'The address in binary. UTXO chains: a kind byte (hex 00 P2PKH, 01 P2SH, 02 P2SH32 of Bitcoin Cash, 10 to 20 segwit version 0 to 16) and its hash or witness program. Ethereum and its layer 2s: the 20 bytes of the address.';
COMMENT ON COLUMN address_transactions.delta IS 'Net effect of the transaction on the address''s balance. Account chains: without internal transfers, which internal_address_transactions has; 0 where only tokens moved.';
COMMENT ON COLUMN address_transactions.balance IS 'UTXO chains: balance after the transaction (since history_from). Account chains: sum of the deltas so far; the balance itself is what the node says, in address_balances.';
COMMENT ON COLUMN address_transactions.received IS 'Gross of what the address was ever paid, up to and with this transaction. UTXO chains: sent = received - balance. Account chains: without internal transfers.';

CREATE TABLE transfers (
  chain      chain NOT NULL,
  tx_key     bigint NOT NULL,
  idx        integer NOT NULL,
  kind       transfer_kind NOT NULL,
  from_key   bytea,
  to_key     bytea,
  asset      bytea,
  standard   token_standard,
  amount     numeric NOT NULL,
  token_id   numeric
) PARTITION BY LIST (chain);
COMMENT ON TABLE transfers IS 'Account chains: everything that moved, by transaction and in order. Nothing of a failed transaction.';
COMMENT ON COLUMN transfers.chain IS 'Currency code.';
COMMENT ON COLUMN transfers.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transfers.idx IS 'Order within the transaction; internal transfers count from 2^24, since they come from another source.';
COMMENT ON COLUMN transfers.kind IS 'native (the value of the transaction), internal (value that a contract sent on), token, withdrawal (from the beacon chain), mint (a deposit from layer 1), burn, fee (to who is paid the fees), reward (of proof of work).';
COMMENT ON COLUMN transfers.from_key IS 'address_key it came from; NULL where it came from nowhere. Tokens that are minted come from the zero address.';
COMMENT ON COLUMN transfers.to_key IS 'address_key it went to; NULL where it ceased to be.';
COMMENT ON COLUMN transfers.asset IS 'address_key of the token''s contract; NULL for the chain''s own coin.';
COMMENT ON COLUMN transfers.standard IS 'Standard of the token; NULL for the chain''s own coin.';
COMMENT ON COLUMN transfers.amount IS 'In base units of the asset; 1 for an ERC-721 token.';
COMMENT ON COLUMN transfers.token_id IS 'Which token of an ERC-721 or ERC-1155 contract.';

CREATE TABLE internal_address_transactions (
  chain       chain NOT NULL,
  address_key bytea NOT NULL,
  live        boolean NOT NULL,
  seq         bigint NOT NULL,
  listed      boolean NOT NULL,
  tx_key      bigint NOT NULL,
  delta       numeric NOT NULL,
  balance     numeric NOT NULL,
  received    numeric NOT NULL
) PARTITION BY LIST (chain);
COMMENT ON TABLE internal_address_transactions IS 'Account chains: what internal transfers do to each address, by transaction, append-only. Together with address_transactions the whole history: rows that are listed are of transactions that touch the address by internal transfers alone.';
COMMENT ON COLUMN internal_address_transactions.chain IS 'Currency code.';
COMMENT ON COLUMN internal_address_transactions.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN internal_address_transactions.live IS 'False for the part that was traced after the fact (up to internal_sync.backfill_to), true for what was traced as blocks came. All of the first part is older; both count by themselves.';
COMMENT ON COLUMN internal_address_transactions.seq IS 'How many rows of this address and part are listed, up to and with this one.';
COMMENT ON COLUMN internal_address_transactions.listed IS 'Whether address_transactions has no row of this address and transaction.';
COMMENT ON COLUMN internal_address_transactions.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN internal_address_transactions.delta IS 'Net effect of the internal transfers on the address''s balance.';
COMMENT ON COLUMN internal_address_transactions.balance IS 'Sum of the deltas of this address and part so far.';
COMMENT ON COLUMN internal_address_transactions.received IS 'Gross of what internal transfers paid the address in this part so far.';

CREATE TABLE internal_sync (
  chain         chain PRIMARY KEY,
  mode          text NOT NULL CHECK (mode IN ('off', 'live', 'full')),
  live_from     integer,
  live_to       integer,
  backfill_from integer,
  backfill_to   integer,
  stage         text CHECK (stage IN ('load', 'sort', 'index', 'done')),
  blocks_done   bigint NOT NULL DEFAULT 0,
  sorted_to     integer NOT NULL DEFAULT 0,
  eta_seconds   integer,
  reason        text,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  CHECK ((live_from IS NULL) = (live_to IS NULL)),
  CHECK ((backfill_from IS NULL) = (backfill_to IS NULL) AND (stage IS NULL) = (backfill_from IS NULL))
);
COMMENT ON TABLE internal_sync IS 'How far internal transfers are indexed, one row per account chain that was ever traced.';
COMMENT ON COLUMN internal_sync.chain IS 'Currency code.';
COMMENT ON COLUMN internal_sync.mode IS 'off, live (blocks as they come) or full (all blocks), as configured when the indexer last started and as far as the node can trace.';
COMMENT ON COLUMN internal_sync.live_from IS 'First block that was traced as blocks came; live_to + 1 where none was yet.';
COMMENT ON COLUMN internal_sync.live_to IS 'Last one. Blocks above it are pending.';
COMMENT ON COLUMN internal_sync.backfill_from IS 'First block to trace after the fact; NULL where none are.';
COMMENT ON COLUMN internal_sync.backfill_to IS 'Last one; live_from - 1.';
COMMENT ON COLUMN internal_sync.stage IS 'What tracing after the fact is at: load (blocks are traced), sort (histories are numbered), index, done. Its rows count only when it is done.';
COMMENT ON COLUMN internal_sync.blocks_done IS 'Blocks traced after the fact.';
COMMENT ON COLUMN internal_sync.sorted_to IS 'Buckets of addresses below this one have their histories.';
COMMENT ON COLUMN internal_sync.eta_seconds IS 'Seconds until tracing after the fact is done at this rate; NULL when not known.';
COMMENT ON COLUMN internal_sync.reason IS 'Why tracing does not go on, for the operator, with the remedy. Names hosts and settings: not for the public.';
COMMENT ON COLUMN internal_sync.updated_at IS 'When this row last changed.';

CREATE TABLE internal_ranges (
  chain       chain NOT NULL,
  from_height integer NOT NULL,
  to_height   integer NOT NULL,
  done_to     integer NOT NULL,
  PRIMARY KEY (chain, from_height)
);
COMMENT ON TABLE internal_ranges IS 'Ranges of blocks that are traced after the fact, side by side, and how far each is. Empty when none are.';
COMMENT ON COLUMN internal_ranges.chain IS 'Currency code.';
COMMENT ON COLUMN internal_ranges.from_height IS 'First block of the range.';
COMMENT ON COLUMN internal_ranges.to_height IS 'Last block of the range.';
COMMENT ON COLUMN internal_ranges.done_to IS 'Last block that is done; from_height - 1 before the first one.';

CREATE TABLE internal_gaps (
  chain       chain NOT NULL,
  from_height integer NOT NULL,
  to_height   integer NOT NULL,
  PRIMARY KEY (chain, from_height)
);
COMMENT ON TABLE internal_gaps IS 'Blocks between live_from and live_to that were not traced: the indexer was away, or tracing off, for longer than the node keeps the state that tracing needs.';
COMMENT ON COLUMN internal_gaps.chain IS 'Currency code.';
COMMENT ON COLUMN internal_gaps.from_height IS 'First block of the gap.';
COMMENT ON COLUMN internal_gaps.to_height IS 'Last block of the gap.';

CREATE TABLE address_balances (
  chain       chain NOT NULL,
  address_key bytea NOT NULL,
  balance     numeric NOT NULL,
  height      integer NOT NULL
) PARTITION BY LIST (chain);
COMMENT ON TABLE address_balances IS 'Account chains: balances as the node says them, of addresses that blocks touched since the chain went live. An address that is not here was not touched since.';
COMMENT ON COLUMN address_balances.chain IS 'Currency code.';
COMMENT ON COLUMN address_balances.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN address_balances.balance IS 'In base units, at the end of block height.';
COMMENT ON COLUMN address_balances.height IS 'The block it was asked for. Current where no later one touched the address.';

CREATE TABLE tokens (
  chain      chain NOT NULL,
  asset      bytea NOT NULL,
  address    text NOT NULL,
  standard   token_standard NOT NULL,
  name       text,
  symbol     text,
  decimals   smallint,
  drifts     boolean NOT NULL DEFAULT false,
  asked_at   timestamptz,
  first_height integer NOT NULL
) PARTITION BY LIST (chain);
COMMENT ON TABLE tokens IS 'Account chains: every contract that told of a token transfer.';
COMMENT ON COLUMN tokens.chain IS 'Currency code.';
COMMENT ON COLUMN tokens.asset IS 'The contract in binary, as in address_transactions.address_key.';
COMMENT ON COLUMN tokens.address IS 'The contract as the chain''s users write it.';
COMMENT ON COLUMN tokens.standard IS 'As its first transfer looked.';
COMMENT ON COLUMN tokens.name IS 'What the contract says its name is, cleaned and cut; anybody may name a token anything. NULL where it says none, or was not asked yet.';
COMMENT ON COLUMN tokens.symbol IS 'The same for its symbol.';
COMMENT ON COLUMN tokens.decimals IS 'Decimal places between base unit and token, 0 to 77; NULL where it says none.';
COMMENT ON COLUMN tokens.drifts IS 'Whether balances were seen to change without a transfer (rebasing tokens), so that what is stored of them may be old.';
COMMENT ON COLUMN tokens.asked_at IS 'When the contract was asked; NULL while it was not.';
COMMENT ON COLUMN tokens.first_height IS 'Block of its first transfer.';

CREATE TABLE token_balances (
  chain         chain NOT NULL,
  address_key   bytea NOT NULL,
  asset         bytea NOT NULL,
  token_id      numeric,
  first_touched integer NOT NULL,
  touched       integer NOT NULL,
  balance       numeric,
  height        integer
) PARTITION BY LIST (chain);
COMMENT ON TABLE token_balances IS 'Account chains: which tokens each address ever had a transfer of, and how many the contract says it has.';
COMMENT ON COLUMN token_balances.chain IS 'Currency code.';
COMMENT ON COLUMN token_balances.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN token_balances.asset IS 'The token''s contract, as in tokens.';
COMMENT ON COLUMN token_balances.token_id IS 'ERC-1155: which of its tokens. NULL elsewhere: an ERC-721 balance is a number of tokens.';
COMMENT ON COLUMN token_balances.first_touched IS 'Block of the first transfer.';
COMMENT ON COLUMN token_balances.touched IS 'Block of the last transfer; where a reorg took that back, the block it went back to.';
COMMENT ON COLUMN token_balances.balance IS 'What the contract answered; NULL while it was not asked, or gave no answer.';
COMMENT ON COLUMN token_balances.height IS 'The block it was asked for; older than touched where it has to be asked again, NULL where it was not.';

ALTER TABLE mempool_transactions
  ADD COLUMN type      smallint,
  ADD COLUMN from_key  bytea,
  ADD COLUMN to_key    bytea,
  ADD COLUMN value     numeric,
  ADD COLUMN nonce     bigint,
  ADD COLUMN gas_limit bigint,
  ADD COLUMN gas_price numeric,
  ADD COLUMN method    bytea;
COMMENT ON COLUMN mempool_transactions.type IS 'As in transactions, as are the columns that follow.';
COMMENT ON COLUMN mempool_transactions.from_key IS 'address_key of the sender.';
COMMENT ON COLUMN mempool_transactions.to_key IS 'address_key of the recipient; NULL where it creates a contract.';
COMMENT ON COLUMN mempool_transactions.value IS 'Base units it is to move.';
COMMENT ON COLUMN mempool_transactions.nonce IS 'Number of the transaction among the sender''s: one with the same number replaces it.';
COMMENT ON COLUMN mempool_transactions.gas_limit IS 'Most gas it may use.';
COMMENT ON COLUMN mempool_transactions.gas_price IS 'Most base units it offers for a unit of gas.';
COMMENT ON COLUMN mempool_transactions.method IS 'First four bytes of the input.';

ALTER TABLE sync_state
  ADD COLUMN finalized_height integer,
  DROP CONSTRAINT sync_state_stage_check,
  ADD CONSTRAINT sync_state_stage_check CHECK (stage IN ('load', 'unspent', 'sort', 'tokens', 'index'));
COMMENT ON COLUMN sync_state.finalized_height IS 'Highest block that the node called final; never taken back. NULL on chains that do not say.';
COMMENT ON COLUMN sync_state.stage IS 'What the first sync is at: load (blocks and transactions are written), unspent (UTXO chains: outputs that nobody has spent are written), sort (histories are numbered, address by address), tokens (account chains: which address had which token), index (indexes are built); NULL where blocks are written one by one with all indexes in place.';
ALTER TABLE first_sync
  ADD COLUMN touched_to bigint,
  DROP CONSTRAINT first_sync_stage_check,
  ADD CONSTRAINT first_sync_stage_check CHECK (stage IN ('load', 'unspent', 'sort', 'tokens', 'index'));

COMMENT ON COLUMN first_sync.touched_to IS 'Account chains, long ones: token transfers of transactions with a lower tx_key are staged for token_balances. NULL before that begins.';

CREATE FUNCTION chain_table_names(which chain) RETURNS TABLE (name text) LANGUAGE sql IMMUTABLE AS $$
  SELECT unnest(ARRAY['blocks', 'transactions', 'address_transactions', 'addresses', 'mempool_transactions', 'mempool_address_transactions'])
  UNION ALL
  SELECT unnest(CASE WHEN which IN ('eth', 'arb', 'base', 'op')
    THEN ARRAY['transfers', 'internal_address_transactions', 'address_balances', 'tokens', 'token_balances']
    ELSE ARRAY['unspent_outputs', 'mempool_spends'] END)
$$;
COMMENT ON FUNCTION chain_table_names IS 'The tables that hold rows of a chain: those of all, and those of its family.';

CREATE OR REPLACE FUNCTION create_chain_tables(which chain) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
BEGIN
  FOR parent IN SELECT name FROM chain_table_names(which) LOOP
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
    (5, 'transfers', 'place', 'UNIQUE INDEX', '(tx_key, idx)'),
    (6, 'internal_address_transactions', 'history', 'INDEX', '(address_key, live, seq) WHERE listed'),
    (7, 'internal_address_transactions', 'transaction', 'UNIQUE INDEX', '(address_key, tx_key)'),
    (9, 'token_balances', 'token', 'UNIQUE INDEX', '(address_key, asset, token_id) NULLS NOT DISTINCT'),
    (10, 'token_balances', 'newest', 'INDEX', '(greatest(touched, height))'),
    (27, 'token_balances', 'stale', 'INDEX', '(touched) WHERE height IS NULL OR height < touched'),
    (11, 'addresses', 'address', 'INDEX', '(address)'),
    (12, 'addresses', 'address_key', 'UNIQUE INDEX', '(address_key)'),
    (13, 'unspent_outputs', 'outpoint', 'UNIQUE INDEX', '(txid, vout)'),
    (14, 'unspent_outputs', 'address', 'INDEX', '(address_key, tx_key, vout) WHERE address_key IS NOT NULL'),
    (15, 'address_balances', 'address', 'UNIQUE INDEX', '(address_key)'),
    (16, 'address_balances', 'height', 'INDEX', '(height)'),
    (17, 'tokens', 'asset', 'UNIQUE INDEX', '(asset)'),
    (18, 'tokens', 'unasked', 'INDEX', '(first_height) WHERE asked_at IS NULL'),
    (28, 'tokens', 'first_height', 'INDEX', '(first_height)'),
    (19, 'blocks', 'height', 'UNIQUE INDEX', '(height)'),
    (20, 'mempool_transactions', 'id', 'UNIQUE INDEX', '(id)'),
    (21, 'mempool_transactions', 'txid', 'UNIQUE INDEX', '(txid)'),
    (22, 'mempool_transactions', 'sender', 'INDEX', '(from_key, nonce) WHERE from_key IS NOT NULL'),
    (23, 'mempool_address_transactions', 'address', 'INDEX', '(address_key, tx_key, id)'),
    (24, 'mempool_address_transactions', 'id', 'INDEX', '(id)'),
    (25, 'mempool_spends', 'outpoint', 'INDEX', '(txid, vout)'),
    (26, 'mempool_spends', 'id', 'INDEX', '(id)')
  ) AS i(place, on_table, suffix, kind, what)
  WHERE i.on_table IN (SELECT t.name FROM chain_table_names(which) t) AND NOT (i.suffix = 'sender' AND which NOT IN ('eth', 'arb', 'base', 'op'))
  ORDER BY i.place
$$;

CREATE VIEW address_token_balances AS
SELECT b.chain, b.address_key, a.address, t.address AS asset, t.standard, t.symbol, t.name, t.decimals, b.token_id, b.balance, b.height
FROM token_balances b
LEFT JOIN addresses a ON a.chain = b.chain AND a.address_key = b.address_key
LEFT JOIN tokens t ON t.chain = b.chain AND t.asset = b.asset;
COMMENT ON VIEW address_token_balances IS 'token_balances with text addresses and what the tokens call themselves.';
COMMENT ON COLUMN address_token_balances.address IS 'The address as text.';
COMMENT ON COLUMN address_token_balances.asset IS 'The token''s contract as text.';

CREATE VIEW asset_transfers AS
SELECT t.chain, t.tx_key, t.tx_key >> 20 AS height, t.idx, t.kind, f.address AS from_address, r.address AS to_address,
  k.address AS asset, k.symbol, k.decimals, t.amount, t.token_id
FROM transfers t
LEFT JOIN addresses f ON f.chain = t.chain AND f.address_key = t.from_key
LEFT JOIN addresses r ON r.chain = t.chain AND r.address_key = t.to_key
LEFT JOIN tokens k ON k.chain = t.chain AND k.asset = t.asset;
COMMENT ON VIEW asset_transfers IS 'transfers with text addresses and what the tokens call themselves.';
COMMENT ON COLUMN asset_transfers.height IS 'Block of the transaction.';
COMMENT ON COLUMN asset_transfers.from_address IS 'Where it came from, as text.';
COMMENT ON COLUMN asset_transfers.to_address IS 'Where it went to, as text.';
COMMENT ON COLUMN asset_transfers.asset IS 'The token''s contract as text; NULL for the chain''s own coin.';
COMMENT ON COLUMN asset_transfers.chain IS 'Currency code.';
COMMENT ON COLUMN asset_transfers.tx_key IS 'The transaction, as in transfers.';
COMMENT ON COLUMN asset_transfers.idx IS 'Order within the transaction.';
COMMENT ON COLUMN asset_transfers.kind IS 'As in transfers.';
COMMENT ON COLUMN asset_transfers.symbol IS 'What the token calls itself.';
COMMENT ON COLUMN asset_transfers.decimals IS 'Its decimal places; NULL where it says none, and for the chain''s own coin.';
COMMENT ON COLUMN asset_transfers.amount IS 'In base units of the asset.';
COMMENT ON COLUMN asset_transfers.token_id IS 'Which token of an ERC-721 or ERC-1155 contract.';

COMMENT ON COLUMN address_token_balances.chain IS 'Currency code.';
COMMENT ON COLUMN address_token_balances.address_key IS 'The address in binary.';
COMMENT ON COLUMN address_token_balances.standard IS 'Standard of the token.';
COMMENT ON COLUMN address_token_balances.symbol IS 'What the token calls itself.';
COMMENT ON COLUMN address_token_balances.name IS 'The same in full.';
COMMENT ON COLUMN address_token_balances.decimals IS 'Its decimal places; NULL where it says none.';
COMMENT ON COLUMN address_token_balances.token_id IS 'ERC-1155: which of its tokens.';
COMMENT ON COLUMN address_token_balances.balance IS 'In base units of the token; NULL where it is not known.';
COMMENT ON COLUMN address_token_balances.height IS 'The block it was asked for.';

COMMENT ON COLUMN audits.height IS 'UTXO chains: the block whose unspent outputs were compared with the node''s; account chains, and where that check was left out: the last indexed block when the audit began.';
