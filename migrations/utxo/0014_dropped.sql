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
COMMENT ON COLUMN mempool_transactions.replaced_by IS 'What spends an output that it, or one before it, would have spent; NULL for none known.';
COMMENT ON COLUMN mempool_transactions.drop_reason IS 'replaced (by replaced_by, unconfirmed), conflicted (a block has replaced_by), evicted (paid less than the node''s full mempool takes), expired (after two weeks); NULL for none known.';

ALTER TABLE mempool_transactions ADD COLUMN signals_rbf boolean;
COMMENT ON COLUMN mempool_transactions.signals_rbf IS 'Whether an input signals replacement (BIP125); NULL where its bytes were not seen.';
