-- Finds the one row of sync_state among its old versions, which stay as long as any transaction may look at them: a dump, a forgotten
-- BEGIN, a replica with hot_standby_feedback. Its revision rises with each change, so a walk from the end of the index begins at it.

ALTER TABLE sync_state ADD COLUMN revision bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN sync_state.revision IS 'For the product: rises with each change; ORDER BY revision DESC LIMIT 1 passes over old versions.';
CREATE UNIQUE INDEX sync_state_revision ON sync_state (revision);
-- To check that the row is the only one, each change would look at all old versions.
DROP INDEX sync_state_one_row;
