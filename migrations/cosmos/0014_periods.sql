-- Balances at a moment, and payouts by kind, with what was swapped for them, and assets in one form.

CREATE FUNCTION balance_at(address text, moment timestamptz) RETURNS numeric LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  key bytea := {{chain}}.address_key(address);
  until bigint := {{chain}}.tx_key({{chain}}.height_at(moment) + 1);
  last bigint := {{chain}}.seq_before(key, until);
BEGIN
  -- What was there before the first indexed block is told of by its first entry.
  IF NOT EXISTS (SELECT FROM {{chain}}.opening) OR EXISTS (SELECT FROM {{chain}}.first_sync) OR until IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN coalesce((SELECT h.balance FROM {{chain}}.address_transactions h WHERE h.address_key = key AND h.seq = last), 0) * {{coin}};
END $$;
COMMENT ON FUNCTION balance_at IS 'Coins that an address had after the block height_at(moment). Before its first transaction 0, on EVM chains NULL. NULL where not known, as in address_history, and during the first sync.';

ALTER TABLE transactions ADD COLUMN in_asset text, ADD COLUMN in_amount numeric, ADD COLUMN in_memo text;
COMMENT ON COLUMN transactions.in_txid IS 'Deposit that an entry of EndBlock answers, of any chain; or one on another chain that the transaction gives back.';
COMMENT ON COLUMN transactions.in_asset IS 'Asset of in_txid that was swapped or given back here, as the protocol writes it; NULL in entries of an older version.';
COMMENT ON COLUMN transactions.in_amount IS 'How much of it, in units as payouts.amount: all entries of a transaction have the sum.';
COMMENT ON COLUMN transactions.in_memo IS 'Memo of in_txid, on whatever chain.';

CREATE FUNCTION asset_unit(asset text) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN asset LIKE '%.' || {{symbol}} THEN {{coin}}
  ELSE ('1e-' || coalesce({{denominations}} -> lower(split_part(asset, '.', 2)) ->> 1, '8'))::numeric END;
COMMENT ON FUNCTION asset_unit IS 'For swaps: the unit of amounts of an asset, as the protocol counts it, in coins.';

-- Aggregates, and no first row by tx_key: for that the planner might walk all entries in their order.
CREATE OR REPLACE VIEW swaps AS
SELECT d.tx_key AS in_tx_key, to_timestamp(e.time) AS in_at, upper(encode(p.in_txid, 'hex')) AS in_txid, address_text(d.from_key) AS from_address,
  m.memo, p.tx_key, (p.tx_key >> 20)::integer AS height, to_timestamp(b.time) AS at, coalesce(upper(encode(p.out_txid, 'hex')), txid_text(t.txid)) AS out_txid,
  p.to_chain, p.to_address, upper(p.asset) AS asset, p.amount * asset_unit(upper(p.asset)) AS amount, p.memo AS out_memo, d.from_key,
  CASE WHEN r.reason IS NOT NULL OR p.memo ~* '^refund:' THEN 'refund'
    WHEN m.memo ~* '^(=|s|swap|=<|limito|lo):' THEN 'swap'
    WHEN m.memo ~* '^(-|wd|withdraw):' THEN 'withdrawal' END AS kind,
  CASE WHEN r.reason IS NOT NULL OR p.memo ~* '^refund:' THEN coalesce(r.reason, i.reason) END AS refund_reason,
  upper(m.asset) AS in_asset,
  CASE WHEN g.asset IS NOT NULL THEN g.amount
    ELSE (SELECT sum(s.in_amount) FROM transactions s WHERE s.in_txid = p.in_txid AND s.in_asset = i.asset) END * asset_unit(upper(m.asset)) AS in_amount
FROM payouts p
LEFT JOIN transactions d ON d.txid = p.in_txid
LEFT JOIN transactions t ON t.tx_key = p.tx_key
-- What an entry gave back is not always what it pays for.
CROSS JOIN LATERAL (SELECT CASE WHEN p.in_txid IN (t.txid, t.in_txid) THEN t.failure END AS reason) r
LEFT JOIN blocks e ON e.height = (d.tx_key >> 20)::integer
LEFT JOIN blocks b ON b.height = (p.tx_key >> 20)::integer
LEFT JOIN LATERAL (
  SELECT (array_agg(s.in_asset ORDER BY s.tx_key) FILTER (WHERE s.in_asset IS NOT NULL))[1] AS asset,
    (array_agg(s.in_memo ORDER BY s.tx_key) FILTER (WHERE s.in_asset IS NOT NULL))[1] AS memo, max(s.failure) AS reason
  FROM transactions s WHERE s.in_txid = p.in_txid) i ON true
LEFT JOIN LATERAL (
  SELECT c.coin ->> 'asset' AS asset, (c.coin ->> 'amount')::numeric AS amount
  FROM (SELECT d.messages -> 0 -> 'coins' -> 0) AS c(coin)
  WHERE d.messages -> 0 ->> 'type' = '/types.MsgDeposit') g ON true
CROSS JOIN LATERAL (SELECT coalesce(d.memo, i.memo), coalesce(g.asset, i.asset)) AS m(memo, asset);
COMMENT ON COLUMN swaps.memo IS 'Its memo, on whatever chain: what was asked for. NULL where this chain does not tell it.';
COMMENT ON COLUMN swaps.asset IS 'What was paid, in upper case as the protocol writes it: BTC.BTC, secured BTC-BTC. lower(asset) is the bank module''s denomination of secured, synthetic and traded assets.';
COMMENT ON COLUMN swaps.kind IS 'refund where the deposit was given back, wholly or in part; swap and withdrawal by its memo; NULL for something else, or an unknown memo.';
COMMENT ON COLUMN swaps.refund_reason IS 'Why it was given back; NULL where it was not, or the chain does not say.';
COMMENT ON COLUMN swaps.in_asset IS 'What the deposit brought, written likewise; NULL where not told: coins from elsewhere that were neither swapped nor given back.';
COMMENT ON COLUMN swaps.in_amount IS 'Coins of the whole deposit, the same for each payout. Of coins from elsewhere what was swapped and given back so far.';

-- Whose address it may be comes before what it lacks to be one of this chain.
ALTER FUNCTION address_problem(text, text) RENAME TO address_mistake;
CREATE FUNCTION address_problem(typed text, lowered text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  mistake text := {{chain}}.address_mistake(typed, lowered);
BEGIN
  -- What has a right checksum is known by more than its form.
  RETURN CASE WHEN mistake LIKE 'this is %' THEN mistake ELSE coalesce({{chain}}.foreign_address(typed), mistake) END;
END $$;
COMMENT ON FUNCTION address_problem IS 'For address_key: what is wrong with text that is no address of this chain.';
