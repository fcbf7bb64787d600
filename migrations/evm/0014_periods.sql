-- Balances at a moment, and addresses in one case.

CREATE FUNCTION balance_at(address text, moment timestamptz) RETURNS numeric LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  key bytea := {{chain}}.address_key(address);
  until bigint := {{chain}}.tx_key({{chain}}.height_at(moment) + 1);
BEGIN
  RETURN (SELECT h.balance FROM {{chain}}.address_history h WHERE h.address_key = key AND h.tx_key < until ORDER BY h.tx_key DESC LIMIT 1);
END $$;
COMMENT ON FUNCTION balance_at IS 'Coins of an address at a moment: after the last block whose header time is not after it (height_at). NULL where address_history does not know it, and before the first transaction of the address: the allocation of the genesis block is not here. Reads the whole history of the address.';

UPDATE tokens SET address = lower(address) WHERE address <> lower(address);
COMMENT ON COLUMN tokens.address IS 'The contract, to read in lower case, as address_text writes it everywhere.';
