-- What the node says that a transaction has to pay. The API does not talk to nodes of these chains: the indexer asks and writes.

CREATE TABLE node_fees (
  blocks   integer PRIMARY KEY,
  fee_rate bigint NOT NULL,
  read_at  timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE node_fees IS 'For the API: the node''s own estimates of fees (estimatesmartfee), of now; empty where it has none.';
COMMENT ON COLUMN node_fees.blocks IS 'To be in one of so many blocks.';
COMMENT ON COLUMN node_fees.fee_rate IS 'Base units for 1,000 virtual bytes.';
COMMENT ON COLUMN node_fees.read_at IS 'When the node was asked; what is older than ten minutes is not shown.';
