-- Lets the API tell that what it answered still holds, without reading the rows again.

ALTER TABLE sync_state ADD COLUMN content_version bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN sync_state.content_version IS 'For the API: rises when unconfirmed transactions come or go, and with reorgs.';
