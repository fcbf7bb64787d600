-- Balances at a moment, and payouts by kind, with assets in one form.

CREATE FUNCTION balance_at(address text, moment timestamptz) RETURNS numeric LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  key bytea := {{chain}}.address_key(address);
  until bigint := {{chain}}.tx_key({{chain}}.height_at(moment) + 1);
  low bigint := 0;
  high bigint;
BEGIN
  -- What was there before the first indexed block is told of by its first entry.
  IF NOT EXISTS (SELECT FROM {{chain}}.opening) OR EXISTS (SELECT FROM {{chain}}.first_sync) OR until IS NULL THEN
    RETURN NULL;
  END IF;
  high := coalesce((SELECT h.seq FROM {{chain}}.address_transactions h WHERE h.address_key = key ORDER BY h.seq DESC LIMIT 1), 0);
  WHILE low < high LOOP
    IF (SELECT h.tx_key FROM {{chain}}.address_transactions h WHERE h.address_key = key AND h.seq = (low + high + 1) / 2) < until THEN
      low := (low + high + 1) / 2;
    ELSE
      high := (low + high - 1) / 2;
    END IF;
  END LOOP;
  RETURN coalesce((SELECT h.balance FROM {{chain}}.address_transactions h WHERE h.address_key = key AND h.seq = low), 0) * {{coin}};
END $$;
COMMENT ON FUNCTION balance_at IS 'Coins of the chain''s own that an address had at a moment: after the last block whose header time is not after it (height_at). 0 before its first entry, NULL before the first indexed block and where it is not known what was there then, and during the first sync. Some twenty probes of an index, however long the history is.';

CREATE OR REPLACE VIEW swaps AS
SELECT d.tx_key AS in_tx_key, to_timestamp(e.time) AS in_at, upper(encode(p.in_txid, 'hex')) AS in_txid, address_text(d.from_key) AS from_address,
  d.memo, p.tx_key, (p.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, coalesce(upper(encode(p.out_txid, 'hex')), txid_text(t.txid)) AS out_txid,
  p.to_chain, p.to_address, upper(p.asset) AS asset,
  p.amount * CASE WHEN p.asset LIKE '%.' || {{symbol}} THEN {{coin}}
    ELSE ('1e-' || coalesce({{denominations}} -> lower(split_part(p.asset, '.', 2)) ->> 1, '8'))::numeric END AS amount,
  p.memo AS out_memo, d.from_key,
  CASE WHEN t.failure IS NOT NULL OR p.memo ~* '^refund:' THEN 'refund'
    WHEN d.memo ~* '^(=|s|swap|=<|limito|lo):' THEN 'swap'
    WHEN d.memo ~* '^(-|wd|withdraw):' THEN 'withdrawal' END AS kind,
  CASE WHEN t.failure IS NOT NULL THEN t.failure END AS refund_reason
FROM payouts p
LEFT JOIN transactions d ON d.txid = p.in_txid
LEFT JOIN transactions t ON t.tx_key = p.tx_key
LEFT JOIN blocks e ON e.height = (d.tx_key >> 20)::integer
LEFT JOIN blocks b ON b.height = (p.tx_key >> 20)::integer;
COMMENT ON COLUMN swaps.asset IS 'What was paid, in upper case as the protocol writes it: BTC.BTC, secured BTC-BTC. The bank module writes what this chain holds in lower case: lower(asset) is the denomination of secured, synthetic and traded assets.';
COMMENT ON COLUMN swaps.kind IS 'refund where the deposit was given back, in whole or in part; swap and withdrawal by the memo of a deposit of this chain; NULL where it is something else, or the deposit was made on another chain.';
COMMENT ON COLUMN swaps.refund_reason IS 'Why it was given back; NULL where it was not, or the chain does not say.';
