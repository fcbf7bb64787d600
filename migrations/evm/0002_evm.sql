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
COMMENT ON TABLE transactions IS 'One row per confirmed transaction; transfers has what moved. What the block itself moved (withdrawals, fees, rewards) is one more row at its end: txid is the block''s hash, type NULL.';
COMMENT ON COLUMN transactions.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transactions.nonce IS 'Number among the sender''s, from 0.';
COMMENT ON COLUMN transactions.gas_limit IS 'Most gas it might use.';
COMMENT ON COLUMN transactions.gas_used IS 'Gas it used.';
COMMENT ON COLUMN transactions.type IS 'EIP-2718 type, 0 for the original form.';
COMMENT ON COLUMN transactions.succeeded IS 'False where it failed (its fee was paid); NULL where receipts do not say (Ethereum before Byzantium).';
COMMENT ON COLUMN transactions.txid IS 'Find one with txid = txid(''0x…'').';
COMMENT ON COLUMN transactions.from_key IS 'Sender.';
COMMENT ON COLUMN transactions.to_key IS 'Recipient; NULL where it creates a contract.';
COMMENT ON COLUMN transactions.created_contract IS 'Contract it created.';
COMMENT ON COLUMN transactions.method IS 'First four bytes of the input: the function called; NULL for none, or where it creates a contract.';
COMMENT ON COLUMN transactions.value IS 'Base units it was to move; moved only where it succeeded.';
COMMENT ON COLUMN transactions.fee IS 'All that the sender paid beside the value, base units.';
COMMENT ON COLUMN transactions.gas_price IS 'Base units paid for a unit of gas.';
COMMENT ON COLUMN transactions.blob_fee IS 'Its part for blobs; NULL for none.';
COMMENT ON COLUMN transactions.l1_fee IS 'Its part for layer 1 (OP stack); NULL for none.';
COMMENT ON COLUMN transactions.operator_fee IS 'Its part for the chain''s operator (OP stack); NULL for none.';

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
COMMENT ON TABLE transfers IS 'Everything that moved, in order. Nothing of a failed transaction, and nothing that the genesis block gave: nodes do not list it.';
COMMENT ON COLUMN transfers.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN transfers.idx IS 'Order within the transaction; internal transfers count from 2^24.';
COMMENT ON COLUMN transfers.kind IS 'native (value of the transaction), internal (that a contract sent on), token, withdrawal (from the beacon chain), mint (a deposit from layer 1), burn, fee (to its recipients), reward (of proof of work).';
COMMENT ON COLUMN transfers.standard IS 'What the log looked like, by topics and words; NULL for the chain''s own coin. transfers_text has what is known of the contract now.';
COMMENT ON COLUMN transfers.from_key IS 'Where it came from: the zero address for minted tokens, NULL for nowhere.';
COMMENT ON COLUMN transfers.to_key IS 'Where it went; NULL where it ceased to be.';
COMMENT ON COLUMN transfers.asset IS 'The token''s contract; NULL for the chain''s own coin.';
COMMENT ON COLUMN transfers.amount IS 'Base units as the log says; 1 where it looks like ERC-721. transfer_amount tells what it is.';
COMMENT ON COLUMN transfers.token_id IS 'Which token, where the log looks like ERC-721 or ERC-1155. transfer_token_id tells which it is.';

CREATE TABLE internal_sync (
  revision       bigint NOT NULL DEFAULT 0,
  contradictions bigint NOT NULL DEFAULT 0,
  from_height    integer,
  mode           text NOT NULL CHECK (mode IN ('off', 'live', 'full')),
  reason         text,
  updated_at     timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE internal_sync IS 'For the API: one row: from which block on the rows have internal transfers, but for internal_gaps.';
COMMENT ON COLUMN internal_sync.revision IS 'Rises when a gap is closed: rows then join histories below others, and running sums above change.';
COMMENT ON COLUMN internal_sync.contradictions IS 'How often a balance by the node did not fit the one before and all that moved since.';
COMMENT ON COLUMN internal_sync.from_height IS 'First block with internal transfers in the rows; NULL for none.';
COMMENT ON COLUMN internal_sync.mode IS 'off, live or full, as configured at the indexer''s last start, as far as the node can trace.';
COMMENT ON COLUMN internal_sync.reason IS 'Why the last untraced block is not traced, with the remedy, for the operator; NULL without gaps.';
COMMENT ON COLUMN internal_sync.updated_at IS 'When this row changed.';
CREATE UNIQUE INDEX internal_sync_one_row ON internal_sync ((true));

CREATE TABLE internal_gaps (
  since       timestamptz NOT NULL DEFAULT now(),
  from_height integer NOT NULL,
  to_height   integer NOT NULL,
  reason_code text NOT NULL CHECK (reason_code IN ('off', 'state-gone', 'untraceable', 'too-slow', 'too-large', 'contradiction', 'node-away')),
  PRIMARY KEY (from_height)
);
COMMENT ON TABLE internal_gaps IS 'Blocks from internal_sync.from_height on without internal transfers. All but those of reason off are tried again.';
COMMENT ON COLUMN internal_gaps.since IS 'When its first block was written.';
COMMENT ON COLUMN internal_gaps.from_height IS 'First block of the gap.';
COMMENT ON COLUMN internal_gaps.to_height IS 'Last block of the gap.';
COMMENT ON COLUMN internal_gaps.reason_code IS 'off, state-gone, untraceable, too-slow, too-large, contradiction or node-away (docs/internal-transfers.md).';

CREATE TABLE address_balances (
  height      integer NOT NULL,
  address_key bytea NOT NULL,
  balance     numeric NOT NULL,
  origin      numeric NOT NULL
);
COMMENT ON TABLE address_balances IS 'Balances by the node, of addresses that blocks touched since the chain went live.';
COMMENT ON COLUMN address_balances.height IS 'The block it was asked for; current where no later one touched the address.';
COMMENT ON COLUMN address_balances.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN address_balances.balance IS 'In base units, at the end of block height.';
COMMENT ON COLUMN address_balances.origin IS 'That less the running balance of the address''s last row up to that block. Added to the running balance of another row it is the balance after it, where no untraced block lies between.';

CREATE TABLE address_gaps (
  address_key bytea NOT NULL,
  from_height integer NOT NULL,
  to_height   integer NOT NULL,
  PRIMARY KEY (address_key, from_height)
);
COMMENT ON TABLE address_gaps IS 'For the API: traced blocks in which the effects on an address do not add up to the difference of two balances by the node. Balances are not counted across them.';
COMMENT ON COLUMN address_gaps.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN address_gaps.from_height IS 'First block of the gap, the one after the older balance.';
COMMENT ON COLUMN address_gaps.to_height IS 'Last block of the gap, that of the newer balance.';

CREATE TABLE tokens (
  asked_at     timestamptz,
  ask_after    integer NOT NULL DEFAULT 0,
  first_height integer NOT NULL,
  plain_from   integer,
  indexed_from integer,
  standard     chaintrail.token_standard NOT NULL,
  decimals     smallint,
  drifts       boolean NOT NULL DEFAULT false,
  forges       boolean NOT NULL DEFAULT false,
  asset        bytea NOT NULL,
  address      text NOT NULL,
  evidence     text NOT NULL DEFAULT 'shape' CHECK (evidence IN ('list', 'erc165', 'decimals', 'shape')),
  name         text,
  symbol       text
);
COMMENT ON TABLE tokens IS 'Every contract with a token transfer.';
COMMENT ON COLUMN tokens.asked_at IS 'For the indexer: when last asked; NULL while it has to be: it is new, or its code changed.';
COMMENT ON COLUMN tokens.ask_after IS 'For the indexer: block from which on it is asked again once it moves. Where asked_at is NULL: 0 for never, else about the block at which it was.';
COMMENT ON COLUMN tokens.first_height IS 'Block of its first transfer.';
COMMENT ON COLUMN tokens.plain_from IS 'First transfer that looked like ERC-20; NULL for none.';
COMMENT ON COLUMN tokens.indexed_from IS 'The same for ERC-721. A contract with both is mixed: its transfers are shown as they look.';
COMMENT ON COLUMN tokens.standard IS 'By the evidence.';
COMMENT ON COLUMN tokens.decimals IS 'Decimal places between base unit and token, 0 to 77; NULL where it says none.';
COMMENT ON COLUMN tokens.drifts IS 'Whether balances were seen to differ from the transfers (rebasing, fees, mints without events): stored ones may be old.';
COMMENT ON COLUMN tokens.forges IS 'Whether it logged that somebody lost what they never had: see token_balances.forged_to.';
COMMENT ON COLUMN tokens.asset IS 'The contract in binary, as in address_transactions.address_key.';
COMMENT ON COLUMN tokens.address IS 'The address, to read.';
COMMENT ON COLUMN tokens.evidence IS 'How the standard is known: list (older than the standards), erc165 (it says ERC-721 or ERC-1155), decimals (it has those and says neither), shape (of its first transfer).';
COMMENT ON COLUMN tokens.name IS 'Its name by the contract, cleaned and cut; anybody may say any. NULL for none, or not asked.';
COMMENT ON COLUMN tokens.symbol IS 'The same for its symbol.';

CREATE TABLE token_changes (
  changes bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE token_changes IS 'For the indexer: one row on contracts that are asked again.';
COMMENT ON COLUMN token_changes.changes IS 'How often a contract said another name, symbol, number of decimals or standard than before.';
CREATE UNIQUE INDEX token_changes_one_row ON token_changes ((true));
INSERT INTO token_changes DEFAULT VALUES;

CREATE TABLE wrapped_logs (
  tx_key    bigint NOT NULL,
  idx       integer NOT NULL,
  mints     boolean NOT NULL,
  asset     bytea NOT NULL,
  owner_key bytea NOT NULL,
  amount    numeric NOT NULL
);
COMMENT ON TABLE wrapped_logs IS 'For the indexer: logs Deposit(address,uint256) and Withdrawal(address,uint256) of contracts not proved to be wrapped coins. Once one is, its rows move to transfers.';
COMMENT ON COLUMN wrapped_logs.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN wrapped_logs.idx IS 'Order among such logs of the transaction.';
COMMENT ON COLUMN wrapped_logs.mints IS 'True for Deposit, false for Withdrawal.';
COMMENT ON COLUMN wrapped_logs.asset IS 'address_key of the contract.';
COMMENT ON COLUMN wrapped_logs.owner_key IS 'address_key that the log names.';
COMMENT ON COLUMN wrapped_logs.amount IS 'Amount that the log names.';

CREATE TABLE wrapped_coins (
  asked_height integer NOT NULL,
  attempts     integer NOT NULL,
  is_proved    boolean NOT NULL,
  asset        bytea NOT NULL
);
COMMENT ON TABLE wrapped_coins IS 'For the indexer: contracts of wrapped_logs that were asked whether they are wrapped coins.';
COMMENT ON COLUMN wrapped_coins.asked_height IS 'The block of the last question.';
COMMENT ON COLUMN wrapped_coins.attempts IS 'Questions so far; less and less often after failures.';
COMMENT ON COLUMN wrapped_coins.is_proved IS 'Whether a transaction moved as much of the chain''s coin, and balanceOf followed.';
COMMENT ON COLUMN wrapped_coins.asset IS 'address_key of the contract.';

CREATE TABLE token_balances (
  first_touched integer NOT NULL,
  touched       integer NOT NULL,
  height        integer,
  address_key   bytea NOT NULL,
  asset         bytea NOT NULL,
  token_id      numeric,
  balance       numeric,
  drifts        boolean,
  forged_to     integer,
  had           boolean,
  lost          boolean,
  sent          boolean
);
COMMENT ON TABLE token_balances IS 'Tokens that each address ever had a transfer of, and its balances by the contracts.';
COMMENT ON COLUMN token_balances.first_touched IS 'Block of the first transfer.';
COMMENT ON COLUMN token_balances.touched IS 'Block of the last transfer, or the one that a reorg went back to.';
COMMENT ON COLUMN token_balances.height IS 'The block it was asked for; older than touched where it has to be asked again, NULL for none.';
COMMENT ON COLUMN token_balances.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN token_balances.asset IS 'The token''s contract, as in tokens.';
COMMENT ON COLUMN token_balances.token_id IS 'ERC-1155: which of its tokens. NULL elsewhere: an ERC-721 balance is a number of tokens.';
COMMENT ON COLUMN token_balances.balance IS 'The contract''s answer; NULL where not asked, or without one.';
COMMENT ON COLUMN token_balances.drifts IS 'Whether it was seen to differ from the transfers.';
COMMENT ON COLUMN token_balances.forged_to IS 'From first_touched to this block the address had none, by the contract''s answers, and none came: it did not lose what logs say. NULL where not known.';
COMMENT ON COLUMN token_balances.had IS 'For the indexer: whether it ever had any: a transfer brought some, or the contract said so or nothing.';
COMMENT ON COLUMN token_balances.lost IS 'For the indexer: whether a transfer of more than nothing names it as sender; never of the zero address.';
COMMENT ON COLUMN token_balances.sent IS 'Whether it signed the transaction of a transfer of more than nothing that names it as sender.';

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
COMMENT ON COLUMN mempool_transactions.nonce IS 'Number of the transaction among the sender''s; one with the same number replaces it.';
COMMENT ON COLUMN mempool_transactions.gas_limit IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.type IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.txid IS 'Transaction id, display order.';
COMMENT ON COLUMN mempool_transactions.from_key IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.to_key IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.method IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.value IS 'As in transactions.';
COMMENT ON COLUMN mempool_transactions.fee IS 'NULL: not known before a block takes it.';
COMMENT ON COLUMN mempool_transactions.gas_price IS 'Most base units offered for a unit of gas.';

CREATE TABLE mempool_address_transactions (
  id          bigint NOT NULL,
  tx_key      bigint,
  address_key bytea NOT NULL,
  delta       numeric NOT NULL,
  received    numeric NOT NULL
);
COMMENT ON TABLE mempool_address_transactions IS 'What each transaction of mempool_transactions does to each address it touches.';
COMMENT ON COLUMN mempool_address_transactions.id IS 'The transaction, as in mempool_transactions.';
COMMENT ON COLUMN mempool_address_transactions.tx_key IS 'As in mempool_transactions.';
COMMENT ON COLUMN mempool_address_transactions.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN mempool_address_transactions.delta IS 'Net effect on the address''s balance.';
COMMENT ON COLUMN mempool_address_transactions.received IS 'What it pays the address.';

COMMENT ON COLUMN address_transactions.address_key IS 'The 20 bytes of the address.';
COMMENT ON COLUMN address_transactions.delta IS 'Net effect, with internal transfers where its block is traced; 0 where only tokens moved.';
COMMENT ON COLUMN address_transactions.balance IS 'Sum of the deltas: the balance where all blocks are traced, else less what untraced ones moved.';
COMMENT ON COLUMN address_transactions.received IS 'Gross of what it was paid so far, with internal transfers where traced.';

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
    (6, 'token_balances', 'token', 'UNIQUE INDEX', '(address_key, asset, token_id) NULLS NOT DISTINCT WITH (fillfactor = 86)'),
    -- A first sync asks for none: what it touched is in the index below alone. Together the two find what a rollback takes back.
    (7, 'token_balances', 'asked', 'INDEX', '(height) WHERE height IS NOT NULL'),
    (8, 'token_balances', 'stale', 'INDEX', '(touched) WHERE height IS NULL OR height < touched'),
    (9, 'address_balances', 'address', 'UNIQUE INDEX', '(address_key)'),
    (10, 'address_balances', 'height', 'INDEX', '(height)'),
    (11, 'tokens', 'asset', 'UNIQUE INDEX', '(asset)'),
    (12, 'tokens', 'unasked', 'INDEX', '(first_height) WHERE asked_at IS NULL'),
    (13, 'tokens', 'first_height', 'INDEX', '(first_height)'),
    (14, 'blocks', 'height', 'UNIQUE INDEX', '(height)'),
    (15, 'blocks', 'time', 'INDEX', '(time)'),
    (16, 'mempool_transactions', 'id', 'UNIQUE INDEX', '(id)'),
    (17, 'mempool_transactions', 'txid', 'UNIQUE INDEX', '(txid)'),
    (18, 'mempool_transactions', 'sender', 'INDEX', '(from_key, nonce) WHERE from_key IS NOT NULL'),
    (19, 'mempool_address_transactions', 'address', 'INDEX', '(address_key, tx_key, id)'),
    (20, 'mempool_address_transactions', 'id', 'INDEX', '(id)')
  ) AS i(place, on_table, suffix, kind, what)
  ORDER BY i.place
$$;
COMMENT ON FUNCTION chain_indexes IS 'For the indexer: the indexes that live writes keep up to date, largest first, with the statements that build them.';
