-- Transaction ids as text and in binary, for analysts. A fixed search_path makes results independent of the caller's.

CREATE FUNCTION txid(id text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 50 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  typed text COLLATE "C" := id;
  digits text COLLATE "C" := CASE WHEN typed ~ '^0[xX]' THEN substr(typed, 3) ELSE typed END;
BEGIN
  IF digits ~ '^[0-9a-fA-F]{64}$' THEN
    RETURN decode(digits, 'hex');
  ELSIF {{block_entries}} AND lower(typed) ~ '^block:[0-9]{1,10}:(opening|begin|end:[0-9]{1,7})$' THEN
    RETURN convert_to(lower(typed), 'UTF8');
  END IF;
  RAISE invalid_parameter_value USING MESSAGE = CASE
      WHEN length(digits) <> 64 THEN format('this has %s characters', length(digits))
      ELSE format('character %s is no hexadecimal digit', length(typed) - length(digits) + strpos(digits, substring(digits FROM '[^0-9a-fA-F]')))
    END || '; expected a transaction id of 64 hexadecimal digits, with or without 0x before them'
    || CASE WHEN {{block_entries}} THEN ', or an entry of a block such as block:5:end:0' ELSE '' END || ' (for addresses there is address_key)';
END $$;
COMMENT ON FUNCTION txid(text) IS 'A transaction id or block hash from 64 hexadecimal digits, with or without 0x; on Cosmos chains also from the text of an entry of the block.';

CREATE FUNCTION txid_text(txid bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 50 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF length(txid) = 32 THEN
    RETURN CASE WHEN {{block_entries}} THEN upper(encode(txid, 'hex')) ELSE {{hash_prefix}} || encode(txid, 'hex') END;
  ELSIF {{block_entries}} AND substr(txid, 1, 6) = 'block:' THEN
    RETURN encode(txid, 'escape');
  END IF;
  RAISE invalid_parameter_value USING MESSAGE = format('a transaction id has 32 bytes, not %s (for keys of addresses there is address_text)', length(txid));
END $$;
COMMENT ON FUNCTION txid_text(bytea) IS 'A transaction id or block hash as the API writes it.';
