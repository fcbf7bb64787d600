-- Stretches of blocks in which what the node says of an address's balances and what is traced do not fit.

CREATE TABLE address_gaps (
  address_key bytea NOT NULL,
  from_height integer NOT NULL,
  to_height   integer NOT NULL,
  PRIMARY KEY (address_key, from_height)
);
COMMENT ON TABLE address_gaps IS 'Blocks, traced as they came, in which the effects on an address do not add up to the difference of two balances that the node said: its traces lack something. Balances after transactions are not counted across them.';
COMMENT ON COLUMN address_gaps.address_key IS 'The address in binary, as in address_transactions.';
COMMENT ON COLUMN address_gaps.from_height IS 'First block of the gap: the one after that of the older balance.';
COMMENT ON COLUMN address_gaps.to_height IS 'Last block of the gap: that of the newer balance.';

ALTER TABLE internal_sync ADD COLUMN contradictions bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN internal_sync.contradictions IS 'How often a balance that the node said did not fit the one before and what is traced since.';

COMMENT ON TABLE internal_gaps IS 'Blocks that were not traced, among those traced as they came and among those traced after the fact: the indexer was away, or tracing off, for longer than the node keeps the state that tracing needs; or the node cannot trace the block, or its trace contradicts the receipts.';

COMMENT ON VIEW traced IS 'One row: between which blocks internal transfers are complete, as far as blocks were traced as they came; none where nothing was ever traced. Blocks of internal_gaps lie before them.';
COMMENT ON COLUMN traced.is_backfilled IS 'Whether those before are traced as well, after the fact, except for blocks of internal_gaps.';

CREATE OR REPLACE VIEW address_history AS
SELECT h.address_key, h.tx_key, (h.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, txid_text(t.txid) AS txid,
  h.delta * {{coin}} AS amount, h.balance * {{coin}} AS balance, address_text(h.address_key) AS address
FROM (
  SELECT m.address_key, m.tx_key, m.delta,
    CASE WHEN least(m.tx_key, tx_key(k.height)) >= tx_key((SELECT since FROM traced)) AND greatest(m.tx_key >> 20, k.height) <= (SELECT until FROM traced)
        AND NOT EXISTS (SELECT FROM address_gaps g WHERE g.address_key = m.address_key AND g.to_height >= m.tx_key >> 20)
      THEN k.balance + sum(m.delta) OVER (PARTITION BY m.address_key ORDER BY m.tx_key)
        - coalesce(sum(m.delta) FILTER (WHERE m.tx_key < tx_key(k.height + 1)) OVER (PARTITION BY m.address_key), 0) END AS balance
  FROM (
    SELECT a.address_key, a.tx_key, a.delta + coalesce(i.delta, 0) AS delta
    FROM address_transactions a
    LEFT JOIN internal_address_transactions i
      ON i.address_key = a.address_key AND i.tx_key = a.tx_key AND (i.live OR (SELECT is_backfilled FROM traced))
    UNION ALL
    SELECT i.address_key, i.tx_key, i.delta
    FROM internal_address_transactions i
    WHERE i.listed AND (i.live OR (SELECT is_backfilled FROM traced))
  ) m
  LEFT JOIN address_balances k ON k.address_key = m.address_key
) h
LEFT JOIN transactions t ON t.tx_key = h.tx_key
LEFT JOIN blocks b ON b.height = (h.tx_key >> 20)::integer;
COMMENT ON COLUMN address_history.balance IS 'Coins after the transaction; NULL where not known: it is counted from what the node said, over blocks that were traced as they came and are in no gap. The API can tell of more.';
