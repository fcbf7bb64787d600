-- What the indexer sees of its node: the API shows it as metrics, so that an operator tells a slow node from a slow database.

ALTER TABLE sync_state
  ADD COLUMN node_requests bigint,
  ADD COLUMN node_failures bigint,
  ADD COLUMN node_seconds double precision;
COMMENT ON COLUMN sync_state.node_requests IS 'For metrics: its requests to the node since it started, without long polls.';
COMMENT ON COLUMN sync_state.node_failures IS 'For metrics: those without an answer in time, or refused as the node was busy.';
COMMENT ON COLUMN sync_state.node_seconds IS 'For metrics: seconds that they took together.';
