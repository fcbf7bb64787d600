-- Lets the API tell that what it answered still holds, without reading the rows again.

ALTER TABLE sync_state ADD COLUMN content_version bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN sync_state.content_version IS 'Rises with whatever changes rows without moving the cursor forward: unconfirmed transactions that come or go, and reorganisations.';
