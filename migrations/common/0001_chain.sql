-- The tables of every chain, in the chain's schema. Analysts read them directly: every table and column says what it holds.
-- Hashes are stored in the chain's display order. Amounts are integers in base units.
-- Columns of fixed width come first: padding between the others would cost Bitcoin tens of gigabytes. Amounts are numeric, on chains
-- whose sums fit into a bigint too: most take 3 to 7 bytes.

CREATE TABLE sync_state (
  network                 text NOT NULL,
  history_from            integer NOT NULL,
  height                  integer,
  hash                    bytea,
  block_time              bigint,
  node_height             integer,
  finalized_height        integer,
  phase                   text NOT NULL CHECK (phase IN ('starting', 'syncing', 'live', 'stalled', 'halted')),
  reason_code             text,
  reason                  text,
  live_since              timestamptz,
  stage                   text CHECK (stage IN ('load', 'unspent', 'sort', 'tokens', 'index')),
  share                   double precision,
  blocks_per_second       double precision,
  transactions_per_second double precision,
  eta_seconds             integer,
  mempool_at              timestamptz,
  mempool_node            integer,
  mempool_indexed         integer,
  heartbeat_at            timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE sync_state IS 'One row: the cursor, moved in the transaction that writes the rows, and the state of the sync.';
COMMENT ON COLUMN sync_state.network IS 'Network of the chain, e.g. mainnet or regtest. A database holds one network per chain.';
COMMENT ON COLUMN sync_state.history_from IS 'First indexed block. Above 0, balances are unknown and histories start here.';
COMMENT ON COLUMN sync_state.height IS 'Last indexed block; NULL before the first one.';
COMMENT ON COLUMN sync_state.hash IS 'Its hash.';
COMMENT ON COLUMN sync_state.block_time IS 'Its header time, unix seconds.';
COMMENT ON COLUMN sync_state.node_height IS 'The node''s tip when last asked.';
COMMENT ON COLUMN sync_state.finalized_height IS 'Highest block that the node called final, never taken back; NULL where it does not say.';
COMMENT ON COLUMN sync_state.phase IS 'starting, syncing (behind the node), live, stalled (the node cannot be followed now), halted (an operator must decide).';
COMMENT ON COLUMN sync_state.reason_code IS 'Why the chain is not live: node-unavailable, node-unusable, node-wrong, node-behind, node-syncing, deep-reorg, database, internal, silent.';
COMMENT ON COLUMN sync_state.reason IS 'The same with the remedy, for the operator alone: names hosts and settings.';
COMMENT ON COLUMN sync_state.live_since IS 'When the first sync reached the tip; NULL before.';
COMMENT ON COLUMN sync_state.stage IS 'Of the first sync: load, unspent, sort, tokens or index (docs/first-sync.md); NULL where blocks come one by one.';
COMMENT ON COLUMN sync_state.share IS 'Done part of the first sync, 0 to 1; NULL where not known or over.';
COMMENT ON COLUMN sync_state.blocks_per_second IS 'For progress: rate of the sync; NULL when live.';
COMMENT ON COLUMN sync_state.transactions_per_second IS 'For progress: rate of the sync; NULL when live.';
COMMENT ON COLUMN sync_state.eta_seconds IS 'Seconds until the tip at this rate; NULL when live or not known.';
COMMENT ON COLUMN sync_state.mempool_at IS 'For the API: when the mempool was last compared with the node''s; NULL while not followed.';
COMMENT ON COLUMN sync_state.mempool_node IS 'For metrics: transactions in the mempool then.';
COMMENT ON COLUMN sync_state.mempool_indexed IS 'For metrics: those of them in mempool_transactions.';
COMMENT ON COLUMN sync_state.heartbeat_at IS 'When the owning indexer last reported.';

CREATE UNIQUE INDEX sync_state_one_row ON sync_state ((true));

CREATE TABLE first_sync (
  stage        text NOT NULL CHECK (stage IN ('load', 'unspent', 'sort', 'tokens', 'index')),
  unspent_to   bigint NOT NULL DEFAULT 0,
  touched_to   bigint,
  sorted_to    integer NOT NULL DEFAULT 0,
  transactions bigint NOT NULL DEFAULT 0,
  events       bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE first_sync IS 'One row: where the first sync stands, for the indexer to go on after it was interrupted. No row: none is under way. Moves in the transactions that write its rows.';
COMMENT ON COLUMN first_sync.stage IS 'As sync_state.stage.';
COMMENT ON COLUMN first_sync.unspent_to IS 'Unspent outputs of transactions with a lower tx_key are in unspent_outputs; those of later ones are in the memory of the indexer, which reads them from transactions again when it starts.';
COMMENT ON COLUMN first_sync.touched_to IS 'Account chains, long ones: token transfers of transactions with a lower tx_key are staged for token_balances (EVM chains), or in token_history (Cosmos chains). NULL before that begins.';
COMMENT ON COLUMN first_sync.sorted_to IS 'Buckets of addresses below this one have their histories.';
COMMENT ON COLUMN first_sync.transactions IS 'Transactions loaded.';
COMMENT ON COLUMN first_sync.events IS 'Rows that address_transactions will have of them.';

CREATE UNIQUE INDEX first_sync_one_row ON first_sync ((true));

CREATE TABLE blocks (
  time        bigint NOT NULL,
  height      integer NOT NULL,
  tx_count    integer NOT NULL,
  size        integer NOT NULL,
  hash        bytea NOT NULL,
  parent_hash bytea NOT NULL
);
COMMENT ON TABLE blocks IS 'Blocks of the active chain.';
COMMENT ON COLUMN blocks.time IS 'Header time, unix seconds.';
COMMENT ON COLUMN blocks.height IS 'Height.';
COMMENT ON COLUMN blocks.tx_count IS 'Transactions, coinbase included.';
COMMENT ON COLUMN blocks.size IS 'Bytes with witnesses, as the node sends it.';
COMMENT ON COLUMN blocks.hash IS 'Hash, display order.';
COMMENT ON COLUMN blocks.parent_hash IS 'Hash of the block before it.';

CREATE TABLE address_transactions (
  tx_key      bigint NOT NULL,
  seq         {{seq}} NOT NULL,
  address_key bytea NOT NULL,
  delta       numeric NOT NULL,
  balance     numeric NOT NULL,
  received    numeric NOT NULL
);
COMMENT ON TABLE address_transactions IS 'The history of every address, append-only, with running sums: the last row has its balance, count and total received.';
COMMENT ON COLUMN address_transactions.seq IS '1-based rank of the transaction in the address''s history.';
COMMENT ON COLUMN address_transactions.tx_key IS 'The transaction; its block is tx_key >> 20.';
COMMENT ON COLUMN address_transactions.delta IS 'Net effect of the transaction on the address''s balance. EVM chains: without internal transfers, which internal_address_transactions has. Account chains: 0 where only tokens moved.';
COMMENT ON COLUMN address_transactions.balance IS 'Balance after the transaction (since history_from). EVM chains: sum of the deltas so far; the balance itself is what the node says, in address_balances.';
COMMENT ON COLUMN address_transactions.received IS 'Gross of what the address was ever paid, up to and with this transaction. UTXO chains: sent = received - balance. EVM chains: without internal transfers.';
COMMENT ON COLUMN address_transactions.address_key IS 'The address in binary. UTXO chains: a kind byte (hex 00 P2PKH, 01 P2SH, 02 P2SH32 of Bitcoin Cash, 10 to 20 segwit version 0 to 16) and its hash or witness program. Ethereum and its layer 2s: the 20 bytes of the address. Cosmos chains: the 20 bytes of the account, or the 32 of a contract.';

CREATE TABLE reorgs (
  id           bigint GENERATED ALWAYS AS IDENTITY,
  at           timestamptz NOT NULL DEFAULT now(),
  from_height  integer NOT NULL,
  to_height    integer NOT NULL,
  transactions bigint NOT NULL,
  from_hash    bytea NOT NULL
);
COMMENT ON TABLE reorgs IS 'Rollbacks: indexed blocks that the node''s chain left.';
COMMENT ON COLUMN reorgs.id IS 'Rises.';
COMMENT ON COLUMN reorgs.at IS 'When.';
COMMENT ON COLUMN reorgs.from_height IS 'Height of the old tip.';
COMMENT ON COLUMN reorgs.to_height IS 'Last block that stayed.';
COMMENT ON COLUMN reorgs.transactions IS 'Transactions of the removed blocks, also those that the new branch has.';
COMMENT ON COLUMN reorgs.from_hash IS 'Hash of the old tip, display order.';

CREATE TABLE audits (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope       text NOT NULL CHECK (scope IN ('sample', 'full')),
  result      text NOT NULL DEFAULT 'running' CHECK (result IN ('running', 'clean', 'findings', 'failed')),
  started_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  height      integer,
  hash        bytea,
  findings    bigint NOT NULL DEFAULT 0,
  reason      text,
  checks      jsonb NOT NULL DEFAULT '[]',
  position    jsonb NOT NULL DEFAULT '{}',
  CHECK ((result = 'running') = (finished_at IS NULL))
);
COMMENT ON TABLE audits IS 'One row per audit, the newest hundreds.';
COMMENT ON COLUMN audits.id IS 'Rises.';
COMMENT ON COLUMN audits.scope IS 'sample (drawn at random) or full (everything).';
COMMENT ON COLUMN audits.result IS 'running (or interrupted), clean, findings, failed (could not be finished).';
COMMENT ON COLUMN audits.started_at IS 'When it began.';
COMMENT ON COLUMN audits.updated_at IS 'When it last reported.';
COMMENT ON COLUMN audits.finished_at IS 'When it ended; NULL while running.';
COMMENT ON COLUMN audits.height IS 'Block whose unspent outputs were compared, else the last one indexed when it began.';
COMMENT ON COLUMN audits.hash IS 'Its hash, display order.';
COMMENT ON COLUMN audits.findings IS 'Facts that did not agree, over all checks.';
COMMENT ON COLUMN audits.reason IS 'Why it failed, with the remedy, for the operator alone: names hosts and settings.';
COMMENT ON COLUMN audits.checks IS 'Of each check: name, outcome, share covered, counts, number of findings, examples.';
COMMENT ON COLUMN audits.position IS 'For the next audit: where an interrupted audit goes on.';
