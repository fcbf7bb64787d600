-- The blocks around a time, balances at one, and who paid, looked up once for a transaction.

-- Header times do not always rise. Of blocks that no earlier one is stamped after, times rise with heights (max_time IS NULL).
CREATE FUNCTION height_from(seconds bigint) RETURNS integer LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT b.height FROM {{chain}}.blocks b WHERE b.time >= seconds AND b.max_time IS NULL ORDER BY b.time, b.height LIMIT 1);
END $$;
COMMENT ON FUNCTION height_from IS 'For tx_range: the first block that is stamped then or later; NULL where there is none.';

-- All before the first one that is stamped then or later, and those behind it that are stamped before.
CREATE FUNCTION height_before(seconds bigint) RETURNS integer LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  next integer := {{chain}}.height_from(seconds);
BEGIN
  RETURN CASE WHEN next IS NULL THEN (SELECT max(b.height) FROM {{chain}}.blocks b)
    ELSE greatest((SELECT b.height FROM {{chain}}.blocks b WHERE b.height < next ORDER BY b.height DESC LIMIT 1),
      (SELECT max(b.height) FROM {{chain}}.blocks b WHERE b.max_time IS NOT NULL AND int8range(b.time, b.max_time, '(]') @> seconds)) END;
END $$;
COMMENT ON FUNCTION height_before IS 'For tx_range: the last block that is stamped before; NULL where there is none.';

CREATE FUNCTION balance_at(address text, moment timestamptz) RETURNS numeric LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  key bytea := {{chain}}.address_key(address);
  until bigint := {{chain}}.tx_key({{chain}}.height_at(moment) + 1);
  last bigint := {{chain}}.seq_before(key, until);
BEGIN
  IF NOT EXISTS (SELECT FROM {{chain}}.sync_state s WHERE s.history_from = 0) OR EXISTS (SELECT FROM {{chain}}.first_sync) THEN
    RETURN NULL;
  END IF;
  RETURN coalesce((SELECT h.balance FROM {{chain}}.address_transactions h WHERE h.address_key = key AND h.seq = last), 0) * {{coin}};
END $$;
COMMENT ON FUNCTION balance_at IS 'Coins that an address had after the block height_at(moment). Before its first transaction 0, on EVM chains NULL. NULL where not known, as in address_history, and during the first sync.';

-- Who paid is looked up once for a transaction, and for those alone who ask for from_key or is_change (OFFSET 0 keeps it apart, and a
-- column that nobody asks for is not computed).
CREATE OR REPLACE VIEW transfers AS
SELECT t.tx_key, (o.n - 1)::integer AS idx,
  CASE WHEN t.tx_key & 1048575 = 0 THEN 'reward' ELSE 'native' END::chaintrail.transfer_kind AS kind,
  CASE WHEN s.payers = ARRAY[s.payers[1]] THEN s.payers[1] END AS from_key,
  o.address_key AS to_key, o.value::numeric AS amount,
  coalesce(o.address_key = ANY (s.payers), false) AS is_change
FROM transactions t
CROSS JOIN LATERAL (
  SELECT t.output_values, t.output_keys, ARRAY(
    SELECT DISTINCT coalesce(p.output_keys[i.prev_vout + 1], t.input_keys[i.n])
    FROM unnest(t.input_tx_keys, t.input_vouts) WITH ORDINALITY AS i(prev_tx_key, prev_vout, n)
    LEFT JOIN transactions p ON p.tx_key = i.prev_tx_key) AS payers
  OFFSET 0) s
CROSS JOIN LATERAL unnest(s.output_values, s.output_keys) WITH ORDINALITY AS o(value, address_key, n);

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
