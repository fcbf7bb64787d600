-- The tables of account chains (Ethereum and its layer 2s), beside those of every chain: transactions with senders and recipients,
-- what moved in each (transfers), transfers inside transactions as nodes' traces tell them, balances as nodes tell them, tokens.

CREATE TABLE transactions (
  tx_key           bigint NOT NULL,
  nonce            bigint,
  gas_limit        bigint,
  gas_used         bigint,
  type             smallint,
  succeeded        boolean,
  txid             bytea NOT NULL,
  from_key         bytea,
  to_key           bytea,
  created_contract bytea,
  method           bytea,
  value            numeric,
  fee              numeric,
  gas_price        numeric,
  blob_fee         numeric,
  l1_fee           numeric,
  operator_fee     numeric
);
COMMENT ON TABLE transactions IS 'One row per confirmed transaction: sender, recipient and what they paid; transfers has what moved. A block in which the protocol itself moved something (withdrawals, fees, rewards) has one row more after its transactions: its txid is the block''s hash, its type NULL.';
COMMENT ON COLUMN transactions.tx_key IS 'Block height * 2^20 + index in the block: sorts in chain order and gives the height as tx_key >> 20.';
COMMENT ON COLUMN transactions.nonce IS 'Number of the transaction among the sender''s, from 0.';
COMMENT ON COLUMN transactions.gas_limit IS 'Most gas it might have used.';
COMMENT ON COLUMN transactions.gas_used IS 'Gas it used.';
COMMENT ON COLUMN transactions.type IS 'EIP-2718 type, 0 for the original form; NULL for what the block itself moved.';
COMMENT ON COLUMN transactions.succeeded IS 'False where it failed (its fee was paid nevertheless); NULL where receipts do not say (Ethereum before Byzantium).';
COMMENT ON COLUMN transactions.txid IS 'Transaction id: find one with txid = txid(''0x…'').';
COMMENT ON COLUMN transactions.from_key IS 'address_key of the sender.';
COMMENT ON COLUMN transactions.to_key IS 'address_key of the recipient; NULL where it creates a contract.';
COMMENT ON COLUMN transactions.created_contract IS 'address_key of the contract that it created.';
COMMENT ON COLUMN transactions.method IS 'First four bytes of the input: the function that was called. NULL where there are none or a contract is created.';
COMMENT ON COLUMN transactions.value IS 'Base units it was to move; moved only where it succeeded.';
COMMENT ON COLUMN transactions.fee IS 'All that the sender paid beside the value, in base units.';
COMMENT ON COLUMN transactions.gas_price IS 'Base units paid for a unit of gas.';
COMMENT ON COLUMN transactions.blob_fee IS 'Part of the fee that paid for blobs; NULL where there are none.';
COMMENT ON COLUMN transactions.l1_fee IS 'Part of the fee that paid for layer 1 (OP stack); NULL where there is none.';
COMMENT ON COLUMN transactions.operator_fee IS 'Part of the fee that went to the chain''s operator (OP stack); NULL where there is none.';

CREATE TABLE transfers (
  tx_key   bigint NOT NULL,
  idx      integer NOT NULL,
  kind     chaintrail.transfer_kind NOT NULL,
  standard chaintrail.token_standard,
  from_key bytea,
  to_key   bytea,
  asset    bytea,
  amount   numeric NOT NULL,
  token_id numeric
);
COMMENT ON TABLE transfers IS 'Everything that moved, by transaction and in order. Nothing of a failed transaction.';
COMMENT ON COLUMN transfers.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transfers.idx IS 'Order within the transaction; internal transfers count from 2^24, since they come from another source.';
COMMENT ON COLUMN transfers.kind IS 'Native (the value of the transaction), internal (value that a contract sent on), token, withdrawal (from the beacon chain), mint (a deposit from layer 1), burn, fee (to who is paid the fees), reward (of proof of work).';
COMMENT ON COLUMN transfers.standard IS 'Standard of the token; NULL for the chain''s own coin.';
COMMENT ON COLUMN transfers.from_key IS 'Address_key it came from; NULL where it came from nowhere. Tokens that are minted come from the zero address.';
COMMENT ON COLUMN transfers.to_key IS 'Address_key it went to; NULL where it ceased to be.';
COMMENT ON COLUMN transfers.asset IS 'address_key of the token''s contract; NULL for the chain''s own coin.';
COMMENT ON COLUMN transfers.amount IS 'In base units of the asset; 1 for an ERC-721 token.';
COMMENT ON COLUMN transfers.token_id IS 'Which token of an ERC-721 or ERC-1155 contract.';

CREATE TABLE internal_address_transactions (
  seq         bigint NOT NULL,
  tx_key      bigint NOT NULL,
  live        boolean NOT NULL,
  listed      boolean NOT NULL,
  address_key bytea NOT NULL,
  delta       numeric NOT NULL,
  balance     numeric NOT NULL,
  received    numeric NOT NULL
);
COMMENT ON TABLE internal_address_transactions IS 'What internal transfers do to each address, by transaction, append-only. Together with address_transactions the whole history: rows that are listed are of transactions that touch the address by internal transfers alone.';
COMMENT ON COLUMN internal_address_transactions.seq IS 'How many rows of this address and part are listed, up to and with this one.';
COMMENT ON COLUMN internal_address_transactions.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN internal_address_transactions.live IS 'False for the part that was traced after the fact (up to internal_sync.backfill_to), true for what was traced as blocks came. All of the first part is older; both count by themselves.';
COMMENT ON COLUMN internal_address_transactions.listed IS 'Whether address_transactions has no row of this address and transaction.';
COMMENT ON COLUMN internal_address_transactions.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN internal_address_transactions.delta IS 'Net effect of the internal transfers on the address''s balance.';
COMMENT ON COLUMN internal_address_transactions.balance IS 'Sum of the deltas of this address and part so far.';
COMMENT ON COLUMN internal_address_transactions.received IS 'Gross of what internal transfers paid the address in this part so far.';

CREATE TABLE internal_sync (
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
COMMENT ON TABLE internal_sync IS 'One row: how far internal transfers are indexed; none where nothing was ever traced.';
COMMENT ON COLUMN internal_sync.mode IS 'Off, live (blocks as they come) or full (all blocks), as configured when the indexer last started and as far as the node can trace.';
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
CREATE UNIQUE INDEX internal_sync_one_row ON internal_sync ((true));

CREATE TABLE internal_ranges (
  from_height integer NOT NULL,
  to_height   integer NOT NULL,
  done_to     integer NOT NULL,
  PRIMARY KEY (from_height)
);
COMMENT ON TABLE internal_ranges IS 'Ranges of blocks that are traced after the fact, side by side, and how far each is. Empty when none are.';
COMMENT ON COLUMN internal_ranges.from_height IS 'First block of the range.';
COMMENT ON COLUMN internal_ranges.to_height IS 'Last block of the range.';
COMMENT ON COLUMN internal_ranges.done_to IS 'Last block that is done; from_height - 1 before the first one.';

CREATE TABLE internal_gaps (
  from_height integer NOT NULL,
  to_height   integer NOT NULL,
  PRIMARY KEY (from_height)
);
COMMENT ON TABLE internal_gaps IS 'Blocks between live_from and live_to that were not traced: the indexer was away, or tracing off, for longer than the node keeps the state that tracing needs.';
COMMENT ON COLUMN internal_gaps.from_height IS 'First block of the gap.';
COMMENT ON COLUMN internal_gaps.to_height IS 'Last block of the gap.';

CREATE TABLE address_balances (
  height      integer NOT NULL,
  address_key bytea NOT NULL,
  balance     numeric NOT NULL
);
COMMENT ON TABLE address_balances IS 'Balances as the node says them, of addresses that blocks touched since the chain went live, at the last traced block where blocks are traced. An address that is not here was not touched since.';
COMMENT ON COLUMN address_balances.height IS 'The block it was asked for. Current where no later one touched the address.';
COMMENT ON COLUMN address_balances.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN address_balances.balance IS 'In base units, at the end of block height.';

CREATE TABLE tokens (
  asked_at     timestamptz,
  first_height integer NOT NULL,
  standard     chaintrail.token_standard NOT NULL,
  decimals     smallint,
  drifts       boolean NOT NULL DEFAULT false,
  asset        bytea NOT NULL,
  address      text NOT NULL,
  name         text,
  symbol       text
);
COMMENT ON TABLE tokens IS 'Every contract that told of a token transfer.';
COMMENT ON COLUMN tokens.asked_at IS 'When the contract was asked; NULL while it was not.';
COMMENT ON COLUMN tokens.first_height IS 'Block of its first transfer.';
COMMENT ON COLUMN tokens.standard IS 'As its first transfer looked. A contract may log transfers of several standards: transfers.standard tells of each.';
COMMENT ON COLUMN tokens.decimals IS 'Decimal places between base unit and token, 0 to 77; NULL where it says none.';
COMMENT ON COLUMN tokens.drifts IS 'Whether balances were seen to change without a transfer (rebasing tokens), so that what is stored of them may be old.';
COMMENT ON COLUMN tokens.asset IS 'The contract in binary, as in address_transactions.address_key.';
COMMENT ON COLUMN tokens.address IS 'The contract as the chain''s users write it.';
COMMENT ON COLUMN tokens.name IS 'What the contract says its name is, cleaned and cut; anybody may name a token anything. NULL where it says none, or was not asked yet.';
COMMENT ON COLUMN tokens.symbol IS 'The same for its symbol.';

CREATE TABLE token_balances (
  first_touched integer NOT NULL,
  touched       integer NOT NULL,
  height        integer,
  address_key   bytea NOT NULL,
  asset         bytea NOT NULL,
  token_id      numeric,
  balance       numeric
);
COMMENT ON TABLE token_balances IS 'Which tokens each address ever had a transfer of, and how many the contract says it has.';
COMMENT ON COLUMN token_balances.first_touched IS 'Block of the first transfer.';
COMMENT ON COLUMN token_balances.touched IS 'Block of the last transfer; where a reorg took that back, the block it went back to.';
COMMENT ON COLUMN token_balances.height IS 'The block it was asked for; older than touched where it has to be asked again, NULL where it was not.';
COMMENT ON COLUMN token_balances.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN token_balances.asset IS 'The token''s contract, as in tokens.';
COMMENT ON COLUMN token_balances.token_id IS 'ERC-1155: which of its tokens. NULL elsewhere: an ERC-721 balance is a number of tokens.';
COMMENT ON COLUMN token_balances.balance IS 'What the contract answered; NULL while it was not asked, or gave no answer.';

CREATE TABLE mempool_transactions (
  id         bigint NOT NULL,
  tx_key     bigint,
  first_seen bigint NOT NULL,
  nonce      bigint,
  gas_limit  bigint,
  type       smallint,
  txid       bytea NOT NULL,
  from_key   bytea,
  to_key     bytea,
  method     bytea,
  value      numeric,
  fee        numeric,
  gas_price  numeric
);
COMMENT ON TABLE mempool_transactions IS 'Transactions of the node''s mempool: those without tx_key are unconfirmed. One that a block took stays for some hours with its tx_key, so that a client that was paging sees it once.';
COMMENT ON COLUMN mempool_transactions.id IS 'Order in which they were seen; rises, is never used twice while a chain is followed.';
COMMENT ON COLUMN mempool_transactions.tx_key IS 'NULL while unconfirmed; then its key in transactions.';
COMMENT ON COLUMN mempool_transactions.first_seen IS 'When the indexer first saw it, unix seconds.';
COMMENT ON COLUMN mempool_transactions.nonce IS 'Number of the transaction among the sender''s: one with the same number replaces it.';
COMMENT ON COLUMN mempool_transactions.gas_limit IS 'Most gas it may use.';
COMMENT ON COLUMN mempool_transactions.type IS 'As in transactions, as are all columns not said otherwise.';
COMMENT ON COLUMN mempool_transactions.txid IS 'Transaction id, display order.';
COMMENT ON COLUMN mempool_transactions.from_key IS 'address_key of the sender.';
COMMENT ON COLUMN mempool_transactions.to_key IS 'address_key of the recipient; NULL where it creates a contract.';
COMMENT ON COLUMN mempool_transactions.method IS 'First four bytes of the input.';
COMMENT ON COLUMN mempool_transactions.value IS 'Base units it is to move.';
COMMENT ON COLUMN mempool_transactions.fee IS 'NULL: what it will be is not known before a block takes it.';
COMMENT ON COLUMN mempool_transactions.gas_price IS 'Most base units it offers for a unit of gas.';

CREATE TABLE mempool_address_transactions (
  id          bigint NOT NULL,
  tx_key      bigint,
  address_key bytea NOT NULL,
  delta       numeric NOT NULL,
  received    numeric NOT NULL
);
COMMENT ON TABLE mempool_address_transactions IS 'What each transaction of mempool_transactions does to each address it touches.';
COMMENT ON COLUMN mempool_address_transactions.id IS 'The transaction, as in mempool_transactions.';
COMMENT ON COLUMN mempool_address_transactions.tx_key IS 'As in mempool_transactions, so that a page finds what is unconfirmed without looking at what is not.';
COMMENT ON COLUMN mempool_address_transactions.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN mempool_address_transactions.delta IS 'Net effect on the address''s balance.';
COMMENT ON COLUMN mempool_address_transactions.received IS 'What it pays the address.';

COMMENT ON COLUMN address_transactions.address_key IS 'The 20 bytes of the address. address_key(text) makes them, address_text(bytea) reads them.';
COMMENT ON COLUMN address_transactions.delta IS 'Net effect of the transaction on the address''s balance, without internal transfers, which internal_address_transactions has; 0 where only tokens moved.';
COMMENT ON COLUMN address_transactions.balance IS 'Sum of the deltas so far; the balance itself is what the node says, in address_balances.';
COMMENT ON COLUMN address_transactions.received IS 'Gross of what the address was ever paid, up to and with this transaction, without internal transfers.';

CREATE FUNCTION chain_indexes() RETURNS TABLE (name text, on_table text, definition text) LANGUAGE sql IMMUTABLE AS $$
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
    (6, 'internal_address_transactions', 'history', 'INDEX', '(address_key, live, seq) WHERE listed'),
    (7, 'internal_address_transactions', 'transaction', 'UNIQUE INDEX', '(address_key, tx_key)'),
    (8, 'token_balances', 'token', 'UNIQUE INDEX', '(address_key, asset, token_id) NULLS NOT DISTINCT WITH (fillfactor = 86)'),
    -- A first sync asks for none: what it touched is in the index below alone. Together the two find what a rollback takes back.
    (9, 'token_balances', 'asked', 'INDEX', '(height) WHERE height IS NOT NULL'),
    (10, 'token_balances', 'stale', 'INDEX', '(touched) WHERE height IS NULL OR height < touched'),
    (11, 'address_balances', 'address', 'UNIQUE INDEX', '(address_key)'),
    (12, 'address_balances', 'height', 'INDEX', '(height)'),
    (13, 'tokens', 'asset', 'UNIQUE INDEX', '(asset)'),
    (14, 'tokens', 'unasked', 'INDEX', '(first_height) WHERE asked_at IS NULL'),
    (15, 'tokens', 'first_height', 'INDEX', '(first_height)'),
    (16, 'blocks', 'height', 'UNIQUE INDEX', '(height)'),
    (17, 'blocks', 'time', 'INDEX', '(time)'),
    (18, 'mempool_transactions', 'id', 'UNIQUE INDEX', '(id)'),
    (19, 'mempool_transactions', 'txid', 'UNIQUE INDEX', '(txid)'),
    (20, 'mempool_transactions', 'sender', 'INDEX', '(from_key, nonce) WHERE from_key IS NOT NULL'),
    (21, 'mempool_address_transactions', 'address', 'INDEX', '(address_key, tx_key, id)'),
    (22, 'mempool_address_transactions', 'id', 'INDEX', '(id)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
COMMENT ON FUNCTION chain_indexes IS 'The indexes that live writes keep up to date, largest first, with the statements that build them.';
