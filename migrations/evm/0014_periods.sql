-- Balances at a moment, and addresses in one case.

CREATE FUNCTION balance_at(address text, moment timestamptz) RETURNS numeric LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  key bytea := {{chain}}.address_key(address);
  until bigint := {{chain}}.tx_key({{chain}}.height_at(moment) + 1);
  low bigint := 0;
  high bigint;
BEGIN
  high := coalesce((SELECT h.seq FROM {{chain}}.address_transactions h WHERE h.address_key = key ORDER BY h.seq DESC LIMIT 1), 0);
  -- Its last row before then: between none and all of them.
  WHILE low < high LOOP
    IF (SELECT h.tx_key FROM {{chain}}.address_transactions h WHERE h.address_key = key AND h.seq = (low + high + 1) / 2) < until THEN
      low := (low + high + 1) / 2;
    ELSE
      high := (low + high - 1) / 2;
    END IF;
  END LOOP;
  -- Known where address_history knows it.
  RETURN (SELECT (a.balance + k.origin) * {{coin}}
    FROM {{chain}}.address_transactions a
    CROSS JOIN {{chain}}.traced t
    JOIN {{chain}}.address_balances k ON k.address_key = a.address_key
    WHERE a.address_key = key AND a.seq = low AND least(a.tx_key >> 20, k.height) >= t.since
      AND NOT EXISTS (SELECT FROM {{chain}}.address_gaps g WHERE g.address_key = key AND g.to_height >= a.tx_key >> 20));
END $$;
COMMENT ON FUNCTION balance_at IS 'Coins of an address at a moment: after the last block whose header time is not after it (height_at). NULL where address_history does not know it, and before the first transaction of the address: the allocation of the genesis block is not here. Some twenty probes of an index, however long the history is.';

UPDATE tokens SET address = lower(address) WHERE address <> lower(address);
COMMENT ON COLUMN tokens.address IS 'The contract, to read in lower case, as address_text writes it everywhere.';

COMMENT ON TABLE transfers IS 'Everything that moved, by transaction and in order. Nothing of a failed transaction, and nothing that the genesis block gave: nodes do not list it.';
COMMENT ON VIEW transfers_text IS 'Transfers as people read them, without what the genesis block gave. Give a tx_key or a range of them (tx_range, tx_key).';

-- Names whose address it may be.
CREATE OR REPLACE FUNCTION address_key(address text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Letters from a to z alone change their case, whatever the database's language.
  typed text COLLATE "C" := address;
  digits text COLLATE "C" := CASE WHEN typed ~ '^0[xX]' THEN substr(typed, 3) ELSE typed END;
BEGIN
  IF length(typed) > 120 THEN
    RETURN {{chain}}.refuse_address(length(typed) || ' characters are more than any address has');
  ELSIF digits ~ '^[0-9a-fA-F]{40}$' THEN
    IF digits IN (lower(digits), upper(digits)) OR {{chain}}.checksum_address(decode(digits, 'hex')) = '0x' || digits THEN
      RETURN decode(digits, 'hex');
    END IF;
    RETURN {{chain}}.refuse_address('the checksum in its mixed case (EIP-55) is wrong: the address has a typing mistake; where you are sure of it, write it in lower case');
  ELSIF upper(typed) ~ '^XE[0-9]{2}[0-9A-Z]{30,31}$' THEN
    RETURN {{chain}}.icap_key(upper(typed));
  END IF;
  RETURN {{chain}}.refuse_address(CASE
    WHEN typed = '' THEN 'the address is empty'
    WHEN upper(typed) ~ '^XE[0-9]{2}[A-Z]{3}[0-9A-Z]{13}$' THEN 'this ICAP number names an account of an institution, not an address'
    WHEN digits ~ '^[0-9a-fA-F]{64}$' THEN 'this is the hash of a transaction or a block, or a key, not an address'
    WHEN {{chain}}.foreign_address(typed) IS NOT NULL THEN {{chain}}.foreign_address(typed)
    WHEN typed ~ '^[A-Za-z]+:' THEN 'this starts like a payment link: leave the prefix up to the colon, and what follows the address, out'
    WHEN strpos(typed, '.') > 0 THEN 'names are not resolved: use the address that the name stands for'
    WHEN digits ~ '^[0-9a-fA-F]*$' THEN format('an address has 40 hexadecimal digits, not %s', length(digits))
    ELSE format('character %s is no hexadecimal digit', length(typed) - length(digits) + strpos(digits, substring(digits FROM '[^0-9a-fA-F]')))
  END);
END $$;
