-- Blocks that reorgs took back, so that whoever has the hash of one learns what became of it.

CREATE TABLE orphaned_blocks (
  time        bigint NOT NULL,
  height      integer NOT NULL,
  tx_count    integer NOT NULL,
  size        integer NOT NULL,
  hash        bytea NOT NULL,
  parent_hash bytea NOT NULL
);
COMMENT ON TABLE orphaned_blocks IS 'Indexed blocks that the node''s chain left, without their transactions. One that came back is in blocks too.';
COMMENT ON COLUMN orphaned_blocks.time IS 'As in blocks.';
COMMENT ON COLUMN orphaned_blocks.height IS 'Height, which another block has in blocks now.';
COMMENT ON COLUMN orphaned_blocks.tx_count IS 'As in blocks.';
COMMENT ON COLUMN orphaned_blocks.size IS 'As in blocks.';
COMMENT ON COLUMN orphaned_blocks.hash IS 'As in blocks.';
COMMENT ON COLUMN orphaned_blocks.parent_hash IS 'As in blocks.';

CREATE UNIQUE INDEX orphaned_blocks_hash ON orphaned_blocks (hash);
