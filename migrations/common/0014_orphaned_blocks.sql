-- Blocks that reorgs took back, so that whoever has the hash of one learns what became of it.

CREATE TABLE orphaned_blocks (
  time        bigint NOT NULL,
  height      integer NOT NULL,
  tx_count    integer NOT NULL,
  size        integer NOT NULL,
  hash        bytea NOT NULL,
  parent_hash bytea NOT NULL
);
COMMENT ON TABLE orphaned_blocks IS 'Blocks that were indexed and that the node''s chain left. Their transactions are not kept. One that came back is in blocks too.';
COMMENT ON COLUMN orphaned_blocks.time IS 'As in blocks, as are the other columns.';
COMMENT ON COLUMN orphaned_blocks.height IS 'Height: the block that replaced it is that of this height in blocks.';
COMMENT ON COLUMN orphaned_blocks.tx_count IS 'Transactions in the block.';
COMMENT ON COLUMN orphaned_blocks.size IS 'Bytes of the block.';
COMMENT ON COLUMN orphaned_blocks.hash IS 'Block hash, display order.';
COMMENT ON COLUMN orphaned_blocks.parent_hash IS 'Hash of the block before it.';

CREATE UNIQUE INDEX orphaned_blocks_hash ON orphaned_blocks (hash);
