-- Balances at a moment.

CREATE FUNCTION balance_at(address text, moment timestamptz) RETURNS numeric LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  key bytea := {{chain}}.address_key(address);
  until bigint := {{chain}}.tx_key({{chain}}.height_at(moment) + 1);
  last bigint := {{chain}}.seq_before(key, until);
BEGIN
  -- Known where address_history knows it.
  RETURN (SELECT (a.balance + k.origin) * {{coin}}
    FROM {{chain}}.address_transactions a
    CROSS JOIN {{chain}}.traced t
    JOIN {{chain}}.address_balances k ON k.address_key = a.address_key
    WHERE a.address_key = key AND a.seq = last AND least(a.tx_key >> 20, k.height) >= t.since
      AND NOT EXISTS (SELECT FROM {{chain}}.address_gaps g WHERE g.address_key = key AND g.to_height >= a.tx_key >> 20));
END $$;
COMMENT ON FUNCTION balance_at IS 'Coins that an address had after the block height_at(moment). Before its first transaction 0, on EVM chains NULL. NULL where not known, as in address_history, and during the first sync.';
