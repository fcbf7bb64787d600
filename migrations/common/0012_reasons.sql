COMMENT ON COLUMN sync_state.reason_code IS 'Why it is not live: node-unavailable, node-unusable, node-wrong, node-behind, node-syncing, far-behind, deep-reorg, database, internal, silent.';
