-- Chaintrail's tables. Analysts read them directly: every table and column says what it holds.
-- Hashes are stored in the chain's display order, so encode(txid, 'hex') is what explorers show.
-- Amounts are integers in base units (satoshi). Single amounts fit bigint; sums do not on every chain and are numeric.

CREATE TYPE chain AS ENUM ('btc', 'eth', 'ltc', 'doge', 'zec', 'bch', 'rune', 'arb', 'cacao', 'base', 'op');

CREATE TABLE sync_state (
  chain        chain PRIMARY KEY,
  network      text NOT NULL,
  history_from integer NOT NULL,
  height       integer,
  hash         bytea,
  block_time   bigint,
  node_height  integer,
  phase        text NOT NULL CHECK (phase IN ('starting', 'syncing', 'live', 'stalled', 'halted')),
  reason_code  text,
  reason       text,
  live_since   timestamptz,
  blocks_per_second       double precision,
  transactions_per_second double precision,
  eta_seconds  integer,
  heartbeat_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE sync_state IS 'One row per followed chain: the cursor, which moves in the transaction that writes the rows, and how the sync is doing.';
COMMENT ON COLUMN sync_state.network IS 'Network of the chain, e.g. mainnet or regtest. A database holds one network per chain.';
COMMENT ON COLUMN sync_state.history_from IS 'Height of the first indexed block. Above 0, balances are unknown and histories start here.';
COMMENT ON COLUMN sync_state.height IS 'Height of the last indexed block; NULL before the first one.';
COMMENT ON COLUMN sync_state.hash IS 'Hash of the last indexed block.';
COMMENT ON COLUMN sync_state.block_time IS 'Header time of the last indexed block, unix seconds.';
COMMENT ON COLUMN sync_state.node_height IS 'Height of the node''s tip when it was last asked.';
COMMENT ON COLUMN sync_state.phase IS 'starting, syncing (behind the node), live (at its tip), stalled (the node cannot be followed now), halted (an operator must decide).';
COMMENT ON COLUMN sync_state.reason_code IS 'Why the chain is not live, as a word of a closed list: node-unavailable, node-unusable, node-wrong, node-behind, node-syncing, deep-reorg, database, internal, silent.';
COMMENT ON COLUMN sync_state.reason IS 'The same for the operator, with the remedy. Names hosts and settings: not for the public.';
COMMENT ON COLUMN sync_state.live_since IS 'When the first sync reached the tip; NULL while it is under way.';
COMMENT ON COLUMN sync_state.heartbeat_at IS 'When the owning indexer last reported.';

COMMENT ON COLUMN sync_state.chain IS 'Currency code.';
COMMENT ON COLUMN sync_state.blocks_per_second IS 'Rate of the sync; NULL when live.';
COMMENT ON COLUMN sync_state.transactions_per_second IS 'Rate of the sync; NULL when live.';
COMMENT ON COLUMN sync_state.eta_seconds IS 'Seconds until the tip at this rate; NULL when live or not known.';

CREATE TABLE blocks (
  chain       chain NOT NULL,
  height      integer NOT NULL,
  hash        bytea NOT NULL,
  parent_hash bytea NOT NULL,
  time        bigint NOT NULL,
  tx_count    integer NOT NULL,
  size        integer NOT NULL
) PARTITION BY LIST (chain);
COMMENT ON TABLE blocks IS 'Blocks of the active chain.';
COMMENT ON COLUMN blocks.chain IS 'Currency code.';
COMMENT ON COLUMN blocks.height IS 'Height; with chain the key.';
COMMENT ON COLUMN blocks.hash IS 'Block hash, display order.';
COMMENT ON COLUMN blocks.parent_hash IS 'Hash of the block before it.';
COMMENT ON COLUMN blocks.tx_count IS 'Transactions in the block, coinbase included.';
COMMENT ON COLUMN blocks.time IS 'Header time, unix seconds.';
COMMENT ON COLUMN blocks.size IS 'Bytes of the block with witnesses, as the node sends it.';

CREATE TABLE transactions (
  chain          chain NOT NULL,
  tx_key         bigint NOT NULL,
  txid           bytea NOT NULL,
  version        bigint,
  lock_time      bigint,
  size           integer,
  vsize          integer,
  fee            numeric,
  input_tx_keys  bigint[],
  input_vouts    integer[],
  output_values  bigint[],
  output_keys    bytea[],
  output_scripts bytea[],
  input_txids    bytea[],
  input_values   bigint[],
  input_keys     bytea[]
) PARTITION BY LIST (chain);
COMMENT ON TABLE transactions IS 'One row per confirmed transaction. Inputs and outputs are arrays; the views transaction_inputs and transaction_outputs unnest them.';
COMMENT ON COLUMN transactions.tx_key IS 'block height * 2^20 + index in the block: sorts in chain order and gives the height as tx_key >> 20.';
COMMENT ON COLUMN transactions.chain IS 'Currency code.';
COMMENT ON COLUMN transactions.txid IS 'Transaction id, display order: find one with txid = decode(''…'', ''hex''). Not unique: two of Bitcoin''s first coinbases were repeated.';
COMMENT ON COLUMN transactions.version IS 'Version field as an unsigned number.';
COMMENT ON COLUMN transactions.lock_time IS 'nLockTime field.';
COMMENT ON COLUMN transactions.size IS 'Bytes with witnesses.';
COMMENT ON COLUMN transactions.vsize IS 'Virtual size, ceil(weight / 4).';
COMMENT ON COLUMN transactions.fee IS 'Inputs minus outputs; 0 for a coinbase; NULL where an input lies before history_from and the node did not deliver it.';
COMMENT ON COLUMN transactions.input_tx_keys IS 'tx_key of the transaction that made the spent output, in input order; NULL elements lie before history_from. An empty array is a coinbase.';
COMMENT ON COLUMN transactions.input_vouts IS 'Index of the spent output within its transaction, in input order.';
COMMENT ON COLUMN transactions.output_values IS 'Amounts in base units, in output order.';
COMMENT ON COLUMN transactions.output_keys IS 'address_key of each output, NULL where its script has no address.';
COMMENT ON COLUMN transactions.output_scripts IS 'Scripts that are not the template of their address_key (OP_RETURN, bare keys …), NULL elements otherwise; NULL as a whole when there is none.';
COMMENT ON COLUMN transactions.input_txids IS 'Only where an input lies before history_from: txids of such inputs, NULL elsewhere.';
COMMENT ON COLUMN transactions.input_values IS 'Only where an input lies before history_from: its amount if the node delivered it.';
COMMENT ON COLUMN transactions.input_keys IS 'Only where an input lies before history_from: its address_key if the node delivered it.';

CREATE TABLE address_transactions (
  chain       chain NOT NULL,
  address_key bytea NOT NULL,
  seq         bigint NOT NULL,
  tx_key      bigint NOT NULL,
  delta       numeric NOT NULL,
  balance     numeric NOT NULL,
  received    numeric NOT NULL
) PARTITION BY LIST (chain);
COMMENT ON TABLE address_transactions IS 'The history of every address, append-only, with running state: an address''s last row is its balance, count and total received.';
COMMENT ON COLUMN address_transactions.address_key IS 'The address in binary: a kind byte (hex 00 P2PKH, 01 P2SH, 10 to 20 segwit version 0 to 16) and its hash or witness program.';
COMMENT ON COLUMN address_transactions.chain IS 'Currency code.';
COMMENT ON COLUMN address_transactions.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN address_transactions.seq IS '1-based rank of the transaction in the address''s history. What makes any page cost the same.';
COMMENT ON COLUMN address_transactions.delta IS 'Net effect of the transaction on the address''s balance.';
COMMENT ON COLUMN address_transactions.balance IS 'Balance after the transaction (since history_from).';
COMMENT ON COLUMN address_transactions.received IS 'Sum of all outputs that ever paid the address, up to and with this transaction; sent = received - balance.';

CREATE TABLE addresses (
  chain       chain NOT NULL,
  address_key bytea NOT NULL,
  address     text NOT NULL
) PARTITION BY LIST (chain);
COMMENT ON TABLE addresses IS 'Text of every address that has a history.';
COMMENT ON COLUMN addresses.chain IS 'Currency code.';
COMMENT ON COLUMN addresses.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN addresses.address IS 'The address as the chain''s users write it, canonical form.';

CREATE TABLE unspent_outputs (
  chain       chain NOT NULL,
  txid        bytea NOT NULL,
  vout        integer NOT NULL,
  tx_key      bigint NOT NULL,
  value       bigint NOT NULL,
  address_key bytea
) PARTITION BY LIST (chain);
COMMENT ON TABLE unspent_outputs IS 'The UTXO set at the cursor. Outputs that can never be spent (OP_RETURN, scripts over 10,000 bytes, genesis) are not in it.';

COMMENT ON COLUMN unspent_outputs.chain IS 'Currency code.';
COMMENT ON COLUMN unspent_outputs.txid IS 'Transaction that made the output, display order.';
COMMENT ON COLUMN unspent_outputs.vout IS 'Index of the output in it.';
COMMENT ON COLUMN unspent_outputs.tx_key IS 'The same transaction by key; its block is tx_key >> 20.';
COMMENT ON COLUMN unspent_outputs.value IS 'Amount in base units.';
COMMENT ON COLUMN unspent_outputs.address_key IS 'Address that may spend it, NULL where its script has none.';

-- Creates the partitions of one chain, named <table>_<chain>, with the indexes that live writes keep up to date.
-- COPY goes straight into a partition, whose chain column has a default.
CREATE FUNCTION create_chain_partitions(which chain) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['blocks', 'transactions', 'address_transactions', 'addresses', 'unspent_outputs'] LOOP
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES IN (%L)', parent || '_' || which, parent, which);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN chain SET DEFAULT %L', parent || '_' || which, which);
  END LOOP;
  EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (height)', 'blocks_' || which || '_height', 'blocks_' || which);
  EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (tx_key)', 'transactions_' || which || '_tx_key', 'transactions_' || which);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (txid)', 'transactions_' || which || '_txid', 'transactions_' || which);
  EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (address_key, seq)', 'address_transactions_' || which || '_history', 'address_transactions_' || which);
  -- Only a rollback looks rows up by tx_key, and always the newest: a block-range index costs next to nothing to keep.
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING brin (tx_key) WITH (autosummarize = on, pages_per_range = 32)',
    'address_transactions_' || which || '_tx_key', 'address_transactions_' || which);
  EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (address_key)', 'addresses_' || which || '_address_key', 'addresses_' || which);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (address)', 'addresses_' || which || '_address', 'addresses_' || which);
  EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (txid, vout)', 'unspent_outputs_' || which || '_outpoint', 'unspent_outputs_' || which);
END $$;
COMMENT ON FUNCTION create_chain_partitions IS 'Creates the partitions and indexes of one chain; repeating it changes nothing.';

CREATE VIEW transaction_outputs AS
SELECT t.chain, t.tx_key, t.txid, (o.n - 1)::integer AS vout, o.value, o.address_key, a.address, t.output_scripts[o.n] AS script
FROM transactions t
CROSS JOIN LATERAL unnest(t.output_values, t.output_keys) WITH ORDINALITY AS o(value, address_key, n)
LEFT JOIN addresses a ON a.chain = t.chain AND a.address_key = o.address_key;
COMMENT ON VIEW transaction_outputs IS 'One row per output, with the address as text.';
COMMENT ON COLUMN transaction_outputs.chain IS 'Currency code.';
COMMENT ON COLUMN transaction_outputs.tx_key IS 'The transaction.';
COMMENT ON COLUMN transaction_outputs.txid IS 'The transaction''s id, display order.';
COMMENT ON COLUMN transaction_outputs.vout IS 'Index of the output.';
COMMENT ON COLUMN transaction_outputs.value IS 'Amount in base units.';
COMMENT ON COLUMN transaction_outputs.address_key IS 'The address it pays, NULL where its script has none.';
COMMENT ON COLUMN transaction_outputs.address IS 'The same as text; NULL also for the genesis output, which is in nobody''s history.';
COMMENT ON COLUMN transaction_outputs.script IS 'The script where it is not the template of the address, NULL otherwise.';

CREATE VIEW transaction_inputs AS
SELECT t.chain, t.tx_key, t.txid, (i.n - 1)::integer AS vin, i.prev_tx_key, coalesce(p.txid, t.input_txids[i.n]) AS prev_txid, i.prev_vout,
  coalesce(p.output_values[i.prev_vout + 1], t.input_values[i.n]) AS value,
  coalesce(p.output_keys[i.prev_vout + 1], t.input_keys[i.n]) AS address_key, a.address
FROM transactions t
CROSS JOIN LATERAL unnest(t.input_tx_keys, t.input_vouts) WITH ORDINALITY AS i(prev_tx_key, prev_vout, n)
LEFT JOIN transactions p ON p.chain = t.chain AND p.tx_key = i.prev_tx_key
LEFT JOIN addresses a ON a.chain = t.chain AND a.address_key = coalesce(p.output_keys[i.prev_vout + 1], t.input_keys[i.n]);
COMMENT ON VIEW transaction_inputs IS 'One row per input, with the output it spends and its address as text. Coinbases have none.';
COMMENT ON COLUMN transaction_inputs.chain IS 'Currency code.';
COMMENT ON COLUMN transaction_inputs.tx_key IS 'The spending transaction.';
COMMENT ON COLUMN transaction_inputs.txid IS 'The spending transaction''s id, display order.';
COMMENT ON COLUMN transaction_inputs.vin IS 'Index of the input.';
COMMENT ON COLUMN transaction_inputs.prev_tx_key IS 'Transaction that made the spent output; NULL where it lies before history_from.';
COMMENT ON COLUMN transaction_inputs.prev_txid IS 'Its id, display order.';
COMMENT ON COLUMN transaction_inputs.prev_vout IS 'Index of the spent output in it.';
COMMENT ON COLUMN transaction_inputs.value IS 'Amount of the spent output; NULL where it is not known (before history_from).';
COMMENT ON COLUMN transaction_inputs.address_key IS 'Address that it was spent from, NULL where its script has none.';
COMMENT ON COLUMN transaction_inputs.address IS 'The same as text.';
