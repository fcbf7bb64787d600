-- Unconfirmed transactions that left without a block: they are told apart from those that nobody ever saw.

ALTER TABLE mempool_transactions
  ADD COLUMN dropped_at bigint,
  ADD COLUMN replaced_by bytea,
  ADD COLUMN drop_reason text CHECK (drop_reason IN ('replaced', 'conflicted', 'evicted', 'expired'));
COMMENT ON TABLE mempool_transactions IS 'Transactions of the node''s mempool, unconfirmed without tx_key. One that a block took, or that was dropped, stays for some hours.';
COMMENT ON COLUMN mempool_transactions.id IS 'Order in which they were seen or dropped; rises, never used twice.';
COMMENT ON COLUMN mempool_transactions.tx_key IS 'NULL while unconfirmed, -1 once dropped, else its key in transactions.';
COMMENT ON COLUMN mempool_transactions.first_seen IS 'When the indexer, or the node where it tells, first saw it, unix seconds.';
COMMENT ON COLUMN mempool_transactions.dropped_at IS 'When it was seen to be dropped, unix seconds.';
COMMENT ON COLUMN mempool_transactions.replaced_by IS 'The one of the same sender and nonce in its place; NULL for none known.';
COMMENT ON COLUMN mempool_transactions.drop_reason IS 'replaced (by replaced_by, unconfirmed), conflicted (a block has one of the same sender with this nonce or a later one); NULL for none known.';
